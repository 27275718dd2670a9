/* OBF: positions with the scores of moves, one per line.
 *
 *     % comment
 *     ---------------------------OX------XO--------------------------- X; d3:+0; c4:+0;
 *
 * Empty lines and what follows a `%` are skipped; the last `;` may be missing. Scores are whole
 * discs for the side to move. Errors say the line and the column, both from 1. */
#ifndef RECORD_OBF_H
#define RECORD_OBF_H

#include "record/notation.h"

typedef struct ObfMove {
    int square; /* legal in the position; may be PASS */
    int score;
} ObfMove;

typedef struct ObfEntry {
    Board board;
    int count;
    ObfMove moves[SHAPE_MAX_SQUARES]; /* as in the line, which often lists the best ones only */
} ObfEntry;

/* Room for a formatted entry: each move is at most " pass:+64;". */
enum { OBF_TEXT_SIZE = BOARD_TEXT_SIZE + SHAPE_MAX_SQUARES * 11 + 2 };

/* Reads a file held in memory; both the bytes and the shape are borrowed. Start with
 * {shape, bytes, length}. */
typedef struct ObfReader {
    const Shape *shape;
    const char *bytes;
    size_t length;
    size_t at;
    int line; /* of the entry that was read last */
} ObfReader;

typedef enum ObfNext { OBF_ENTRY, OBF_END, OBF_ERROR } ObfNext;

/* Reads the next position. After an error, which leaves *entry alone, the reader stands after the
 * bad line and may be called again. */
ObfNext obf_next(ObfReader *reader, ObfEntry *entry, Error *error);

/* Reads a line, which is all of the Scan. On failure the error is the bare reason and the Scan
 * stands at the mistake. */
bool obf_scan(Scan *scan, const Shape *shape, ObfEntry *entry, Error *error);

/* Writes one line without a newline: "BOARD X; d3:+2;". Returns the length of the whole text as
 * snprintf does; OBF_TEXT_SIZE is always enough. */
size_t obf_format(const ObfEntry *entry, char *buffer, size_t size);

#endif
