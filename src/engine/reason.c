/* Finds what may be the reason of a mistake, by comparing the lines of the two moves. */
#include "engine/reason.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"
#include "engine/reason_check.h"
#include "game/rules.h"

/* How large a difference between the two moves must be to be worth a word. */
enum {
    LEAST_FRONTIER = 1,   /* discs */
    LEAST_MOBILITY = 1,   /* moves of both sides together */
    LEAST_SAFE_MOVES = 2, /* after the best move, if none is left after the played one */
    LEAST_DISCS = 2,
    EDGE_PLIES = 4,      /* of the line, in which the opponent gets an edge square */
    DISCS_EMPTIES = 4,   /* the number of discs that a move turns matters from here on */
    PARITY_EMPTIES = 24, /* and parity from here on */
    MAX_CANDIDATES = 20, /* two for each corner, EDGE_PLIES - 1, and one of each other kind */
};
#define MOST_OF_THE_LOSS 0.75

const char *reason_name(ReasonCode code) {
    static const char *const names[REASON_CODES] = {
        "corner", "corner-missed", "edge",     "safe-moves", "pass", "opponent-passes",
        "parity", "wall",          "mobility", "discs",      "reply"};
    return names[code];
}

/* What may be reasons. */
typedef struct Candidates {
    const Mistake *mistake;
    Move played, best;
    Position after_played, after_best; /* the opponent is to move */
    int count;
    Reason list[MAX_CANDIDATES];
} Candidates;

static Reason *add(Candidates *candidates, ReasonCode code) {
    assert(candidates->count < MAX_CANDIDATES);
    Reason *reason = &candidates->list[candidates->count++];
    *reason = (Reason){.code = code, .square = NO_MOVE};
    return reason;
}

static void set_line(Reason *reason, const EngineLine *line, int length) {
    reason->length = length < REASON_LINE_MAX ? length : REASON_LINE_MAX;
    for (int i = 0; i < reason->length; i++) reason->line[i] = line->pv[i];
}

/* --- Lines --------------------------------------------------------------------------------------
 */

/* Walks along a line: the position after each move, and whether the side that made the mistake is
 * the one to move. */
typedef struct Walk {
    const Shape *shape;
    Position position;
    bool is_own_turn;
} Walk;

static bool walk(Walk *at, int square) {
    Move move;
    if (!rules_find_move(at->shape, at->position, square, &move)) return false;
    position_play(&at->position, move);
    at->is_own_turn = !at->is_own_turn;
    return true;
}

/* The index in the line at which a side plays the square (or passes), or -1; REASON_LINE_MAX moves
 * are looked at. */
static int find_in_line(const Mistake *mistake, const EngineLine *line, bool is_own, int square) {
    Walk at = {mistake->shape, mistake->position, true};
    for (int i = 0; i < line->length && i < REASON_LINE_MAX; i++) {
        if (at.is_own_turn == is_own && line->pv[i] == square) return i;
        if (!walk(&at, line->pv[i])) return -1;
    }
    return -1;
}

/* --- Corners ------------------------------------------------------------------------------------
 */

static void add_corner_given(Candidates *candidates, int corner) {
    const Mistake *mistake = candidates->mistake;
    Position after = candidates->after_played, other = candidates->after_best;
    int taken = find_in_line(mistake, mistake->played, false, corner);
    int taken_anyway = find_in_line(mistake, mistake->best, false, corner);
    bool is_open = bits_has(rules_moves(mistake->shape, after.own, after.opp), corner);
    bool was_open = bits_has(rules_moves(mistake->shape, other.own, other.opp), corner);
    if (is_open && !was_open) {
        Reason *reason = add(candidates, REASON_CORNER);
        reason->square = corner;
        reason->length = 2;
        reason->line[0] = (uint8_t)candidates->played.square;
        reason->line[1] = (uint8_t)corner;
        return;
    }
    bool is_beside = bits_has(mistake->shape->near[corner], candidates->played.square) &&
                     !bits_has(mistake->shape->near[corner], candidates->best.square);
    bool is_taken = taken >= 0 && (taken_anyway < 0 || taken_anyway > taken);
    if (!is_taken && !is_beside) return;
    Reason *reason = add(candidates, REASON_CORNER);
    reason->square = corner;
    set_line(reason, mistake->played, is_taken ? taken + 1 : 1);
}

