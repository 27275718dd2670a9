/* The weight files inside the program: see weight_file.h. Boards without one are not listed. */
#ifndef EVAL_EMBEDDED_H
#define EVAL_EMBEDDED_H

#include <stdint.h>

typedef struct Embedded {
    int width, height;
    const char *name;
    const uint8_t *begin, *end;
} Embedded;

extern const Embedded embedded_files[];
extern const int embedded_count;

#endif
