/* Squares, moves and positions as people write them, on every board.
 *
 * A square is a letter for the column and a number for the row, a1 top left: a1 .. h8, a1 .. p4,
 * a1 .. d16. A position is its squares row by row from a1, blanks ignored, then the side to move:
 * black `X x * B b`, white `O o W w`, empty `- .`.
 *
 * The scan_* functions read a part of a longer text: on success the Scan stands after what was
 * read; on failure it stands at the byte that is wrong and the error is the bare reason, so that
 * the caller can say the place in its own words. The parse_* functions read a whole text and say
 * the place themselves, in bytes from 0. On failure all of them leave their result alone. */
#ifndef RECORD_NOTATION_H
#define RECORD_NOTATION_H

#include "base/scan.h"
#include "game/position.h"

enum {
    RECORD_MAX_BYTES = 1 << 16,              /* of one position, transcript or line of a file */
    RECORD_MAX_MOVES = 128,                  /* of one game, passes included; no game has more */
    BOARD_TEXT_SIZE = SHAPE_MAX_SQUARES + 3, /* a formatted position with its NUL */
};

/* A name returned by value: move_name(shape, square).text may be given to printf directly. */
typedef struct MoveName {
    char text[8];
} MoveName;

/* "d3", "pass", or "none" for NO_MOVE. */
MoveName move_name(const Shape *shape, int square);

/* "Black", "White". */
const char *side_name(Side side);

/* Reads a square in any case, or a pass: `pass PASS PA pa PS ps --` and `@@@@`. Legality is not
 * asked. A square that this board does not have is refused. */
bool move_scan(Scan *scan, const Shape *shape, int *square, Error *error);
bool move_parse(const Shape *shape, const char *bytes, size_t length, int *square, Error *error);

/* Reads a position. The digits 0 and 1 mean opposite colours to different programs, so they are
 * refused with a message that says so. *board borrows the shape. */
bool board_scan(Scan *scan, const Shape *shape, Board *board, Error *error);
bool board_parse(const Shape *shape, const char *bytes, size_t length, Board *board, Error *error);

/* Writes the position as board_parse reads it: X, O and - without blanks, one blank, X or O.
 * Returns the length of the whole text as snprintf does; BOARD_TEXT_SIZE is always enough. */
size_t board_format(const Board *board, char *buffer, size_t size);

#endif
