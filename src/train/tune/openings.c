/* Makes and reads the openings of a tuning. */
#include "train/tune/openings.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/options.h"
#include "base/random.h"
#include "game/rules.h"
#include "record/obf.h"
#include "train/tune/match.h"

enum { MAX_POSITIONS = 1 << 20 };
static const char balanced[] = "balanced:";

static bool add_position(TuneOpenings *openings, Position position, Error *error) {
    /* Doubles whenever the count is a power of two. */
    if ((openings->count & (openings->count - 1)) == 0) {
        size_t room = openings->count ? 2 * (size_t)openings->count : 1;
        Position *grown = openings->count < MAX_POSITIONS
                              ? realloc(openings->positions, room * sizeof *grown)
                              : NULL;
        if (!grown) {
            error_set(error, STATUS_NO_MEMORY, "more than %d openings", openings->count);
            return false;
        }
        openings->positions = grown;
    }
    openings->positions[openings->count++] = position;
    return true;
}

static void shuffle(TuneOpenings *openings) {
    Random random = random_seeded(openings->seed);
    random_shuffle(&random, openings->positions, openings->count, sizeof openings->positions[0]);
}

static bool read_positions(TuneOpenings *openings, const char *path, Error *error) {
    char *bytes;
    size_t length;
    if (!file_read(path, FILE_LIMIT, &bytes, &length, error)) return false;
    ObfReader reader = {.shape = openings->shape, .bytes = bytes, .length = length};
    ObfEntry entry;
    ObfNext next = OBF_END;
    bool ok = true;
    while (ok && (next = obf_next(&reader, &entry, error)) == OBF_ENTRY)
        if (!rules_is_over(openings->shape, entry.board.position))
            ok = add_position(openings, entry.board.position, error);
    free(bytes);
    if (ok && next == OBF_END && openings->count == 0) {
        error_set(error, STATUS_BAD_INPUT, "%.150s: there is no position to play from", path);
        return false;
    }
    shuffle(openings);
    return ok && next == OBF_END;
}

bool tune_openings_open(TuneOpenings *openings, const Shape *shape, const char *what, uint64_t seed,
                        Error *error) {
    *openings = (TuneOpenings){.shape = shape, .seed = seed};
    if (strncmp(what, balanced, sizeof balanced - 1) == 0) {
        int64_t plies;
        if (!options_integer("--openings balanced", what + sizeof balanced - 1, 1, TUNE_MAX_PLIES,
                             &plies, error))
            return false;
        openings->plies = (int)plies;
        return true;
    }
    if (read_positions(openings, what, error)) return true;
    tune_openings_release(openings);
    return false;
}

void tune_openings_release(TuneOpenings *openings) {
    free(openings->positions);
    *openings = (TuneOpenings){0};
}

static Position random_position(const Shape *shape, int plies, Random *random) {
    Position position = position_start(shape);
    for (int i = 0; i < plies && !rules_is_over(shape, position); i++) {
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        Move move;
        if (rules_find_move(shape, position, moves ? rules_random_move(moves, random) : PASS,
                            &move))
            position_play(&position, move);
    }
    return position;
}

static bool is_balanced(Search *search, Position position) {
    SearchLimits limits = {.depth = TUNE_BALANCE_DEPTH, .selectivity = SELECTIVITY_73};
    SearchResult result;
    search_clear(search);
    search_run(search, position, &limits, NULL, NULL, &result);
    return abs(result.lines[0].score) <= TUNE_BALANCE_DISCS * EVAL_DISC &&
           result.end != SEARCH_GAME_OVER;
}

Position tune_openings_get(const TuneOpenings *openings, uint64_t pair, Search *search) {
    if (openings->plies == 0) return openings->positions[pair % (uint64_t)openings->count];
    Random random = random_seeded(random_mix(openings->seed) ^ random_mix(pair));
    Position position = random_position(openings->shape, openings->plies, &random);
    for (int i = 0; i < TUNE_BALANCE_TRIES && !is_balanced(search, position); i++)
        position = random_position(openings->shape, openings->plies, &random);
    return position;
}
