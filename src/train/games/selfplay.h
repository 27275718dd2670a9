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
    double rate;                    /* of all processes at work */
} SelfplayStatus;

/* Called about five times a second on the thread of selfplay_run(); returns false to stop. */
typedef bool SelfplayProgress(void *context, const SelfplayStatus *status);

typedef enum BlockAnswer {
    BLOCK_TAKEN,
    BLOCK_WAIT, /* somebody else makes what is left; ask again later */
    BLOCK_NONE, /* all are made */
    BLOCK_ERROR
} BlockAnswer;

/* Where numbers of blocks come from and where the games go: a file (selfplay_file.c) or a queue
 * that several processes share (selfplay_queue.c). Never called on two threads at a time. */
typedef struct SelfplayStore SelfplayStore;
struct SelfplayStore {
    BlockAnswer (*take)(SelfplayStore *store, uint32_t *block, Error *error);
    bool (*put)(SelfplayStore *store, uint32_t block, const Game *games, Error *error);
    /* The block will not be made now. */
    void (*give_back)(SelfplayStore *store, uint32_t block);
    /* About five times a second: fills in blocks, blocks_wanted and, if it knows of others, the
     * rate; and does what must be done now and then. */
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

/* --- The stores ---------------------------------------------------------------------------- */

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
