/* Makes a table of perfect play (engine/perfect.h): solves the positions that it must have.
 *
 * One side plays the move that the table will have. From the start, the other plays any of its best
 * moves, makes one error of any size, and then loses no more than `slack` discs in all. Every
 * position of the first `plies` plies is a root too, from which it loses no more than that. A
 * position is in the table if the engine needs more than `cheap_nodes` to solve it. What is solved
 * is written to a journal at once: a maker that was killed resumes where it was. */
#ifndef BOARDS_PERFECT_MAKER_H
#define BOARDS_PERFECT_MAKER_H

#include "engine/perfect.h"

enum { PERFECT_MAX_SLACK = 72 };

typedef struct PerfectMakerOptions {
    const Shape *shape;  /* not wider than high, at most PERFECT_MAX_SQUARES squares */
    int plies;           /* all positions of so many plies are roots */
    int64_t cheap_nodes; /* what the engine solves with so many nodes is left out */
    int slack;           /* discs, 0 to PERFECT_MAX_SLACK */
    int threads;
    int hash_mb;         /* of each thread */
    const char *journal; /* a file; NULL: none */
    bool is_dry;         /* solve nothing: the table of what the journal has */
    const _Atomic bool *stop;
} PerfectMakerOptions;

typedef struct PerfectReport {
    size_t roots, done; /* tasks, and how many are finished */
    size_t solved;      /* positions, in this run and before */
    size_t rows;        /* in the table */
    uint64_t nodes;     /* of this run */
} PerfectReport;

typedef void PerfectProgress(void *context, const PerfectReport *so_far);

/* Makes the table and returns the bytes of its file, allocated; `progress`, unless NULL, is called
 * a few times a second on the caller's thread. NULL with the reason: no memory, a journal that
 * cannot be written or read, stopped (what is solved is in the journal), or scores that contradict
 * each other. */
uint8_t *perfect_make(const PerfectMakerOptions *options, PerfectProgress *progress, void *context,
                      PerfectReport *report, size_t *length, Error *error);

#endif
