/* Judges the moves of a game one by one, from the last to the first. */
#include "engine/review.h"

#include <math.h>

#include "base/bits.h"
#include "base/clock.h"
#include "game/rules.h"

/* How fast the accuracy falls with the loss (docs/games.md, "Accuracy"). */
#define ACCURACY_DECAY 3.0

ReviewVerdict review_verdict(double loss) {
    if (loss >= REVIEW_LOSS_BLUNDER) return REVIEW_BLUNDER;
    if (loss >= REVIEW_LOSS_MISTAKE) return REVIEW_MISTAKE;
    if (loss >= REVIEW_LOSS_INACCURACY) return REVIEW_INACCURACY;
    return loss > 0 ? REVIEW_GOOD : REVIEW_BEST;
}

const char *review_verdict_name(ReviewVerdict verdict) {
    static const char *const names[] = {"forced",     "best",    "good",
                                        "inaccuracy", "mistake", "blunder"};
    return names[verdict];
}

double review_accuracy(double loss, double random_loss) {
    return loss <= 0 ? 100 : 100 * exp(-ACCURACY_DECAY * loss / random_loss);
}

/* The static value of a position for the side to move; a forced pass is looked through. */
static double static_value(const Engine *engine, const Shape *shape, Position position) {
    if (rules_moves(shape, position.own, position.opp)) return engine_evaluate(engine, position);
    if (rules_is_over(shape, position)) return rules_score(shape, position);
    return -engine_evaluate(engine, position_passed(position));
}

double review_random_loss(const Engine *engine, const Shape *shape, Position position) {
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    int count = bits_count(moves);
    double best = -INFINITY, sum = 0;
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t flips = rules_flips(shape, square, position.own, position.opp);
        double value = -static_value(engine, shape, position_after(position, square, flips));
        best = fmax(best, value);
        sum += value;
    }
    return count > 0 ? best - sum / count : 0;
}

void review_add(ReviewSide *side, const ReviewMove *move) {
    if (move->verdict == REVIEW_FORCED) return;
    side->moves++;
    side->loss += move->loss;
    side->random_loss += move->random_loss;
    side->accuracy = review_accuracy(side->loss, side->random_loss);
    side->inaccuracies += move->verdict == REVIEW_INACCURACY;
    side->mistakes += move->verdict == REVIEW_MISTAKE;
    side->blunders += move->verdict == REVIEW_BLUNDER;
}

void review_merge(ReviewSide *side, const ReviewSide *more) {
    side->moves += more->moves;
    side->loss += more->loss;
    side->random_loss += more->random_loss;
    side->inaccuracies += more->inaccuracies;
    side->mistakes += more->mistakes;
    side->blunders += more->blunders;
    side->accuracy = review_accuracy(side->loss, side->random_loss);
}

/* Hundredths of a disc, so that what is shown and what is compared are the same. */
static double rounded(double discs) {
    return round(100 * discs) / 100 + 0.0;
}

/* The limits of a position's search: the ending is solved. */
static EngineLimits limits_at(const EngineLimits *limits, int empties) {
    EngineLimits own = *limits;
    int exact = 2 * limits->level < REVIEW_EXACT_EMPTIES ? 2 * limits->level : REVIEW_EXACT_EMPTIES;
    own.lines = 1;
    if (empties <= exact) own.level = 0, own.depth = empties, own.selectivity = 100;
    return own;
}

/* Searches a move other than the best one: to the end of the game if the best one was, otherwise
 * to the same depth, counted from the same position, and as surely. Fills *played, which begins
 * with the move. */
static EngineEnd search_played(Engine *engine, Position after, int square, bool is_to_end,
                               const EngineLine *best, EngineLimits limits, EngineLine *played) {
    static const int least = 1;
    EngineResult result;
    if (is_to_end) {
        if (limits.depth > least) limits.depth--;
    } else {
        limits.level = 0;
        limits.depth = best->depth > least ? best->depth - 1 : least;
        limits.selectivity = best->selectivity;
    }
    engine_think(engine, after, &limits, NULL, NULL, &result);
    *played = result.lines[0];
    played->score = -played->score;
    played->length = 1;
    played->pv[0] = (uint8_t)square;
    for (int i = 0; i < result.lines[0].length && played->length < ENGINE_MAX_PV; i++)
        played->pv[played->length++] = result.lines[0].pv[i];
    return result.end;
}

