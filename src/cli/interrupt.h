/* Ctrl-C as a flag that long commands look at, so that they end in order and keep what they have.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT and SIGTERM only set the flag; the second one ends the program as usual. */
void interrupt_watch(void);

/* The same for commands that may wait for input: a read that waits fails with EINTR. */
void interrupt_watch_input(void);

/* Whether one has come; and the flag itself, for code that is given one to look at. Any thread. */
bool interrupt_came(void);
const _Atomic bool *interrupt_flag(void);

#endif
