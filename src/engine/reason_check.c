/* Takes the cause of a mistake out of the position and searches again.
 *
 * Each kind of cause has its way to be taken out:
 *   a corner, an edge   the side has the square in advance, for both moves; other corners
 *                       must do less, or the opponent having the square must do the same
 *   tempo               the side may pass at its next turn though it can move, for both moves: for
 *                       safe moves and parity
 *   mobility            the opponent's next move must be one that it also has after the best move;
 *                       if that is not enough, with tempo
 *   a wall              the discs that a move turns and exposes stay as they were, for both moves
 *   a pass, a reply     the opponent's next move must not be the one that does it */
#include "engine/reason_check.h"

#include <math.h>

#include "base/bits.h"
#include "game/rules.h"

enum { EXACT_EMPTIES = 12 };

/* How much more of the loss a corner must explain than the other corners do. */
#define SPECIFIC 0.25

static double search(ReasonCheck *check, Position position) {
    EngineResult result;
    int empties = bits_count(position_empties(check->mistake->shape, position));
    EngineLimits limits = {.depth = empties <= EXACT_EMPTIES ? EXACT_EMPTIES : check->depth,
                           .lines = 1,
                           .stop = check->stop};
    engine_think(check->engine, position, &limits, NULL, NULL, &result);
    check->is_stopped = check->is_stopped || result.end == ENGINE_STOPPED;
    return result.lines[0].score;
}

/* The value of a move for the side that plays it; it must be legal. */
static double move_value(ReasonCheck *check, Position position, int square) {
    uint64_t flips = rules_flips(check->mistake->shape, square, position.own, position.opp);
    return -search(check, position_after(position, square, flips));
}

bool reason_check_begin(ReasonCheck *check) {
    Position position = check->mistake->position;
    check->value_played =
        -search(check, position_after(position, check->played.square, check->played.flips));
    check->value_best =
        -search(check, position_after(position, check->best.square, check->best.flips));
    return check->value_best - check->value_played >= check->mistake->loss / 2;
}

static double share_of(const ReasonCheck *check, double loss) {
    return 1 - loss / (check->value_best - check->value_played);
}

/* What the two moves differ by in another position. */
static double loss_in(ReasonCheck *check, Position position) {
    return move_value(check, position, check->best.square) -
           move_value(check, position, check->played.square);
}

/* The side has the square in advance. Where the best move takes it, that move is as it was. */
static double share_of_gift(ReasonCheck *check, int square) {
    Position given = check->mistake->position;
    given.own |= bits_square(square);
    if (check->best.square != square) return share_of(check, loss_in(check, given));
    return share_of(check, check->value_best - move_value(check, given, check->played.square));
}

/* What other corners would do, on average: in a game that is won every move loses less. */
static double share_of_other_corners(ReasonCheck *check, int square) {
    const Mistake *mistake = check->mistake;
    uint64_t others = mistake->shape->corners &
                      position_empties(mistake->shape, mistake->position) & ~bits_square(square) &
                      ~bits_square(check->played.square) & ~bits_square(check->best.square);
    double sum = 0;
    int count = bits_count(others);
    while (others) sum += share_of_gift(check, bits_pop(&others));
    return count > 0 ? sum / count : 0;
}

/* If the square is the cause, the two moves differ less when the side has it in advance, and more
 * so than with another corner; or they differ less whichever side has it. */
static double share_of_square(ReasonCheck *check, int square) {
    double gift = share_of_gift(check, square);
    if (gift < LEAST_SHARE || check->best.square == square) return gift;
    bool is_corner = bits_has(check->mistake->shape->corners, square);
    if (is_corner && gift >= share_of_other_corners(check, square) + SPECIFIC) return gift;
    Position taken = check->mistake->position;
    taken.opp |= bits_square(square);
    return fmin(gift, share_of(check, loss_in(check, taken)));
}

/* How the next two turns may differ from the rules. */
typedef struct RuleOverrides {
    uint64_t replies; /* of the opponent, which passes if it has none of them */
    bool may_pass;    /* the side at its next turn, though it can move */
} RuleOverrides;

/* The value of the side's turn after a reply. */
static double turn_value(ReasonCheck *check, Position turn, bool may_pass) {
    double value = search(check, turn);
    if (!may_pass || !rules_moves(check->mistake->shape, turn.opp, turn.own)) return value;
    return fmax(value, -search(check, position_passed(turn)));
}

