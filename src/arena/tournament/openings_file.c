/* Openings from a file of positions or games. A line that begins with a square is a game, any other
 * a position; a file holds one kind. Empty lines and lines that begin with % are skipped. */
#include <stdlib.h>
#include <string.h>

#include "arena/tournament/openings.h"
#include "base/file.h"
#include "base/scan.h"
#include "record/obf.h"

/* The first byte that is neither blank nor in a comment, and the one after it. */
static bool begins_with_move(const char *bytes, size_t length) {
    Scan scan = {bytes, length, 0};
    for (;;) {
        scan_skip_blanks(&scan);
        if (scan_peek(&scan, 0) != '%') break;
        while (!scan_is_end(&scan) && scan_peek(&scan, 0) != '\n') scan.at++;
    }
    /* "1. f5" is a game as well. */
    return scan_is_digit(scan_peek(&scan, 0)) ||
           (scan_is_letter(scan_peek(&scan, 0)) && scan_is_digit(scan_peek(&scan, 1)));
}

static bool add_position(Openings *openings, const Board *board, const char *path, int line,
                         Error *error) {
    Transcript transcript;
    Opening opening;
    transcript_init(&transcript, board);
    if (!opening_from(&opening, &transcript)) {
        error_set(error, STATUS_BAD_INPUT, "%.100s: line %d: the game is over there", path, line);
        return false;
    }
    Position start = position_start(openings->shape);
    if (board->side != BLACK || board->position.own != start.own ||
        board->position.opp != start.opp)
        openings->has_other_starts = true;
    return openings_add(openings, &opening, error);
}

static bool read_positions(Openings *openings, const char *bytes, size_t length, const char *path,
                           Error *error) {
    ObfReader reader = {.shape = openings->shape, .bytes = bytes, .length = length};
    ObfEntry entry;
    for (;;) {
        Error why;
        switch (obf_next(&reader, &entry, &why)) {
        case OBF_END: return true;
        case OBF_ERROR:
            error_set(error, why.status, "%.100s: %.130s", path, why.text);
            return false;
        case OBF_ENTRY:
            if (!add_position(openings, &entry.board, path, reader.line, error)) return false;
        }
    }
}

static bool add_game(Openings *openings, const char *bytes, size_t length, const char *path,
                     int line, Error *error) {
    Board start = board_start(openings->shape);
    Transcript transcript;
    Opening opening;
    Error why;
    if (!transcript_parse(&transcript, &start, bytes, length, &why)) {
        error_set(error, why.status, "%.100s: line %d: %.110s", path, line, why.text);
        return false;
    }
    if (opening_from(&opening, &transcript)) return openings_add(openings, &opening, error);
    error_set(error, STATUS_BAD_INPUT, "%.100s: line %d: a whole game is no opening", path, line);
    return false;
}

static bool read_games(Openings *openings, const char *bytes, size_t length, const char *path,
                       Error *error) {
    const char *end = bytes + length;
    for (int line = 1; bytes < end; line++) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        const char *line_end = newline != NULL ? newline : end;
        const char *at = bytes;
        while (at < line_end && scan_is_blank(*at)) at++;
        if (at < line_end && *at != '%' &&
            !add_game(openings, at, (size_t)(line_end - at), path, line, error))
            return false;
        bytes = line_end + 1;
    }
    return true;
}

bool openings_read(Openings *openings, const char *path, Error *error) {
    char *bytes;
    size_t length;
    if (!file_read(path, FILE_LIMIT, &bytes, &length, error)) return false;
    bool ok = begins_with_move(bytes, length)
                  ? read_games(openings, bytes, length, path, error)
                  : read_positions(openings, bytes, length, path, error);
    free(bytes);
    if (ok && openings->count == 0) {
        error_set(error, STATUS_BAD_INPUT, "%.100s: there is no opening in it", path);
        return false;
    }
    return ok;
}
