/* Reads and writes games in memory. */
#include "support/records.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void note_bad(Records *records, const Error *error) {
    if (records->bad < RECORDS_KEPT) records->error[records->bad] = *error;
    records->bad++;
}

static void note_game(Records *records, const GameRecord *game) {
    int i = records->games++;
    if (i >= RECORDS_KEPT) return;
    records->game[i] = *game;
    records->shape[i] = *game->moves.start.shape;
    Transcript *moves = &records->game[i].moves;
    moves->start.shape = moves->end.shape = &records->shape[i];
}

void records_read(Records *records, const RecordFormat *format, const Shape *board,
                  const void *bytes, size_t length) {
    memset(records, 0, sizeof *records);
    FILE *in =
        length > 0 ? fmemopen((void *)(uintptr_t)bytes, length, "r") : fopen("/dev/null", "r");
    if (in == NULL) abort();
    Error error = {.status = STATUS_OK};
    RecordReader *reader = record_reader_new(in, NULL, format, board, &error);
    records->is_refused = reader == NULL;
    if (reader == NULL) note_bad(records, &error);
    RecordRead read = reader != NULL ? RECORD_NOTHING : RECORD_END;
    if (reader != NULL) records->format = record_reader_format(reader);
    while (read != RECORD_END && read != RECORD_REFUSED) {
        GameRecord game;
        error.text[0] = '\0';
        read = record_reader_next(reader, &game, &error);
        if (read == RECORD_GAME) note_game(records, &game);
        if (read == RECORD_BAD || read == RECORD_REFUSED) note_bad(records, &error);
        records->is_refused |= read == RECORD_REFUSED;
    }
    record_reader_free(reader);
    fclose(in);
}

char *records_write(const RecordFormat *format, const GameRecord *game, size_t *length,
                    Error *error) {
    FILE *out = tmpfile();
    if (out == NULL) abort();
    char *bytes = NULL;
    RecordWriter *writer = record_writer_new(out, format, error);
    bool ok = writer != NULL && record_writer_put(writer, game, error) &&
              record_writer_finish(writer, NULL, error);
    record_writer_free(writer);
    if (ok) {
        *length = (size_t)ftell(out);
        bytes = malloc(*length + 1);
        rewind(out);
        if (bytes == NULL || fread(bytes, 1, *length, out) != *length) abort();
    }
    fclose(out);
    return bytes;
}

bool records_same_moves(const GameRecord *one, const GameRecord *two) {
    const Transcript *a = &one->moves, *b = &two->moves;
    if (a->start.shape->width != b->start.shape->width ||
        a->start.shape->height != b->start.shape->height || a->start.side != b->start.side ||
        a->start.position.own != b->start.position.own ||
        a->start.position.opp != b->start.position.opp || a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->moves[i].square != b->moves[i].square) return false;
    return a->end.position.own == b->end.position.own;
}
