/* Prints positions and figures of a book. */
#include "cli/book.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "cli/output.h"
#include "engine/book_play.h"
#include "engine/result_text.h"
#include "game/rules.h"
#include "protocol/terminal_board.h"
#include "record/opening.h"

enum { LINE_MOVES = 16, START_DISCS = 4 };

static double in_discs(int score) {
    return (double)score / BOOK_DISC;
}

/* --- A position ------------------------------------------------------------------------------- */

static void print_rest(const Shape *shape, const BookEntry *entry, int symmetry) {
    if (entry->move == NO_MOVE) return;
    int inverse = 0;
    while (shape->where[symmetry][inverse] != entry->move || !bits_has(shape->playable, inverse))
        inverse++;
    printf("%s %s %s",
           entry->is_expanded ? "best of the other moves, by a quick look:" : "best move:",
           move_name(shape, inverse).text, score_text(in_discs(entry->move_score), false).text);
    if (!entry->is_expanded) printf(" (%d@%d%%)", entry->depth, entry->selectivity);
    putchar('\n');
}

static void print_table(const Book *book, const Board *board, const BookEntry *entry,
                        int symmetry) {
    const Shape *shape = board->shape;
    const Opening *opening = opening_at(board);
    char name[OPENING_TEXT_SIZE];
    EngineResult result = {.count = 0};
    if (opening && opening_format(opening, terminal_has_unicode(), name, sizeof name))
        printf("%s\n", name);
    printf("%s to move: %s\n", side_name(board->side),
           score_text(in_discs(entry->score), entry->is_exact).text);
    if (book_think(book, shape, board->position, &result))
        printf("\n%-4s  %7s  %9s  %s\n", "move", "score", "depth", "line");
    for (int i = 0; i < result.count; i++) {
        const EngineLine *line = &result.lines[i];
        char pv[LINE_PV_SIZE];
        Text text = text_into(pv, sizeof pv);
        line_pv_text(&text, shape, line, 0, LINE_MOVES);
        printf("%-4s  %7s  %9s  %s\n", move_name(shape, line->pv[0]).text,
               line_score_text(line).text, line_depth_text(line).text, pv);
    }
    print_rest(shape, entry, symmetry);
}

static void print_json(const Book *book, const Board *board, const BookEntry *entry) {
    char position[BOARD_TEXT_SIZE];
    EngineResult result = {.count = 0};
    board_format(board, position, sizeof position);
    printf("{\"position\":\"%s\",\"known\":%s", position, entry ? "true" : "false");
    if (entry)
        printf(",\"score\":%.10g,\"expanded\":%s,\"exact\":%s", in_discs(entry->score),
               entry->is_expanded ? "true" : "false", entry->is_exact ? "true" : "false");
    printf(",\"lines\":[");
    book_think(book, board->shape, board->position, &result);
    for (int i = 0; i < result.count; i++) {
        char bytes[LINE_JSON_SIZE];
        Text text = text_into(bytes, sizeof bytes);
        line_json(&text, board->shape, &result.lines[i]);
        printf("%s{%s}", i ? "," : "", bytes);
    }
    printf("]}\n");
}

void book_show(const Book *book, const Board *board, bool is_json) {
    BookEntry entry;
    int symmetry;
    bool is_known = book_find(book, board->shape, board->position, &entry, &symmetry);
    if (is_json)
        print_json(book, board, is_known ? &entry : NULL);
    else if (is_known)
        print_table(book, board, &entry, symmetry);
    else
        printf("The book does not have this position.\n");
}

/* --- The whole -------------------------------------------------------------------------------- */

typedef struct Stats {
    size_t expanded, exact;
    size_t positions_at[SHAPE_MAX_SQUARES + 1], expanded_at[SHAPE_MAX_SQUARES + 1]; /* by ply */
    int last_ply;
    int openings, known_openings;
    int shortest; /* plies of the shortest best line of a named opening */
} Stats;

static bool count_entries(const Book *book, const Shape *shape, Stats *stats, Error *error) {
    for (size_t i = 0; i < book_count(book); i++) {
        BookEntry entry;
        if (!book_entry(book, shape, i, &entry, error)) return false;
        int discs = bits_count(entry.position.own | entry.position.opp);
        int ply = discs > START_DISCS ? discs - START_DISCS : 0;
        stats->expanded += entry.is_expanded;
        stats->exact += entry.is_exact;
        stats->positions_at[ply]++;
        stats->expanded_at[ply] += entry.is_expanded;
        if (ply > stats->last_ply) stats->last_ply = ply;
    }
    return true;
}

/* How far the book knows the best line from each opening that has a name. */
static void count_openings(const Book *book, const Shape *shape, Stats *stats) {
    Board start = board_start(shape);
    if (shape->width != 8 || shape->height != 8) return;
    for (int i = 0; i < opening_count; i++) {
        Transcript game;
        EngineResult result;
        const char *line = openings[i].line;
        if (!transcript_parse(&game, &start, line, strlen(line), NULL)) continue;
        stats->openings++;
        if (!book_think(book, shape, game.end.position, &result)) continue;
        int plies = game.count + result.lines[0].length;
        if (stats->known_openings++ == 0 || plies < stats->shortest) stats->shortest = plies;
    }
}

static void print_stats_json(const Book *book, const Stats *stats) {
    printf("{\"board\":\"%dx%d\",\"positions\":%zu,\"expanded\":%zu,\"exact\":%zu,\"bytes\":%zu,"
           "\"settings\":",
           book_width(book), book_height(book), book_count(book), stats->expanded, stats->exact,
           book_bytes(book));
    json_write_string(stdout, book_settings(book));
    printf(",\"openings\":%d,\"known_openings\":%d,\"shortest_line\":%d,\"plies\":[",
           stats->openings, stats->known_openings, stats->shortest);
    for (int ply = 0; ply <= stats->last_ply; ply++)
        printf("%s{\"ply\":%d,\"positions\":%zu,\"expanded\":%zu}", ply ? "," : "", ply,
               stats->positions_at[ply], stats->expanded_at[ply]);
    printf("]}\n");
}

static void print_stats(const Book *book, const Stats *stats) {
    size_t leaves = book_count(book) - stats->expanded;
    printf("a book for %dx%d, built with %s\n", book_width(book), book_height(book),
           book_settings(book)[0] ? book_settings(book) : "unknown settings");
    printf("%zu positions: %zu expanded, %zu leaves, %zu of these exact; %zu bytes\n",
           book_count(book), stats->expanded, leaves, stats->exact, book_bytes(book));
    if (stats->openings > 0)
        printf("named openings: %d of %d; their best lines reach %d plies or more\n",
               stats->known_openings, stats->openings, stats->shortest);
    printf("\n%4s  %10s  %10s\n", "ply", "positions", "expanded");
    for (int ply = 0; ply <= stats->last_ply; ply++)
        if (stats->positions_at[ply] > 0)
            printf("%4d  %10zu  %10zu\n", ply, stats->positions_at[ply], stats->expanded_at[ply]);
}

bool book_stats(const Book *book, const Shape *shape, bool is_json, Error *error) {
    Stats stats = {.expanded = 0};
    if (!book_check(book, shape, error) || !count_entries(book, shape, &stats, error)) return false;
    count_openings(book, shape, &stats);
    (is_json ? print_stats_json : print_stats)(book, &stats);
    return true;
}
