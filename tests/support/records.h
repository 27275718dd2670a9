/* Games of a text or of bytes, read as from a file; games of a record, written as to one. */
#ifndef SUPPORT_RECORDS_H
#define SUPPORT_RECORDS_H

#include "record/reader.h"
#include "record/writer.h"

enum { RECORDS_KEPT = 8 };

/* What a file had in it: the first games and the first complaints. */
typedef struct Records {
    const RecordFormat *format; /* NULL if it is none */
    int games, bad;
    bool is_refused;
    GameRecord game[RECORDS_KEPT];
    Shape shape[RECORDS_KEPT];
    Error error[RECORDS_KEPT]; /* of what was bad; the first one also if all was refused */
} Records;

/* Reads all of it; a NULL format is told by the content. */
void records_read(Records *records, const RecordFormat *format, const Shape *board,
                  const void *bytes, size_t length);

/* Writes one game as a file; the bytes are the caller's to free. NULL, with the error, if the
 * format cannot say it. */
char *records_write(const RecordFormat *format, const GameRecord *game, size_t *length,
                    Error *error);

/* The same board, start and moves. */
bool records_same_moves(const GameRecord *one, const GameRecord *two);

#endif
