/* Plain alpha-beta: pruning against plain minimax, move order, passes, ends, limits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/clock.h"
#include "engine/alphabeta.h"
#include "eval/registry.h"
#include "game/rules.h"
#include "record/notation.h"
#include "reference/sample.h"
#include "support/effort.h"

static Shape shape_of(int width, int height) {
    Shape shape;
    assert_true(shape_init(&shape, width, height, NULL));
    return shape;
}

static Evaluation evaluation_of(const char *name, const Shape *shape) {
    Evaluation evaluation;
    assert_true(evaluation_from_program(&evaluation, classic_program_find(name, strlen(name)),
                                        shape, NULL));
    return evaluation;
}

static Position position_of(const Shape *shape, const char *text) {
    Board board;
    assert_true(board_parse(shape, text, strlen(text), &board, NULL));
    return board.position;
}

static AlphabetaResult run(const Evaluation *evaluation, Position position, int depth) {
    AlphabetaResult result;
    alphabeta_run(evaluation, position, &(AlphabetaOptions){.depth = depth}, &result);
    return result;
}

static AlphabetaResult run_minimax(const Evaluation *evaluation, Position position, int depth) {
    AlphabetaResult result;
    alphabeta_run(evaluation, position, &(AlphabetaOptions){.depth = depth, .is_minimax = true},
                  &result);
    return result;
}

static void pruning_saves_nodes_and_changes_no_move(void **state) {
    (void)state;
    static const BoardSize boards[] = {{8, 8}, {6, 6}, {9, 7}};
    enum { POSITIONS = 20, DEPTH = 4 };
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        Shape shape = shape_of(boards[b].width, boards[b].height);
        for (int i = 0; i < classic_program_count; i++) {
            Evaluation evaluation;
            if (classic_programs[i]->search.tie == TIE_LAST_BOUND ||
                !evaluation_from_program(&evaluation, classic_programs[i], &shape, NULL))
                continue;
            Sampler sampler = sampler_new(boards[b], 9);
            uint64_t with = 0, without = 0;
            for (long n = 0; n < effort_rounds(POSITIONS); n++) {
                Position packed = sampler_from_game(&sampler);
                Position position = {shape_unpack(&shape, packed.own),
                                     shape_unpack(&shape, packed.opp)};
                AlphabetaResult pruned = run(&evaluation, position, DEPTH);
                AlphabetaResult full = run_minimax(&evaluation, position, DEPTH);
                assert_int_equal(pruned.square, full.square);
                assert_true(pruned.value == full.value);
                with += pruned.nodes;
                without += full.nodes;
            }
            assert_true(classic_programs[i]->search.is_minimax ? with == without : with < without);
        }
    }
}

/* Minimax over the discs alone, written for reading. */
static int best_discs(const Shape *shape, Position position, int depth) {
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    if (rules_is_over(shape, position)) {
        int difference = rules_difference(position);
        return 1000 * ((difference > 0) - (difference < 0));
    }
    if (depth == 0) return rules_difference(position);
    if (!moves) return -best_discs(shape, position_passed(position), depth - 1);
    int best = -2000;
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t flips = rules_flips(shape, square, position.own, position.opp);
        int value = -best_discs(shape, position_after(position, square, flips), depth - 1);
        if (value > best) best = value;
    }
    return best;
}

static void values_are_those_of_a_minimax_written_for_reading(void **state) {
    (void)state;
    Shape shape = shape_of(6, 6);
    Evaluation evaluation = evaluation_of("discs", &shape);
    Sampler sampler = sampler_new((BoardSize){6, 6}, 10);
    for (long n = 0; n < effort_rounds(300); n++) {
        Position packed = sampler_next(&sampler, n);
        Position position = {shape_unpack(&shape, packed.own), shape_unpack(&shape, packed.opp)};
        for (int depth = 1; depth <= 4; depth++)
            assert_true(run(&evaluation, position, depth).value ==
                        best_discs(&shape, position, depth));
    }
}

static void nodes_of_plain_minimax_are_counted(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Evaluation evaluation = evaluation_of("miniproject3", &shape);
    Position start = position_start(&shape);
    /* The root, and all positions 1 .. 5 plies below it: perft 4, 12, 56, 244, 1396. */
    assert_int_equal(run_minimax(&evaluation, start, 5).nodes, 1 + 4 + 12 + 56 + 244 + 1396);
    assert_true(run(&evaluation, start, 5).nodes < 1713);
    assert_int_equal(run(&evaluation, start, 0).depth, 6); /* as the program does */
}

static void rings_are_tried_from_the_outside_in(void **state) {
    (void)state;
    Shape shape = shape_of(6, 6);
    Evaluation evaluation = evaluation_of("e03-judge", &shape);
    uint8_t squares[64];
    assert_int_equal(alphabeta_order(&evaluation, shape.playable, squares), 36);
    assert_int_equal(squares[0], shape_square(&shape, 0, 0));
    assert_int_equal(squares[6], shape_square(&shape, 0, 1));
    assert_int_equal(squares[7], shape_square(&shape, 5, 1));
    assert_int_equal(squares[19], shape_square(&shape, 5, 5));
    assert_int_equal(squares[20], shape_square(&shape, 1, 1));
    assert_int_equal(squares[32], shape_square(&shape, 2, 2));
    assert_int_equal(squares[35], shape_square(&shape, 3, 3));

    Shape wide = shape_of(16, 4);
    Evaluation elsewhere = evaluation_of("e03-judge", &wide);
    assert_int_equal(alphabeta_order(&elsewhere, wide.playable, squares), 64);
}

