/* The review of a whole game: what each move lost, in discs, against the best one.
 *
 * The engine goes through the game from its end, so that the table already knows what follows. It
 * searches each position for the best move; if another one was played, it searches that one to the
 * same depth. The loss is the difference, never below 0. The command line, the terminal game and
 * the HTTP API all review with this. Silent: the caller receives each move as it is judged, and
 * the summary of both sides at the end. engine/review_text.h writes both as JSON. */
#ifndef ENGINE_REVIEW_H
#define ENGINE_REVIEW_H

#include "engine/reason.h"
#include "record/transcript.h"

/* The least loss, in discs, that makes a move an inaccuracy, a mistake, a blunder. */
#define REVIEW_LOSS_INACCURACY 2.0
#define REVIEW_LOSS_MISTAKE    4.0
#define REVIEW_LOSS_BLUNDER    8.0

/* From this many empties on a review solves exactly, if its level is at least half of that; at
 * lower levels from twice the level on. */
enum { REVIEW_EXACT_EMPTIES = 22, REVIEW_DEFAULT_LEVEL = 16 };

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
    double random_loss;       /* what a random move would have lost there on average, estimated */
    bool is_exact;            /* both scores are proven */
    ReviewVerdict verdict;
    /* Lines that begin with the best and with the played move; valid during the call only. They
     * are the same if the best move was played. */
    const EngineLine *line, *played_line;
    int reason_count; /* 0 unless it is a mistake or a blunder */
    Reason reasons[REASONS_MAX];
} ReviewMove;

/* The moves of one side with a choice. */
typedef struct ReviewSide {
    int moves, inaccuracies, mistakes, blunders;
    double loss, random_loss; /* of all moves together */
    double accuracy;          /* percent: review_accuracy(loss, random_loss) */
} ReviewSide;

typedef void ReviewProgress(void *context, const ReviewMove *move);

/* The verdict on a loss, for a move with a choice. */
ReviewVerdict review_verdict(double loss);

/* "forced", "best", "good", "inaccuracy", "mistake", "blunder". */
const char *review_verdict_name(ReviewVerdict verdict);

/* Percent: 100 if nothing was lost, 5 for what random moves lose in the same positions, with
 * 100 * exp(-3 * loss / random_loss) between. docs/games.md has the calibration. */
double review_accuracy(double loss, double random_loss);

/* What a random move loses on average against the best one, by the static evaluation of the
 * positions after each of them. The position must not be over. */
double review_random_loss(const Engine *engine, const Shape *shape, Position position);

/* Adds one move to its side's summary; a forced one changes nothing. A new summary is
 * {.accuracy = 100}. */
void review_add(ReviewSide *side, const ReviewMove *move);

/* Adds the moves of *more, for a player's games together. */
void review_merge(ReviewSide *side, const ReviewSide *more);

/* The moves of a review with lines that stay valid; 100 KB or more. */
typedef struct ReviewedMoves {
    ReviewMove moves[RECORD_MAX_MOVES]; /* by ply */
    EngineLine lines[RECORD_MAX_MOVES][2];
} ReviewedMoves;

/* A ReviewProgress that copies the move to its place in `kept`, which is a ReviewedMoves. */
void review_keep(void *kept, const ReviewMove *move);

/* Reviews the game; `limits` are those of each search, except that endings are solved as
 * REVIEW_EXACT_EMPTIES says where a level is given. Returns ENGINE_FINISHED with both sides
 * filled; ENGINE_STOPPED after engine_stop(), and ENGINE_TIME_LIMIT when `seconds` have passed
 * (0: no limit), with *sides filled as far as the review came. */
EngineEnd review_game(Engine *engine, const Transcript *game, const EngineLimits *limits,
                      double seconds, ReviewProgress *progress, void *context, ReviewSide sides[2]);

#endif
