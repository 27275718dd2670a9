/* A caller that is killed with -9 at any moment, above all while bubblewrap starts, leaves no
 * process and no control group behind. KILLED_ROUNDS (default 24) kills at random moments. */
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/random.h"
#include "sandbox/process.h"

#define MS_NS INT64_C(1000000)
enum { LEFT_MS = 20000, FIRST_STARTS = 3 };

static Process *start(bool is_trusted) {
    ProcessOptions options = {.limits = process_default_limits, .is_trusted = is_trusted};
    CommandLine line;
    Error error;
    Fault fault;
    assert_true(command_line_parse(&line, "sleep 600", &error));
    Process *process = process_start(&line, &options, NULL, 0, &fault);
    if (process == NULL) print_message("%s\n", fault.text);
    command_line_release(&line);
    return process;
}

static int64_t time_start(bool is_trusted) {
    int64_t longest = 0;
    for (int i = 0; i < FIRST_STARTS; i++) {
        int64_t begin = clock_ns();
        Process *process = start(is_trusted);
        if (process == NULL) skip();
        if (clock_ns() - begin > longest) longest = clock_ns() - begin;
        process_free(process);
    }
    return longest;
}

/* Starts and ends programs until it is killed. */
static _Noreturn void live_until_killed(bool is_trusted) {
    for (;;) process_free(start(is_trusted));
}

/* Whether there is a control group that this process has made, however deep ours is. */
static bool has_group(pid_t pid) {
    char pattern[128];
    glob_t found;
    snprintf(pattern, sizeof pattern, "/sys/fs/cgroup/{,*/,*/*/,*/*/*/,*/*/*/*/}bianca-%d-*",
             (int)pid);
    bool has_some = glob(pattern, GLOB_BRACE, NULL, &found) == 0;
    globfree(&found);
    return has_some;
}

/* Whatever loses its parent becomes ours: the wait for our children is one for all that is left. */
static bool is_nothing_left(void) {
    int64_t deadline = clock_ns() + LEFT_MS * MS_NS;
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG | __WALL)) >= 0 && clock_ns() < deadline) {
        if (ended == 0) clock_sleep_ns(MS_NS);
        if (ended > 0 && has_group(ended)) return false;
    }
    return ended < 0;
}

static void nothing_outlives_a_caller_killed_at_a_random_moment(void **state) {
    (void)state;
    const char *wanted = getenv("KILLED_ROUNDS");
    int rounds = wanted != NULL ? (int)strtol(wanted, NULL, 10) : 24;
    Random random = random_seeded((uint64_t)clock_ns());
    for (int kind = 0; kind < 2; kind++) {
        /* A program that is trusted starts sooner, and has fewer moments. */
        int64_t span = time_start(kind == 1);
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        for (int i = 0; i < rounds / (1 + 3 * kind); i++) {
            int64_t moment = (int64_t)(random_unit(&random) * 1.5 * (double)span);
            pid_t child = fork();
            if (child == 0) live_until_killed(kind == 1);
            clock_sleep_ns(moment);
            kill(child, SIGKILL);
            if (!is_nothing_left())
                fail_msg("round %d: killed after %.2f of %.2f ms, something is left", i,
                         (double)moment / (double)MS_NS, (double)span / (double)MS_NS);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_outlives_a_caller_killed_at_a_random_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