static void equal_moves_go_to_the_first_or_the_last(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Evaluation first = evaluation_of("discs", &shape),
               last = evaluation_of("alpha-othello", &shape);
    Position start = position_start(&shape); /* all four moves are equal by symmetry */
    assert_string_equal(move_name(&shape, run(&first, start, 1).square).text, "d3");
    assert_string_equal(move_name(&shape, run(&last, start, 1).square).text, "e6");
}

static void a_side_without_a_move_passes(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    Evaluation evaluation = evaluation_of("discs", &shape);
    /* White's only disc stands between two of Black's, so White cannot move and Black can. */
    Position position = position_of(&shape, "XO-- ---- ---- ---- O");
    AlphabetaResult result = run(&evaluation, position, 3);
    assert_int_equal(result.square, PASS);
    assert_true(result.value == -1000); /* Black takes the last white disc */
    assert_true(result.is_complete);
}

static void a_finished_game_has_no_move(void **state) {
    (void)state;
    Shape shape = shape_of(4, 4);
    Evaluation evaluation = evaluation_of("e03-judge", &shape);
    AlphabetaResult result = run(&evaluation, position_of(&shape, "XXXX XXXX ---- ---- O"), 5);
    assert_int_equal(result.square, NO_MOVE);
    assert_true(result.value == -65533);
}

static void an_estimate_never_outranks_a_proven_result(void **state) {
    (void)state;
    Shape shape = shape_of(6, 6);
    Evaluation evaluation = evaluation_of("e03-myjudge", &shape);
    /* Four corners and most of the board: 80,000 points before the limit. */
    Position position = position_of(&shape, "XXXXXX XXXX-O XXXXOO XXXXXO XXXXXX XXXXXX X");
    assert_true(evaluation_explain(&evaluation, position, NULL, NULL) > 65533);
    Sampler sampler = sampler_new((BoardSize){6, 6}, 11);
    for (long n = 0; n < effort_rounds(200); n++) {
        Position packed = sampler_next(&sampler, n);
        Position next = {shape_unpack(&shape, packed.own), shape_unpack(&shape, packed.opp)};
        double value = run(&evaluation, next, 2).value;
        assert_true(value == trunc(value) && fabs(value) <= 65533);
    }
}

static void a_deadline_or_a_stop_still_gives_a_legal_move(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Evaluation evaluation = evaluation_of("miniproject3", &shape);
    Position start = position_start(&shape);
    uint64_t moves = rules_moves(&shape, start.own, start.opp);
    AlphabetaResult result;
    double begin = clock_seconds();
    AlphabetaOptions late = {.depth = 40, .deadline_ns = clock_ns() + 20000000};
    alphabeta_run(&evaluation, start, &late, &result);
    assert_true(clock_seconds() - begin < 5);
    assert_false(result.is_complete);
    assert_true(bits_has(moves, result.square) && isfinite(result.value));

    _Atomic bool stop = true;
    alphabeta_run(&evaluation, start, &(AlphabetaOptions){.depth = 40, .stop = &stop}, &result);
    assert_false(result.is_complete);
    assert_true(bits_has(moves, result.square));
}

/* --- What a visitor sees -------------------------------------------------------------------------
 */

/* An open node, and what its children have brought so far. */
typedef struct OpenNode {
    uint8_t moves[64]; /* in the order in which they must come */
    int count, next;
    double alpha, beta, best;
    bool is_max;
} OpenNode;

/* Checks every step of a search against the definition of alpha-beta. */
typedef struct Checker {
    const Evaluation *evaluation;
    bool prunes;
    OpenNode open[ALPHABETA_MAX_DEPTH + 2];
    int length;
    uint64_t entered, left;
} Checker;

static double infinity_of(const Evaluation *evaluation) {
    double infinity = evaluation->program->search.infinity;
    return infinity > 0 ? infinity : INFINITY;
}

static void check_enter(void *context, const AlphabetaNode *node) {
    Checker *self = context;
    const Shape *shape = self->evaluation->shape;
    double infinity = infinity_of(self->evaluation);
    self->entered++;
    if (self->length > 0) {
        OpenNode *parent = &self->open[self->length - 1];
        assert_true(parent->next < parent->count);
        assert_int_equal(node->move, parent->moves[parent->next++]);
        assert_true(node->is_max == !parent->is_max);
        assert_true(node->alpha == parent->alpha && node->beta == parent->beta);
    } else {
        assert_true(node->is_max && node->move == NO_MOVE);
        assert_true(node->alpha == -infinity && node->beta == infinity);
    }
    OpenNode *open = &self->open[self->length++];
    *open = (OpenNode){.alpha = node->alpha, .beta = node->beta, .is_max = node->is_max};
    open->best = node->is_max ? -infinity : infinity;
    uint64_t moves = rules_moves(shape, node->position.own, node->position.opp);
    open->count = alphabeta_order(self->evaluation, moves, open->moves);
    if (!moves) open->moves[open->count++] = PASS;
}

