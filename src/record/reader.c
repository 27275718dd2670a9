/* A window over a file: filled from the stream, emptied game by game. */
#include "record/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = 4 * RECORD_MAX_BYTES,
    GUESS = 1 << 12, // bytes used to detect the format
};

struct RecordReader {
    FILE *in;
    const RecordFormat *format;
    RecordInput input;
    size_t begin, end; // what of the window has not been read
    bool is_all;       // the stream has ended
    bool is_over;
    bool is_single; // the game needs no number
    int game, line; // of the next game, from 1
    char window[WINDOW];
};

static void fill(RecordReader *reader) {
    size_t left = reader->end - reader->begin;
    if (reader->is_all || left > RECORD_MAX_BYTES) return;
    memmove(reader->window, reader->window + reader->begin, left);
    reader->begin = 0;
    reader->end = left + fread(reader->window + left, 1, WINDOW - left, reader->in);
    reader->is_all = reader->end < WINDOW;
}

static void advance(RecordReader *reader, size_t length) {
    const char *bytes = reader->window + reader->begin;
    for (size_t i = 0; i < length; i++) reader->line += bytes[i] == '\n';
    reader->begin += length;
}

RecordReader *record_reader_new(FILE *in, const char *path, const RecordFormat *format,
                                const Shape *board, Error *error) {
    // Its boards are aligned more strictly than calloc aligns.
    RecordReader *reader = aligned_alloc(_Alignof(RecordReader), sizeof *reader);
    if (reader == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory to read games");
        return NULL;
    }
    memset(reader, 0, offsetof(RecordReader, window));
    reader->in = in;
    reader->input.board = board;
    reader->game = reader->line = 1;
    fill(reader);
    reader->format =
        format != NULL
            ? format
            : record_format_guess(reader->window, reader->end < GUESS ? reader->end : GUESS);
    bool is_known = reader->format != NULL && !ferror(in);
    if (ferror(in))
        error_set(error, STATUS_IO, "cannot be read: %s", strerror(errno));
    else if (!is_known)
        error_set(error, STATUS_BAD_INPUT,
                  reader->end == 0 ? "there is nothing in it"
                                   : "games in none of the formats that are known");
    if (is_known && (!reader->format->open || reader->format->open(&reader->input, path, error)))
        return reader;
    record_reader_free(reader);
    return NULL;
}

void record_reader_free(RecordReader *reader) {
    if (reader == NULL) return;
    if (reader->format != NULL && reader->format->close != NULL)
        reader->format->close(&reader->input);
    free(reader);
}

const RecordFormat *record_reader_format(const RecordReader *reader) {
    return reader->format;
}

/* Puts the place in front of the reason: of a move its number, of anything else in a text the line
 * and the column. */
static void place(const RecordReader *reader, const Scan *scan, const Error *reason, Error *error) {
    int line, column;
    scan_place(scan, &line, &column);
    line += reader->line - 1;
    char game[32];
    if (reader->is_single)
        snprintf(game, sizeof game, "%s: ", reader->format->name);
    else
        snprintf(game, sizeof game, "game %d%s", reader->game,
                 reader->format->is_binary && reader->input.move == 0 ? ": " : ", ");
    if (reader->input.move > 0)
        error_set(error, reason->status, "%smove %d: %.180s", game, reader->input.move,
                  reason->text);
    else if (reader->format->is_binary)
        error_set(error, reason->status, "%s%.180s", game, reason->text);
    else
        error_set(error, reason->status, "%sline %d, column %d: %.180s", game, line, column,
                  reason->text);
}

static RecordRead read_end(RecordReader *reader, Error *error) {
    reader->is_over = true;
    if (ferror(reader->in)) {
        error_set(error, STATUS_IO, "it cannot be read to its end");
        return RECORD_REFUSED;
    }
    return reader->format->end != NULL ? reader->format->end(&reader->input, error) : RECORD_END;
}

/* The bytes of the next game, at most RECORD_MAX_BYTES of them: nothing longer is one. */
static size_t measure(const RecordReader *reader, bool *is_long) {
    const char *bytes = reader->window + reader->begin;
    size_t length = reader->end - reader->begin;
    const RecordFormat *format = reader->format;
    size_t size = format->measure(&reader->input, bytes, length, reader->is_all);
    *is_long = size == 0 || size > RECORD_MAX_BYTES;
    return size > 0 ? size : format->measure(&reader->input, bytes, length, true);
}

static RecordRead read_one(RecordReader *reader, GameRecord *game, Error *error) {
    bool is_long;
    size_t size = measure(reader, &is_long);
    Scan scan = {reader->window + reader->begin, size, 0};
    Error reason;
    RecordRead read = RECORD_BAD;
    if (!reader->format->is_binary)
        while (scan.length > 0 && scan_is_blank(scan.bytes[scan.length - 1])) scan.length--;
    reader->input.move = 0;
    if (is_long)
        error_set(&reason, STATUS_BAD_INPUT, "longer than %d bytes", RECORD_MAX_BYTES);
    else
        read = reader->format->read(&reader->input, &scan, game, &reason);
    if (read == RECORD_BAD) place(reader, &scan, &reason, error);
    if (read == RECORD_REFUSED && error != NULL) *error = reason;
    reader->game += read != RECORD_NOTHING;
    reader->is_over = read == RECORD_REFUSED;
    advance(reader, size);
    return read;
}

RecordRead record_reader_next(RecordReader *reader, GameRecord *game, Error *error) {
    while (!reader->is_over) {
        fill(reader);
        if (!reader->format->is_binary) {
            advance(reader, record_skip_blanks(reader->window + reader->begin,
                                               reader->end - reader->begin));
            fill(reader);
        }
        if (reader->begin == reader->end && reader->is_all) return read_end(reader, error);
        if (reader->begin == reader->end) continue; // a window full of blanks
        RecordRead read = read_one(reader, game, error);
        if (read != RECORD_NOTHING) return read;
    }
    return RECORD_END;
}

bool record_parse(const Shape *board, Shape *shape, GameRecord *game, const RecordFormat **format,
                  const char *bytes, size_t length, Error *error) {
    FILE *in = fmemopen((void *)(uintptr_t)bytes, length > 0 ? length : 1, "r");
    RecordReader *reader = NULL;
    if (in == NULL)
        error_set(error, STATUS_NO_MEMORY, "no memory to read a game");
    else
        reader = record_reader_new(in, NULL, NULL, board, error);
    if (reader != NULL) reader->is_single = true;
    RecordRead read = reader != NULL ? record_reader_next(reader, game, error) : RECORD_BAD;
    if (read == RECORD_END) error_set(error, STATUS_BAD_INPUT, "there is no game in it");
    if (read == RECORD_GAME) {
        *shape = *game->moves.start.shape;
        game->moves.start.shape = game->moves.end.shape = shape;
        *format = reader->format;
    }
    record_reader_free(reader);
    if (in != NULL) fclose(in);
    return read == RECORD_GAME;
}