static void add_corner_missed(Candidates *candidates, int corner) {
    const Mistake *mistake = candidates->mistake;
    int could = find_in_line(mistake, mistake->best, true, corner);
    int did = find_in_line(mistake, mistake->played, true, corner);
    if (could < 0 || did >= 0) return;
    Reason *reason = add(candidates, REASON_CORNER_MISSED);
    reason->square = corner;
    set_line(reason, mistake->best, could + 1);
}

static void add_corners(Candidates *candidates) {
    const Mistake *mistake = candidates->mistake;
    uint64_t corners =
        mistake->shape->corners & position_empties(mistake->shape, mistake->position);
    while (corners) {
        int corner = bits_pop(&corners);
        add_corner_given(candidates, corner);
        add_corner_missed(candidates, corner);
    }
}

/* Squares at the border of the board. */
static uint64_t edges(const Shape *shape) {
    return (shape->ends[0] | shape->ends[1]) & shape->playable & ~shape->corners;
}

/* Edge squares that the opponent gets in the played line alone. */
static void add_edges(Candidates *candidates) {
    const Mistake *mistake = candidates->mistake;
    const EngineLine *line = mistake->played;
    uint64_t wanted = edges(mistake->shape);
    for (int i = 1; i < line->length && i < EDGE_PLIES; i++) {
        int square = line->pv[i];
        if (square == PASS || !bits_has(wanted, square) ||
            find_in_line(mistake, line, false, square) != i ||
            find_in_line(mistake, mistake->best, false, square) >= 0 ||
            square == candidates->best.square)
            continue;
        Reason *reason = add(candidates, REASON_EDGE);
        reason->square = square;
        set_line(reason, line, i + 1);
    }
}

/* --- Tempo --------------------------------------------------------------------------------------
 */

/* Corners that the side could take if it were its turn. */
static uint64_t open_corners(const Shape *shape, uint64_t own, uint64_t opp) {
    return rules_moves(shape, own, opp) & shape->corners;
}

/* Moves of the side to move that open no corner. */
static int safe_moves(const Shape *shape, Position position) {
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    uint64_t open = open_corners(shape, position.opp, position.own);
    int count = 0;
    while (moves) {
        int square = bits_pop(&moves);
        Position after = position_after(position, square,
                                        rules_flips(shape, square, position.own, position.opp));
        count += (open_corners(shape, after.own, after.opp) & ~open) == 0;
    }
    return count;
}

/* Safe moves of the side after the first two moves of a line; -1 if it is not its turn then. */
static int safe_moves_later(const Mistake *mistake, const EngineLine *line) {
    Walk at = {mistake->shape, mistake->position, true};
    if (line->length < 2 || !walk(&at, line->pv[0]) || !walk(&at, line->pv[1])) return -1;
    return at.is_own_turn ? safe_moves(mistake->shape, at.position) : -1;
}

static void add_safe_moves(Candidates *candidates) {
    const Mistake *mistake = candidates->mistake;
    int played = safe_moves_later(mistake, mistake->played);
    int best = safe_moves_later(mistake, mistake->best);
    if (played != 0 || best < LEAST_SAFE_MOVES) return;
    Reason *reason = add(candidates, REASON_SAFE_MOVES);
    reason->before = safe_moves(mistake->shape, mistake->position);
    reason->played = played;
    reason->best = best;
    set_line(reason, mistake->played, 2);
}

