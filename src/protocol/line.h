/* Reading lines of bounded length from a stdio stream. */
#ifndef PROTOCOL_LINE_H
#define PROTOCOL_LINE_H

#include <stddef.h>
#include <stdio.h>

typedef enum LineRead {
    LINE_READ,
    LINE_CUT,    /* longer than the buffer: its beginning is there, the rest was read over */
    LINE_END,    /* the input had ended before */
    LINE_FAILED, /* errno says why */
} LineRead;

/* Reads up to a newline, which is not kept, or to the end of the input. Writes at most `size`
 * bytes and no NUL. */
LineRead line_read(FILE *in, char *buffer, size_t size, size_t *length);

#endif
