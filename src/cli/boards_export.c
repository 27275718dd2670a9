/* Writes the map of solved boards in three formats. A row stands for a board and its twin, the same
 * board turned. */
#include "cli/boards_export.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "cli/output.h"
#include "record/notation.h"

OutcomeText outcome_text(int squares, int value) {
    OutcomeText outcome;
    int winner = (squares + abs(value)) / 2, loser = (squares - abs(value)) / 2;
    snprintf(outcome.text, sizeof outcome.text, value ? "%s wins %d-%d" : "%sa draw, %d-%d",
             value > 0   ? "Black"
             : value < 0 ? "White"
                         : "",
             winner, loser);
    return outcome;
}

void first_moves_text(Text *out, const MapBoard *board) {
    Shape shape;
    int value = map_value(board, 0);
    uint64_t best = 0;
    if (!shape_init(&shape, board->width, board->height, NULL)) return;
    for (int i = 0; i < board->solves[0].count; i++) {
        const MapMove *move = &board->solves[0].moves[i];
        if (move->is_exact && move->score == value) best |= map_same_moves(&shape, move->square);
    }
    for (bool is_first = true; best; is_first = false)
        text_format(out, "%s%s", is_first ? "" : " ", move_name(&shape, bits_pop(&best)).text);
    if (!map_is_complete(board, 0)) text_string(out, " ...");
}

const MapBoard *map_twin(const Map *map, const MapBoard *board) {
    return board->width == board->height ? NULL : map_find(map, board->height, board->width);
}

/* Whether a board is the one that stands for both orientations. */
static bool is_shown(const Map *map, const MapBoard *board) {
    if (!map_is_solved(board, 0)) return false;
    const MapBoard *twin = map_twin(map, board);
    return board->width <= board->height || !twin || !map_is_solved(twin, 0);
}

/* In the order of size, then of width. */
static int by_size(const void *a, const void *b) {
    const MapBoard *x = *(const MapBoard *const *)a, *y = *(const MapBoard *const *)b;
    int difference = x->width * x->height - y->width * y->height;
    return difference ? difference : x->width - y->width;
}

static int sort_shown(const Map *map, const MapBoard *sorted[MAP_MAX_BOARDS]) {
    int count = 0;
    for (int i = 0; i < map->count; i++)
        if (is_shown(map, &map->boards[i])) sorted[count++] = &map->boards[i];
    qsort(sorted, (size_t)count, sizeof sorted[0], by_size);
    return count;
}

/* --- Markdown --------------------------------------------------------------------------------- */

static const MapBoard *solved_twin(const Map *map, const MapBoard *board) {
    const MapBoard *twin = map_twin(map, board);
    return twin && map_is_solved(twin, 0) ? twin : NULL;
}

/* How the value was checked, in a few words. */
static void put_checks(const Map *map, const MapBoard *board, Text *out) {
    const MapBoard *twin = solved_twin(map, board);
    const char *before = "";
    if (twin) {
        text_format(out, "%dx%d by itself", twin->width, twin->height);
        before = "; ";
    }
    if (map_is_solved(board, 1)) {
        const MapSettings *again = &board->solves[1].settings;
        text_format(out, "%sagain with threads %d, hash %d, seed %d", before, again->threads,
                    again->hash_mb, (int)again->seed);
        before = "; ";
    }
    int first = SHAPE_MAX_SQUARES;
    for (int i = 0; i < board->checks; i++)
        if (board->check[i].ply < first) first = board->check[i].ply;
    if (board->checks) text_format(out, "%sthe line from ply %d on", before, first);
}

static void put_markdown_row(const Map *map, const MapBoard *board, Text *out) {
    const MapBoard *twin = solved_twin(map, board);
    int value = map_value(board, 0);
    text_format(out, "| %dx%d | %s%d | %s | ", board->width, board->height, value > 0 ? "+" : "",
                value, outcome_text(board->width * board->height, value).text);
    first_moves_text(out, board);
    text_format(out, " | `%s` | %s", map_best(board, 0)->line,
                output_count((double)map_nodes(board, 0)).text);
    if (twin) text_format(out, ", %s", output_count((double)map_nodes(twin, 0)).text);
    text_format(out, " | %s", output_duration(map_seconds(board, 0)).text);
    if (twin) text_format(out, ", %s", output_duration(map_seconds(twin, 0)).text);
    text_string(out, " | ");
    put_checks(map, board, out);
    text_string(out, " |\n");
}

