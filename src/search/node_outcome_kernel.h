/* What a node of the general search (node_kernel.c) finds: its best score and move, the line behind
 * them, what the table keeps of them, and what other threads find of the same node. Compiled per
 * instruction set and layout (game/rules_kernel.h). */
#ifndef SEARCH_NODE_OUTCOME_KERNEL_H
#define SEARCH_NODE_OUTCOME_KERNEL_H

#include <limits.h>

#include "base/bits.h"
#include "search/move_list.h"
#include "search/worker.h"

/* The best score and move of a node. */
typedef struct Outcome {
    int best, move;
} Outcome;

static inline void set_line(Line *line, int square, const Line *rest) {
    line->moves[0] = (uint8_t)square;
    int length = rest->length < SEARCH_MAX_PV - 1 ? rest->length : SEARCH_MAX_PV - 1;
    for (int i = 0; i < length; i++) line->moves[i + 1] = rest->moves[i];
    line->length = length + 1;
}

static inline void note_root_best(Worker *worker, int score) {
    worker->root = (RootBest){true, score, worker->lines[0]};
}

/* Takes over the score of a move that has been searched. True if it is a cut-off. */
static inline bool note_score(Worker *worker, int ply, int alpha, int beta, int square, int score,
                              Outcome *out) {
    if (score <= out->best) return false;
    *out = (Outcome){score, square};
    if (score <= alpha) return false;
    set_line(&worker->lines[ply], square, &worker->lines[ply + 1]);
    if (ply == 0) note_root_best(worker, score);
    return score >= beta;
}

static inline void store(Worker *worker, uint64_t hash, int alpha, int beta, int depth,
                         Outcome out) {
    TableFinding finding = {.alpha = alpha,
                            .beta = beta,
                            .score = out.best,
                            .depth = depth,
                            .selectivity = (int)worker->selectivity,
                            .move = out.move};
    table_store(&worker->shared->table, hash, &finding);
}

#if !defined(SEARCH_ALONE)
/* The next of the `pending` moves of a sorted list: the first that no other thread is searching; of
 * one that another has just finished the table has the score. If all are being searched, the one
 * with the fewest threads: this thread helps below it. */
static inline int next_shared(const BusyMoves *busy, const MoveList *list, uint64_t pending,
                              int depth) {
    int best = -1, fewest = INT_MAX;
    for (uint64_t left = pending; left && fewest > 0;) {
        int i = bits_pop(&left), count = busy_count(busy, busy_key(list->items[i].hash, depth));
        if (count < fewest) best = i, fewest = count;
    }
    return best;
}

/* The move of a PV node that another thread has found to beat `bound`, if it is pending here; else
 * -1. */
static inline int published_move(const Worker *worker, const Frame *frame, const MoveList *list,
                                 uint64_t pending, int bound) {
    TableData known;
    if (!table_probe(&worker->shared->table, frame->hash, &known) || known.lower <= bound ||
        !table_is_sufficient(&known, frame->depth, (int)frame->selectivity))
        return -1;
    while (pending) {
        int i = bits_pop(&pending);
        if (list->items[i].square == known.move) return i;
    }
    return -1;
}

/* Tells the other threads in a PV node that a move beats the bound. */
static inline void publish(Worker *worker, const Frame *frame, int bound, int score, int square) {
    store(worker, frame->hash, bound, score, frame->depth, (Outcome){score, square});
}
#endif

#endif
