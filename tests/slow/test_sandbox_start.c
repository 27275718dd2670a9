/* What the box costs: the start of a program in it, against a plain fork and exec.
 * Runs alone: it measures time.
 * Takes 3 s on two cores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "sandbox/process.h"

enum { STARTS = 60 };
#define BOX_COST_MS 15.0

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Milliseconds from the call to the first byte of an echo, of which a quarter of the starts take
 * less: other work on the machine makes many of them longer and none shorter. */
static double quartile(double *times) {
    qsort(times, STARTS, sizeof *times, by_size);
    return times[STARTS / 4];
}

static double time_plain(void) {
    int64_t begin = clock_ns();
    int in[2], out[2];
    char byte;
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(in[0], 0), dup2(out[1], 1);
        close(in[1]), close(out[0]);
        execl("/bin/cat", "cat", (char *)NULL);
        _exit(127);
    }
    assert_int_equal(write(in[1], "\n", 1), 1);
    assert_int_equal(read(out[0], &byte, 1), 1);
    double ms = (double)(clock_ns() - begin) * 1e-6;
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    waitpid(child, NULL, 0);
    return ms;
}

static double time_process(const CommandLine *line, bool is_trusted, double *end_ms) {
    ProcessOptions options = {.limits = process_default_limits, .is_trusted = is_trusted};
    int64_t begin = clock_ns();
    Fault fault = {0};
    const char *text;
    size_t length;
    Process *process = process_start(line, &options, NULL, 0, &fault);
    if (process == NULL) {
        print_message("%s\n", fault.text);
        skip();
    }
    assert_true(process_write(process, "\n", 1, begin + INT64_C(10000000000), &fault));
    assert_true(process_read_line(process, begin + INT64_C(10000000000), &text, &length, &fault));
    int64_t running = clock_ns();
    process_free(process);
    *end_ms = (double)(clock_ns() - running) * 1e-6;
    return (double)(running - begin) * 1e-6;
}

static void a_start_in_the_box_costs_at_most_15_ms(void **state) {
    (void)state;
    double plain[STARTS], trusted[STARTS], boxed[STARTS], ends[STARTS], ignored;
    CommandLine line;
    Error error;
    assert_true(command_line_parse(&line, "cat", &error));
    for (int i = 0; i < STARTS; i++) {
        plain[i] = time_plain();
        trusted[i] = time_process(&line, true, &ignored);
        boxed[i] = time_process(&line, false, &ends[i]);
    }
    command_line_release(&line);
    double cost = quartile(boxed) - quartile(plain);
    print_message("start: plain %.2f ms, trusted %.2f ms, box %.2f ms; end of the box %.2f ms\n",
                  quartile(plain), quartile(trusted), quartile(boxed), quartile(ends));
    assert_true(cost <= BOX_COST_MS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_start_in_the_box_costs_at_most_15_ms)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
