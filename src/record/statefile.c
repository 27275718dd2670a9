/* Reads and writes the state and action files of the course referee. Reading a state is strict and
 * names the place of a mistake; reading an action is lenient, as the course referee is. */
#include "record/statefile.h"

#include <limits.h>
#include <stdio.h>

#include "base/bits.h"
#include "base/scan.h"
#include "base/text.h"
#include "game/rules.h"

enum { MAX_NUMBERS = SHAPE_MAX_SQUARES, MAX_VALUE = 99 };

/* The numbers of one line. */
typedef struct Row {
    int count;
    int values[MAX_NUMBERS];
} Row;

typedef struct Reader {
    Scan scan;
    int line; /* of the row read last, from 1; 0 before */
    size_t line_start;
} Reader;

static bool refuse(const Reader *reader, Error *error, const char *reason) {
    error_set(error, STATUS_BAD_INPUT, "state: line %d, column %zu: %s",
              reader->line > 0 ? reader->line : 1, reader->scan.at - reader->line_start + 1,
              reason);
    return false;
}

static bool read_number(Reader *reader, Row *row, Error *error) {
    Scan *scan = &reader->scan;
    int value = 0;
    if (!scan_is_digit(scan_peek(scan, 0))) return refuse(reader, error, "expected a number");
    if (row->count == MAX_NUMBERS) return refuse(reader, error, "too many numbers");
    for (; scan_is_digit(scan_peek(scan, 0)); scan->at++) {
        value = value * 10 + scan_peek(scan, 0) - '0';
        if (value > MAX_VALUE) return refuse(reader, error, "the number is too large");
    }
    row->values[row->count++] = value;
    return true;
}

/* Reads a line with at least one number, over empty lines; a row without numbers is the end. */
static bool read_row(Reader *reader, Row *row, Error *error) {
    Scan *scan = &reader->scan;
    row->count = 0;
    while (row->count == 0 && !scan_is_end(scan)) {
        reader->line++;
        reader->line_start = scan->at;
        for (;;) {
            while (scan_is_blank(scan_peek(scan, 0)) && scan_peek(scan, 0) != '\n') scan->at++;
            if (scan_is_end(scan) || scan_peek(scan, 0) == '\n') break;
            if (!read_number(reader, row, error)) return false;
        }
        if (!scan_is_end(scan)) scan->at++;
    }
    return true;
}

/* For complaints about a row as a whole: the place is its beginning. */
static bool refuse_row(Reader *reader, Error *error, const char *reason) {
    reader->scan.at = reader->line_start;
    return refuse(reader, error, reason);
}

/* Reads the rows of the board into cells, and the row after it, which is the number of moves. */
static bool read_board(Reader *reader, Shape *shape, int cells[SHAPE_MAX_SQUARES], Row *after,
                       Error *error) {
    int width = 0, height = 0;
    for (;;) {
        Row row;
        if (!read_row(reader, &row, error)) return false;
        if (row.count == 0) return refuse(reader, error, "the board is not complete");
        *after = row;
        if (row.count == 1 && width > 1) break;
        if (width == 0) width = row.count;
        if (row.count != width) return refuse_row(reader, error, "rows of different lengths");
        if ((height + 1) * width > SHAPE_MAX_SQUARES)
            return refuse_row(reader, error, "more than 64 squares");
        for (int i = 0; i < width; i++) {
            if (row.values[i] > 2)
                return refuse_row(reader, error, "a square is 0 (empty), 1 (black) or 2 (white)");
            cells[height * width + i] = row.values[i];
        }
        height++;
    }
    Error reason;
    return shape_init(shape, width, height, &reason) || refuse_row(reader, error, reason.text);
}

static bool read_moves(Reader *reader, const Shape *shape, int count, uint64_t *moves,
                       Error *error) {
    *moves = 0;
    for (int i = 0; i < count; i++) {
        Row row;
        if (!read_row(reader, &row, error)) return false;
        if (row.count != 2) return refuse_row(reader, error, "expected row and column of a move");
        if (row.values[0] >= shape->height || row.values[1] >= shape->width)
            return refuse_row(reader, error, "a move off the board");
        *moves |= bits_square(shape_square(shape, row.values[1], row.values[0]));
    }
    return true;
}

