/* The program under test as a child process with pipes, for tests of whole conversations. Every
 * wait has a limit; a child that exceeds it fails the test. */
#ifndef SUPPORT_CHILD_H
#define SUPPORT_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct Child {
    pid_t pid;
    int to, from; /* pipes to its standard input and from its standard output */
    char bytes[4096];
    size_t count; /* read and not yet handed out */
    /* Once it has ended: */
    size_t peak_bytes;  /* the most memory it had */
    double cpu_seconds; /* processor time it used */
} Child;

/* Starts `$BIANCA argument...`; the list ends with NULL. Its standard error is ours. */
Child child_start(const char *const arguments[]);

/* Starts any program; program[0] is its path. */
Child child_start_program(const char *const program[]);

void child_send(Child *child, const char *text);
void child_close_input(Child *child);

/* The next line without its newline; false at the end of the output. */
bool child_line(Child *child, char *line, size_t size, double seconds);

/* Waits for its end and returns its exit status, or 128 + the signal that ended it. */
int child_wait(Child *child, double seconds);

/* Ends it with SIGKILL and waits. */
void child_kill(Child *child);

#endif