/* The value of a move with that overrides: the opponent chooses the reply that is worst. */
static double free_value(ReasonCheck *check, Move move, RuleOverrides overrides) {
    const Shape *shape = check->mistake->shape;
    Position after = position_after(check->mistake->position, move.square, move.flips);
    uint64_t replies = rules_moves(shape, after.own, after.opp) & overrides.replies;
    double worst = INFINITY;
    if (!replies) return search(check, position_passed(after));
    while (replies) {
        int square = bits_pop(&replies);
        uint64_t flips = rules_flips(shape, square, after.own, after.opp);
        Position turn = position_after(after, square, flips);
        worst = fmin(worst, turn_value(check, turn, overrides.may_pass));
    }
    return worst;
}

static uint64_t replies_to(ReasonCheck *check, Move move) {
    Position after = position_after(check->mistake->position, move.square, move.flips);
    return rules_moves(check->mistake->shape, after.own, after.opp);
}

static double share_of_tempo(ReasonCheck *check) {
    RuleOverrides overrides = {~(uint64_t)0, true};
    return share_of(check, free_value(check, check->best, overrides) -
                               free_value(check, check->played, overrides));
}

/* The opponent has the replies alone that it also has after the best move; then with tempo. */
static double share_of_mobility(ReasonCheck *check) {
    RuleOverrides overrides = {replies_to(check, check->best), false};
    double opened =
        share_of(check, check->value_best - free_value(check, check->played, overrides));
    if (opened >= LEAST_SHARE) return opened;
    overrides.may_pass = true;
    return fmax(opened, share_of(check, free_value(check, check->best, overrides) -
                                            free_value(check, check->played, overrides)));
}

static double share_of_reply(ReasonCheck *check, uint64_t banned) {
    RuleOverrides overrides = {~banned, false};
    return share_of(check, check->value_best - free_value(check, check->played, overrides));
}

/* Replies after which the side has no move. */
static uint64_t passing_replies(ReasonCheck *check) {
    const Shape *shape = check->mistake->shape;
    Position after =
        position_after(check->mistake->position, check->played.square, check->played.flips);
    uint64_t replies = rules_moves(shape, after.own, after.opp), found = 0;
    while (replies) {
        int square = bits_pop(&replies);
        Position turn =
            position_after(after, square, rules_flips(shape, square, after.own, after.opp));
        if (!rules_moves(shape, turn.own, turn.opp)) found |= bits_square(square);
    }
    return found;
}

/* A move that leaves the discs it exposes to the opponent. */
static double value_without_wall(ReasonCheck *check, Move move) {
    const Shape *shape = check->mistake->shape;
    Position position = check->mistake->position;
    Position after = position_after(position, move.square, move.flips);
    uint64_t exposed = move.flips & shape_neighbours(shape, position_empties(shape, after));
    return -search(check, position_after(position, move.square, move.flips & ~exposed));
}

static double share_of_wall(ReasonCheck *check) {
    return share_of(check, value_without_wall(check, check->best) -
                               value_without_wall(check, check->played));
}

/* All moves that let the opponent pass lose so much. */
static double share_of_opponent_pass(ReasonCheck *check) {
    const Shape *shape = check->mistake->shape;
    Position position = check->mistake->position;
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    double best = -INFINITY;
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t flips = rules_flips(shape, square, position.own, position.opp);
        Position after = position_after(position, square, flips);
        if (!rules_moves(shape, after.own, after.opp)) best = fmax(best, -search(check, after));
    }
    return (check->value_best - best) / (check->value_best - check->value_played);
}

double reason_check_share(ReasonCheck *check, const Reason *reason) {
    switch (reason->code) {
    case REASON_CORNER:
    case REASON_EDGE:
    case REASON_CORNER_MISSED: return share_of_square(check, reason->square);
    case REASON_SAFE_MOVES:
    case REASON_PARITY: return share_of_tempo(check);
    case REASON_PASS: return share_of_reply(check, passing_replies(check));
    case REASON_OPPONENT_PASSES: return share_of_opponent_pass(check);
    case REASON_WALL: return share_of_wall(check);
    case REASON_MOBILITY: return share_of_mobility(check);
    case REASON_DISCS:
        return share_of(check, 0) * 2 * (reason->best - reason->played) /
               (check->value_best - check->value_played);
    case REASON_REPLY: return share_of_reply(check, bits_square(reason->square));
    case REASON_CODES: break;
    }
    return 0;
}
