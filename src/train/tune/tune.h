/* Tuning numbers by play: rounds of game pairs on the threads of a pool, a step after each round, a
 * journal that survives a kill.
 *
 * What is tuned and how a pair is played is the caller's (train/tune/match.h plays with the
 * search); the steps are spsa.h's. With pairs that depend on their number and the two sets alone
 * the result depends on neither the number of threads nor on how often the tuning was killed and
 * resumed. */
#ifndef TRAIN_TUNE_TUNE_H
#define TRAIN_TUNE_TUNE_H

#include <stdatomic.h>

#include "train/tune/journal.h"

/* Plays pair number `pair` between two sets: the games that `plus` won less those it lost. No two
 * calls at the same time have the same `worker`, 0 .. threads - 1. */
typedef int TunePair(void *context, int worker, uint64_t pair, const int *plus, const int *minus);

/* The two sets of a pair. */
typedef struct TunePairSets {
    int count; /* values in each */
    int plus[SPSA_MAX_VALUES], minus[SPSA_MAX_VALUES];
} TunePairSets;

/* Plays all pairs of a round, from number `first` on, elsewhere than on the threads of the pool. */
typedef bool TuneRound(void *context, uint64_t first, int pairs, const TunePairSets *sets,
                       int *scores, Error *error);

typedef struct TuneStatus {
    uint64_t pairs, wanted;
    const Journal *journal; /* finished rounds */
} TuneStatus;

/* Called about five times a second. */
typedef void TuneProgress(void *context, const TuneStatus *status);

typedef struct TunePlan {
    SpsaRange ranges[SPSA_MAX_VALUES];
    int count;
    uint64_t pairs; /* in all */
    int batch;      /* pairs of a round: all are played from the same values */
    double rate;    /* see spsa.h */
    uint64_t seed;
    int threads;
    const char *path;     /* of the journal */
    const char *settings; /* lines, each with a newline: what else makes this tuning what it is */
    TunePair *play;
    TuneRound *play_round; /* instead of `play`, if not NULL */
    void *play_context;
    TuneProgress *progress; /* may be NULL */
    void *progress_context;
    const _Atomic bool *stop; /* ends the tuning after the rounds that are finished; may be NULL */
} TunePlan;

/* Tunes, from where the journal ends. On success, and when stopped (STATUS_STOPPED), *journal has
 * all finished rounds and must be released; after other failures it is empty. */
bool tune_run(const TunePlan *plan, Journal *journal, Error *error);

#endif
