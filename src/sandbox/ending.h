/* How a game ends, and by whose fault.
 *
 * Every way in which a player can fail has a name here; the referee, the database and the reports
 * use these names and no others. A player that fails loses its game and nothing else. */
#ifndef SANDBOX_ENDING_H
#define SANDBOX_ENDING_H

#include <stdbool.h>

typedef enum Ending {
    ENDING_PLAYED_OUT,    /* neither side can move */
    ENDING_TIMEOUT,       /* no answer, or not all of it, before the deadline */
    ENDING_CRASHED,       /* exited, was killed by a signal, or closed its output */
    ENDING_OUTPUT_LIMIT,  /* said more than anybody needs to */
    ENDING_ILLEGAL_MOVE,  /* an answer that is no legal move */
    ENDING_PROCESS_LIMIT, /* too many processes or threads */
    ENDING_MEMORY_LIMIT,
    ENDING_FILE_LIMIT, /* wrote more into files than allowed */
    ENDING_REFUSED,    /* answered a command of the protocol with an error */
    ENDING_RESIGNED,
    ENDING_NOT_STARTED, /* the program could not be started */
    ENDING_STOPPED,     /* the arena itself was told to stop: nobody's fault, and no result */
    ENDINGS,
} Ending;

/* "played_out", "timeout", ... */
const char *ending_name(Ending ending);

/* The ending with that name; false if there is none. */
bool ending_find(const char *name, Ending *ending);

enum { FAILURE_TEXT_SIZE = 200 };

/* Why a player lost without losing on the board. The text is one line of printable ASCII. */
typedef struct Failure {
    Ending ending;
    char text[FAILURE_TEXT_SIZE];
} Failure;

/* Fills *failure and returns false, so that a caller can write `return failure_set(...)`. Bytes
 * that are not printable are shown as '?'. */
bool failure_set(Failure *failure, Ending ending, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
