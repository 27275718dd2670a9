/* Draws bars of half rows up or down from a middle line; below it, one mark for a mistake and two
 * for a blunder. */
#include "cli/review.h"

#include <math.h>

enum { ROWS = 5 /* on each side of the middle */, HALVES = 2 * ROWS, LABEL = 5 };

static double black_score(const ReviewMove *move) {
    return move->side == BLACK ? move->score : -move->score;
}

/* Discs at the top: the least of these that all scores fit below. */
static int scale_of(const ReviewMove *moves, int count) {
    int scale = 8;
    for (int i = 0; i < count; i++)
        while (scale < SHAPE_MAX_SQUARES && fabs(moves[i].score) > scale) scale *= 2;
    return scale;
}

/* Half rows from the middle, rounded away from it so that any lead is seen. */
static int height_of(const ReviewMove *move, int scale) {
    double score = black_score(move);
    int height = (int)ceil(fabs(score) * HALVES / scale - 0.25);
    if (height > HALVES) height = HALVES;
    return score < 0 ? -height : height;
}

/* What fills a row whose nearer half begins at `from` half rows above (or below) the middle. */
static const char *fill(int height, int from, bool is_below, bool has_unicode) {
    if (height >= from + 2) return has_unicode ? "\u2588" : "#";
    if (height <= from) return " ";
    if (!has_unicode) return is_below ? "'" : ".";
    return is_below ? "\u2580" : "\u2584";
}

static void draw_row(FILE *out, const ReviewMove *moves, int count, int row, int scale,
                     bool has_unicode) {
    bool is_below = row < 0;
    int from = 2 * ((is_below ? -row : row) - 1), last = count;
#define HEIGHT(i) (is_below ? -height_of(&moves[i], scale) : height_of(&moves[i], scale))
    while (last > 0 && HEIGHT(last - 1) <= from) last--;
    if (row == ROWS || row == -ROWS)
        fprintf(out, "%+*d", LABEL - 1, is_below ? -scale : scale);
    else if (last > 0)
        fprintf(out, "%*s", LABEL - 1, "");
    if (last > 0) fputc(' ', out);
    for (int i = 0; i < last; i++) fputs(fill(HEIGHT(i), from, is_below, has_unicode), out);
#undef HEIGHT
    fputc('\n', out);
}

static void draw_middle(FILE *out, int count, bool has_unicode) {
    fprintf(out, "%*d ", LABEL - 1, 0);
    for (int i = 0; i < count; i++) fputs(has_unicode ? "\u2500" : "-", out);
    fputc('\n', out);
}

/* The first line has a mark for each fault, the second one more for each blunder. */
static void draw_marks(FILE *out, const ReviewMove *moves, int count, int line) {
    static const char marks[2][REVIEW_BLUNDER + 1] = {
        {' ', ' ', ' ', '.', '?', '?'},
        {' ', ' ', ' ', ' ', ' ', '?'},
    };
    int last = count;
    while (last > 0 && marks[line][moves[last - 1].verdict] == ' ') last--;
    if (last == 0) return;
    fprintf(out, "%*s", LABEL, "");
    for (int i = 0; i < last; i++) fputc(marks[line][moves[i].verdict], out);
    fputc('\n', out);
}

/* Every tenth move. */
static void draw_numbers(FILE *out, int count) {
    fprintf(out, "%*s", LABEL, "");
    for (int i = 10; i <= count; i += 10) fprintf(out, "%10d", i);
    fputc('\n', out);
}

void review_graph(FILE *out, const ReviewMove *moves, int count, bool has_unicode) {
    if (count == 0) return;
    int scale = scale_of(moves, count);
    for (int row = ROWS; row >= -ROWS; row--) {
        if (row == 0)
            draw_middle(out, count, has_unicode);
        else
            draw_row(out, moves, count, row, scale, has_unicode);
    }
    draw_marks(out, moves, count, 0);
    draw_marks(out, moves, count, 1);
    if (count >= 10) draw_numbers(out, count);
}
