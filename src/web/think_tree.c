/* A small search tree for the page: alpha-beta to a few plies with a classic
 * evaluation, every node with its window, every cut-off with the moves it saved, and beside it the
 * number of nodes that plain minimax would have visited.
 *
 * All values are from the view of the side to move at the root (MAX). Only the first levels are
 * written out; below them nodes are counted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "engine/alphabeta.h"
#include "game/rules.h"
#include "web/evaluation.h"
#include "web/fields.h"
#include "web/think.h"

enum {
    MAX_DEPTH = 6,
    SHOWN_NODES = 2500,       /* as many as a page can draw */
    MAX_NODES = 20 * 1000000, /* of minimax, after which it is only "more than" */
    LOOK_AROUND = 1 << 12,    /* nodes between two looks at the stop flag; a power of two */
};

typedef enum Order { ORDER_PROGRAM, ORDER_SORTED, ORDER_REVERSED } Order;
static const char *const order_names[] = {"program", "sorted", "reversed"};

typedef struct Plan {
    Shape shape;
    Board board; /* borrows shape */
    Evaluation evaluation;
    int depth;
    Order order;
} Plan;

/* One run over the tree. */
typedef struct Walk {
    const Plan *plan;
    const _Atomic bool *stop;
    bool prunes;
    bool is_over; /* stopped, or too large */
    int shown;
    long nodes, leaves, cuts;
} Walk;

typedef struct Node {
    Position position; /* for the side to move */
    bool is_max;       /* that is the side to move at the root */
    int last;          /* the square played last, or NO_MOVE */
} Node;

static bool read_order(const json_t *request, Order *order, Error *error) {
    const char *text;
    if (!fields_text(request, "order", "program", 16, &text, error)) return false;
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, order_names[i]) != 0) continue;
        *order = (Order)i;
        return true;
    }
    error_set(error, STATUS_BAD_INPUT, "field 'order': program, sorted or reversed");
    return false;
}

static void *plan_tree(const json_t *request, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    long depth;
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a tree");
        return NULL;
    }
    if (position_input_read(&plan->shape, &plan->board, request, error) &&
        evaluation_read(&plan->evaluation, &plan->shape, request, error) &&
        fields_integer(request, "depth", 3, 1, MAX_DEPTH, &depth, error) &&
        read_order(request, &plan->order, error)) {
        plan->depth = (int)depth;
        return plan;
    }
    free(plan);
    return NULL;
}

/* What the evaluation says about a position, as its program asks it (engine/alphabeta.c). */
static double leaf_value(const Plan *plan, const Node *node) {
    const Evaluation *evaluation = &plan->evaluation;
    Position root = plan->board.position;
    bool is_mover = evaluation->program->search.is_negamax || node->is_max;
    bool is_swapped = evaluation->program->search.is_negamax && !node->is_max;
    EvalInput input =
        evaluation_input(evaluation, is_mover ? node->position : position_passed(node->position));
    input.mine_to_move = is_mover;
    input.root_mine = is_swapped ? root.opp : root.own;
    input.root_theirs = is_swapped ? root.own : root.opp;
    input.last_square = node->last;
    double value = evaluation->program->value(&input, NULL);
    return is_swapped ? -value : value;
}

/* Far outside every evaluation, and the more the larger the win is. */
static double end_value(const Plan *plan, const Node *node) {
    int score = rules_score(&plan->shape, node->position) * (node->is_max ? 1 : -1);
    return score == 0 ? 0 : score > 0 ? 1e6 + score : -1e6 + score;
}

static json_t *json_bound(double bound) {
    return isinf(bound) ? json_null() : json_real(bound);
}

static Node after(const Plan *plan, const Node *node, int square) {
    Position position = node->position;
    if (square == PASS) return (Node){position_passed(position), !node->is_max, node->last};
    uint64_t flips = rules_flips(&plan->shape, square, position.own, position.opp);
    return (Node){position_after(position, square, flips), !node->is_max, square};
}

typedef struct Choice {
    uint8_t square;
    double value;
} Choice;

static int by_value(const void *a, const void *b) {
    const Choice *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? 1 : -1;
    return x->square - y->square;
}

/* The moves in the order in which they are tried. Sorted means: best static value first. */
static int order_moves(const Plan *plan, const Node *node, uint64_t moves, uint8_t squares[64]) {
    int count = alphabeta_order(&plan->evaluation, moves, squares);
    if (plan->order == ORDER_PROGRAM) return count;
    Choice choices[64];
    double sign = node->is_max == (plan->order == ORDER_SORTED) ? 1 : -1;
    for (int i = 0; i < count; i++) {
        Node next = after(plan, node, squares[i]);
        choices[i] = (Choice){squares[i], sign * leaf_value(plan, &next)};
    }
    qsort(choices, (size_t)count, sizeof choices[0], by_value);
    for (int i = 0; i < count; i++) squares[i] = choices[i].square;
    return count;
}

