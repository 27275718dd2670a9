/* The table of formats, and what several of them share. */
#include <string.h>

#include "record/format.h"

/* Transcripts come last: almost any text could be one. */
const RecordFormat *const record_formats[] = {
    &format_wthor, &format_ggf, &format_sgf,        &format_quest,
    &format_pgn,   &format_obf, &format_transcript,
};
const int record_format_count = sizeof record_formats / sizeof record_formats[0];

const RecordFormat *record_format_find(const char *name) {
    for (int i = 0; i < record_format_count; i++) {
        const RecordFormat *format = record_formats[i];
        if (strcmp(format->name, name) == 0 || strcmp(format->extension, name) == 0) return format;
    }
    return NULL;
}

const RecordFormat *record_format_guess(const char *bytes, size_t length) {
    for (int i = 0; i < record_format_count; i++)
        if (record_formats[i]->looks_like(bytes, length)) return record_formats[i];
    return NULL;
}

size_t record_measure_line(const RecordInput *input, const char *bytes, size_t length,
                           bool is_all) {
    (void)input;
    const char *newline = memchr(bytes, '\n', length);
    if (newline != NULL) return (size_t)(newline - bytes) + 1;
    return is_all ? length : 0;
}

bool record_require_usual(const GameRecord *game, bool is_any_board, const char *format,
                          Error *error) {
    const Shape *shape = game->moves.start.shape;
    if (!is_any_board && (shape->width != 8 || shape->height != 8))
        error_set(error, STATUS_UNSUPPORTED, "%s has games on 8x8 only, not %dx%d", format,
                  shape->width, shape->height);
    else if (!record_has_usual_start(game))
        error_set(error, STATUS_UNSUPPORTED, "%s has games from the usual start only", format);
    else
        return true;
    return false;
}

size_t record_skip_blanks(const char *bytes, size_t length) {
    Scan scan = {bytes, length, 0};
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) scan.at = 3;
    scan_skip_blanks(&scan);
    return scan.at;
}