static Board make_board(const Shape *shape, const int cells[SHAPE_MAX_SQUARES], Side side) {
    uint64_t discs[3] = {0, 0, 0};
    for (int i = 0; i < shape->squares; i++)
        discs[cells[i]] |= bits_square(shape_from_index(shape, i));
    Position position = {discs[1], discs[2]};
    return (Board){shape, side == BLACK ? position : position_passed(position), side};
}

bool state_parse(Shape *shape, Board *board, const char *bytes, size_t length, Error *error) {
    Reader reader = {.scan = {bytes, length, 0}};
    Row row;
    int cells[SHAPE_MAX_SQUARES] = {0};
    if (length > STATE_MAX_BYTES) {
        error_set(error, STATUS_BAD_INPUT, "state: more than %d bytes", STATE_MAX_BYTES);
        return false;
    }
    if (!read_row(&reader, &row, error)) return false;
    if (row.count != 1 || row.values[0] < 1 || row.values[0] > 2)
        return refuse_row(&reader, error, "the player is 1 (black) or 2 (white)");
    Side side = row.values[0] == 1 ? BLACK : WHITE;
    uint64_t listed;
    if (!read_board(&reader, shape, cells, &row, error) ||
        !read_moves(&reader, shape, row.values[0], &listed, error))
        return false;
    Board made = make_board(shape, cells, side);
    uint64_t moves = rules_moves(shape, made.position.own, made.position.opp);
    if (moves != listed)
        return refuse_row(&reader, error, "the moves listed are not the legal ones");
    if (!moves) return refuse_row(&reader, error, "there is no legal move");
    *board = made;
    return true;
}

size_t state_format(const Board *board, char *buffer, size_t size) {
    const Shape *shape = board->shape;
    Text text = text_into(buffer, size);
    text_format(&text, "%d\n", board->side == BLACK ? 1 : 2);
    for (int i = 0; i < shape->squares; i++) {
        int square = shape_from_index(shape, i);
        int disc = bits_has(board_black(board), square)   ? 1
                   : bits_has(board_white(board), square) ? 2
                                                          : 0;
        text_format(&text, "%d%c", disc, (i + 1) % shape->width == 0 ? '\n' : ' ');
    }
    uint64_t moves = rules_moves(shape, board->position.own, board->position.opp);
    text_format(&text, "%d\n", bits_count(moves));
    while (moves != 0) {
        int square = bits_pop(&moves);
        text_format(&text, "%d %d\n", shape_row(shape, square), shape_column(shape, square));
    }
    return text.length;
}

/* --- Actions ---------------------------------------------------------------------------------- */

/* Reads a number; digits beyond the range of an int are dropped: the square is off the board
 * anyway. */
static bool scan_number(Scan *scan, long *number) {
    bool is_negative = scan_peek(scan, 0) == '-';
    size_t digits = is_negative ? 1 : 0;
    long value = 0;
    if (!scan_is_digit(scan_peek(scan, digits))) return false;
    while (scan_is_digit(scan_peek(scan, digits))) {
        if (value < INT_MAX / 10) value = value * 10 + (scan_peek(scan, digits) - '0');
        digits++;
    }
    scan->at += digits;
    *number = is_negative ? -value : value;
    return true;
}

bool action_parse(const char *bytes, size_t length, long *row, long *column, char *text,
                  size_t size) {
    Scan scan = {bytes, length, 0};
    bool has_pair = false;
    for (;;) {
        long first, second;
        scan_skip_blanks(&scan);
        size_t begin = scan.at;
        if (!scan_number(&scan, &first)) break;
        scan_skip_blanks(&scan);
        if (!scan_number(&scan, &second)) break;
        *row = first;
        *column = second;
        has_pair = true;
        Text out = text_into(text, text != NULL ? size : 0);
        for (size_t i = begin; i < scan.at; i++) text_byte(&out, bytes[i]);
    }
    return has_pair;
}

size_t action_format(const Shape *shape, int square, char buffer[ACTION_LINE_SIZE]) {
    return (size_t)snprintf(buffer, ACTION_LINE_SIZE, "%d %d\n", shape_row(shape, square),
                            shape_column(shape, square));
}
