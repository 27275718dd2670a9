/* Reads moves liberally: everything that cannot be mistaken for a move may stand between two. */
#include "record/move_text.h"

#include <string.h>

#include "base/utf8.h"

enum { MAX_NUMBER_DIGITS = 3, MIN_ADDRESS_MOVES = 2 };

/* --- Characters beyond ASCII --------------------------------------------------------------------
 */

/* A full-width letter, digit or sign as ASCII; ' ' for blanks, quotes, arrows and other
 * punctuation; 0 for anything else. */
static int fold(const unsigned char *at, int size) {
    if (size == 2) {
        int code = (at[0] & 0x1F) << 6 | (at[1] & 0x3F);
        return code >= 0xA0 && code < 0xC0 ? ' ' : 0;
    }
    if (size != 3) return 0;
    int code = (at[0] & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F);
    if (code >= 0xFF01 && code <= 0xFF5E) return code - 0xFF01 + '!';
    bool is_mark = (code >= 0x2000 && code < 0x2070) || (code >= 0x2190 && code < 0x2200) ||
                   (code >= 0x3000 && code < 0x3040) || code == 0xFEFF;
    return is_mark ? ' ' : 0;
}

/* Copies the text with folded characters; what cannot be folded is copied as it is. */
static size_t fold_text(const char *bytes, size_t length, char *out) {
    size_t used = 0;
    for (size_t at = 0; at < length;) {
        char piece[5];
        int size = utf8_piece(bytes + at, length - at, piece);
        int folded = size > 1 ? fold((const unsigned char *)piece, size) : 0;
        out[used++] = folded != 0 ? (char)folded : piece[0];
        at += folded != 0 ? (size_t)size : 1;
    }
    return used;
}

/* --- What is read over --------------------------------------------------------------------------
 */

static bool is_separator(const Scan *scan) {
    int byte = scan_peek(scan, 0);
    if (byte == '-') return scan_peek(scan, 1) != '-'; // "--" is a pass
    return scan_is_blank(byte) || (byte > 0 && strchr(",;/|.'\"`!?<>=_+:[]", byte) != NULL);
}

/* A comment {...}, or a variation (...), which may have others inside. */
static bool skip_aside(Scan *scan, char open, char close, Error *error) {
    size_t begin = scan->at;
    int depth = 0;
    do {
        int byte = scan_peek(scan, 0);
        if (byte == SCAN_END) {
            scan->at = begin;
            error_set(error, STATUS_BAD_INPUT, "'%c' is never closed", open);
            return false;
        }
        // In a comment a second '{' is text.
        depth += byte == open && (open == '(' || depth == 0);
        depth -= byte == close;
        scan->at++;
    } while (depth > 0);
    return true;
}

/* --- Numbers and results ------------------------------------------------------------------------
 */

/* Digits at `ahead` as a number; moves `ahead` past them. -1 if there are none or too many. */
static int peek_number(const Scan *scan, size_t *ahead) {
    int value = 0, digits = 0;
    for (; scan_is_digit(scan_peek(scan, *ahead)); (*ahead)++, digits++)
        if (digits < MAX_NUMBER_DIGITS) value = 10 * value + scan_peek(scan, *ahead) - '0';
    return digits > 0 && digits <= MAX_NUMBER_DIGITS ? value : -1;
}

static bool result_is_half(Scan *scan) {
    static const char half[] = "1/2-1/2";
    for (size_t i = 0; half[i] != '\0'; i++)
        if (scan_peek(scan, i) != half[i]) return false;
    scan->at += sizeof half - 1;
    return true;
}

bool result_scan(Scan *scan, MoveText *out) {
    size_t ahead = 0;
    if (scan_peek(scan, 0) == '*') {
        scan->at++;
        return true;
    }
    if (result_is_half(scan)) {
        out->has_score = true;
        out->score = 0;
        return true;
    }
    int black = peek_number(scan, &ahead);
    while (scan_peek(scan, ahead) == ' ') ahead++;
    int mark = scan_peek(scan, ahead++);
    while (scan_peek(scan, ahead) == ' ') ahead++;
    int white = peek_number(scan, &ahead);
    if (black < 0 || white < 0 || (mark != '-' && mark != ':')) return false;
    if (black + white > SHAPE_MAX_SQUARES) return false;
    scan->at += ahead;
    out->has_score = black + white > 1; // 1-0 and 0-1 name the winner alone
    out->score = out->has_score ? black - white : 0;
    out->has_winner = black + white == 1;
    out->winner = black == 1 ? BLACK : WHITE;
    return true;
}

/* Reads over "12." at the Scan, or "12)". */
static bool scan_move_number(Scan *scan, Error *error) {
    size_t ahead = 0;
    int number = peek_number(scan, &ahead), mark = scan_peek(scan, ahead);
    if (number < 0 || (mark != '.' && mark != ')')) {
        error_set(error, STATUS_BAD_INPUT,
                  "a number is neither a move nor, without a dot after it, the number of one");
        return false;
    }
    scan->at += ahead + 1;
    return true;
}

