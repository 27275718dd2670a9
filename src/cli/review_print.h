/* Reviews for people: the moves of one game with a graph, a row for each of several games, and the
 * summary of the players. In the language of the terminal. */
#ifndef CLI_REVIEW_PRINT_H
#define CLI_REVIEW_PRINT_H

#include "cli/review_run.h"
#include "cli/review_summary.h"

typedef struct ReviewView {
    bool has_colour;
    bool has_unicode;
} ReviewView;

/* Names, opening and result; all moves; the graph; the summary of both sides. */
void review_print_game(FILE *out, const ReviewView *view, const GameReview *review);

/* One row; with the titles above it if it is the first one. */
void review_print_row(FILE *out, const ReviewView *view, const GameReview *review, bool is_first);

/* What the players did in all games. */
void review_print_summary(FILE *out, const ReviewSummary *summary);

#endif
