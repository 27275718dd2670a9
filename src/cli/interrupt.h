/* Ctrl-C as a question that long commands ask themselves, so that they end in order. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT and SIGTERM only set a flag; the second one ends the program as usual. */
void interrupt_watch(void);
bool interrupt_came(void);

#endif