/* --- Moves --------------------------------------------------------------------------------------
 */

/* Reads the move at the Scan and plays it; on failure the Scan stands where it began. */
static bool scan_and_add(Scan *scan, Transcript *moves, MoveText *out, Error *error) {
    size_t begin = scan->at;
    int square;
    if (!move_scan(scan, moves->start.shape, &square, error)) return false;
    if (!transcript_add(moves, square, true, error)) {
        scan->at = begin;
        return false;
    }
    out->written++;
    return true;
}

/* How many squares follow each other from `at`, and where they end. */
static int count_squares(const Scan *scan, size_t at, size_t *end) {
    int count = 0;
    for (*end = at;; count++) {
        Scan here = {scan->bytes, scan->length, *end};
        int mark = scan_peek(&here, 0);
        if (count > 0 && mark > 0 && strchr("-,_+.", mark) != NULL) here.at++;
        int letter = scan_lower(scan_peek(&here, 0));
        if (letter < 'a' || letter > 'p' || !scan_is_digit(scan_peek(&here, 1))) return count;
        here.at += 2;
        while (scan_is_digit(scan_peek(&here, 0))) here.at++;
        *end = here.at;
    }
}

static bool is_address(const Scan *scan) {
    static const char *const begins[] = {"http://", "https://", "www."};
    for (int i = 0; i < 3; i++) {
        size_t length = 0;
        while (begins[i][length] != '\0' &&
               scan_lower(scan_peek(scan, length)) == begins[i][length])
            length++;
        if (begins[i][length] == '\0') return true;
    }
    return false;
}

static bool scan_address(Scan *scan, Transcript *moves, MoveText *out, Error *error) {
    size_t end = scan->at, begin = 0;
    int best = MIN_ADDRESS_MOVES - 1;
    while (end < scan->length && !scan_is_blank(scan->bytes[end]) && scan->bytes[end] != '"') end++;
    Scan address = {scan->bytes, end, scan->at}, run = {scan->bytes, 0, 0};
    for (size_t at = scan->at; at < end;) {
        size_t run_end;
        int count = count_squares(&address, at, &run_end);
        if (count > best) best = count, begin = at, run.length = run_end;
        at = count > 0 ? run_end : at + 1;
    }
    if (run.length == 0) {
        error_set(error, STATUS_BAD_INPUT, "there are no moves in this address");
        return false;
    }
    run.at = begin;
    while (!scan_is_end(&run)) {
        if (is_separator(&run))
            run.at++;
        else if (!scan_and_add(&run, moves, out, error))
            return false;
    }
    scan->at = end;
    return true;
}

/* One thing at the Scan that is no separator: a move, or what may stand between moves. */
static bool scan_item(Scan *scan, Transcript *moves, MoveText *out, bool *is_over, Error *error) {
    int byte = scan_peek(scan, 0);
    *is_over = (byte == '*' || scan_is_digit(byte)) && result_scan(scan, out);
    if (*is_over) return true;
    if (byte == '{') return skip_aside(scan, '{', '}', error);
    if (byte == '(') return skip_aside(scan, '(', ')', error);
    if (scan_is_digit(byte)) return scan_move_number(scan, error);
    if (is_address(scan)) return scan_address(scan, moves, out, error);
    return scan_and_add(scan, moves, out, error);
}

static bool read_ascii(Scan scan, Transcript *moves, MoveText *out, Error *error) {
    *out = (MoveText){0};
    for (bool is_over = false;;) {
        while (is_separator(&scan)) scan.at++;
        if (scan_is_end(&scan)) return true;
        if (is_over) {
            error_set(error, STATUS_BAD_INPUT, "unexpected %s after the result",
                      scan_byte_text(scan_peek(&scan, 0)).text);
            return false;
        }
        if (!scan_item(&scan, moves, out, &is_over, error)) return false;
    }
}

static bool read_folded(const char *bytes, size_t length, Transcript *moves, MoveText *out,
                        Error *error) {
    char text[RECORD_MAX_BYTES];
    return read_ascii((Scan){text, fold_text(bytes, length, text), 0}, moves, out, error);
}

bool move_text_read(const char *bytes, size_t length, Transcript *moves, MoveText *out,
                    Error *error) {
    if (length > RECORD_MAX_BYTES) {
        *out = (MoveText){0};
        error_set(error, STATUS_BAD_INPUT, "longer than %d bytes", RECORD_MAX_BYTES);
        return false;
    }
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] >= 0x80) return read_folded(bytes, length, moves, out, error);
    return read_ascii((Scan){bytes, length, 0}, moves, out, error);
}