static void add_passes(Candidates *candidates) {
    const Mistake *mistake = candidates->mistake;
    const Shape *shape = mistake->shape;
    Position after = candidates->after_played, other = candidates->after_best;
    int passes = find_in_line(mistake, mistake->played, true, PASS);
    int passes_anyway = find_in_line(mistake, mistake->best, true, PASS);
    if (passes >= 0 && (passes_anyway < 0 || passes_anyway > passes))
        set_line(add(candidates, REASON_PASS), mistake->played, passes + 1);
    if (!rules_moves(shape, after.own, after.opp) && !rules_is_over(shape, after) &&
        rules_moves(shape, other.own, other.opp))
        set_line(add(candidates, REASON_OPPONENT_PASSES), mistake->played, 3);
}

/* The empty squares that are connected with this one. */
static uint64_t region_of(const Shape *shape, uint64_t empties, int square) {
    uint64_t region = bits_square(square), more;
    while ((more = shape_neighbours(shape, region) & empties & ~region)) region |= more;
    return region;
}

static void add_parity(Candidates *candidates) {
    const Mistake *mistake = candidates->mistake;
    uint64_t empties = position_empties(mistake->shape, mistake->position);
    if (bits_count(empties) > PARITY_EMPTIES) return;
    uint64_t region = region_of(mistake->shape, empties, candidates->played.square);
    uint64_t other = region_of(mistake->shape, empties, candidates->best.square);
    if (region == other || bits_count(region) % 2 != 0 || bits_count(other) % 2 == 0) return;
    Reason *reason = add(candidates, REASON_PARITY);
    reason->region = region;
    reason->before = bits_count(region);
    reason->played = bits_count(region) - 1;
    reason->best = bits_count(other) - 1;
}

/* --- Mobility -----------------------------------------------------------------------------------
 */

static int frontier(const Shape *shape, Position position, uint64_t discs) {
    return bits_count(discs & shape_neighbours(shape, position_empties(shape, position)));
}

static void add_wall(Candidates *candidates) {
    const Mistake *mistake = candidates->mistake;
    const Shape *shape = mistake->shape;
    int before = frontier(shape, mistake->position, mistake->position.own);
    int played = frontier(shape, candidates->after_played, candidates->after_played.opp);
    int best = frontier(shape, candidates->after_best, candidates->after_best.opp);
    if (played - best < LEAST_FRONTIER) return;
    Reason *reason = add(candidates, REASON_WALL);
    reason->before = before;
    reason->played = played;
    reason->best = best;
}

static void add_mobility(Candidates *candidates) {
    const Shape *shape = candidates->mistake->shape;
    Position played = candidates->after_played, best = candidates->after_best;
    Reason counts = {
        .played = bits_count(rules_moves(shape, played.opp, played.own)),
        .played_opp = bits_count(rules_moves(shape, played.own, played.opp)),
        .best = bits_count(rules_moves(shape, best.opp, best.own)),
        .best_opp = bits_count(rules_moves(shape, best.own, best.opp)),
    };
    int worse = (counts.best - counts.best_opp) - (counts.played - counts.played_opp);
    if (worse < LEAST_MOBILITY) return;
    Reason *reason = add(candidates, REASON_MOBILITY);
    reason->played = counts.played;
    reason->played_opp = counts.played_opp;
    reason->best = counts.best;
    reason->best_opp = counts.best_opp;
}

/* --- Discs --------------------------------------------------------------------------------------
 */

static void add_discs(Candidates *candidates) {
    const Mistake *mistake = candidates->mistake;
    int empties = bits_count(position_empties(mistake->shape, mistake->position));
    int played = bits_count(candidates->played.flips), best = bits_count(candidates->best.flips);
    if (empties > DISCS_EMPTIES || best - played < LEAST_DISCS) return;
    Reason *reason = add(candidates, REASON_DISCS);
    reason->played = played;
    reason->best = best;
}

