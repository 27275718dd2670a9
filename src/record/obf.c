/* Reads and writes lines of OBF. */
#include "record/obf.h"

#include <string.h>

#include "base/text.h"
#include "record/format.h"
#include "record/play.h"

/* Reads "+12"; a score beyond the number of squares is an error. */
static bool scan_score(Scan *scan, const Shape *shape, int *score, Error *error) {
    int sign = scan_peek(scan, 0);
    size_t first = sign == '+' || sign == '-' ? 1 : 0, digits = 0;
    int value = 0;
    while (digits < 3 && scan_is_digit(scan_peek(scan, first + digits)))
        value = 10 * value + scan_peek(scan, first + digits++) - '0';
    if (digits == 0) {
        error_set(error, STATUS_BAD_INPUT, "expected a score such as +12, found %s",
                  scan_byte_text(sign).text);
        return false;
    }
    if (value > shape->squares || scan_is_digit(scan_peek(scan, first + digits))) {
        error_set(error, STATUS_BAD_INPUT, "a score is at most %d discs", shape->squares);
        return false;
    }
    *score = sign == '-' ? -value : value;
    scan->at += first + digits;
    return true;
}

/* Skips blanks and the byte `wanted`, which must be there. */
static bool scan_expect(Scan *scan, int wanted, Error *error) {
    scan_skip_blanks(scan);
    if (scan_peek(scan, 0) != wanted) {
        error_set(error, STATUS_BAD_INPUT, "expected '%c', found %s", wanted,
                  scan_byte_text(scan_peek(scan, 0)).text);
        return false;
    }
    scan->at++;
    scan_skip_blanks(scan);
    return true;
}

/* Reads "d3:+2" for a legal move. */
static bool scan_scored_move(Scan *scan, const Board *board, ObfMove *scored, Error *error) {
    size_t begin = scan->at;
    Board after = *board;
    Move move;
    if (!move_scan(scan, board->shape, &scored->square, error)) return false;
    if (!play_checked(&after, scored->square, &move, error)) {
        scan->at = begin;
        return false;
    }
    return scan_expect(scan, ':', error) && scan_score(scan, board->shape, &scored->score, error);
}

bool obf_scan(Scan *scan, const Shape *shape, ObfEntry *entry, Error *error) {
    entry->count = 0;
    if (!board_scan(scan, shape, &entry->board, error)) return false;
    scan_skip_blanks(scan);
    while (!scan_is_end(scan)) {
        if (!scan_expect(scan, ';', error)) return false;
        if (scan_is_end(scan)) break;
        if (entry->count == SHAPE_MAX_SQUARES) {
            error_set(error, STATUS_BAD_INPUT, "more than %d moves", SHAPE_MAX_SQUARES);
            return false;
        }
        if (!scan_scored_move(scan, &entry->board, &entry->moves[entry->count], error))
            return false;
        entry->count++;
        scan_skip_blanks(scan);
    }
    return true;
}

/* The next line without its newline; the reader moves past it. */
static Scan next_line(ObfReader *reader) {
    const char *begin = reader->bytes + reader->at;
    size_t rest = reader->length - reader->at;
    const char *newline = memchr(begin, '\n', rest);
    size_t length = newline != NULL ? (size_t)(newline - begin) : rest;
    reader->at += newline != NULL ? length + 1 : length;
    reader->line++;
    return (Scan){begin, length, 0};
}

static void cut_comment(Scan *line) {
    const char *comment = memchr(line->bytes, '%', line->length);
    if (comment != NULL) line->length = (size_t)(comment - line->bytes);
}

ObfNext obf_next(ObfReader *reader, ObfEntry *entry, Error *error) {
    while (reader->at < reader->length) {
        Scan line = next_line(reader);
        if (line.length > RECORD_MAX_BYTES) {
            error_set(error, STATUS_BAD_INPUT, "obf: line %d: longer than %d bytes", reader->line,
                      RECORD_MAX_BYTES);
            return OBF_ERROR;
        }
        cut_comment(&line);
        scan_skip_blanks(&line);
        if (scan_is_end(&line)) continue;
        Error reason;
        ObfEntry found;
        if (!obf_scan(&line, reader->shape, &found, &reason)) {
            error_set(error, reason.status, "obf: line %d, column %zu: %s", reader->line,
                      line.at + 1, reason.text);
            return OBF_ERROR;
        }
        *entry = found;
        return OBF_ENTRY;
    }
    return OBF_END;
}

size_t obf_format(const ObfEntry *entry, char *buffer, size_t size) {
    Text text = text_into(buffer, size);
    char board[BOARD_TEXT_SIZE];
    board_format(&entry->board, board, sizeof board);
    text_format(&text, "%s;", board);
    for (int i = 0; i < entry->count; i++)
        text_format(&text, " %s:%+d;", move_name(entry->board.shape, entry->moves[i].square).text,
                    entry->moves[i].score);
    return text.length;
}

/* A comment, or squares only up to a ';' or the end of the line. */
static bool looks_like(const char *bytes, size_t length) {
    size_t at = record_skip_blanks(bytes, length);
    if (at < length && bytes[at] == '%') return true;
    int squares = 0;
    for (; at < length && bytes[at] != '\n' && bytes[at] != ';'; at++) {
        if (bytes[at] != '\0' && strchr("XxOoBbWw*-.", bytes[at]) != NULL)
            squares++;
        else if (!scan_is_blank(bytes[at]))
            return false;
    }
    return squares >= SHAPE_MIN_SIDE * SHAPE_MIN_SIDE;
}

/* A position is a game without moves. */
static RecordRead read_unit(RecordInput *input, Scan *scan, GameRecord *game, Error *error) {
    ObfEntry entry;
    cut_comment(scan);
    scan_skip_blanks(scan);
    if (scan_is_end(scan)) return RECORD_NOTHING;
    if (!obf_scan(scan, input->board, &entry, error)) return RECORD_BAD;
    memset(game, 0, sizeof *game);
    transcript_init(&game->moves, &entry.board);
    return RECORD_GAME;
}

/* The last position of the game. */
static bool write_unit(RecordOutput *output, const GameRecord *game, Text *text, Error *error) {
    (void)output, (void)error;
    ObfEntry entry = {.board = game->moves.end};
    text->length = obf_format(&entry, text->bytes, text->size);
    text_byte(text, '\n');
    return true;
}

const RecordFormat format_obf = {
    .name = "obf",
    .extension = "obf",
    .looks_like = looks_like,
    .measure = record_measure_line,
    .read = read_unit,
    .write = write_unit,
};
