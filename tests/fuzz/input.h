/* What the fuzz targets of the text readers share: inputs begin with lines that say the board, so
 * that a stored input can be read and written by hand. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "game/shape.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool holds) {
    if (!holds) abort();
}

typedef struct Bytes {
    const char *at;
    size_t length;
} Bytes;

/* Takes the first line, without its newline, off the bytes. */
static inline Bytes take_line(Bytes *rest) {
    const char *newline = rest->length > 0 ? memchr(rest->at, '\n', rest->length) : NULL;
    Bytes line = {rest->at, newline != NULL ? (size_t)(newline - rest->at) : rest->length};
    size_t used = newline != NULL ? line.length + 1 : line.length;
    if (used > 0) rest->at += used;
    rest->length -= used;
    return line;
}

/* The board that the first line names: 8x8 if it is none. */
static inline Shape take_shape(Bytes *rest) {
    Shape shape;
    Error error = {.status = STATUS_OK};
    Bytes line = take_line(rest);
    if (!shape_parse(&shape, line.at, line.length, &error)) {
        require(error.status == STATUS_BAD_INPUT && error.text[0] != '\0');
        require(shape_init(&shape, 8, 8, NULL));
    }
    return shape;
}

#endif
