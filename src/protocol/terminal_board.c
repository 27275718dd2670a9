/* Draws the board of the terminal game, with or without colours and UTF-8. */
#include "protocol/terminal_board.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bits.h"
#include "base/text.h"
#include "base/utf8.h"
#include "game/rules.h"
#include "protocol/message.h"
#include "record/notation.h"
#include "record/opening.h"

/* Colours of the 256-colour palette. */
#define FELT       "\033[48;5;29m"
#define FELT_LAST  "\033[48;5;65m"
#define FELT_TURN  "\033[48;5;36m"
#define INK_BLACK  "\033[1;38;5;16m"
#define INK_WHITE  "\033[1;38;5;231m"
#define INK_MOVE   "\033[1;38;5;228m"
#define INK_EMPTY  "\033[38;5;23m"
#define DIM        "\033[2m"
#define BOLD       "\033[1m"
#define RESET      "\033[0m"
#define DISC       "\xe2\x97\x8f" /* U+25CF */
#define MIDDLE_DOT "\xc2\xb7"     /* U+00B7 */
#define BULLET     "\xe2\x80\xa2" /* U+2022 */

bool terminal_has_unicode(void) {
    // The first that is set decides, as it does for setlocale.
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value == NULL || *value == '\0') continue;
        return strcasestr(value, "utf-8") != NULL || strcasestr(value, "utf8") != NULL;
    }
    return false;
}

void board_result(const Board *board, char *buffer, size_t size) {
    Text text = text_into(buffer, size);
    int black = bits_count(board_black(board)), white = bits_count(board_white(board));
    int empties = board->shape->squares - black - white;
    if (black == white) {
        text_format(&text, _("Draw, %d to %d"), black, white);
        return;
    }
    int more = black > white ? black : white, less = black > white ? white : black;
    text_format(&text, _("%s wins %d to %d"), message_side(black > white ? BLACK : WHITE), more,
                less);
    if (empties > 0)
        text_format(&text, _(" (%d to %d with the empty squares)"), more + empties, less);
}

/* Blanks after the name of a side, to line up with the other's. */
static int name_padding(Side side) {
    Side other = side == BLACK ? WHITE : BLACK;
    int padding = utf8_characters(message_side(other)) - utf8_characters(message_side(side));
    return padding > 0 ? padding : 0;
}

static void note_count(Text *text, const BoardView *view, const Board *board, Side side) {
    int count = bits_count(side == BLACK ? board_black(board) : board_white(board));
    const char *letter = side == BLACK ? "X" : "O";
    int padding = name_padding(side);
    if (view->has_colour)
        text_format(text, FELT "%s %s " RESET " %s%*s " BOLD "%2d" RESET,
                    side == BLACK ? INK_BLACK : INK_WHITE, view->has_unicode ? DISC : letter,
                    message_side(side), padding, "", count);
    else
        text_format(text, "%s%*s %s %2d", message_side(side), padding, "", letter, count);
}

static void note_moves(Text *text, const BoardView *view, const Board *board) {
    const Shape *shape = board->shape;
    uint64_t moves = rules_moves(shape, board->position.own, board->position.opp);
    if (!moves) return;
    if (view->has_colour)
        text_format(text, FELT INK_MOVE " %s " RESET " ", view->has_unicode ? BULLET : "+");
    else
        text_string(text, "+ ");
    while (moves) {
        int square = bits_pop(&moves);
        text_format(text, "%s%s", move_name(shape, square).text, moves ? " " : "");
    }
}

void board_notes(const Board *board, const BoardView *view, BoardNotes *notes) {
    Text lines[BOARD_NOTES];
    for (int i = 0; i < BOARD_NOTES; i++)
        lines[i] = text_into(notes->lines[i], sizeof notes->lines[i]);
    note_count(&lines[0], view, board, BLACK);
    note_count(&lines[1], view, board, WHITE);
    if (rules_is_over(board->shape, board->position)) {
        board_result(board, notes->lines[2], sizeof notes->lines[2]);
        return;
    }
    bool can_move = rules_moves(board->shape, board->position.own, board->position.opp) != 0;
    text_format(&lines[2], can_move ? _("%s to move") : _("%s must pass"),
                message_side(board->side));
    if (view->has_moves) note_moves(&lines[3], view, board);
}

