/* The HTML report of a review: one file that needs no other, written game by game. */
#ifndef CLI_REVIEW_HTML_H
#define CLI_REVIEW_HTML_H

#include "cli/review_summary.h"

/* Writes the page up to the first game; then each game; then the rest. */
void review_html_begin(FILE *out);
void review_html_game(FILE *out, const GameReview *review, bool is_first);
void review_html_end(FILE *out, const ReviewSummary *summary);

#endif
