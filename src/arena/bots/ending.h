/* How a game ends, and by whose fault.
 *
 * Every way in which a participant can fail has a name here; the referee, the database and the
 * reports use these names and no others. A participant that fails loses its game and nothing else.
 */
#ifndef ARENA_BOTS_ENDING_H
#define ARENA_BOTS_ENDING_H

#include "sandbox/limits.h"

typedef enum Ending {
    ENDING_PLAYED_OUT, /* neither side can move */
    /* Faults of a foreign program (sandbox/limits.h); an in-process player can be late too. */
    ENDING_TIMEOUT,
    ENDING_CRASHED,
    ENDING_OUTPUT_LIMIT,
    ENDING_ILLEGAL_MOVE, /* an answer that is no legal move */
    ENDING_PROCESS_LIMIT,
    ENDING_MEMORY_LIMIT,
    ENDING_FILE_LIMIT,
    ENDING_REFUSED, /* answered a command of the protocol with an error */
    ENDING_RESIGNED,
    ENDING_NOT_STARTED,
    ENDING_STOPPED, /* the user stopped the tournament: there is no result */
    ENDINGS,
} Ending;

/* "played_out", "timeout", ... */
const char *ending_name(Ending ending);

/* The ending with that name; false if there is none. */
bool ending_find(const char *name, Ending *ending);

/* Why a participant lost without losing on the board. The text is one line of printable ASCII. */
typedef struct Failure {
    Ending ending;
    char text[FAULT_TEXT_SIZE];
} Failure;

/* Fills *failure (may be NULL) and returns false, so that a caller can write
 * `return failure_set(...)`. Bytes that are not printable become '?'. */
bool failure_set(Failure *failure, Ending ending, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same from a fault of the sandbox; FAULT_NONE becomes ENDING_PLAYED_OUT. */
bool failure_from_fault(Failure *failure, const Fault *fault);

#endif
