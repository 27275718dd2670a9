/* Lines from a pipe: each limit at it and one past it, and the order that lines keep. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <pthread.h>

#include "base/clock.h"
#include "protocol/input.h"

enum { MS = 1000000 };

typedef struct Pipe {
    int ends[2];
    Input *input;
    atomic_int stops;
} Pipe;

static InputUrgency urgency(const char *bytes, size_t length) {
    (void)length;
    return bytes[0] == '!' ? INPUT_EMERGENT : bytes[0] == '?' ? INPUT_URGENT : INPUT_PATIENT;
}

static void stop(void *context) {
    Pipe *self = context;
    atomic_fetch_add(&self->stops, 1);
}

static void pipe_open(Pipe *self) {
    Error error;
    assert_int_equal(pipe(self->ends), 0);
    atomic_init(&self->stops, 0);
    InputOwner owner = {.urgency = urgency, .stop = stop, .context = self};
    self->input = input_new(self->ends[0], STDOUT_FILENO, &owner, &error);
    assert_non_null(self->input);
}

static void pipe_send(const Pipe *self, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t put = write(self->ends[1], bytes, length);
        assert_true(put > 0);
        bytes += put;
        length -= (size_t)put;
    }
}

static void pipe_say(const Pipe *self, const char *text) {
    pipe_send(self, text, strlen(text));
}

static void pipe_close(Pipe *self) {
    input_free(self->input);
    close(self->ends[0]);
    if (self->ends[1] >= 0) close(self->ends[1]);
}

/* Waits until the reader has asked for a stop that often; false if it does not within seconds. */
static bool has_stopped(Pipe *self, int times) {
    for (int i = 0; i < 5000 && atomic_load(&self->stops) < times; i++) clock_sleep_ns(MS);
    return atomic_load(&self->stops) == times;
}

static void assert_line(Pipe *self, const char *expected) {
    const InputLine *line = input_next(self->input);
    assert_non_null(line);
    assert_string_equal(line->bytes, expected);
    assert_int_equal(line->length, strlen(expected));
    assert_false(line->is_cut);
}

static void lines_come_in_order_without_their_ends(void **state) {
    (void)state;
    Pipe pipe;
    pipe_open(&pipe);
    pipe_say(&pipe, "one\ntwo\r\n\n\r\nth\rree\nla");
    pipe_say(&pipe, "st");
    close(pipe.ends[1]);
    pipe.ends[1] = -1;
    assert_line(&pipe, "one");
    assert_line(&pipe, "two");
    assert_line(&pipe, "");
    assert_line(&pipe, "");
    assert_line(&pipe, "th\rree");
    assert_line(&pipe, "last");
    assert_null(input_next(pipe.input));
    assert_null(input_next(pipe.input));
    pipe_close(&pipe);
}

static void a_line_of_exactly_the_limit_is_whole_and_one_byte_more_is_cut(void **state) {
    (void)state;
    static char bytes[INPUT_LINE_SIZE + 2];
    for (int more = -1; more <= 1; more++) {
        Pipe pipe;
        size_t length = (size_t)(INPUT_LINE_SIZE + more);
        pipe_open(&pipe);
        memset(bytes, 'x', length);
        bytes[length] = '\n';
        pipe_send(&pipe, bytes, length + 1);
        const InputLine *line = input_next(pipe.input);
        assert_int_equal(line->is_cut, more > 0);
        assert_int_equal(line->length, more > 0 ? INPUT_LINE_SIZE : length);
        pipe_say(&pipe, "next\n");
        assert_line(&pipe, "next");
        pipe_close(&pipe);
    }
}

static void urgent_lines_stop_the_work_in_progress_alone(void **state) {
    (void)state;
    Pipe pipe;
    pipe_open(&pipe);
    pipe_say(&pipe, "?before\n");
    assert_line(&pipe, "?before");
    input_begin_work(pipe.input);
    pipe_say(&pipe, "patient\n?now\n");
    assert_true(has_stopped(&pipe, 1));
    input_end_work(pipe.input);
    assert_line(&pipe, "patient");
    input_begin_work(pipe.input); /* what waits already was only urgent then */
    assert_int_equal(pipe.stops, 1);
    input_end_work(pipe.input);
    assert_line(&pipe, "?now");
    pipe_close(&pipe);
}

static void an_emergent_line_stops_the_work_that_begins_after_it(void **state) {
    (void)state;
    Pipe pipe;
    pipe_open(&pipe);
    pipe_say(&pipe, "work\n!quit\n");
    assert_line(&pipe, "work");
    input_begin_work(pipe.input);
    assert_true(has_stopped(&pipe, 1));
    input_end_work(pipe.input);
    assert_line(&pipe, "!quit");
    input_begin_work(pipe.input);
    assert_int_equal(pipe.stops, 1);
    input_end_work(pipe.input);
    pipe_close(&pipe);
}

/* Sends three times what the queue may hold. */
static void *send_much(void *argument) {
    const Pipe *self = argument;
    static char line[1024];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\n';
    for (int i = 0; i < 3 * INPUT_QUEUE_BYTES / 1024; i++) pipe_send(self, line, sizeof line);
    close(self->ends[1]);
    return NULL;
}

static void more_than_the_queue_holds_waits_and_nothing_is_lost(void **state) {
    (void)state;
    Pipe pipe;
    pthread_t thread;
    int lines = 0;
    pipe_open(&pipe);
    assert_int_equal(pthread_create(&thread, NULL, send_much, &pipe), 0);
    for (const InputLine *line; (line = input_next(pipe.input)) != NULL; lines++)
        assert_int_equal(line->length, 1023);
    pthread_join(thread, NULL);
    pipe.ends[1] = -1;
    assert_int_equal(lines, 3 * INPUT_QUEUE_BYTES / 1024);
    pipe_close(&pipe);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_in_order_without_their_ends),
        cmocka_unit_test(a_line_of_exactly_the_limit_is_whole_and_one_byte_more_is_cut),
        cmocka_unit_test(urgent_lines_stop_the_work_in_progress_alone),
        cmocka_unit_test(an_emergent_line_stops_the_work_that_begins_after_it),
        cmocka_unit_test(more_than_the_queue_holds_waits_and_nothing_is_lost),
    };
    return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
