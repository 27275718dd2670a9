/* The review of a whole game: what each move lost, in discs, against the best one.
 *
 * The engine goes through the game from its end, so that the table already knows what follows. It
 * searches each position for the best move; if another one was played, it searches that one to the
 * same depth. The loss is the difference, never below 0. Silent: the caller receives each move as
 * it is judged, and the summary of both sides at the end. */
#ifndef ENGINE_REVIEW_H
#define ENGINE_REVIEW_H

#include "engine/engine.h"
#include "record/transcript.h"

/* The least loss, in discs, that makes a move an inaccuracy, a mistake, a blunder. */
#define REVIEW_LOSS_INACCURACY 2.0
#define REVIEW_LOSS_MISTAKE    4.0
#define REVIEW_LOSS_BLUNDER    8.0

/* A move that loses this many discs counts half towards the accuracy, one that loses twice as many
 * a quarter. */
#define REVIEW_LOSS_HALF 6.0

typedef enum ReviewVerdict {
    REVIEW_FORCED, /* there was no choice */
    REVIEW_BEST,   /* lost nothing */
    REVIEW_GOOD,   /* lost less than an inaccuracy does */
    REVIEW_INACCURACY,
    REVIEW_MISTAKE,
    REVIEW_BLUNDER,
} ReviewVerdict;

typedef struct ReviewMove {
    int ply; /* from 0 */
    Side side;
    int played, best;         /* squares, or PASS */
    double score, best_score; /* of the two moves, in discs for the side to move */
    double loss;              /* best_score - score, in hundredths of a disc */
    bool is_exact;            /* both scores are proven */
    ReviewVerdict verdict;
    const EngineLine *line; /* of the best move; valid during the call only */
} ReviewMove;

/* The moves of one side with a choice. */
typedef struct ReviewSide {
    int moves, inaccuracies, mistakes, blunders;
    double loss;     /* of all moves together */
    double accuracy; /* percent: the mean of 100 * 2^(-loss / REVIEW_LOSS_HALF); 100 if no moves */
} ReviewSide;

typedef void ReviewProgress(void *context, const ReviewMove *move);

/* The verdict on a loss, for a move with a choice. */
ReviewVerdict review_verdict(double loss);

/* "forced", "best", "good", "inaccuracy", "mistake", "blunder". */
const char *review_verdict_name(ReviewVerdict verdict);

/* Adds one move to its side's summary; a forced one changes nothing. A new summary is
 * {.accuracy = 100}. */
void review_add(ReviewSide *side, const ReviewMove *move);

/* Reviews the game; `limits` are those of each search. Returns ENGINE_FINISHED with both sides
 * filled; ENGINE_STOPPED after engine_stop(), and ENGINE_TIME_LIMIT when `seconds` have passed
 * (0: no limit), with *sides filled as far as the review came. */
EngineEnd review_game(Engine *engine, const Transcript *game, const EngineLimits *limits,
                      double seconds, ReviewProgress *progress, void *context, ReviewSide sides[2]);

#endif
