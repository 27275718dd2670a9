/* Lines that a person types, with editing and history where that is possible: in a terminal, if the
 * program was built with libedit. Everywhere else plain lines. */
#ifndef PROTOCOL_TERMINAL_LINE_H
#define PROTOCOL_TERMINAL_LINE_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/file.h"

typedef struct TerminalLine TerminalLine;

/* `is_edited` asks for editing. *stop becomes true, in a signal handler, when reading must end
 * like an input that ends. NULL if there is no memory. */
TerminalLine *terminal_line_new(FILE *in, FILE *out, bool is_edited,
                                const volatile sig_atomic_t *stop);
void terminal_line_free(TerminalLine *reader);

/* Shows the prompt and reads a line, at most `size` bytes of it, without a NUL. (libedit wants
 * a prompt that is not const.) */
LineRead terminal_line_read(TerminalLine *reader, char *prompt, char *buffer, size_t size,
                            size_t *length);

#endif