/* One position in work. */
typedef struct Judgement {
    EngineResult result; /* of the position */
    EngineLine played;   /* of a move other than the best */
    ReviewMove move;
} Judgement;

static void weigh(const Engine *engine, const Shape *shape, Position position, int choices,
                  ReviewMove *move) {
    move->best_score = rounded(move->line->score);
    move->score = rounded(move->played_line->score);
    move->best_score = fmax(move->best_score, move->score);
    move->loss = rounded(move->best_score - move->score);
    move->is_exact = move->line->is_exact && move->played_line->is_exact;
    move->verdict = choices > 1 ? review_verdict(move->loss) : REVIEW_FORCED;
    if (choices < 2) return;
    // The move that was played is one of them, so the average is at least its share.
    double random_loss = review_random_loss(engine, shape, position);
    move->random_loss = rounded(fmax(random_loss, move->loss / choices));
}

static EngineEnd judge(Engine *engine, const Board *board, Move played, const EngineLimits *limits,
                       Judgement *judgement) {
    const Shape *shape = board->shape;
    Position position = board->position;
    ReviewMove *move = &judgement->move;
    const EngineLine *line = &judgement->result.lines[0];
    int choices = bits_count(rules_moves(shape, position.own, position.opp));
    int empties = bits_count(position_empties(shape, position));
    EngineLimits own = limits_at(limits, empties);
    engine_think(engine, position, &own, NULL, NULL, &judgement->result);
    EngineEnd end = judgement->result.end;
    move->line = move->played_line = line;
    move->side = board->side;
    move->played = played.square;
    move->best = line->pv[0];
    if (move->best != move->played && choices > 1 && end != ENGINE_STOPPED) {
        Position after = position;
        position_play(&after, played);
        end = search_played(engine, after, played.square, line->depth >= empties, line, own,
                            &judgement->played);
        move->played_line = &judgement->played;
    }
    weigh(engine, shape, position, choices, move);
    return end;
}

/* Why it was a mistake; false if that was stopped. */
static bool explain(Engine *engine, const Board *board, const EngineLimits *limits,
                    ReviewMove *move) {
    if (move->verdict < REVIEW_MISTAKE) return true;
    Mistake mistake = {board->shape, board->position, move->line, move->played_line, move->loss};
    int count = reasons_find(engine, &mistake, REASON_DEPTH, limits->stop, move->reasons);
    move->reason_count = count > 0 ? count : 0;
    return count >= 0;
}

void review_keep(void *kept, const ReviewMove *move) {
    ReviewedMoves *all = kept;
    ReviewMove *place = &all->moves[move->ply];
    EngineLine *lines = all->lines[move->ply];
    *place = *move;
    lines[0] = *move->line;
    lines[1] = *move->played_line;
    place->line = &lines[0];
    place->played_line = &lines[1];
}

EngineEnd review_game(Engine *engine, const Transcript *game, const EngineLimits *limits,
                      double seconds, ReviewProgress *progress, void *context,
                      ReviewSide sides[2]) {
    double begin = clock_seconds();
    Board board = game->end;
    sides[BLACK] = sides[WHITE] = (ReviewSide){.accuracy = 100};
    for (int ply = game->count - 1; ply >= 0; ply--) {
        Judgement judgement = {.move = {.ply = ply}};
        if (seconds > 0 && clock_seconds() - begin > seconds) return ENGINE_TIME_LIMIT;
        board_undo(&board, game->moves[ply]);
        if (judge(engine, &board, game->moves[ply], limits, &judgement) == ENGINE_STOPPED ||
            !explain(engine, &board, limits, &judgement.move))
            return ENGINE_STOPPED;
        review_add(&sides[board.side], &judgement.move);
        if (progress) progress(context, &judgement.move);
    }
    return ENGINE_FINISHED;
}
