/* Draws a position as an SVG image. All lengths are in the image's own units: a square of the board
 * is CELL wide. */
#include "record/svg.h"

#include "base/bits.h"
#include "base/text.h"
#include "game/rules.h"
#include "record/notation.h"

enum {
    CELL = 48,
    MARGIN = 34, /* for the coordinates */
    CAPTION = 40,
    LABEL_BASELINE = 11, /* from the edge of the board up to the foot of a letter */
    STAR_CELLS = 2,      /* the dots are that far from the corners, */
    STAR_MIN_SIDE = 6    /* on boards with room for them */
};

static int left_of(int column) {
    return MARGIN + CELL * column;
}

static int centre_of(int column) {
    return left_of(column) + CELL / 2;
}

static void put_head(Text *text, const Board *board, int width, int height) {
    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\">\n"
                "<title>Othello position, %s to move</title>\n",
                width, height, width, height, side_name(board->side));
    text_string(text,
                "<defs>\n"
                "<radialGradient id=\"black\" cx=\".35\" cy=\".3\" r=\".8\">"
                "<stop offset=\"0\" stop-color=\"#5b6168\"/>"
                "<stop offset=\".55\" stop-color=\"#1d2024\"/>"
                "<stop offset=\"1\" stop-color=\"#08090a\"/></radialGradient>\n"
                "<radialGradient id=\"white\" cx=\".35\" cy=\".3\" r=\".85\">"
                "<stop offset=\"0\" stop-color=\"#fff\"/>"
                "<stop offset=\".6\" stop-color=\"#f1efe9\"/>"
                "<stop offset=\"1\" stop-color=\"#bdb9ae\"/></radialGradient>\n"
                "<linearGradient id=\"felt\" x2=\".4\" y2=\"1\">"
                "<stop offset=\"0\" stop-color=\"#2f9460\"/>"
                "<stop offset=\"1\" stop-color=\"#217349\"/></linearGradient>\n"
                "<g id=\"b\"><circle cx=\"1\" cy=\"2.5\" r=\"19\" fill=\"#000\" opacity=\".3\"/>"
                "<circle r=\"19\" fill=\"url(#black)\"/></g>\n"
                "<g id=\"w\"><circle cx=\"1\" cy=\"2.5\" r=\"19\" fill=\"#000\" opacity=\".3\"/>"
                "<circle r=\"19\" fill=\"url(#white)\"/></g>\n"
                "</defs>\n");
    text_format(text, "<rect width=\"%d\" height=\"%d\" rx=\"10\" fill=\"#1f2a26\"/>\n", width,
                height);
}

static void put_coordinates(Text *text, const Shape *shape) {
    text_string(text, "<g font-size=\"15\" fill=\"#b9c7bf\" text-anchor=\"middle\">\n");
    for (int column = 0; column < shape->width; column++)
        text_format(text, "<text x=\"%d\" y=\"%d\">%c</text>\n", centre_of(column),
                    MARGIN - LABEL_BASELINE, 'a' + column);
    for (int row = 0; row < shape->height; row++)
        text_format(text, "<text x=\"%d\" y=\"%d\">%d</text>\n", MARGIN / 2, centre_of(row) + 5,
                    row + 1);
    text_string(text, "</g>\n");
}

static void put_grid(Text *text, const Shape *shape) {
    int right = left_of(shape->width), bottom = left_of(shape->height);
    text_format(text, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"url(#felt)\"/>\n",
                MARGIN, MARGIN, right - MARGIN, bottom - MARGIN);
    text_string(text, "<path stroke=\"#123d28\" stroke-width=\"1.5\" fill=\"none\" d=\"");
    for (int column = 0; column <= shape->width; column++)
        text_format(text, "M%d %dV%d", left_of(column), MARGIN, bottom);
    for (int row = 0; row <= shape->height; row++)
        text_format(text, "M%d %dH%d", MARGIN, left_of(row), right);
    text_string(text, "\"/>\n");
    if (shape->width < STAR_MIN_SIDE || shape->height < STAR_MIN_SIDE) return;
    for (int corner = 0; corner < 4; corner++) {
        int column = corner & 1 ? shape->width - STAR_CELLS : STAR_CELLS;
        int row = corner & 2 ? shape->height - STAR_CELLS : STAR_CELLS;
        text_format(text, "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"#123d28\"/>\n",
                    left_of(column), left_of(row));
    }
}

static void put_discs(Text *text, const Board *board, char id, uint64_t discs) {
    while (discs) {
        int square = bits_pop(&discs);
        text_format(text, "<use href=\"#%c\" x=\"%d\" y=\"%d\"/>\n", id,
                    centre_of(shape_column(board->shape, square)),
                    centre_of(shape_row(board->shape, square)));
    }
}

static void put_marks(Text *text, const Board *board, int last) {
    const Shape *shape = board->shape;
    uint64_t moves = rules_moves(shape, board->position.own, board->position.opp);
    text_format(text,
                "<g fill=\"%s\" fill-opacity=\".25\" stroke=\"%s\" stroke-opacity=\".8\" "
                "stroke-width=\"1.5\">\n",
                board->side == BLACK ? "#000" : "#fff", board->side == BLACK ? "#000" : "#fff");
    while (moves) {
        int square = bits_pop(&moves);
        text_format(text, "<circle cx=\"%d\" cy=\"%d\" r=\"7\"/>\n",
                    centre_of(shape_column(shape, square)), centre_of(shape_row(shape, square)));
    }
    text_string(text, "</g>\n");
    if (last < 0 || last >= SHAPE_MAX_SQUARES) return;
    text_format(text, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"#e5484d\"/>\n",
                centre_of(shape_column(shape, last)), centre_of(shape_row(shape, last)));
}

static void put_count(Text *text, char id, int x, int y, int count) {
    text_format(text,
                "<use href=\"#%c\" transform=\"translate(%d %d) scale(.45)\"/>"
                "<text x=\"%d\" y=\"%d\" font-size=\"16\" fill=\"#e8efe9\">%d</text>\n",
                id, x, y, x + 15, y + 6, count);
}

static void put_caption(Text *text, const Board *board) {
    int y = left_of(board->shape->height) + CAPTION / 2;
    bool is_over = rules_is_over(board->shape, board->position);
    bool is_narrow = board->shape->width < STAR_MIN_SIDE;
    put_count(text, 'b', MARGIN + 10, y, bits_count(board_black(board)));
    put_count(text, 'w', MARGIN + (is_narrow ? 54 : 66), y, bits_count(board_white(board)));
    text_format(text,
                "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=\"#b9c7bf\" "
                "text-anchor=\"end\">%s%s</text>\n",
                left_of(board->shape->width), y + 6, is_narrow ? 13 : 15,
                is_over ? "Game" : side_name(board->side), is_over ? " over" : " to move");
}

size_t svg_format(const Board *board, int last, char *buffer, size_t size) {
    Text text = text_into(buffer, size);
    const Shape *shape = board->shape;
    put_head(&text, board, left_of(shape->width) + MARGIN / 2, left_of(shape->height) + CAPTION);
    put_coordinates(&text, shape);
    put_grid(&text, shape);
    put_discs(&text, board, 'b', board_black(board));
    put_discs(&text, board, 'w', board_white(board));
    put_marks(&text, board, last);
    put_caption(&text, board);
    text_string(&text, "</svg>\n");
    return text.length;
}
