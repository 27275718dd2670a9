/* Makes lists of openings: all distinct positions after some plies, shuffled, balanced if asked. */
#include "arena/tournament/openings.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/options.h"
#include "engine/engine.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "record/play.h"

enum { BALANCE_HASH_MB = 16 };

void openings_release(Openings *openings) {
    free(openings->list);
    *openings = (Openings){0};
}

bool openings_add(Openings *openings, const Opening *opening, Error *error) {
    int count = openings->count;
    if (count >= OPENINGS_MAX_COUNT) {
        error_set(error, STATUS_BAD_INPUT, "openings: more than %d", OPENINGS_MAX_COUNT);
        return false;
    }
    if ((count & (count - 1)) == 0) {
        size_t room = count == 0 ? 1 : (size_t)count * 2;
        Opening *larger = realloc(openings->list, room * sizeof *larger);
        if (larger == NULL) {
            error_set(error, STATUS_NO_MEMORY, "openings: no memory for %zu", room);
            return false;
        }
        openings->list = larger;
    }
    openings->list[openings->count++] = *opening;
    return true;
}

bool opening_from(Opening *opening, const Transcript *transcript) {
    if (transcript->count > OPENING_MAX_MOVES) return false;
    if (rules_is_over(transcript->end.shape, transcript->end.position)) return false;
    *opening = (Opening){.start = transcript->start.position,
                         .side = transcript->start.side,
                         .count = transcript->count};
    for (int i = 0; i < transcript->count; i++)
        opening->squares[i] = (uint8_t)transcript->moves[i].square;
    return true;
}

static Opening usual_start(const Shape *shape) {
    return (Opening){.start = position_start(shape), .side = BLACK};
}

static void replay(const Shape *shape, const Opening *opening, Transcript *transcript) {
    Board start = {shape, opening->start, opening->side};
    transcript_init(transcript, &start);
    for (int i = 0; i < opening->count; i++)
        transcript_add(transcript, opening->squares[i], false, NULL);
}

void openings_get(const Openings *openings, int number, Transcript *transcript) {
    replay(openings->shape, &openings->list[number % openings->count], transcript);
}

/* --- All distinct positions ------------------------------------------------------------------- */

/* Positions seen, in open addressing. Both sets empty marks a free place. */
typedef struct Seen {
    Position *places;
    size_t mask;
} Seen;

static bool seen_init(Seen *seen, int most, Error *error) {
    size_t size = 1024;
    while (size < (size_t)most * 2) size *= 2;
    *seen = (Seen){calloc(size, sizeof(Position)), size - 1};
    if (seen->places == NULL) error_set(error, STATUS_NO_MEMORY, "openings: no memory");
    return seen->places != NULL;
}

/* True if it was not there. */
static bool seen_add(Seen *seen, Position position) {
    size_t at = position_hash(position) & seen->mask;
    for (;; at = (at + 1) & seen->mask) {
        Position *place = &seen->places[at];
        if (place->own == position.own && place->opp == position.opp) return false;
        if ((place->own | place->opp) != 0) continue;
        *place = position;
        return true;
    }
}

static bool add_successor(const Board *board, const Opening *from, int square, Seen *seen,
                          Openings *next, Error *error) {
    Board after = *board;
    Move move;
    if (!rules_find_move(board->shape, board->position, square, &move)) return true;
    board_play(&after, move);
    if (rules_is_over(after.shape, after.position)) return true;
    if (!seen_add(seen, symmetry_canonical(after.shape, after.position, NULL))) return true;
    Opening opening = *from;
    opening.squares[opening.count++] = (uint8_t)square;
    return openings_add(next, &opening, error);
}

