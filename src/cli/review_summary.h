/* What the players of many reviewed games did, by name. */
#ifndef CLI_REVIEW_SUMMARY_H
#define CLI_REVIEW_SUMMARY_H

#include "cli/review_run.h"

typedef struct ReviewPlayer {
    char name[RECORD_NAME_SIZE]; /* "" for games without names */
    int games;
    ReviewSide side; /* of all games together */
} ReviewPlayer;

typedef struct ReviewSummary {
    long games, moves;
    int count, capacity;
    ReviewPlayer
        *players; /* in the order in which they came; after review_summary_sort: by games */
} ReviewSummary;

/* Adds the game; false without memory. */
bool review_summary_add(ReviewSummary *summary, const GameReview *review);
/* Those with most games first, then the more accurate ones. */
void review_summary_sort(ReviewSummary *summary);
void review_summary_release(ReviewSummary *summary);

#endif
