/* What the engine says about the games of a match, for the report: the score after each move, what
 * each move lost, and the review of the moves that lost much (engine/review.h). The text is JSON
 * with the names of `bianca review --json`, made game by game on several threads; the report writes
 * it as it is. */
#ifndef ARENA_REPORT_GAME_REVIEWS_H
#define ARENA_REPORT_GAME_REVIEWS_H

#include "arena/tournament/tournament.h"
#include "base/text.h"
#include "engine/review.h"

enum { REPORT_REVIEW_MAX_LEVEL = 30 };

/* Writes one reason of a mistake in words (protocol/review_message.h). */
typedef void ReasonWriter(Text *out, const Shape *shape, const ReviewMove *move,
                          const Reason *reason);

typedef struct GameReviews {
    int level;
    int count;    /* of the tournament's games that count */
    char **texts; /* for each game members of a JSON object, or NULL: not reviewed */
} GameReviews;

typedef struct GameReviewsOptions {
    int level; /* of the engine, 1 .. REPORT_REVIEW_MAX_LEVEL */
    int threads;
    ReasonWriter *write_reason; /* NULL: no reasons are given */
    const _Atomic bool *stop;   /* becomes true: review no more games; may be NULL */
    /* Called now and then from the calling thread with the number of games reviewed. */
    void (*on_progress)(void *context, int done, int total);
    void *context;
} GameReviewsOptions;

/* Reviews all games that are done. What was stopped leaves games without a text, and is no failure.
 * False, with *reviews empty, if memory is short or there is no engine for the board. */
bool game_reviews_make(GameReviews *reviews, const Tournament *tournament,
                       const GameReviewsOptions *options, Error *error);
void game_reviews_release(GameReviews *reviews);

#endif
