/* Plain alpha-beta over the rules of a classic program. Values are kept from the root player's view
 * throughout: maximise where that side is to move, minimise where the other is. */
#include "engine/alphabeta.h"

#include <math.h>

#include "base/bits.h"
#include "base/clock.h"
#include "game/rules.h"

enum {
    MAX_RINGS = 8,         /* of a 16x4 or an 8x8 board there are fewer */
    LOOK_AROUND = 1 << 10, /* nodes between two looks at the clock; a power of two */
};

typedef struct Alphabeta {
    const Evaluation *evaluation;
    const ClassicSearch *rules;
    Position root;
    bool prunes;
    bool has_given_up;
    const AlphabetaOptions *options;
    uint64_t nodes;
    int rings;
    uint64_t ring[MAX_RINGS];
} Alphabeta;

/* A node of the tree: the position for the side to move, and whose turn that is. */
typedef struct Node {
    Position position;
    bool is_mine; /* the root player is to move */
    int last_square;
} Node;

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
static double leaf_value(const Alphabeta *self, const Node *node) {
    const Evaluation *evaluation = self->evaluation;
    bool is_mover = self->rules->is_negamax || node->is_mine; /* value it for the side to move */
    bool is_swapped = self->rules->is_negamax && !node->is_mine;
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

static double end_value(const Alphabeta *self, const Node *node) {
    int discs = rules_difference(node->position) * (node->is_mine ? 1 : -1);
    double win = self->rules->win_value * ((discs > 0) - (discs < 0));
    switch (self->rules->end) {
    case END_IS_LEAF: break;
    case END_IS_WIN: return win;
    case END_IS_DISCS: return discs;
    case END_IS_BOTH: return win + discs;
    }
    return leaf_value(self, node);
}

static bool should_give_up(Alphabeta *self) {
    const AlphabetaOptions *options = self->options;
    if (self->nodes % LOOK_AROUND != 0 || self->has_given_up) return self->has_given_up;
    if (options->stop && *options->stop) self->has_given_up = true;
    if (options->deadline_ns && clock_ns() >= options->deadline_ns) self->has_given_up = true;
    return self->has_given_up;
}

static double search(Alphabeta *self, Node node, int depth, double alpha, double beta);

/* A side to move without a move: the game is over, or it passes. */
static double search_stuck(Alphabeta *self, const Node *node, int depth, double alpha,
                           double beta) {
    const Shape *shape = self->evaluation->shape;
    if (!self->evaluation->rules->moves(shape, node->position.opp, node->position.own))
        return end_value(self, node);
    if (depth == 0) return leaf_value(self, node);
    if (self->rules->pass == PASS_ENDS_LINE)
        return leaf_value(self, node) +
               (node->is_mine ? self->rules->stuck_value : -self->rules->stuck_value);
    Node next = {position_passed(node->position), !node->is_mine, node->last_square};
    return search(self, next, depth - 1, alpha, beta);
}

static Node after(const Alphabeta *self, const Node *node, int square) {
    const Evaluation *evaluation = self->evaluation;
    Position position = node->position;
    uint64_t flips =
        evaluation->rules->flips(evaluation->shape, square, position.own, position.opp);
    return (Node){position_after(position, square, flips), !node->is_mine, square};
}

/* True if a node whose window is [alpha, beta] cannot matter any more. Who takes the last of
 * equal moves must know which are equal, and so cut only what is worse. */
static bool is_cut(const Alphabeta *self, double alpha, double beta) {
    return self->prunes && (self->rules->tie == TIE_LAST ? alpha > beta : alpha >= beta);
}

static double search(Alphabeta *self, Node node, int depth, double alpha, double beta) {
    self->nodes++;
    if (should_give_up(self)) return 0;
    uint64_t moves = self->evaluation->rules->moves(self->evaluation->shape, node.position.own,
                                                    node.position.opp);
    if (!moves) return search_stuck(self, &node, depth, alpha, beta);
    if (depth == 0) return leaf_value(self, &node);
    uint8_t squares[64];
    int count = order_moves(self, moves, squares);
    double best = node.is_mine ? -INFINITY : INFINITY;
    for (int i = 0; i < count; i++) {
        double value = search(self, after(self, &node, squares[i]), depth - 1, alpha, beta);
        if (node.is_mine) {
            if (value > best) best = value;
            if (best > alpha) alpha = best;
        } else {
            if (value < best) best = value;
            if (best < beta) beta = best;
        }
        if (is_cut(self, alpha, beta)) break;
    }
    return best;
}

/* The moves of the root one by one, to know which is best and not only how good it is. */
static void search_root(Alphabeta *self, const Node *root, uint64_t moves,
                        AlphabetaResult *result) {
    uint8_t squares[64] = {0};
    int count = order_moves(self, moves, squares);
    result->square = squares[0];
    double best = -INFINITY;
    for (int i = 0; i < count; i++) {
        Node next = after(self, root, squares[i]);
        double value = search(self, next, result->depth - 1, best, INFINITY);
        if (self->has_given_up) break;
        if (value > best || (value == best && self->rules->tie != TIE_FIRST)) {
            best = value;
            result->square = squares[i];
        }
    }
    result->value = isfinite(best) ? best : 0;
}

void alphabeta_run(const Evaluation *evaluation, Position position, const AlphabetaOptions *options,
                   AlphabetaResult *result) {
    Alphabeta self = alphabeta(evaluation, position, options);
    self.prunes = !options->is_minimax && !self.rules->is_minimax;
    self.nodes = 1;
    *result = (AlphabetaResult){.depth = options->depth > 0 ? options->depth : self.rules->plies};
    Node root = {position, true, NO_MOVE};
    uint64_t moves = evaluation->rules->moves(evaluation->shape, position.own, position.opp);
    if (moves) {
        search_root(&self, &root, moves, result);
    } else if (rules_is_over(evaluation->shape, position)) {
        result->square = NO_MOVE;
        result->value = end_value(&self, &root);
    } else {
        Node next = {position_passed(position), false, NO_MOVE};
        result->square = PASS;
        result->value = search(&self, next, result->depth - 1, -INFINITY, INFINITY);
    }
    result->nodes = self.nodes;
    result->is_complete = !self.has_given_up;
}
