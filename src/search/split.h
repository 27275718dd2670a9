/* Splitting a node among threads: young brothers wait, helpful master.
 *
 * A node whose first move has been searched may open a split point: its remaining moves are handed
 * out one by one to the threads that ask, its own thread (the master) included. A master that runs
 * out of moves waits for its helpers and meanwhile helps below its own split point only, so that
 * nothing it does can outlast what it waits for. A cut-off found by one thread cancels all others
 * at that point and below.
 *
 * shared->lock guards `next` and `helpers`; the split point's own lock guards `best`, `best_move`
 * and `line`; the rest is atomic, or only read while the split point is open. */
#ifndef SEARCH_SPLIT_H
#define SEARCH_SPLIT_H

#include "search/move_list.h"
#include "search/worker.h"

typedef struct SplitPoint {
    struct SplitPoint *parent; /* what the master worked for when it opened this one */
    struct SplitPoint *next;   /* in shared->open */
    const Node *node;          /* on the master's stack; only read */
    const MoveList *list;      /* sorted; moves from `taken` on are free */
    atomic_int taken;          /* may count beyond the list */
    int ply, depth;
    Selectivity selectivity;
    atomic_int alpha; /* rises as moves beat it; written with the lock held */
    int beta;         /* alpha + 1 in a zero-window node */
    pthread_mutex_t lock;
    int best, best_move;
    Line line;   /* principal variation of the best move, without that move, if it beat alpha */
    int helpers; /* workers inside, the master not counted */
    atomic_bool is_cut; /* score >= beta: the others may give up what they search here */
} SplitPoint;

/* Takes the next free move: returns its place in the list, and the window to search it with; -1 if
 * none is left. */
int split_take(const Shared *shared, SplitPoint *split, int *alpha);

/* Reports the score of a move. `line` is its principal variation, or NULL. */
void split_report(SplitPoint *split, int square, int score, const Line *line);

/* Opens and closes a split point for `worker`, the master. Closing waits for the helpers and helps
 * them; `work` searches one split point's moves until none is left. */
typedef void SplitWork(Worker *worker, SplitPoint *split);
void split_open(Worker *worker, SplitPoint *split);
void split_close(Worker *worker, SplitPoint *split, SplitWork *work);

/* The life of a helper thread: waits for split points and works at them until split_quit(). */
void split_serve(Worker *worker, SplitWork *work);

/* Makes every helper thread return from split_serve(). */
void split_quit(Shared *shared);

#endif
