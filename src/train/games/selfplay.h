/* Games of Bianca against itself, as training material.
 *
 * A game starts with a random number of random moves, continues with searches of a fixed depth, now
 * and then with another random move, and ends with exact play. Between the last two it may be
 * played at the fixed depth while every position is solved, so that positions after small mistakes
 * are learned too: a search meets many of them. Every game depends on the seed and its own number
 * alone, so any number of threads, and a run that was killed and resumed, make the same set of
 * games. */
#ifndef TRAIN_GAMES_SELFPLAY_H
#define TRAIN_GAMES_SELFPLAY_H

#include "eval/evaluation.h"
#include "search/search.h"
#include "train/games/games.h"

typedef struct SelfplayStatus {
    uint64_t blocks, blocks_wanted; /* there are; each has GAMES_PER_BLOCK games */
    uint64_t games;                 /* played by this run */
    double seconds;                 /* since the run began */
    double rate;                    /* games a second */
} SelfplayStatus;

/* Called about five times a second on the thread of selfplay_run(); returns false to stop. */
typedef bool SelfplayProgress(void *context, const SelfplayStatus *status);

/* Where numbers of blocks come from and where the games go: a file (selfplay_file.c). Never called
 * on two threads at a time. */
typedef struct SelfplayStore SelfplayStore;
struct SelfplayStore {
    /* False if all blocks are made or in work. */
    bool (*take)(SelfplayStore *store, uint32_t *block);
    bool (*put)(SelfplayStore *store, uint32_t block, const Game *games, Error *error);
    /* About five times a second: fills in blocks and blocks_wanted, and does what must be done now
     * and then. */
    bool (*tick)(SelfplayStore *store, SelfplayStatus *status, Error *error);
};

/* How to play. The evaluation must be for the board of the header. */
typedef struct SelfplayPlan {
    const Evaluation *evaluation;
    Isa isa;
    GamesHeader header;
    int threads;
    const _Atomic bool *stop; /* becomes true: end at once, also in a search; may be NULL */
} SelfplayPlan;

/* Plays until the store has all blocks. Stopping and failing leave every finished block there. */
bool selfplay_run(const SelfplayPlan *plan, SelfplayStore *store, SelfplayProgress *progress,
                  void *context, Error *error);

/* Plays one game by its number. The search must be for that board, with one thread. */
void selfplay_game(Search *search, const Shape *shape, const GamesHeader *header, uint64_t number,
                   Game *game);

/* Plays all games of a block; false if it was stopped. And a search to play with. */
bool selfplay_block(Search *search, const Shape *shape, const GamesHeader *header, uint32_t block,
                    const _Atomic bool *stop, Game games[GAMES_PER_BLOCK]);
Search *selfplay_search(const Evaluation *evaluation, Isa isa, Error *error);

/* --- The store ---------------------------------------------------------------------------- */

/* A file that this process alone writes, until it has `games` games, rounded up to whole blocks. */
typedef struct SelfplayFile {
    SelfplayStore store; /* first */
    GamesWriter *writer;
    uint32_t blocks_wanted, next;
    double synced;
} SelfplayFile;

bool selfplay_file_init(SelfplayFile *file, GamesWriter *writer, uint64_t games, Error *error);

/* How many blocks hold so many games; more than fit one file are refused. */
bool selfplay_blocks(uint64_t games, uint32_t *blocks, Error *error);

#endif
