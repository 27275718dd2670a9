/* Squares, moves and positions as text, written and read. */
#include "record/notation.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/text.h"

MoveName move_name(const Shape *shape, int square) {
    MoveName name;
    if (square >= 0 && square < SHAPE_MAX_SQUARES)
        snprintf(name.text, sizeof name.text, "%c%d", 'a' + shape_column(shape, square),
                 shape_row(shape, square) + 1);
    else
        snprintf(name.text, sizeof name.text, "%s", square == PASS ? "pass" : "none");
    return name;
}

const char *side_name(Side side) {
    return side == BLACK ? "Black" : "White";
}

static bool scan_word(Scan *scan, const char *word) {
    size_t length = 0;
    for (; word[length] != '\0'; length++)
        if (scan_lower(scan_peek(scan, length)) != word[length]) return false;
    scan->at += length;
    return true;
}

static bool scan_pass(Scan *scan) {
    // The longer of two words with the same beginning comes first.
    static const char *const words[] = {"pass", "pa", "ps", "--", "@@@@"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (scan_word(scan, words[i])) return true;
    return false;
}

/* How many of the digits after the column letter belong to the square. All of them, except that
 * in "1.f52.d6" the 2 is the number of the next move; where rows have two digits that is a matter
 * of taste, and a blank is asked for. */
static size_t count_row_digits(const Scan *scan, const Shape *shape) {
    size_t digits = 0;
    while (scan_is_digit(scan_peek(scan, 1 + digits))) digits++;
    if (digits > 1 && shape->height < 10 && scan_peek(scan, 1 + digits) == '.') return 1;
    return digits;
}

bool move_scan(Scan *scan, const Shape *shape, int *square, Error *error) {
    if (scan_pass(scan)) {
        *square = PASS;
        return true;
    }
    int letter = scan_peek(scan, 0);
    size_t digits = scan_is_letter(letter) ? count_row_digits(scan, shape) : 0;
    if (digits == 0) {
        error_set(error, STATUS_BAD_INPUT, "expected a move such as d3, found %s",
                  scan_byte_text(letter).text);
        return false;
    }
    int column = scan_lower(letter) - 'a', row = -1;
    if (digits <= 2 && scan_peek(scan, 1) != '0') {
        row = scan_peek(scan, 1) - '0';
        if (digits == 2) row = 10 * row + scan_peek(scan, 2) - '0';
        row--;
    }
    if (column >= shape->width || row < 0 || row >= shape->height) {
        error_set(error, STATUS_BAD_INPUT, "%.*s is off the board (%dx%d)",
                  (int)(digits < 6 ? digits + 1 : 6), scan->bytes + scan->at, shape->width,
                  shape->height);
        return false;
    }
    *square = shape_square(shape, column, row);
    scan->at += 1 + digits;
    return true;
}

static bool check_length(size_t length, const char *what, Error *error) {
    if (length <= RECORD_MAX_BYTES) return true;
    error_set(error, STATUS_BAD_INPUT, "%s: longer than %d bytes", what, RECORD_MAX_BYTES);
    return false;
}

/* A move is so short that the reason needs no place. */
static bool refuse_move(const Error *reason, Error *error) {
    error_set(error, reason->status, "move: %s", reason->text);
    return false;
}

bool move_parse(const Shape *shape, const char *bytes, size_t length, int *square, Error *error) {
    if (!check_length(length, "move", error)) return false;
    Scan scan = {bytes, length, 0};
    Error reason;
    int found;
    scan_skip_blanks(&scan);
    if (!move_scan(&scan, shape, &found, &reason)) return refuse_move(&reason, error);
    scan_skip_blanks(&scan);
    if (!scan_is_end(&scan)) {
        error_set(&reason, STATUS_BAD_INPUT, "unexpected %s after the move",
                  scan_byte_text(scan_peek(&scan, 0)).text);
        return refuse_move(&reason, error);
    }
    *square = found;
    return true;
}

typedef enum Disc { DISC_NONE, DISC_BLACK, DISC_WHITE, DISC_BAD } Disc;

static Disc disc_of(int byte) {
    switch (byte) {
    case 'X':
    case 'x':
    case '*':
    case 'B':
    case 'b': return DISC_BLACK;
    case 'O':
    case 'o':
    case 'W':
    case 'w': return DISC_WHITE;
    case '-':
    case '.': return DISC_NONE;
    default: return DISC_BAD;
    }
}

/* Says why the byte at the Scan cannot follow `count` squares, and returns false. */
static bool refuse_square(const Scan *scan, const Shape *shape, int count, bool is_last_apart,
                          Error *error) {
    int byte = scan_peek(scan, 0);
    if (scan_is_digit(byte))
        error_set(error, STATUS_BAD_INPUT,
                  "'%c': digits mean opposite colours to different programs; write X (black), "
                  "O (white) and - (empty)",
                  byte);
    else if (byte != SCAN_END && byte != ';' && count < shape->squares)
        error_set(error, STATUS_BAD_INPUT, "%s is no square: write X (black), O (white), - (empty)",
                  scan_byte_text(byte).text);
    else if (is_last_apart) // "SQUARES X" with a square too few: the X was meant as the side
        error_set(error, STATUS_BAD_INPUT, "%d squares before the side to move, %dx%d has %d",
                  count - 1, shape->width, shape->height, shape->squares);
    else if (count < shape->squares)
        error_set(error, STATUS_BAD_INPUT, "%d squares, %dx%d has %d and then the side to move",
                  count, shape->width, shape->height, shape->squares);
    else
        error_set(error, STATUS_BAD_INPUT,
                  "found %s, but after %d squares (%dx%d) comes the side to move, X or O",
                  scan_byte_text(byte).text, shape->squares, shape->width, shape->height);
    return false;
}

bool board_scan(Scan *scan, const Shape *shape, Board *board, Error *error) {
    uint64_t discs[2] = {0, 0};
    size_t last_end = scan->at; // where the previous square ended
    bool is_last_apart = false;
    for (int count = 0;; count++) {
        scan_skip_blanks(scan);
        Disc disc = disc_of(scan_peek(scan, 0));
        bool is_side = count == shape->squares;
        if (disc == DISC_BAD || (is_side && disc == DISC_NONE))
            return refuse_square(scan, shape, count, is_last_apart, error);
        is_last_apart = disc != DISC_NONE && count > 0 && scan->at > last_end;
        last_end = ++scan->at;
        if (is_side) {
            Side side = disc == DISC_BLACK ? BLACK : WHITE;
            *board = (Board){shape, {discs[side], discs[side_other(side)]}, side};
            return true;
        }
        if (disc != DISC_NONE)
            discs[disc == DISC_WHITE] |= bits_square(shape_from_index(shape, count));
    }
}

/* Puts the place in front of the reason and returns false. */
static bool refuse_position(const Scan *scan, const Error *reason, Error *error) {
    error_set(error, reason->status, "position: %s: %.180s", scan_place_text(scan).text,
              reason->text);
    return false;
}

bool board_parse(const Shape *shape, const char *bytes, size_t length, Board *board, Error *error) {
    if (!check_length(length, "position", error)) return false;
    Scan scan = {bytes, length, 0};
    Error reason;
    Board found;
    if (!board_scan(&scan, shape, &found, &reason)) return refuse_position(&scan, &reason, error);
    scan_skip_blanks(&scan);
    if (!scan_is_end(&scan)) {
        error_set(&reason, STATUS_BAD_INPUT,
                  "unexpected %s after %d squares (%dx%d) and the side to move",
                  scan_byte_text(scan_peek(&scan, 0)).text, shape->squares, shape->width,
                  shape->height);
        return refuse_position(&scan, &reason, error);
    }
    *board = found;
    return true;
}

size_t board_format(const Board *board, char *buffer, size_t size) {
    Text text = text_into(buffer, size);
    uint64_t black = board_black(board), white = board_white(board);
    for (int index = 0; index < board->shape->squares; index++) {
        int square = shape_from_index(board->shape, index);
        text_byte(&text, bits_has(black, square) ? 'X' : bits_has(white, square) ? 'O' : '-');
    }
    text_string(&text, board->side == BLACK ? " X" : " O");
    return text.length;
}
