/* See statefile.h. */
#include "arena/statefile.h"

#include <limits.h>

#include "base/bits.h"
#include "base/scan.h"
#include "base/text.h"
#include "game/rules.h"

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

/* Reads a number that fits an int; anything longer is out of range anyway. */
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

bool action_read(const char *bytes, size_t length, long *row, long *column, char *text,
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
