/* Replays games and labels their positions (dataset.h). */
#include "train/games/dataset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/random.h"
#include "game/rules.h"

enum { FIRST_CAPACITY = 1 << 10 };

void dataset_init(Dataset *dataset) {
    memset(dataset, 0, sizeof *dataset);
}

void dataset_free(Dataset *dataset) {
    for (int part = 0; part < DATASET_PARTS; part++) {
        for (int discs = 0; discs <= 64; discs++) {
            free(dataset->buckets[part][discs].positions);
            free(dataset->buckets[part][discs].labels);
        }
    }
    dataset_init(dataset);
}

static bool make_room(DatasetBucket *bucket, Error *error) {
    if (bucket->count < bucket->capacity) return true;
    size_t capacity = bucket->capacity ? bucket->capacity * 3 / 2 : FIRST_CAPACITY;
    Position *positions = realloc(bucket->positions, capacity * sizeof *positions);
    if (positions) bucket->positions = positions;
    int16_t *labels = positions ? realloc(bucket->labels, capacity * sizeof *labels) : NULL;
    if (!labels) {
        error_set(error, STATUS_NO_MEMORY, "no memory for more positions");
        return false;
    }
    bucket->labels = labels;
    bucket->capacity = capacity;
    return true;
}

static bool add(Dataset *dataset, DatasetPart part, Position position, double label, Error *error) {
    DatasetBucket *bucket = &dataset->buckets[part][bits_count(position.own | position.opp)];
    if (!make_room(bucket, error)) return false;
    bucket->positions[bucket->count] = position;
    bucket->labels[bucket->count++] = (int16_t)lrint(label * LABEL_UNIT);
    if (part == PART_TRAINING) dataset->positions++;
    return true;
}

/* A game played again: the position before each move and whether a pass went before. */
typedef struct Replay {
    Position before[GAME_MAX_MOVES];
    bool has_pass[GAME_MAX_MOVES];
    int sign[GAME_MAX_MOVES]; /* 1 if the first player is to move */
    int result;               /* of the game, for the first player */
} Replay;

static void replay_game(const Shape *shape, const Game *game, Replay *replay) {
    Position position = position_start(shape);
    int sign = 1;
    for (int i = 0; i < game->count; i++) {
        replay->has_pass[i] = !rules_moves(shape, position.own, position.opp);
        if (replay->has_pass[i]) position = position_passed(position), sign = -sign;
        replay->before[i] = position;
        replay->sign[i] = sign;
        uint64_t flips = rules_flips(shape, game->squares[i], position.own, position.opp);
        position = position_after(position, game->squares[i], flips);
        sign = -sign;
    }
    replay->result = sign * rules_score(shape, position);
}

bool dataset_add_game(Dataset *dataset, const GamesHeader *header, const Game *game,
                      DatasetPart part, const DatasetOptions *options, Error *error) {
    Replay replay;
    replay_game(&dataset->shape, game, &replay);
    double later = replay.result; /* the label of the position after, for the first player */
    for (int i = game->count - 1; i >= game->prefix; i--) {
        Position position = replay.before[i];
        int score = game->scores[i], sign = replay.sign[i];
        int empties = bits_count(position_empties(&dataset->shape, position));
        bool is_exact = empties <= header->exact_from;
        double lambda = is_exact || game->is_random[i] ? 0 : options->lambda;
        double label = (1 - lambda) * score + lambda * sign * later;
        later = sign * label;
        if (!add(dataset, part, position, label, error)) return false;
        if (replay.has_pass[i] && !add(dataset, part, position_passed(position), -label, error))
            return false;
    }
    dataset->games++;
    return true;
}

static bool check_board(Dataset *dataset, const GamesReader *reader, Error *error) {
    const Shape *shape = &reader->shape;
    if (dataset->games == 0) dataset->shape = *shape;
    if (dataset->shape.width == shape->width && dataset->shape.height == shape->height) return true;
    error_set(error, STATUS_BAD_INPUT, "games %s: for board %dx%d, but those before for %dx%d",
              reader->path, shape->width, shape->height, dataset->shape.width,
              dataset->shape.height);
    return false;
}

bool dataset_add(Dataset *dataset, const char *path, const DatasetOptions *options, bool *torn,
                 Error *error) {
    GamesReader reader;
    if (!games_open(&reader, path, error)) return false;
    bool ok = check_board(dataset, &reader, error), is_full = false;
    Game game;
    uint64_t number;
    while (ok && !is_full) {
        if (!games_next(&reader, &game, &number, error)) {
            ok = error->status == STATUS_OK;
            break;
        }
        bool is_validation = random_mix(number + 1) % DATASET_VALIDATION == 0;
        ok = dataset_add_game(dataset, &reader.header, &game,
                              is_validation ? PART_VALIDATION : PART_TRAINING, options, error);
        is_full = options->limit > 0 && dataset->positions >= options->limit;
    }
    *torn = reader.torn > 0;
    games_close(&reader);
    return ok;
}
