/* Reads lines on a thread of its own, so that a front end that thinks can be interrupted. One
 * lock guards the queue and the state of both sides. The reader holds it while it takes a read
 * apart, and never while it waits for input. */
#include "protocol/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_SIZE = 1 << 16 };

struct Input {
    int in, out;
    InputOwner owner;
    pthread_t thread;
    int wake[2]; /* a pipe: closing its writing end ends the reader */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    InputLine *first, *last;
    size_t bytes;  /* of memory for the queue */
    int emergent;  /* lines in the queue */
    bool is_ended; /* nothing will be added */
    bool is_working;
    bool is_deaf; /* the reader of the answers is gone */
    bool is_leaving;

    InputLine *current; /* handed out; only the owner's thread touches it */

    /* The line that is being read; only the reader touches these. */
    char part[INPUT_LINE_SIZE];
    size_t part_length;
    bool is_part_cut, has_part;
};

/* --- The reader's side ------------------------------------------------------------------------ */

/* An empty line takes memory too, and an input may have millions of them. */
static size_t memory_of(const InputLine *line) {
    return sizeof *line + line->length + 1;
}

/* Queues the line read so far. With the lock held. A last line without a newline was sent with what
 * came before it, and is known to be a line only now: it does not stop anything. */
static bool push_line(Input *input, bool is_last) {
    size_t length = input->part_length;
    if (length > 0 && !input->is_part_cut && input->part[length - 1] == '\r') length--;
    InputLine *line = malloc(sizeof *line + length + 1);
    if (!line) return false;
    *line = (InputLine){.length = length, .is_cut = input->is_part_cut};
    memcpy(line->bytes, input->part, length);
    line->bytes[length] = '\0';
    line->urgency = input->owner.urgency(line->bytes, length);
    if (input->last)
        input->last->next = line;
    else
        input->first = line;
    input->last = line;
    input->bytes += memory_of(line);
    input->emergent += line->urgency == INPUT_EMERGENT;
    if (line->urgency != INPUT_PATIENT && input->is_working && !is_last)
        input->owner.stop(input->owner.context);
    input->part_length = 0;
    input->is_part_cut = input->has_part = false;
    return true;
}

/* Adds bytes of one read to the queue. False if there is no memory for them. */
static bool push_bytes(Input *input, const char *bytes, size_t count) {
    bool ok = true;
    pthread_mutex_lock(&input->lock);
    while (count > 0 && ok) {
        const char *end = memchr(bytes, '\n', count);
        size_t length = end ? (size_t)(end - bytes) : count;
        size_t room = INPUT_LINE_SIZE - input->part_length, kept = length < room ? length : room;
        memcpy(input->part + input->part_length, bytes, kept);
        input->part_length += kept;
        input->has_part = true;
        if (length > room) input->is_part_cut = true;
        if (end) ok = push_line(input, false);
        bytes += length + (end != NULL);
        count -= length + (end != NULL);
    }
    pthread_cond_broadcast(&input->changed);
    while (input->bytes > INPUT_QUEUE_BYTES && !input->is_leaving)
        pthread_cond_wait(&input->changed, &input->lock);
    pthread_mutex_unlock(&input->lock);
    return ok;
}

static void end_input(Input *input) {
    pthread_mutex_lock(&input->lock);
    if (input->has_part) push_line(input, true);
    input->is_ended = true;
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->lock);
}

/* With the lock held, or without a reader. */
static void drop_queue(Input *input) {
    for (InputLine *line = input->first, *next; line; line = next) {
        next = line->next;
        free(line);
    }
    input->first = input->last = NULL;
    input->bytes = 0;
    input->emergent = 0;
}

/* Waits until the reader of the answers is gone: then queued lines are not worth obeying. */
static void watch_output(Input *input) {
    struct pollfd watched[2] = {{.fd = input->out}, {.fd = input->wake[0]}};
    while (poll(watched, 2, -1) < 0 && errno == EINTR) continue;
    if (watched[1].revents || !(watched[0].revents & POLLERR)) return;
    pthread_mutex_lock(&input->lock);
    drop_queue(input);
    input->is_deaf = true;
    if (input->is_working) input->owner.stop(input->owner.context);
    pthread_mutex_unlock(&input->lock);
}

static void *reader_main(void *argument) {
    Input *input = argument;
    char bytes[READ_SIZE];
    for (;;) {
        struct pollfd watched[2] = {{.fd = input->in, .events = POLLIN}, {.fd = input->wake[0]}};
        if (poll(watched, 2, -1) < 0) {
            if (errno == EINTR) continue;
            break;
        }
        if (watched[1].revents) return NULL;
        ssize_t count = read(input->in, bytes, sizeof bytes);
        if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (count <= 0 || !push_bytes(input, bytes, (size_t)count)) break;
    }
    end_input(input);
    watch_output(input);
    return NULL;
}

/* --- The owner's side ------------------------------------------------------------------------- */

Input *input_new(int in, int out, const InputOwner *owner, Error *error) {
    Input *input = calloc(1, sizeof *input);
    if (!input) {
        error_set(error, STATUS_NO_MEMORY, "no memory for reading");
        return NULL;
    }
    input->in = in;
    input->out = out;
    input->owner = *owner;
    if (pipe2(input->wake, O_CLOEXEC) != 0) {
        error_set(error, STATUS_IO, "cannot make a pipe: %s", strerror(errno));
        free(input);
        return NULL;
    }
    pthread_mutex_init(&input->lock, NULL);
    pthread_cond_init(&input->changed, NULL);
    int failure = pthread_create(&input->thread, NULL, reader_main, input);
    if (!failure) return input;
    error_set(error, STATUS_NO_MEMORY, "cannot start a thread: %s", strerror(failure));
    pthread_cond_destroy(&input->changed);
    pthread_mutex_destroy(&input->lock);
    close(input->wake[0]);
    close(input->wake[1]);
    free(input);
    return NULL;
}

void input_free(Input *input) {
    if (!input) return;
    pthread_mutex_lock(&input->lock);
    input->is_leaving = true;
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->lock);
    close(input->wake[1]);
    pthread_join(input->thread, NULL);
    close(input->wake[0]);
    drop_queue(input);
    free(input->current);
    pthread_cond_destroy(&input->changed);
    pthread_mutex_destroy(&input->lock);
    free(input);
}

const InputLine *input_next(Input *input) {
    free(input->current);
    pthread_mutex_lock(&input->lock);
    while (!input->first && !input->is_ended) pthread_cond_wait(&input->changed, &input->lock);
    InputLine *line = input->current = input->first;
    if (line) {
        input->first = line->next;
        if (!input->first) input->last = NULL;
        input->bytes -= memory_of(line);
        input->emergent -= line->urgency == INPUT_EMERGENT;
        pthread_cond_broadcast(&input->changed);
    }
    pthread_mutex_unlock(&input->lock);
    return line;
}

void input_begin_work(Input *input) {
    pthread_mutex_lock(&input->lock);
    input->is_working = true;
    if (input->is_deaf || input->emergent > 0) input->owner.stop(input->owner.context);
    pthread_mutex_unlock(&input->lock);
}

void input_end_work(Input *input) {
    pthread_mutex_lock(&input->lock);
    input->is_working = false;
    pthread_mutex_unlock(&input->lock);
}
