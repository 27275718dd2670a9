/* Labelled positions from self-play games, in buckets by the number of discs.
 *
 * A position that was solved is labelled with the exact score. Before that the label is the
 * lambda-return of reinforcement learning: the search's score of the position itself and those of
 * the positions that followed, each of them counting lambda times as much as the one before. A
 * random move ends the sum, since what happens after it says nothing about positions before it.
 * Every game is as a whole for training or held out for validation, by its number. */
#ifndef TRAIN_GAMES_DATASET_H
#define TRAIN_GAMES_DATASET_H

#include "train/games/games.h"

enum {
    LABEL_UNIT = 128,       /* labels are in 1/128 disc */
    DATASET_VALIDATION = 20 /* one game of so many is held out for validation */
};

typedef enum DatasetPart { PART_TRAINING, PART_VALIDATION, DATASET_PARTS } DatasetPart;

/* Positions with one number of discs: 18 bytes each. */
typedef struct DatasetBucket {
    Position *positions;
    int16_t *labels;
    size_t count, capacity;
} DatasetBucket;

typedef struct Dataset {
    Shape shape;
    DatasetBucket buckets[DATASET_PARTS][65];
    uint64_t games;
    uint64_t positions; /* for training */
} Dataset;

typedef struct DatasetOptions {
    double lambda;  /* 0: the score of the position alone; 1: what came of it alone */
    uint64_t limit; /* positions for training at most; 0: all */
} DatasetOptions;

void dataset_init(Dataset *dataset);
void dataset_free(Dataset *dataset);

/* Adds the games of a file; the first file sets the board and the others must have the same. *torn
 * becomes true if the file ends in a torn block. Fails on damage and on lack of memory; what was
 * read before stays. */
bool dataset_add(Dataset *dataset, const char *path, const DatasetOptions *options, bool *torn,
                 Error *error);

/* Adds the positions of one game. */
bool dataset_add_game(Dataset *dataset, const GamesHeader *header, const Game *game,
                      DatasetPart part, const DatasetOptions *options, Error *error);

#endif
