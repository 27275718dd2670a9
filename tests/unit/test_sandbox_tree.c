/* The list of a program's processes is complete even if some of them end while it is read. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sandbox/tree.h"

enum { MOST_DEAD = 3, ALIVE = 5 };

static pid_t children[MOST_DEAD + ALIVE]; /* the first ones are dead */
static int dead, reaped;

/* In the place of the C library's: gets the beginning of a list of processes alone, and reaps one
 * of the dead before the rest is read. The kernel then leaves out one that follows. */
ssize_t read(int fd, void *bytes, size_t size) {
    bool is_beginning = lseek(fd, 0, SEEK_CUR) == 0;
    ssize_t got = syscall(SYS_read, fd, bytes, is_beginning ? 1 : size);
    if (is_beginning && got > 0 && reaped < dead) waitpid(children[reaped++], NULL, 0);
    return got;
}

static void start_children(void) {
    siginfo_t info;
    for (int i = 0; i < dead + ALIVE; i++) {
        if ((children[i] = fork()) != 0) continue;
        if (i < dead) _exit(0);
        for (;;) pause();
    }
    for (int i = 0; i < dead; i++) waitid(P_PID, (id_t)children[i], &info, WEXITED | WNOWAIT);
}

static void all_that_live_are_found_while_others_are_reaped(void **state) {
    (void)state;
    static Tree tree;
    for (dead = 0; dead <= MOST_DEAD; dead++) {
        int found = 0;
        start_children();
        reaped = 0;
        tree_read(&tree, getpid());
        for (int i = dead; i < dead + ALIVE; i++) {
            for (int k = 0; k < tree.count; k++) found += tree.pids[k] == children[i];
            kill(children[i], SIGKILL);
            waitpid(children[i], NULL, 0);
        }
        assert_int_equal(reaped, dead);
        assert_int_equal(found, ALIVE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_live_are_found_while_others_are_reaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
