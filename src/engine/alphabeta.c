/* Plain alpha-beta over the rules of a classic program. Values are kept from the root player's view
 * throughout: maximise where that side is to move, minimise where the other is. */
#include "engine/alphabeta.h"

#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/clock.h"
#include "eval/registry.h"
#include "game/rules.h"

enum {
    MAX_RINGS = 8,            /* of a 16x4 or an 8x8 board there are fewer */
    CLOCK_INTERVAL = 1 << 10, /* nodes between two looks at the clock; a power of two */
};

typedef struct Alphabeta {
    const Evaluation *evaluation;
    const ClassicSearch *rules;
    Position root;
    bool prunes;
    bool has_given_up;
    const AlphabetaOptions *options;
    uint64_t nodes;
    uint64_t most_nodes;
    double infinity; /* ClassicSearch.infinity, or the real one */
    int rings;
    uint64_t ring[MAX_RINGS];
} Alphabeta;

/* The rings of a board from the outside in. */
static int find_rings(const Shape *shape, uint64_t rings[MAX_RINGS]) {
    int count = 0;
    uint64_t left = shape->playable;
    while (left && count < MAX_RINGS) {
        uint64_t ring = count == 0 ? (shape->ends[0] | shape->ends[1])
                                   : shape_neighbours(shape, rings[count - 1]) & left;
        rings[count++] = ring;
        left &= ~ring;
    }
    return count;
}

static Alphabeta alphabeta(const Evaluation *evaluation, Position root,
                           const AlphabetaOptions *options) {
    const ClassicSearch *rules = &evaluation->program->search;
    Alphabeta self = {.evaluation = evaluation, .rules = rules, .root = root, .options = options};
    self.infinity = rules->infinity > 0 ? rules->infinity : INFINITY;
    self.rings = 1;
    self.ring[0] = evaluation->shape->playable;
    if (rules->order == ORDER_RINGS) self.rings = find_rings(evaluation->shape, self.ring);
    return self;
}

static int order_moves(const Alphabeta *self, uint64_t moves, uint8_t squares[64]) {
    int count = 0;
    for (int ring = 0; ring < self->rings; ring++)
        for (uint64_t part = moves & self->ring[ring]; part;)
            squares[count++] = (uint8_t)bits_pop(&part);
    return count;
}

int alphabeta_order(const Evaluation *evaluation, uint64_t moves, uint8_t squares[64]) {
    Alphabeta self = alphabeta(evaluation, (Position){0, 0}, NULL);
    return order_moves(&self, moves, squares);
}

/* What the evaluation thinks of a leaf, from the root player's view. */
static double leaf_value(const Alphabeta *self, const AlphabetaNode *node) {
    const Evaluation *evaluation = self->evaluation;
    bool is_mover = self->rules->is_negamax || node->is_max; /* value it for the side to move */
    bool is_swapped = self->rules->is_negamax && !node->is_max;
    Position discs = is_mover ? node->position : position_passed(node->position);
    EvalInput input = evaluation_input(evaluation, discs);
    input.mine_to_move = is_mover;
    input.root_mine = is_swapped ? self->root.opp : self->root.own;
    input.root_theirs = is_swapped ? self->root.own : self->root.opp;
    input.last_square = node->last_square;
    double value = evaluation->program->value(&input, NULL);
    if (self->rules->truncates) value = trunc(value);
    double limit = self->rules->limit;
    if (limit > 0) value = value > limit ? limit : value < -limit ? -limit : value;
    return is_swapped ? -value : value;
}

static double end_value(const Alphabeta *self, const AlphabetaNode *node) {
    int discs = rules_difference(node->position) * (node->is_max ? 1 : -1);
    double stuck = self->rules->stuck_value * (node->is_max ? 1 : -1);
    switch (self->rules->end) {
    case END_IS_LEAF: break;
    case END_IS_WIN: return self->rules->win_value * ((discs > 0) - (discs < 0)) + stuck;
    case END_IS_DISCS: return discs;
    }
    return leaf_value(self, node);
}