void board_note_opening(const Transcript *game, const BoardView *view, BoardNotes *notes) {
    const Opening *opening = opening_of(game);
    char name[OPENING_TEXT_SIZE];
    if (opening == NULL) return;
    opening_format(opening, view->has_unicode, name, sizeof name);
    snprintf(notes->lines[BOARD_NOTES - 1], sizeof notes->lines[0], _("Opening: %s"), name);
}

typedef enum Cell { CELL_EMPTY, CELL_MOVE, CELL_BLACK, CELL_WHITE } Cell;

static void draw_coloured(FILE *out, const BoardView *view, Cell cell, int square) {
    static const char *const inks[] = {INK_EMPTY, INK_MOVE, INK_BLACK, INK_WHITE};
    static const char *const round[] = {MIDDLE_DOT, BULLET, DISC, DISC};
    static const char *const letters[] = {".", "+", "X", "O"};
    const char *sign = (view->has_unicode ? round : letters)[cell];
    const char *felt = square == view->last             ? FELT_LAST
                       : bits_has(view->turned, square) ? FELT_TURN
                                                        : FELT;
    fprintf(out, "%s%s %s " RESET, felt, inks[cell], sign);
}

/* Plain output has no blanks at the end of lines; discs just turned are small letters. */
static void draw_plain(FILE *out, const BoardView *view, Cell cell, int square, bool is_line_end) {
    bool is_last = square == view->last;
    const char *signs = bits_has(view->turned, square) ? ".+xo" : ".+XO";
    fprintf(out, "%c%c", is_last ? '(' : ' ', signs[cell]);
    if (is_last)
        fputc(')', out);
    else if (!is_line_end)
        fputc(' ', out);
}

static void draw_letters(FILE *out, const BoardView *view, int width) {
    fputs(view->has_colour ? "   " DIM : "   ", out);
    for (int column = 0; column < width; column++)
        fprintf(out, " %c%s", 'a' + column, column + 1 < width ? " " : "");
    fputs(view->has_colour ? RESET "\n" : "\n", out);
}

static Cell cell_of(const Board *board, int square, uint64_t moves) {
    if (bits_has(board_black(board), square)) return CELL_BLACK;
    if (bits_has(board_white(board), square)) return CELL_WHITE;
    return bits_has(moves, square) ? CELL_MOVE : CELL_EMPTY;
}

static void draw_row(FILE *out, const Board *board, const BoardView *view, int row, uint64_t moves,
                     const char *note) {
    const Shape *shape = board->shape;
    fprintf(out, view->has_colour ? DIM "%2d" RESET " " : "%2d ", row + 1);
    for (int column = 0; column < shape->width; column++) {
        int square = shape_square(shape, column, row);
        Cell cell = cell_of(board, square, moves);
        bool is_line_end = column + 1 == shape->width && *note == '\0';
        if (view->has_colour)
            draw_coloured(out, view, cell, square);
        else
            draw_plain(out, view, cell, square, is_line_end);
    }
    if (*note != '\0') fprintf(out, "   %s", note);
    fputc('\n', out);
}

/* The notes begin on the first row, with a gap between the counts and the rest if there is room
 * for one. */
static const char *note_of_row(const BoardNotes *notes, int row, int height) {
    int gap = height > SHAPE_MIN_SIDE ? 1 : 0;
    int note = row < 2 ? row : row - gap;
    return (row < 2 || note >= 2) && note < BOARD_NOTES ? notes->lines[note] : "";
}

void board_draw(FILE *out, const Board *board, const BoardView *view, const BoardNotes *notes) {
    const Shape *shape = board->shape;
    Position position = board->position;
    uint64_t moves = view->has_moves ? rules_moves(shape, position.own, position.opp) : 0;
    draw_letters(out, view, shape->width);
    for (int row = 0; row < shape->height; row++)
        draw_row(out, board, view, row, moves, note_of_row(notes, row, shape->height));
}
