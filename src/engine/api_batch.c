/* Many positions at once, of include/bianca.h, which is their specification.
 *
 * A call opens the board and chooses the kernel once, so that what is left for each position is the
 * work itself: tens of nanoseconds, where the functions for one position spend microseconds on the
 * geometry. */
#include <stdlib.h>

#include "base/bits.h"
#include "base/thread_pool.h"
#include "engine/api.h"
#include "eval/learned_batch.h"
#include "game/dispatch.h"
#include "game/rules.h"
#include "game/symmetry.h"

/* The board of a call: its geometry, its kernel, and the squares that callers may use. */
typedef struct BatchBoard {
    Shape shape;
    const GameKernel *rules;
    uint64_t squares;
} BatchBoard;

static bool open_board(BatchBoard *board, int width, int height, Error *error) {
    if (!shape_init(&board->shape, width, height, error)) return false;
    board->rules = game_kernel(&board->shape, isa_best());
    board->squares = shape_pack(&board->shape, board->shape.playable);
    return true;
}

static bool check_positions(uint64_t squares, size_t count, const uint64_t *own,
                            const uint64_t *opp, Error *error) {
    for (size_t i = 0; i < count; i++) {
        bool is_valid = !(own[i] & opp[i]) && !((own[i] | opp[i]) & ~squares);
        if (is_valid) continue;
        error_set(error, STATUS_BAD_INPUT, "position %zu: %s", i,
                  own[i] & opp[i] ? "a square holds two discs" : "a disc is off the board");
        return false;
    }
    return true;
}

static bool check_sets(uint64_t squares, size_t count, const uint64_t *sets, Error *error) {
    for (size_t i = 0; i < count; i++) {
        if (!(sets[i] & ~squares)) continue;
        error_set(error, STATUS_BAD_INPUT, "set %zu: a square is off the board", i);
        return false;
    }
    return true;
}

static Position position_in(const Shape *shape, uint64_t own, uint64_t opp) {
    return (Position){shape_unpack(shape, own), shape_unpack(shape, opp)};
}

/* --- Rules ------------------------------------------------------------------------------------ */

BiancaStatus bianca_batch_legal_moves(int width, int height, size_t count, const uint64_t *own,
                                      const uint64_t *opp, uint64_t *moves, BiancaError *error) {
    BatchBoard board;
    Error reason;
    if (!open_board(&board, width, height, &reason) ||
        !check_positions(board.squares, count, own, opp, &reason))
        return api_fail(error, &reason);
    for (size_t i = 0; i < count; i++) {
        Position position = position_in(&board.shape, own[i], opp[i]);
        uint64_t found = board.rules->moves(&board.shape, position.own, position.opp);
        moves[i] = shape_pack(&board.shape, found);
    }
    return BIANCA_OK;
}

/* Plays, or passes; false if that is illegal. */
static bool play_one(const BatchBoard *board, Position *position, int square) {
    uint64_t moves = board->rules->moves(&board->shape, position->own, position->opp);
    if (square == BIANCA_PASS) {
        if (moves || !board->rules->moves(&board->shape, position->opp, position->own))
            return false;
        *position = position_passed(*position);
        return true;
    }
    int inside = api_square_in(&board->shape, square);
    if (inside == NO_MOVE || !bits_has(moves, inside)) return false;
    uint64_t flips = board->rules->flips(&board->shape, inside, position->own, position->opp);
    *position = position_after(*position, inside, flips);
    return true;
}

/* All moves are tried before one is written, since an output may be an input. */
static bool check_plays(const BatchBoard *board, size_t count, const uint64_t *own,
                        const uint64_t *opp, const uint8_t *squares, Error *error) {
    for (size_t i = 0; i < count; i++) {
        Position position = position_in(&board->shape, own[i], opp[i]);
        if (play_one(board, &position, squares[i])) continue;
        error_set(error, STATUS_BAD_INPUT, "position %zu: %s %d is illegal", i,
                  squares[i] == BIANCA_PASS ? "pass" : "square", squares[i]);
        return false;
    }
    return true;
}