static bool should_give_up(Alphabeta *self) {
    const AlphabetaOptions *options = self->options;
    if (self->nodes > self->most_nodes) self->has_given_up = true;
    if (self->nodes % CLOCK_INTERVAL != 0 || self->has_given_up) return self->has_given_up;
    if (options->stop && *options->stop) self->has_given_up = true;
    if (options->deadline_ns && clock_ns() >= options->deadline_ns) self->has_given_up = true;
    return self->has_given_up;
}

static AlphabetaNode after(const Alphabeta *self, const AlphabetaNode *node, int move) {
    const Evaluation *evaluation = self->evaluation;
    Position position = node->position;
    AlphabetaNode next = {.is_max = !node->is_max,
                          .move = move,
                          .last_square = move == PASS ? node->last_square : move,
                          .depth = node->depth - 1};
    if (move == PASS) {
        next.position = position_passed(position);
    } else {
        uint64_t flips =
            evaluation->rules->flips(evaluation->shape, move, position.own, position.opp);
        next.position = position_after(position, move, flips);
    }
    return next;
}

typedef struct ScoredMove {
    uint8_t square;
    double value;
} ScoredMove;

static int by_value(const void *a, const void *b) {
    const ScoredMove *x = (const ScoredMove *)a, *y = (const ScoredMove *)b;
    if (x->value != y->value) return x->value < y->value ? 1 : -1;
    return x->square - y->square;
}

/* The moves as they are tried at a node: in the program's order, or sorted by static value. */
static int list_moves(const Alphabeta *self, const AlphabetaNode *node, uint64_t moves,
                      uint8_t squares[64]) {
    uint64_t asked = node->move == NO_MOVE ? self->options->root_moves : 0;
    int count = order_moves(self, asked ? moves & asked : moves, squares);
    AlphabetaOrder order = self->options->order;
    if (order == ALPHABETA_AS_PROGRAM) return count;
    ScoredMove sorted[64];
    double sign = node->is_max == (order == ALPHABETA_BEST_FIRST) ? 1 : -1;
    for (int i = 0; i < count; i++) {
        AlphabetaNode next = after(self, node, squares[i]);
        sorted[i] = (ScoredMove){squares[i], sign * leaf_value(self, &next)};
    }
    qsort(sorted, (size_t)count, sizeof sorted[0], by_value);
    for (int i = 0; i < count; i++) squares[i] = sorted[i].square;
    return count;
}

/* True if a node whose window is [alpha, beta] cannot matter any more. A program that takes the
 * last of equal moves must know which are equal, and so cuts only what is worse. */
static bool is_cut(const Alphabeta *self, double alpha, double beta) {
    return self->prunes && (self->rules->tie == TIE_LAST ? alpha > beta : alpha >= beta);
}

/* Whether a move of this value replaces the best so far. Only the root's choice of equal moves
 * shows: inside the tree the values alone count. */
static bool is_better(const Alphabeta *self, const AlphabetaNode *node, double value) {
    if (node->move == NO_MOVE && value == node->value) return self->rules->tie != TIE_FIRST;
    return node->is_max ? value > node->value : value < node->value;
}

static void leave(const Alphabeta *self, AlphabetaNode *node, AlphabetaReason reason) {
    const AlphabetaVisitor *visitor = self->options->visitor;
    node->reason = reason;
    if (visitor && !self->has_given_up) visitor->leave(visitor->context, node);
}

static void search(Alphabeta *self, AlphabetaNode *node);

/* Searches the moves (or the pass) of a node one by one, and leaves it. */
static void search_moves(Alphabeta *self, AlphabetaNode *node, const uint8_t *squares, int count) {
    AlphabetaReason reason = ALPHABETA_ALL_MOVES;
    double alpha = node->alpha, beta = node->beta;
    node->value = node->is_max ? -self->infinity : self->infinity;
    node->best = squares[0];
    for (int i = 0; i < count; i++) {
        AlphabetaNode next = after(self, node, squares[i]);
        next.alpha = alpha;
        next.beta = beta;
        search(self, &next);
        if (self->has_given_up) break;
        if (is_better(self, node, next.value)) {
            node->value = next.value;
            node->best = squares[i];
        }
        if (node->is_max && node->value > alpha) alpha = node->value;
        if (!node->is_max && node->value < beta) beta = node->value;
        if (i == count - 1 || !is_cut(self, alpha, beta)) continue;
        reason = node->is_max ? ALPHABETA_BETA_CUT : ALPHABETA_ALPHA_CUT;
        node->skipped = squares + i + 1;
        node->skipped_count = count - i - 1;
        break;
    }
    leave(self, node, reason);
}

