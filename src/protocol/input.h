/* Lines from a descriptor, read by a thread of its own: a front end that thinks still notices
 * `stop`, `quit`, and that the reader of its answers is gone.
 *
 * The reader queues every line, cut at INPUT_LINE_SIZE bytes. A line that the front end calls
 * urgent and that arrives while it works makes the reader call its stop function; so does the end
 * of the reader of the answers. All lines of one read are queued at once, so that a script which
 * writes "genmove b" and "quit" together does not interrupt itself. */
#ifndef PROTOCOL_INPUT_H
#define PROTOCOL_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum {
    INPUT_LINE_SIZE = 1 << 16,  /* bytes kept of a line; the rest is read over */
    INPUT_QUEUE_BYTES = 1 << 22 /* of memory; when more waits, the reader waits too */
};

typedef enum InputUrgency {
    INPUT_PATIENT,  /* can wait until the work is done */
    INPUT_URGENT,   /* ends the work if it arrives while there is some */
    INPUT_EMERGENT, /* ends it, too, if it was there before the work began */
} InputUrgency;

typedef struct InputLine {
    struct InputLine *next;
    size_t length; /* without the newline and a carriage return before it */
    bool is_cut;   /* it was longer */
    InputUrgency urgency;
    char bytes[]; /* with a NUL at the end */
} InputLine;

/* What a front end has to say about its input. Both functions run on the reader's thread (`stop`
 * also on the other one, in input_begin_work), must return at once and may not call this module. */
typedef struct InputOwner {
    InputUrgency (*urgency)(const char *bytes, size_t length);
    void (*stop)(void *context);
    void *context;
} InputOwner;

typedef struct Input Input;

/* Reads `in`; watches `out` once the input has ended. The descriptors stay the caller's. NULL on
 * failure, with the reason. */
Input *input_new(int in, int out, const InputOwner *owner, Error *error);
void input_free(Input *input);

/* The next line, which lives until the next call; NULL at the end of the input. Waits. */
const InputLine *input_next(Input *input);

/* Everything between these two calls is work that urgent lines interrupt. */
void input_begin_work(Input *input);
void input_end_work(Input *input);

#endif
