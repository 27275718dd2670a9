/* See transcript.h. */
#include "record/transcript.h"

#include "base/text.h"
#include "record/play.h"

enum { MAX_NUMBER_DIGITS = 3 };

void transcript_init(Transcript *transcript, const Board *start) {
    transcript->start = *start;
    transcript->end = *start;
    transcript->count = 0;
}

static bool add_one(Transcript *transcript, int square, Error *error) {
    Move move;
    if (transcript->count == RECORD_MAX_MOVES) {
        error_set(error, STATUS_BAD_INPUT, "more than %d moves", RECORD_MAX_MOVES);
        return false;
    }
    if (!play_checked(&transcript->end, square, &move, error)) return false;
    transcript->moves[transcript->count++] = move;
    return true;
}

bool transcript_add(Transcript *transcript, int square, bool is_lenient, Error *error) {
    bool is_pass_added = is_lenient && square != PASS && play_must_pass(&transcript->end);
    if (is_pass_added && !add_one(transcript, PASS, error)) return false;
    if (add_one(transcript, square, error)) return true;
    if (is_pass_added) transcript_undo(transcript);
    return false;
}

bool transcript_undo(Transcript *transcript) {
    if (transcript->count == 0) return false;
    board_undo(&transcript->end, transcript->moves[--transcript->count]);
    return true;
}

/* Reads over "12." at the Scan. */
static bool scan_number(Scan *scan, Error *error) {
    size_t digits = 0;
    while (digits <= MAX_NUMBER_DIGITS && scan_is_digit(scan_peek(scan, digits))) digits++;
    if (digits > MAX_NUMBER_DIGITS || scan_peek(scan, digits) != '.') {
        error_set(error, STATUS_BAD_INPUT,
                  "a number is neither a move nor, without a dot behind it, the number of one");
        return false;
    }
    scan->at += digits;
    while (scan_peek(scan, 0) == '.') scan->at++;
    return true;
}

/* Reads the move at the Scan and plays it; on failure the Scan stands where it began. */
static bool scan_and_add(Scan *scan, Transcript *transcript, Error *error) {
    size_t begin = scan->at;
    int square;
    if (!move_scan(scan, transcript->start.shape, &square, error)) return false;
    if (transcript_add(transcript, square, true, error)) return true;
    scan->at = begin;
    return false;
}

bool transcript_parse(Transcript *transcript, const Board *start, const char *bytes, size_t length,
                      Error *error) {
    if (length > RECORD_MAX_BYTES) {
        error_set(error, STATUS_BAD_INPUT, "transcript: longer than %d bytes", RECORD_MAX_BYTES);
        return false;
    }
    Scan scan = {bytes, length, 0};
    Transcript found;
    transcript_init(&found, start);
    for (int written = 1;;) {
        Error reason;
        bool is_ok;
        scan_skip_blanks(&scan);
        if (scan_is_end(&scan)) break;
        if (scan_is_digit(scan_peek(&scan, 0))) {
            is_ok = scan_number(&scan, &reason);
        } else {
            is_ok = scan_and_add(&scan, &found, &reason);
            written += is_ok;
        }
        if (!is_ok) {
            error_set(error, reason.status, "transcript: move %d at byte %zu: %s", written, scan.at,
                      reason.text);
            return false;
        }
    }
    *transcript = found;
    return true;
}

size_t transcript_format(const Transcript *transcript, char *buffer, size_t size) {
    Text text = text_into(buffer, size);
    for (int i = 0; i < transcript->count; i++) {
        int square = transcript->moves[i].square;
        if (square != PASS || i == transcript->count - 1)
            text_string(&text, move_name(transcript->start.shape, square).text);
    }
    return text.length;
}