BiancaStatus bianca_batch_play(int width, int height, size_t count, const uint64_t *own,
                               const uint64_t *opp, const uint8_t *squares, uint64_t *next_own,
                               uint64_t *next_opp, BiancaError *error) {
    BatchBoard board;
    Error reason;
    if (!open_board(&board, width, height, &reason) ||
        !check_positions(board.squares, count, own, opp, &reason) ||
        !check_plays(&board, count, own, opp, squares, &reason))
        return api_fail(error, &reason);
    for (size_t i = 0; i < count; i++) {
        Position position = position_in(&board.shape, own[i], opp[i]);
        play_one(&board, &position, squares[i]);
        next_own[i] = shape_pack(&board.shape, position.own);
        next_opp[i] = shape_pack(&board.shape, position.opp);
    }
    return BIANCA_OK;
}

BiancaStatus bianca_batch_random(int width, int height, uint64_t seed, size_t count,
                                 const uint64_t *sets, uint8_t *squares, BiancaError *error) {
    BatchBoard board;
    Error reason;
    Random random = random_seeded(seed);
    if (!open_board(&board, width, height, &reason) ||
        !check_sets(board.squares, count, sets, &reason))
        return api_fail(error, &reason);
    for (size_t i = 0; i < count; i++)
        squares[i] = sets[i] ? (uint8_t)rules_random_move(sets[i], &random) : BIANCA_PASS;
    return BIANCA_OK;
}

/* --- Symmetries ------------------------------------------------------------------------------- */

/* Where a symmetry sends each byte of a set, in the public numbering: eight look-ups instead of a
 * loop over the squares. */
typedef struct SymmetryTable {
    uint64_t images[8][256];
} SymmetryTable;

static void fill_table(const Shape *shape, int symmetry, SymmetryTable *table) {
    for (int byte = 0; byte < 8; byte++) {
        for (unsigned value = 0; value < 256; value++) {
            uint64_t set = (uint64_t)value << 8 * byte, image = 0;
            if (shape->squares < 64) set &= bits_square(shape->squares) - 1;
            image = symmetry_apply(shape, symmetry, shape_unpack(shape, set));
            table->images[byte][value] = shape_pack(shape, image);
        }
    }
}

static uint64_t image_of(const SymmetryTable *table, uint64_t set) {
    uint64_t image = 0;
    for (int byte = 0; byte < 8; byte++) image |= table->images[byte][set >> 8 * byte & 255];
    return image;
}

BiancaStatus bianca_batch_symmetry(int width, int height, int symmetry, size_t count,
                                   const uint64_t *sets, uint64_t *images, BiancaError *error) {
    BatchBoard board;
    SymmetryTable table;
    Error reason;
    if (!open_board(&board, width, height, &reason)) return api_fail(error, &reason);
    if (symmetry < 0 || symmetry >= board.shape.symmetries) {
        error_set(&reason, STATUS_BAD_INPUT, "symmetry %d: a %dx%d board has 0 to %d", symmetry,
                  width, height, board.shape.symmetries - 1);
        return api_fail(error, &reason);
    }
    if (!check_sets(board.squares, count, sets, &reason)) return api_fail(error, &reason);
    fill_table(&board.shape, symmetry, &table);
    for (size_t i = 0; i < count; i++) images[i] = image_of(&table, sets[i]);
    return BIANCA_OK;
}

/* The smallest by (own, opp) in the numbering of the shape, as symmetry_canonical() has it. Packing
 * keeps the order of squares, and so the order of sets. */
static int canonical_one(const SymmetryTable *tables, int symmetries, Position *position) {
    Position best = *position;
    int best_symmetry = 0;
    for (int s = 1; s < symmetries; s++) {
        uint64_t own = image_of(&tables[s], position->own);
        if (own > best.own) continue;
        uint64_t opp = image_of(&tables[s], position->opp);
        if (own < best.own || opp < best.opp) best = (Position){own, opp}, best_symmetry = s;
    }
    *position = best;
    return best_symmetry;
}