/* One ply further: every position once, up to symmetry, by the first line found to it. */
static bool next_layer(const Openings *layer, Openings *next, Error *error) {
    Seen seen;
    if (!seen_init(&seen, OPENINGS_MAX_COUNT, error)) return false;
    bool ok = true;
    for (int i = 0; ok && i < layer->count; i++) {
        Transcript line;
        replay(layer->shape, &layer->list[i], &line);
        const Board *board = &line.end;
        uint64_t moves = rules_moves(board->shape, board->position.own, board->position.opp);
        if (moves == 0) ok = add_successor(board, &layer->list[i], PASS, &seen, next, error);
        while (ok && moves != 0)
            ok = add_successor(board, &layer->list[i], bits_pop(&moves), &seen, next, error);
    }
    free(seen.places);
    return ok;
}

static bool all_after(Openings *openings, int plies, Error *error) {
    Opening start = usual_start(openings->shape);
    if (!openings_add(openings, &start, error)) return false;
    for (int ply = 0; ply < plies; ply++) {
        Openings next = {.shape = openings->shape};
        if (!next_layer(openings, &next, error)) {
            openings_release(&next);
            return false;
        }
        free(openings->list);
        *openings = next;
        if (next.count > 0) continue;
        error_set(error, STATUS_BAD_INPUT, "openings: no game on this board lasts %d plies", plies);
        return false;
    }
    return true;
}

/* --- Order, balance --------------------------------------------------------------------------- */

static void shuffle(Openings *openings, uint64_t seed) {
    Random random = random_seeded(seed);
    random_shuffle(&random, openings->list, openings->count, sizeof openings->list[0]);
}

/* Keeps the first `needed` openings that are even, in their order. */
static bool keep_balanced(Openings *openings, int needed, const _Atomic bool *stop, Error *error) {
    EngineOptions options = {.threads = 1, .hash_mb = BALANCE_HASH_MB};
    Engine *engine = engine_new(openings->shape, &options, error);
    if (engine == NULL) return false;
    EngineLimits limits = {.depth = OPENINGS_BALANCE_DEPTH, .selectivity = 87};
    int kept = 0;
    for (int i = 0; i < openings->count && kept < needed; i++) {
        if (stop != NULL && *stop) break;
        Transcript line;
        EngineResult result;
        replay(openings->shape, &openings->list[i], &line);
        engine_clear(engine); /* so that no opening's score depends on the others */
        engine_think(engine, line.end.position, &limits, NULL, NULL, &result);
        if (result.count > 0 && fabs(result.lines[0].score) <= OPENINGS_BALANCE_DISCS)
            openings->list[kept++] = openings->list[i];
    }
    engine_free(engine);
    openings->count = kept;
    if (kept > 0) return true;
    error_set(error, STATUS_BAD_INPUT, "openings: none of them is even");
    return false;
}

static bool make(Openings *openings, const char *what, uint64_t seed, int needed,
                 const _Atomic bool *stop, Error *error) {
    static const char balanced[] = "balanced:";
    bool is_balanced = strncmp(what, balanced, strlen(balanced)) == 0;
    const char *number = is_balanced ? what + strlen(balanced) : what;
    int64_t plies = 0;
    bool is_number = number[0] != '\0' && number[strspn(number, "0123456789")] == '\0';
    if (is_balanced || is_number) {
        if (!options_integer("openings", number, 0, OPENINGS_MAX_PLIES, &plies, error))
            return false;
    } else if (strcmp(what, "start") != 0) {
        if (!openings_read(openings, what, error)) return false;
        shuffle(openings, seed);
        return true;
    }
    if (!all_after(openings, (int)plies, error)) return false;
    shuffle(openings, seed);
    return !is_balanced || keep_balanced(openings, needed, stop, error);
}

bool openings_make(Openings *openings, const Shape *shape, const char *what, uint64_t seed,
                   int needed, const _Atomic bool *stop, Error *error) {
    Openings made = {.shape = shape};
    if (!make(&made, what, seed, needed, stop, error)) {
        openings_release(&made);
        return false;
    }
    *openings = made;
    return true;
}
