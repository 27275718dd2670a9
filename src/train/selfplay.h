/* Games of Bianca against itself, as material to learn from.
 *
 * A game begins with a random number of random moves, goes on with searches of a fixed depth, now
 * and then with another random move, and ends with exact play. Every game depends on the seed and
 * its own number alone, so any number of threads, and a run that was killed and goes on, make the
 * same set of games. */
#ifndef TRAIN_SELFPLAY_H
#define TRAIN_SELFPLAY_H

#include "eval/eval.h"
#include "search/search.h"
#include "train/games.h"

typedef struct SelfplayStatus {
    uint64_t blocks, blocks_wanted; /* in the file; each has GAMES_PER_BLOCK games */
    uint64_t games;                 /* played by this run */
    double seconds;                 /* since the run began */
} SelfplayStatus;

/* Called about five times a second on the thread of selfplay_run(); returns false to stop. */
typedef bool SelfplayProgress(void *context, const SelfplayStatus *status);

enum { SELFPLAY_MAX_THREADS = 256 };

/* Plays until the file has `games` games, rounded up to whole blocks, on `threads` threads. The
 * settings are those of the writer's header. The evaluator must be for that board. Stopping and
 * failing leave every finished block in the file. */
bool selfplay_run(const Evaluator *evaluator, IsaLevel level, GamesWriter *writer, uint64_t games,
                  int threads, SelfplayProgress *progress, void *context, Error *error);

/* Plays one game by its number. The search must be for that board, with one thread. */
void selfplay_game(Search *search, const Shape *shape, const GamesHeader *header, uint64_t number,
                   Game *game);

#endif