static void check_leave(void *context, const AlphabetaNode *node) {
    Checker *self = context;
    const ClassicSearch *rules = &self->evaluation->program->search;
    const OpenNode *open = &self->open[--self->length];
    self->left++;
    bool is_inner = node->reason <= ALPHABETA_BETA_CUT;
    assert_true(is_inner == (open->next > 0) && is_inner == (node->best != NO_MOVE));
    if (is_inner) assert_true(node->value == open->best);
    bool is_over = rules_is_over(self->evaluation->shape, node->position);
    assert_true((node->reason == ALPHABETA_GAME_OVER) == is_over);
    if (node->reason == ALPHABETA_DEPTH) assert_int_equal(node->depth, 0);
    if (node->reason == ALPHABETA_NO_MOVE) assert_int_equal(rules->pass, PASS_ENDS_LINE);
    bool is_cut = node->reason == ALPHABETA_ALPHA_CUT || node->reason == ALPHABETA_BETA_CUT;
    assert_int_equal(node->skipped_count, is_cut ? open->count - open->next : 0);
    if (is_cut) {
        assert_true(self->prunes && node->is_max == (node->reason == ALPHABETA_BETA_CUT));
        assert_true(rules->tie == TIE_LAST ? open->alpha > open->beta : open->alpha >= open->beta);
        assert_memory_equal(node->skipped, open->moves + open->next, (size_t)node->skipped_count);
    } else if (node->reason == ALPHABETA_ALL_MOVES) {
        assert_int_equal(open->next, open->count);
    }
    if (self->length == 0) return;
    OpenNode *parent = &self->open[self->length - 1];
    if (parent->is_max)
        parent->best = fmax(parent->best, node->value);
    else
        parent->best = fmin(parent->best, node->value);
    if (parent->is_max)
        parent->alpha = fmax(parent->alpha, parent->best);
    else
        parent->beta = fmin(parent->beta, parent->best);
}

static void a_visitor_sees_alpha_beta_as_it_is_defined(void **state) {
    (void)state;
    static const BoardSize boards[] = {{8, 8}, {6, 6}, {9, 7}};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        Shape shape = shape_of(boards[b].width, boards[b].height);
        for (int i = 0; i < classic_program_count; i++) {
            Evaluation evaluation;
            if (!evaluation_from_program(&evaluation, classic_programs[i], &shape, NULL)) continue;
            Sampler sampler = sampler_new(boards[b], 12);
            for (long n = 0; n < effort_rounds(20); n++) {
                Position packed = n % 2 ? sampler_late(&sampler, 5) : sampler_next(&sampler, n);
                Position position = {shape_unpack(&shape, packed.own),
                                     shape_unpack(&shape, packed.opp)};
                bool is_minimax = n % 4 == 3;
                Checker checker = {.evaluation = &evaluation, .prunes = !is_minimax};
                AlphabetaVisitor visitor = {check_enter, check_leave, &checker};
                AlphabetaOptions options = {
                    .depth = 4, .is_minimax = is_minimax, .visitor = &visitor};
                AlphabetaResult result;
                alphabeta_run(&evaluation, position, &options, &result);
                assert_true(checker.entered == result.nodes && checker.left == result.nodes);
            }
        }
    }
}

static void a_search_beyond_its_nodes_is_given_up(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Evaluation evaluation = evaluation_of("discs", &shape);
    Position start = position_start(&shape);
    AlphabetaResult whole = run(&evaluation, start, 5), result;
    AlphabetaOptions enough = {.depth = 5, .nodes = whole.nodes};
    alphabeta_run(&evaluation, start, &enough, &result);
    assert_true(result.is_complete && result.nodes == whole.nodes);
    AlphabetaOptions less = {.depth = 5, .nodes = whole.nodes - 1};
    alphabeta_run(&evaluation, start, &less, &result);
    assert_false(result.is_complete);
    assert_true(bits_has(rules_moves(&shape, start.own, start.opp), result.square));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pruning_saves_nodes_and_changes_no_move),
        cmocka_unit_test(values_are_those_of_a_minimax_written_for_reading),
        cmocka_unit_test(nodes_of_plain_minimax_are_counted),
        cmocka_unit_test(rings_are_tried_from_the_outside_in),
        cmocka_unit_test(equal_moves_go_to_the_first_or_the_last),
        cmocka_unit_test(a_side_without_a_move_passes),
        cmocka_unit_test(a_finished_game_has_no_move),
        cmocka_unit_test(an_estimate_never_outranks_a_proven_result),
        cmocka_unit_test(a_deadline_or_a_stop_still_gives_a_legal_move),
        cmocka_unit_test(a_visitor_sees_alpha_beta_as_it_is_defined),
        cmocka_unit_test(a_search_beyond_its_nodes_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
