/* Reads the games of a file one by one, in constant memory, whatever the format.
 *
 * Nothing in the file is trusted. A game that cannot be read is named with its place ("game 12,
 * move 7: d3 turns nothing for Black") and the next one is read. */
#ifndef RECORD_READER_H
#define RECORD_READER_H

#include "record/format.h"

typedef struct RecordReader RecordReader;

/* Reads from `in`, which stays the caller's. `path` (may be NULL) is where files that belong to it
 * are looked for. NULL detects the format. `board`, which is borrowed, applies to formats that do
 * not say theirs. Fails if the format is not known. */
RecordReader *record_reader_new(FILE *in, const char *path, const RecordFormat *format,
                                const Shape *board, Error *error);
void record_reader_free(RecordReader *reader);

const RecordFormat *record_reader_format(const RecordReader *reader);

/* RECORD_GAME: *game is filled; its board lives in the reader until the next call.
 * RECORD_BAD: this game is left out, the error says which and why; call again.
 * RECORD_REFUSED: the rest of the file cannot be read. RECORD_END: that was all. */
RecordRead record_reader_next(RecordReader *reader, GameRecord *game, Error *error);

/* Reads a text that someone pasted and that is one game, in any format. *shape is filled from it,
 * and the game borrows it; on failure nothing is filled but the game. The error says the format and
 * the move, or the line and column: "pgn: move 7: d3 turns nothing for Black". */
bool record_parse(const Shape *board, Shape *shape, GameRecord *game, const RecordFormat **format,
                  const char *bytes, size_t length, Error *error);

#endif