/* The reply that the played line shows. */
static void add_reply(Candidates *candidates) {
    const Mistake *mistake = candidates->mistake;
    Position after = candidates->after_played;
    Move reply;
    if (mistake->played->length < 2 || mistake->played->pv[1] == PASS ||
        !rules_find_move(mistake->shape, after, mistake->played->pv[1], &reply))
        return;
    Reason *reason = add(candidates, REASON_REPLY);
    reason->square = reply.square;
    reason->played = bits_count(reply.flips);
    set_line(reason, mistake->played, 2);
}

/* --- All ----------------------------------------------------------------------------------------
 */

/* Those that explain most of the loss first; among them, and among the others, the earlier kind,
 * which says more. */
static int compare(const void *a, const void *b) {
    const Reason *x = a, *y = b;
    bool is_most[2] = {x->share >= MOST_OF_THE_LOSS, y->share >= MOST_OF_THE_LOSS};
    if (is_most[0] != is_most[1]) return is_most[0] ? -1 : 1;
    if (x->code != y->code) return (int)x->code - (int)y->code;
    return (x->share < y->share) - (x->share > y->share);
}

/* A corner that is given up and missed at the same time is said once. */
static bool is_said(const Reason *reasons, int count, const Reason *reason) {
    for (int i = 0; i < count; i++)
        if (reason->square != NO_MOVE && reasons[i].square == reason->square) return true;
    return false;
}

/* The candidates that pass the check. */
static int keep_checked(Candidates *candidates, ReasonCheck *check) {
    int kept = 0;
    for (int i = 0; i < candidates->count; i++) {
        Reason reason = candidates->list[i];
        reason.share = reason_check_share(check, &reason);
        if (check->is_stopped) return 0;
        if (reason.share < LEAST_SHARE) continue;
        if (reason.share > 1) reason.share = 1;
        candidates->list[kept++] = reason;
    }
    return kept;
}

/* Fills the two moves of the mistake and searches them. */
static bool begin_check(ReasonCheck *check) {
    const Mistake *mistake = check->mistake;
    return rules_find_move(mistake->shape, mistake->position, mistake->played->pv[0],
                           &check->played) &&
           rules_find_move(mistake->shape, mistake->position, mistake->best->pv[0], &check->best) &&
           check->played.square != PASS && reason_check_begin(check);
}

int reasons_find(Engine *engine, const Mistake *mistake, int depth, const _Atomic bool *stop,
                 Reason reasons[REASONS_MAX]) {
    ReasonCheck check = {.engine = engine, .mistake = mistake, .depth = depth, .stop = stop};
    if (!begin_check(&check)) return check.is_stopped ? -1 : 0;
    Candidates candidates = {.mistake = mistake, .played = check.played, .best = check.best};
    candidates.after_played = candidates.after_best = mistake->position;
    position_play(&candidates.after_played, candidates.played);
    position_play(&candidates.after_best, candidates.best);
    add_corners(&candidates);
    add_edges(&candidates);
    add_safe_moves(&candidates);
    add_passes(&candidates);
    add_parity(&candidates);
    add_wall(&candidates);
    add_mobility(&candidates);
    add_discs(&candidates);
    add_reply(&candidates);
    candidates.count = keep_checked(&candidates, &check);
    if (check.is_stopped) return -1;
    qsort(candidates.list, (size_t)candidates.count, sizeof candidates.list[0], compare);
    int count = 0;
    for (int i = 0; i < candidates.count && count < REASONS_MAX; i++)
        if (!is_said(reasons, count, &candidates.list[i])) reasons[count++] = candidates.list[i];
    return count;
}

bool reasons_confirm(Engine *engine, const Mistake *mistake, int depth, const Reason *reason) {
    ReasonCheck check = {.engine = engine, .mistake = mistake, .depth = depth};
    return begin_check(&check) && reason_check_share(&check, reason) >= LEAST_SHARE;
}
