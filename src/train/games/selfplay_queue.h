/* Self-play that several processes share through a queue of blocks (jobs/queue.h).
 *
 * Every process that opens the same queue with the same settings takes blocks from it, whatever the
 * others do; a block is recorded once, as it will lie in the file. Since game number i is the same
 * in every process, the file gathered in the end is byte for byte what one process with one thread
 * would have written. */
#ifndef TRAIN_GAMES_SELFPLAY_QUEUE_H
#define TRAIN_GAMES_SELFPLAY_QUEUE_H

#include "jobs/queue.h"
#include "train/games/selfplay.h"

typedef struct SelfplayQueue SelfplayQueue;

/* Opens or makes the queue and sees to it that it has the blocks for at least `games` games. A
 * queue of other settings or of another evaluation is refused. Blocks that failed are tried again.
 * `lease_seconds`: how long the blocks of a killed process wait for another one. */
SelfplayQueue *selfplay_queue_open(const char *address, const SelfplayPlan *plan, uint64_t games,
                                   double lease_seconds, Error *error);
void selfplay_queue_close(SelfplayQueue *queue);

/* For selfplay_run(). */
SelfplayStore *selfplay_queue_store(SelfplayQueue *queue);

/* Whether all blocks are there; if one has failed, the reason. */
bool selfplay_queue_is_complete(SelfplayQueue *queue, uint64_t *blocks, Error *error);

/* Adds to the file, in order, the blocks that it does not have yet. */
bool selfplay_queue_gather(SelfplayQueue *queue, GamesWriter *writer, Error *error);

#endif
