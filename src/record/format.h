/* What a format of games is: a row of the table in formats.c, written in a file of its own.
 *
 * A file is a sequence of games. A RecordReader (record/reader.h) keeps a window of it in memory,
 * asks the format how long the next game is, and lets it read those bytes; a RecordWriter
 * (record/writer.h) lets it write one game at a time. So files of any length pass through in
 * constant memory, and a damaged game costs itself only. */
#ifndef RECORD_FORMAT_H
#define RECORD_FORMAT_H

#include <stdio.h>

#include "base/text.h"
#include "record/game_record.h"

typedef enum RecordRead {
    RECORD_GAME,
    RECORD_NOTHING, /* a comment, a header: read on */
    RECORD_BAD,     /* this game cannot be read; the next one may */
    RECORD_REFUSED, /* nor can anything after it */
    RECORD_END,
} RecordRead;

/* What a format knows while it reads one file. */
typedef struct RecordInput {
    const Shape *board; /* for formats that do not say which one they are about */
    Shape shape;        /* of the last game that was read, which borrows it */
    int move;           /* of a bad game: the number of the wrong move from 1, or 0 */
    void *state;        /* the format's own; NULL at the start */
} RecordInput;

/* What a format knows while it writes one file. */
typedef struct RecordOutput {
    FILE *file;
    int changed_names; /* that the format could not write as they are */
    void *state;       /* the format's own; NULL at the start */
} RecordOutput;

enum { RECORD_TEXT_SIZE = 1 << 13 /* room for any written game */ };

typedef struct RecordFormat {
    const char *name;      /* as --from and --to take it */
    const char *extension; /* of files, without the dot */
    bool is_binary;        /* blanks between games mean something */
    const char *names;     /* what names it has room for; NULL: all that a GameRecord can have */

    /* Whether a file that begins with these bytes is in this format. */
    bool (*looks_like)(const char *bytes, size_t length);

    /* How many of these bytes the first game takes; 0 if its end is not among them. With `is_all`
     * no bytes follow, and the answer is at least 1. There is at least one byte. */
    size_t (*measure)(const RecordInput *input, const char *bytes, size_t length, bool is_all);

    /* Reads the game, which is all of the Scan. RECORD_BAD: the bare reason, and the Scan stands at
     * the mistake. */
    RecordRead (*read)(RecordInput *input, Scan *scan, GameRecord *game, Error *error);

    /* Writes a game, its newline included; false, with the bare reason, if the format cannot say
     * it. */
    bool (*write)(RecordOutput *output, const GameRecord *game, Text *text, Error *error);

    /* These may be NULL. Before the first byte: `path` is the file's, or NULL. */
    bool (*open)(RecordInput *input, const char *path, Error *error);
    /* After the last byte: RECORD_BAD if something is missing, else RECORD_END. */
    RecordRead (*end)(RecordInput *input, Error *error);
    void (*close)(RecordInput *input);
    bool (*begin)(RecordOutput *output, Error *error);
    /* Completes the file, and writes what stands beside it, at `path` with another extension. */
    bool (*finish)(RecordOutput *output, const char *path, Error *error);
    void (*release)(RecordOutput *output);
} RecordFormat;

extern const RecordFormat format_ggf, format_sgf, format_pgn, format_quest, format_wthor,
    format_obf, format_transcript;

/* All of them, in the order in which a file is asked what it is. */
extern const RecordFormat *const record_formats[];
extern const int record_format_count;

/* By name or extension; NULL if there is none. */
const RecordFormat *record_format_find(const char *name);

/* By content: the beginning of a file, 4 KB or all of it. NULL if it is none that is known. */
const RecordFormat *record_format_guess(const char *bytes, size_t length);

/* For formats with a game on each line: `measure`. */
size_t record_measure_line(const RecordInput *input, const char *bytes, size_t length, bool is_all);

/* For formats that know no other board than 8x8 and no other start: `write` asks first. */
bool record_require_usual(const GameRecord *game, bool is_any_board, const char *format,
                          Error *error);

/* The first byte that is no blank and no byte-order mark, or `length`. */
size_t record_skip_blanks(const char *bytes, size_t length);

#endif