static void export_markdown(const Map *map, Text *out) {
    const MapBoard *sorted[MAP_MAX_BOARDS];
    int count = sort_shown(map, sorted);
    text_string(out, "| board | value | perfect play | best first moves | a perfect game | nodes | "
                     "time | checked |\n|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < count; i++) put_markdown_row(map, sorted[i], out);
}

/* --- Tab-separated values --------------------------------------------------------------------- */

static void export_tsv(const Map *map, Text *out) {
    text_string(out, "# board\tvalue\tfirst moves\tline\tnodes\tseconds\tchecked value\t"
                     "positions of the line checked\n");
    for (int i = 0; i < map->count; i++) {
        const MapBoard *board = &map->boards[i];
        if (!map_is_solved(board, 0)) continue;
        text_format(out, "%dx%d\t%d\t", board->width, board->height, map_value(board, 0));
        first_moves_text(out, board);
        text_format(out, "\t%s\t%" PRIu64 "\t%.3f\t", map_best(board, 0)->line, map_nodes(board, 0),
                    map_seconds(board, 0));
        if (map_is_solved(board, 1))
            text_format(out, "%d", map_value(board, 1));
        else
            text_byte(out, '-');
        text_format(out, "\t%d\n", board->checks);
    }
}

/* --- The picture ------------------------------------------------------------------------------ */

enum { CELL = 44, LEFT = 56, TOP = 76, SIDES = SHAPE_MAX_SIDE - SHAPE_MIN_SIDE + 1, FOOT = 70 };

/* From `none` to `full` by how much of the board the winner is ahead. */
static void mix(int value, int squares, const int full[3], int colour[3]) {
    static const int none[3] = {0xf1, 0xee, 0xe6};
    double share = squares ? sqrt((double)abs(value) / squares) : 0;
    for (int i = 0; i < 3; i++) colour[i] = none[i] + (int)lround(share * (full[i] - none[i]));
}

static void put_box(Text *out, double x, double y, int value, int squares) {
    static const int black[3] = {0x12, 0x2b, 0x4a}, white[3] = {0xd9, 0x6b, 0x0b};
    int colour[3];
    mix(value, squares, value >= 0 ? black : white, colour);
    text_format(out,
                "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" rx=\"4\" "
                "fill=\"#%02x%02x%02x\"/>\n",
                x, y, CELL - 4, CELL - 4, (unsigned)colour[0], (unsigned)colour[1],
                (unsigned)colour[2]);
    bool is_dark = colour[0] + colour[1] + colour[2] < 330;
    text_format(out,
                "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"middle\" font-size=\"15\" "
                "fill=\"%s\">%s%d</text>\n",
                x + CELL / 2.0 - 2, y + CELL / 2.0 + 4, is_dark ? "#ffffff" : "#1c1c1c",
                value > 0 ? "+" : "", value);
}

static void put_cell(const Map *map, int width, int height, Text *out) {
    double x = LEFT + (width - SHAPE_MIN_SIDE) * CELL, y = TOP + (height - SHAPE_MIN_SIDE) * CELL;
    const MapBoard *board = map_find(map, width, height);
    if (board && map_is_solved(board, 0)) {
        put_box(out, x, y, map_value(board, 0), width * height);
        return;
    }
    text_format(out,
                "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"none\" "
                "stroke=\"#b8b3a6\" stroke-dasharray=\"3 3\"/>\n",
                x, y, CELL - 4, CELL - 4);
}

static void put_labels(Text *out) {
    for (int side = SHAPE_MIN_SIDE; side <= SHAPE_MAX_SIDE; side++) {
        int at = (side - SHAPE_MIN_SIDE) * CELL + CELL / 2;
        text_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                    LEFT + at - 2, TOP - 10, side);
        text_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d</text>\n", LEFT - 10,
                    TOP + at + 4, side);
    }
    text_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">columns</text>\n",
                LEFT + SIDES * CELL / 2, TOP - 30);
    text_format(out,
                "<text transform=\"translate(16 %d) rotate(-90)\" "
                "text-anchor=\"middle\">rows</text>\n",
                TOP + SIDES * CELL / 2);
}

static void put_legend(Text *out, int y) {
    static const int shares[] = {-64, -16, 0, 16, 64};
    static const char *const words[] = {"White takes all", "White wins", "a draw", "Black wins",
                                        "Black takes all"};
    for (int i = 0; i < 5; i++) {
        double x = LEFT + i * 115;
        put_box(out, x, y, shares[i], 64);
        text_format(out, "<text x=\"%.0f\" y=\"%d\" font-size=\"11\">%s</text>\n", x, y + CELL + 10,
                    words[i]);
    }
}

static void export_svg(const Map *map, Text *out) {
    int width = LEFT + SIDES * CELL + 20, height = TOP + SIDES * CELL + FOOT + 20;
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\">\n"
                "<title>Perfect play on small boards: who wins, and by how much</title>\n"
                "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n"
                "<text x=\"%d\" y=\"24\" font-size=\"17\">Discs by which Black wins with perfect "
                "play</text>\n",
                width, height, width, height, LEFT);
    put_labels(out);
    for (int h = SHAPE_MIN_SIDE; h <= SHAPE_MAX_SIDE; h++)
        for (int w = SHAPE_MIN_SIDE; w <= SHAPE_MAX_SIDE && w * h <= SHAPE_MAX_SQUARES; w++)
            put_cell(map, w, h, out);
    put_legend(out, TOP + SIDES * CELL + 14);
    text_string(out, "</svg>\n");
}

MapExport *boards_export_find(const char *path) {
    static const struct {
        const char *ending;
        MapExport *export;
    } rows[] = {{".md", export_markdown}, {".tsv", export_tsv}, {".svg", export_svg}};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t size = strlen(rows[i].ending);
        if (length > size && strcmp(path + length - size, rows[i].ending) == 0)
            return rows[i].export;
    }
    return NULL;
}
