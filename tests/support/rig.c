/* See rig.h. */
#include "support/rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/rules.h"

/* What stable discs allow: the search may use them to cut anywhere, so an evaluation that is to be
 * compared with plain minimax must not say more. */
static int within_stable(const Shape *shape, Position position, int value) {
    int own = bits_count(rules_stable(shape, position.own, position.opp));
    int opp = bits_count(rules_stable(shape, position.opp, position.own));
    int least = (2 * own - shape->squares) * EVAL_DISC;
    int most = (shape->squares - 2 * opp) * EVAL_DISC;
    return value < least ? least : value > most ? most : value;
}

static int wild_value(const Evaluation *self, Position position) {
    const Shape *shape = self->shape;
    int most = shape->squares * EVAL_DISC - 1;
    int value = (int)(random_mix(position_hash(position)) % (uint64_t)(2 * most + 1)) - most;
    return within_stable(shape, position, value);
}

static void open_pattern(Rig *rig) {
    PatternReference references[PATTERN_INSTANCES];
    int count = pattern_references(&rig->shape, references);
    rig->set = aligned_alloc(64, sizeof *rig->set);
    assert_non_null(rig->set);
    assert_true(pattern_set_init(rig->set, &rig->shape, references, count, NULL));
    size_t entries = (rig->set->weights + 1 + 31) / 32 * 32;
    rig->own_table = aligned_alloc(64, entries * sizeof(int16_t));
    assert_non_null(rig->own_table);
    memset(rig->own_table, 0, entries * sizeof(int16_t));
    for (uint32_t i = 0; i < rig->set->weights; i++)
        rig->own_table[i] = (int16_t)((int)(random_mix(i) % 129) - 64);
    rig->learned = (LearnedWeights){.set = rig->set, .stages = 1};
    rig->learned.tables[0] = rig->own_table;
    assert_true(evaluation_from_weights(&rig->evaluation, &rig->learned, NULL));
}

static void open_evaluation(Rig *rig, RigEval eval) {
    if (eval == RIG_PATTERN) {
        open_pattern(rig);
    } else if (eval == RIG_WILD) {
        rig->evaluation = (Evaluation){.shape = &rig->shape, .name = "wild", .value = wild_value};
    } else {
        assert_true(evaluation_open(&rig->evaluation, &rig->shape, NULL, NULL, NULL));
    }
}

void rig_open(Rig *rig, const RigOptions *options) {
    BoardSize size = options->size;
    Error error = {0};
    memset(rig, 0, sizeof *rig);
    if (options->is_any)
        assert_true(shape_init_any(&rig->shape, size.width, size.height, NULL));
    else
        assert_true(shape_init(&rig->shape, size.width, size.height, NULL));
    open_evaluation(rig, options->eval);
    SearchOptions search = {.isa = options->has_isa ? options->isa : isa_best(),
                            .threads = options->threads ? options->threads : 1,
                            .hash_mb = options->hash_mb ? (size_t)options->hash_mb : 1};
    rig->search = search_new(&rig->evaluation, &search, &error);
    assert_non_null(rig->search);
}

void rig_close(Rig *rig) {
    search_free(rig->search);
    evaluation_close(&rig->evaluation);
    free(rig->set);
    free(rig->own_table);
}

Position rig_position(const Rig *rig, Position packed) {
    return (Position){shape_unpack(&rig->shape, packed.own), shape_unpack(&rig->shape, packed.opp)};
}

static void fail_at(const Rig *rig, Position position, const char *what, int number) {
    fail_msg("%dx%d own %016llx opp %016llx: %s %d", rig->shape.width, rig->shape.height,
             (unsigned long long)position.own, (unsigned long long)position.opp, what, number);
}

/* Plays the line as far as it goes; returns where it ends. `turns` receives its length. */
static Position play_line(const Rig *rig, Position position, const SearchLine *line) {
    Position here = position;
    for (int i = 0; i < line->length; i++) {
        Move move;
        if (!rules_find_move(&rig->shape, here, line->pv[i], &move))
            fail_at(rig, position, "illegal move in the line at", i);
        position_play(&here, move);
    }
    return here;
}

void rig_check_exact_line(const Rig *rig, Position position, const SearchLine *line) {
    if (!line->is_exact) fail_at(rig, position, "not exact, depth", line->depth);
    if (line->score % EVAL_DISC != 0) fail_at(rig, position, "not whole discs:", line->score);
    Position end = play_line(rig, position, line);
    if (!rules_is_over(&rig->shape, end))
        fail_at(rig, position, "the line stops before the end, after", line->length);
    int score = rules_score(&rig->shape, end) * (line->length % 2 ? -1 : 1);
    if (score * EVAL_DISC != line->score)
        fail_at(rig, position, "the line leads elsewhere than its score, to", score);
}

void rig_check_legal(const Rig *rig, Position position, const SearchResult *result) {
    bool is_over = rules_is_over(&rig->shape, position);
    if (is_over != (result->count == 0)) fail_at(rig, position, "lines:", result->count);
    for (int i = 0; i < result->count; i++) {
        if (result->lines[i].length < 1) fail_at(rig, position, "no move in line", i);
        play_line(rig, position, &result->lines[i]);
    }
}

int rig_solve(Rig *rig, Position position, SearchResult *result) {
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE};
    search_run(rig->search, position, &limits, NULL, NULL, result);
    bool is_over = rules_is_over(&rig->shape, position);
    if (result->end != (is_over ? SEARCH_GAME_OVER : SEARCH_FINISHED))
        fail_at(rig, position, "ended with", (int)result->end);
    if (result->count != (is_over ? 0 : 1)) fail_at(rig, position, "lines:", result->count);
    rig_check_exact_line(rig, position, &result->lines[0]);
    return result->lines[0].score / EVAL_DISC;
}