static bool should_end(Walk *walk) {
    if (walk->nodes % LOOK_AROUND == 0 && *walk->stop) walk->is_over = true;
    if (walk->nodes >= MAX_NODES) walk->is_over = true;
    return walk->is_over;
}

static double search(Walk *walk, const Node *node, int depth, double alpha, double beta,
                     json_t *out);

/* A new node of the drawing, or NULL if this one is only counted. */
static json_t *draw_child(Walk *walk, json_t *parent, int square) {
    if (!parent || walk->shown >= SHOWN_NODES) return NULL;
    walk->shown++;
    json_t *child = json_object(), *children = json_object_get(parent, "children");
    json_object_set_new(child, "move", json_square(&walk->plan->shape, square));
    if (!children) {
        children = json_array();
        json_object_set_new(parent, "children", children);
    }
    json_array_append_new(children, child);
    return child;
}

/* The moves after `from` that were never looked at. */
static void draw_cut(Walk *walk, json_t *out, const uint8_t *squares, int from, int count) {
    walk->cuts++;
    if (!out) return;
    json_t *skipped = json_array();
    for (int i = from; i < count; i++)
        json_array_append_new(skipped, json_square(&walk->plan->shape, squares[i]));
    json_object_set_new(out, "skipped", skipped);
}

static double search_moves(Walk *walk, const Node *node, int depth, double alpha, double beta,
                           json_t *out, const uint8_t *squares, int count) {
    double best = node->is_max ? -INFINITY : INFINITY;
    int choice = squares[0];
    for (int i = 0; i < count; i++) {
        Node next = after(walk->plan, node, squares[i]);
        double value =
            search(walk, &next, depth - 1, alpha, beta, draw_child(walk, out, squares[i]));
        if (walk->is_over) return 0;
        if (node->is_max ? value > best : value < best) {
            best = value;
            choice = squares[i];
        }
        if (node->is_max && best > alpha) alpha = best;
        if (!node->is_max && best < beta) beta = best;
        if (!walk->prunes || alpha < beta || i == count - 1) continue;
        draw_cut(walk, out, squares, i + 1, count);
        break;
    }
    if (out) json_object_set_new(out, "best", json_square(&walk->plan->shape, choice));
    return best;
}

static double search(Walk *walk, const Node *node, int depth, double alpha, double beta,
                     json_t *out) {
    walk->nodes++;
    if (should_end(walk)) return 0;
    const Shape *shape = &walk->plan->shape;
    uint8_t squares[64] = {PASS};
    int count = 1;
    uint64_t moves = rules_moves(shape, node->position.own, node->position.opp);
    bool is_end = !moves && !rules_moves(shape, node->position.opp, node->position.own);
    double value;
    if (out) {
        json_object_set_new(out, "alpha", json_bound(alpha));
        json_object_set_new(out, "beta", json_bound(beta));
    }
    if (is_end || depth == 0) {
        walk->leaves++;
        value = is_end ? end_value(walk->plan, node) : leaf_value(walk->plan, node);
    } else {
        if (moves) count = order_moves(walk->plan, node, moves, squares);
        value = search_moves(walk, node, depth, alpha, beta, out, squares, count);
    }
    if (out && !walk->is_over) {
        json_object_set_new(out, "value", json_real(value));
        if (is_end) json_object_set_new(out, "end", json_true());
    }
    return value;
}

/* The deepest level that can be drawn whole: trees are cut off by level, not in the middle. */
static void run_tree(Job *job, void *work) {
    const Plan *plan = work;
    Node root = {plan->board.position, true, NO_MOVE};
    Walk pruned = {.plan = plan, .stop = job_stop_flag(job), .prunes = true};
    Walk whole = {.plan = plan, .stop = job_stop_flag(job)};
    json_t *tree = json_object();
    search(&pruned, &root, plan->depth, -INFINITY, INFINITY, tree);
    search(&whole, &root, plan->depth, -INFINITY, INFINITY, NULL);
    if (job_is_stopped(job) || pruned.is_over) {
        json_decref(tree);
        if (!job_is_stopped(job)) job_fail(job, 422, "too-large", "this tree is too large");
        return;
    }
    job_answer(job, json_pack("{s:s, s:s, s:i, s:s, s:I, s:I, s:I, s:I, s:b, s:i, s:o}", "eval",
                              plan->evaluation.program->name, "side", json_side(plan->board.side),
                              "depth", plan->depth, "order", order_names[plan->order], "nodes",
                              (json_int_t)pruned.nodes, "leaves", (json_int_t)pruned.leaves,
                              "cutoffs", (json_int_t)pruned.cuts, "minimax_nodes",
                              (json_int_t)whole.nodes, "minimax_complete", !whole.is_over, "shown",
                              pruned.shown + 1, "tree", tree));
}

const ThinkVerb think_tree = {
    .name = "tree",
    .fields = "session " POSITION_FIELDS " eval depth order",
    .plan = plan_tree,
    .run = run_tree,
};
