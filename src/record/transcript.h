/* A game as its moves: "f5d6c3d3c4", as people type and paste it.
 *
 * On input any of the forms of record/move_text.h, with passes written or left out: a side that
 * cannot move passes by itself when a move follows. Invariant of a Transcript: every move is legal
 * in its turn, from `start` to `end`. */
#ifndef RECORD_TRANSCRIPT_H
#define RECORD_TRANSCRIPT_H

#include "record/notation.h"

typedef struct Transcript {
    Board start; /* before the first move */
    Board end;   /* after the last one */
    int count;
    Move moves[RECORD_MAX_MOVES]; /* passes included */
} Transcript;

enum { TRANSCRIPT_TEXT_SIZE = RECORD_MAX_MOVES * 4 + 1 };

/* A transcript without moves. The shape of *start is borrowed. */
void transcript_init(Transcript *transcript, const Board *start);

/* Adds one move, or an illegal move's reason. With `is_lenient` a forced pass that was left out
 * is added before it. Nothing changes on failure. */
bool transcript_add(Transcript *transcript, int square, bool is_lenient, Error *error);

/* Takes the last move back; false if there is none. */
bool transcript_undo(Transcript *transcript);

/* Reads a whole game that begins at *start; an empty text is a game without moves. The error says
 * the number of the move as written (from 1) and why:
 * "transcript: move 7: d3 turns nothing for Black". */
bool transcript_parse(Transcript *transcript, const Board *start, const char *bytes, size_t length,
                      Error *error);

/* Writes the moves in lower case without blanks. Passes are left out, except one at the end, so
 * that reading it again gives the same transcript. Returns the length of the whole text as snprintf
 * does; TRANSCRIPT_TEXT_SIZE is always enough. */
size_t transcript_format(const Transcript *transcript, char *buffer, size_t size);

/* The same as bytes, for messages between programs: the side to move and the number of moves, a
 * byte each, the discs of both sides, 8 bytes each, and a byte for each move. */
enum {
    TRANSCRIPT_BYTES_HEAD = 18,
    TRANSCRIPT_MAX_BYTES = TRANSCRIPT_BYTES_HEAD + RECORD_MAX_MOVES
};

/* Returns the number of bytes. */
size_t transcript_encode(const Transcript *transcript, uint8_t bytes[TRANSCRIPT_MAX_BYTES]);
/* Reads a game on the board, which is borrowed, from exactly these bytes; false if they are none.
 */
bool transcript_decode(Transcript *transcript, const Shape *shape, const uint8_t *bytes,
                       size_t length);

#endif
