/* A whole run of self-play, as `bianca selfplay` asks for it: opens the evaluation and the file,
 * and plays until all games are there. selfplay_jobs.h does the same through a queue. */
#ifndef TRAIN_GAMES_SELFPLAY_ORDER_H
#define TRAIN_GAMES_SELFPLAY_ORDER_H

#include "train/games/selfplay.h"

/* Texts are borrowed. */
typedef struct SelfplayOrder {
    const char *out; /* file of games; an unfinished one is continued; NULL only for jobs */
    const char *eval, *weights; /* of evaluation_open() */
    Isa isa;
    GamesHeader header;
    uint64_t games; /* in whole blocks */
    int threads;
    const _Atomic bool *stop; /* of SelfplayPlan */
} SelfplayOrder;

typedef struct SelfplayOutcome {
    uint64_t blocks; /* in the file, or without one in the queue */
    uint64_t bytes;  /* of the file; 0 without one */
} SelfplayOutcome;

/* Plays what is missing. Stopping and failing leave every finished block in the file. */
bool selfplay_order_run(const SelfplayOrder *order, SelfplayProgress *progress, void *context,
                        SelfplayOutcome *outcome, Error *error);

#endif
