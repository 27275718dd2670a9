/* Judges the moves of a game one by one, from the last to the first. */
#include "engine/review.h"

#include <math.h>

#include "base/bits.h"
#include "base/clock.h"
#include "game/rules.h"

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

void review_add(ReviewSide *side, const ReviewMove *move) {
    if (move->verdict == REVIEW_FORCED) return;
    double share = 100 * exp2(-move->loss / REVIEW_LOSS_HALF);
    side->accuracy = (side->accuracy * side->moves + share) / (side->moves + 1);
    side->moves++;
    side->loss += move->loss;
    side->inaccuracies += move->verdict == REVIEW_INACCURACY;
    side->mistakes += move->verdict == REVIEW_MISTAKE;
    side->blunders += move->verdict == REVIEW_BLUNDER;
}

/* Hundredths of a disc, so that what is shown and what is compared are the same. */
static double rounded(double discs) {
    return round(100 * discs) / 100 + 0.0;
}

/* Searches a move other than the best one: to the end of the game if the best one was, otherwise
 * to the same depth, counted from the same position, and as surely. */
static EngineEnd search_played(Engine *engine, Position after, bool is_to_end,
                               const EngineLine *best, EngineLimits limits, ReviewMove *move) {
    EngineResult result;
    limits.lines = 1;
    if (!is_to_end) {
        limits.level = 0;
        limits.depth = best->depth > 1 ? best->depth - 1 : 1;
        limits.selectivity = best->selectivity;
    }
    engine_think(engine, after, &limits, NULL, NULL, &result);
    move->score = rounded(-result.lines[0].score);
    move->is_exact = move->is_exact && result.lines[0].is_exact;
    return result.end;
}

static EngineEnd judge(Engine *engine, const Board *board, Move played, const EngineLimits *limits,
                       EngineResult *result, ReviewMove *move) {
    const Shape *shape = board->shape;
    Position position = board->position;
    engine_think(engine, position, limits, NULL, NULL, result);
    const EngineLine *line = &result->lines[0];
    int choices = bits_count(rules_moves(shape, position.own, position.opp));
    int empties = bits_count(position_empties(shape, position));
    EngineEnd end = result->end;
    move->line = line;
    move->side = board->side;
    move->played = played.square;
    move->best = line->pv[0];
    move->score = move->best_score = rounded(line->score);
    move->is_exact = line->is_exact;
    if (move->best != move->played && choices > 1 && end != ENGINE_STOPPED) {
        Position after = position;
        position_play(&after, played);
        end = search_played(engine, after, line->depth >= empties, line, *limits, move);
        move->best_score = fmax(move->best_score, move->score);
    }
    move->loss = rounded(move->best_score - move->score);
    move->verdict = choices > 1 ? review_verdict(move->loss) : REVIEW_FORCED;
    return end;
}

EngineEnd review_game(Engine *engine, const Transcript *game, const EngineLimits *limits,
                      double seconds, ReviewProgress *progress, void *context,
                      ReviewSide sides[2]) {
    double begin = clock_seconds();
    Board board = game->end;
    sides[BLACK] = sides[WHITE] = (ReviewSide){.accuracy = 100};
    for (int ply = game->count - 1; ply >= 0; ply--) {
        EngineResult result;
        ReviewMove move = {.ply = ply};
        if (seconds > 0 && clock_seconds() - begin > seconds) return ENGINE_TIME_LIMIT;
        board_undo(&board, game->moves[ply]);
        if (judge(engine, &board, game->moves[ply], limits, &result, &move) == ENGINE_STOPPED)
            return ENGINE_STOPPED;
        review_add(&sides[board.side], &move);
        if (progress) progress(context, &move);
    }
    return ENGINE_FINISHED;
}
