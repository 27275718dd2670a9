/* See interrupt.h. */
#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t has_come;

static void note(int signal_number) {
    has_come = 1;
    signal(signal_number, SIG_DFL);
}

void interrupt_watch(void) {
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool interrupt_came(void) {
    return has_come != 0;
}
