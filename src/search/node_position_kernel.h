/* The positions on a worker's stack and their static values, for the general search
 * (node_kernel.c): a move is played onto the next ply, with the evaluation's indices, and values
 * are kept in the worker's cache. Compiled per instruction set and layout (game/rules_kernel.h). */
#ifndef SEARCH_NODE_POSITION_KERNEL_H
#define SEARCH_NODE_POSITION_KERNEL_H

#include "search/move_list.h"
#include "search/node_kernel.h"
#include "search/worker.h"

static inline void place(Worker *worker, int ply, Position position) {
    Node *node = &worker->stack[ply];
    node->position = position;
    node->empties = bits_count(kernel_empties(worker->shape, position.own, position.opp));
    node->value = VALUE_UNKNOWN;
    if (worker->learned) pattern_start(worker->learned->set, position, &node->pattern);
}

static inline void play(Worker *worker, const Node *node, int ply, int square, uint64_t flips) {
    Node *child = &worker->stack[ply + 1];
    child->position = position_after(node->position, square, flips);
    child->empties = node->empties - 1;
    child->value = VALUE_UNKNOWN;
    if (worker->learned)
        pattern_after(worker->learned->set, &node->pattern, square, flips, &child->pattern);
}

/* Plays a move of a list, whose static value may be known from ordering. */
static inline void play_item(Worker *worker, const Node *node, int ply, const MoveItem *item) {
    play(worker, node, ply, item->square, item->flips);
    worker->stack[ply + 1].value = item->value;
}

static inline void play_pass(Worker *worker, const Node *node, int ply) {
    Node *child = &worker->stack[ply + 1];
    child->position = position_passed(node->position);
    child->empties = node->empties;
    child->value = VALUE_UNKNOWN;
    if (worker->learned) pattern_pass(&node->pattern, &child->pattern);
}

static inline int evaluate_anew(const Worker *worker, const Node *node) {
    if (!node->position.own) return -worker->shape->squares * SCORE_DISC;
    if (worker->learned)
        return learned_value(worker->learned, node->position, &node->pattern, node->empties);
    const Evaluation *evaluation = worker->shared->evaluation;
    return evaluation->value(evaluation, node->position);
}

/* Whether the worker's cache knows the static value of a position. */
static inline bool is_value_cached(const Worker *worker, uint64_t hash, int *value) {
    uint64_t entry = worker->values[hash >> (64 - VALUE_CACHE_BITS)];
    *value = (int16_t)entry;
    return (entry ^ hash) >> 16 == 0;
}

static inline int cache_value(Worker *worker, uint64_t hash, int value) {
    worker->values[hash >> (64 - VALUE_CACHE_BITS)] = hash >> 16 << 16 | (uint16_t)value;
    return value;
}

static inline int evaluate(Worker *worker, const Node *node) {
    uint64_t hash = position_hash(node->position);
    int value;
    if (is_value_cached(worker, hash, &value)) return value;
    return cache_value(worker, hash, evaluate_anew(worker, node));
}

/* The value of the position after a move, which is played only if the cache does not know it. */
static inline int evaluate_after(Worker *worker, const Node *node, int ply, int square,
                                 uint64_t flips) {
    uint64_t hash = position_hash(position_after(node->position, square, flips));
    int value;
    if (is_value_cached(worker, hash, &value)) return value;
    play(worker, node, ply, square, flips);
    return cache_value(worker, hash, evaluate_anew(worker, &worker->stack[ply + 1]));
}

/* A node's value, unless the order of the parent's moves asked for it already. */
static inline int static_value(Worker *worker, const Node *node) {
    return node->value != VALUE_UNKNOWN ? node->value : evaluate(worker, node);
}

#endif