/* A side to move without a move: the game is over, or it passes. */
static void search_stuck(Alphabeta *self, AlphabetaNode *node) {
    const Evaluation *evaluation = self->evaluation;
    bool is_root = node->move == NO_MOVE;
    if (!evaluation->rules->moves(evaluation->shape, node->position.opp, node->position.own)) {
        node->value = end_value(self, node);
        leave(self, node, ALPHABETA_GAME_OVER);
    } else if (node->depth == 0) {
        node->value = leaf_value(self, node);
        leave(self, node, ALPHABETA_DEPTH);
    } else if (self->rules->pass == PASS_ENDS_LINE && !is_root) {
        double stuck = self->rules->stuck_value;
        node->value = leaf_value(self, node) + (node->is_max ? stuck : -stuck);
        leave(self, node, ALPHABETA_NO_MOVE);
    } else {
        const uint8_t pass = PASS;
        search_moves(self, node, &pass, 1);
    }
}

/* Searches a node: sets its value and what else is known on leaving it. */
static void search(Alphabeta *self, AlphabetaNode *node) {
    const AlphabetaVisitor *visitor = self->options->visitor;
    self->nodes++;
    node->best = NO_MOVE;
    if (should_give_up(self)) return;
    if (visitor) visitor->enter(visitor->context, node);
    Position position = node->position;
    uint64_t moves =
        self->evaluation->rules->moves(self->evaluation->shape, position.own, position.opp);
    if (!moves) {
        search_stuck(self, node);
    } else if (node->depth == 0) {
        node->value = leaf_value(self, node);
        leave(self, node, ALPHABETA_DEPTH);
    } else {
        uint8_t squares[64];
        int count = list_moves(self, node, moves, squares);
        search_moves(self, node, squares, count);
    }
}

void alphabeta_run(const Evaluation *evaluation, Position position, const AlphabetaOptions *options,
                   AlphabetaResult *result) {
    Alphabeta self = alphabeta(evaluation, position, options);
    self.prunes = !options->is_minimax && !self.rules->is_minimax;
    self.most_nodes = options->nodes ? options->nodes : UINT64_MAX;
    AlphabetaNode root = {.position = position,
                          .is_max = true,
                          .move = NO_MOVE,
                          .last_square = NO_MOVE,
                          .depth = options->depth > 0 ? options->depth : self.rules->plies,
                          .alpha = -self.infinity,
                          .beta = self.infinity};
    search(&self, &root);
    *result = (AlphabetaResult){.square = root.best,
                                .value = isfinite(root.value) ? root.value : 0,
                                .depth = root.depth,
                                .is_minimax = !self.prunes,
                                .nodes = self.nodes,
                                .is_complete = !self.has_given_up};
}

static bool ranks_before(const AlphabetaMove *one, const AlphabetaMove *two, int first) {
    if (one->square == first || two->square == first) return one->square == first;
    return one->value > two->value;
}

int alphabeta_rank(const Evaluation *evaluation, Position position, const AlphabetaOptions *options,
                   int first, AlphabetaMove moves[64], uint64_t *nodes) {
    uint8_t squares[64];
    uint64_t legal = evaluation->rules->moves(evaluation->shape, position.own, position.opp);
    int legal_count = alphabeta_order(evaluation, legal, squares), count = 0;
    for (int i = 0; i < legal_count; i++) {
        AlphabetaOptions one = *options;
        AlphabetaResult result;
        one.root_moves = bits_square(squares[i]);
        alphabeta_run(evaluation, position, &one, &result);
        *nodes += result.nodes;
        if (!result.is_complete) break;
        AlphabetaMove move = {squares[i], result.value};
        int at = count++;
        for (; at > 0 && ranks_before(&move, &moves[at - 1], first); at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
    return count;
}

const char *alphabeta_reason_name(AlphabetaReason reason) {
    static const char *const names[ALPHABETA_REASONS] = {"complete", "alpha", "beta",
                                                         "depth",    "pass",  "end"};
    return names[reason];
}
