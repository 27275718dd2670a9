/* Transcripts in a file: a game on each line, comments with # or %. */
#include <string.h>

#include "record/format.h"
#include "record/move_text.h"

/* Text without control characters; that it has moves is seen when it is read. */
static bool looks_like(const char *bytes, size_t length) {
    size_t at = record_skip_blanks(bytes, length);
    if (at == length) return false;
    for (size_t i = at; i < length; i++)
        if ((unsigned char)bytes[i] < ' ' && !scan_is_blank(bytes[i])) return false;
    return true;
}

static RecordRead read_line(RecordInput *input, Scan *scan, GameRecord *game, Error *error) {
    MoveText text;
    Board start = board_start(input->board);
    int first = scan_peek(scan, 0);
    if (first == '#' || first == '%') return RECORD_NOTHING;
    memset(game, 0, sizeof *game);
    transcript_init(&game->moves, &start);
    if (!move_text_read(scan->bytes, scan->length, &game->moves, &text, error)) {
        input->move = text.written + 1;
        return RECORD_BAD;
    }
    record_set_result(game, &text);
    return RECORD_GAME;
}

static bool write_line(RecordOutput *output, const GameRecord *game, Text *text, Error *error) {
    (void)output;
    if (!record_require_usual(game, true, "a transcript", error)) return false;
    if (game->moves.count == 0) {
        error_set(error, STATUS_UNSUPPORTED, "a game without moves has no transcript");
        return false;
    }
    text->length = transcript_format(&game->moves, text->bytes, text->size);
    text_byte(text, '\n');
    return true;
}

const RecordFormat format_transcript = {
    .name = "transcript",
    .extension = "txt",
    .looks_like = looks_like,
    .measure = record_measure_line,
    .read = read_line,
    .write = write_line,
};
