/* One flag for the whole program: the signal handler sets it, every thread may read it. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static _Atomic bool has_come;

static void note(int signal_number) {
    (void)signal_number;
    has_come = true;
}

static void watch(int flags) {
    struct sigaction action = {.sa_handler = note,
                               .sa_flags = (int)((unsigned)flags | SA_RESETHAND)};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void interrupt_watch(void) {
    watch(SA_RESTART);
}

void interrupt_watch_input(void) {
    watch(0);
}

bool interrupt_came(void) {
    return has_come;
}

const _Atomic bool *interrupt_flag(void) {
    return &has_come;
}