BiancaStatus bianca_batch_canonical(int width, int height, size_t count, const uint64_t *own,
                                    const uint64_t *opp, uint64_t *canonical_own,
                                    uint64_t *canonical_opp, uint8_t *symmetries,
                                    BiancaError *error) {
    BatchBoard board;
    Error reason;
    if (!open_board(&board, width, height, &reason) ||
        !check_positions(board.squares, count, own, opp, &reason))
        return api_fail(error, &reason);
    SymmetryTable *tables = malloc(8 * sizeof *tables);
    if (!tables) {
        error_set(&reason, STATUS_NO_MEMORY, "no memory for the symmetries");
        return api_fail(error, &reason);
    }
    for (int s = 1; s < board.shape.symmetries; s++) fill_table(&board.shape, s, &tables[s]);
    for (size_t i = 0; i < count; i++) {
        Position position = {own[i], opp[i]};
        int symmetry = canonical_one(tables, board.shape.symmetries, &position);
        canonical_own[i] = position.own, canonical_opp[i] = position.opp;
        if (symmetries) symmetries[i] = (uint8_t)symmetry;
    }
    free(tables);
    return BIANCA_OK;
}

/* --- Evaluations ------------------------------------------------------------------------------ */

enum { EVALUATE_CHUNK = 4096, EVALUATE_BLOCK = 64 }; /* positions of a task, and at a time */

typedef struct EvaluateWork {
    const BiancaEngine *engine;
    const Evaluation *evaluation;
    LearnedBatch *learned; /* NULL: the evaluation has no learned weights */
    size_t count;
    const uint64_t *own, *opp;
    float *values;
} EvaluateWork;

static void evaluate_block(const EvaluateWork *work, size_t first, size_t count) {
    Position positions[EVALUATE_BLOCK];
    int values[EVALUATE_BLOCK];
    for (size_t i = 0; i < count; i++)
        positions[i] =
            position_in(&work->engine->shape, work->own[first + i], work->opp[first + i]);
    if (work->learned)
        work->learned(work->evaluation->learned, positions, count, values);
    else
        for (size_t i = 0; i < count; i++)
            values[i] = evaluation_value(work->evaluation, positions[i]);
    for (size_t i = 0; i < count; i++) work->values[first + i] = (float)values[i] / EVAL_DISC;
}

static void evaluate_chunk(void *context, int worker, size_t task) {
    const EvaluateWork *work = context;
    size_t first = task * EVALUATE_CHUNK, end = first + EVALUATE_CHUNK;
    (void)worker;
    if (end > work->count) end = work->count;
    for (; first < end; first += EVALUATE_BLOCK)
        evaluate_block(work, first, end - first < EVALUATE_BLOCK ? end - first : EVALUATE_BLOCK);
}

BiancaStatus bianca_batch_evaluate(const BiancaEngine *engine, size_t count, const uint64_t *own,
                                   const uint64_t *opp, float *values, BiancaError *error) {
    const Evaluation *evaluation = engine_evaluation(engine->engine);
    EvaluateWork work = {engine, evaluation, NULL, count, own, opp, values};
    if (evaluation->learned) work.learned = learned_batch(&engine->shape, isa_best());
    uint64_t squares = shape_pack(&engine->shape, engine->shape.playable);
    size_t tasks = (count + EVALUATE_CHUNK - 1) / EVALUATE_CHUNK;
    Error reason;
    if (!check_positions(squares, count, own, opp, &reason)) return api_fail(error, &reason);
    if (tasks < 2 || engine->threads < 2) {
        for (size_t task = 0; task < tasks; task++) evaluate_chunk(&work, 0, task);
    } else {
        ThreadPool pool;
        thread_pool_start(&pool, engine->threads);
        thread_pool_run(&pool, tasks, evaluate_chunk, &work);
        thread_pool_stop(&pool);
    }
    return engine_failure(engine->engine, &reason) ? api_fail(error, &reason) : BIANCA_OK;
}
