/* Reviewed games as JSON: `bianca review --json`, and the data of the HTML report. */
#ifndef CLI_REVIEW_JSON_H
#define CLI_REVIEW_JSON_H

#include "cli/review_summary.h"

/* One game as an object on a line. */
void review_json_game(FILE *out, const GameReview *review);

/* The players as a list. */
void review_json_players(FILE *out, const ReviewSummary *summary);

/* The players of all games as an object on a line. */
void review_json_summary(FILE *out, const ReviewSummary *summary, long left_out);

#endif
