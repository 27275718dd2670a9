/* Several best moves at once: each with the score it has by itself, best first, none twice; and
 * whatever interrupts the search, what it answers is legal and in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/rules.h"
#include "reference/endings.h"
#include "support/effort.h"
#include "support/rig.h"

enum { SEED = 50 };

typedef struct Endings {
    BoardSize size;
    int empties;
    long positions;
} Endings;

static const Endings endings[] = {{{8, 8}, 6, 100}, {{8, 8}, 10, 40}, {{8, 8}, 14, 8},
                                  {{6, 6}, 13, 20}, {{9, 7}, 11, 20}, {{9, 7}, 14, 6},
                                  {{5, 5}, 15, 10}, {{4, 4}, 12, 3},  {{16, 4}, 13, 10}};
enum { ENDINGS = sizeof endings / sizeof endings[0] };

static int least(int a, int b) {
    return a < b ? a : b;
}

/* The exact score of each move, by a solve of its own; as many as there are moves. */
static uint64_t score_children(Rig *rig, Position position, int *scores) {
    const Shape *shape = &rig->shape;
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    SearchResult result;
    for (uint64_t left = moves; left;) {
        int square = bits_pop(&left);
        uint64_t flips = rules_flips(shape, square, position.own, position.opp);
        scores[square] = -rig_solve(rig, position_after(position, square, flips), &result);
    }
    return moves;
}

/* All lines come from one pass: their scores can be compared. */
static bool is_in_order(const SearchLine *better, const SearchLine *worse) {
    bool is_one_pass = better->depth == worse->depth && better->selectivity == worse->selectivity;
    return is_one_pass && better->score >= worse->score;
}

static void check_order(const SearchResult *result) {
    uint64_t seen = 0;
    for (int i = 0; i < result->count; i++) {
        int square = result->lines[i].pv[0];
        if (square == PASS) {
            assert_int_equal(result->count, 1);
            return;
        }
        assert_false(bits_has(seen, square));
        seen |= bits_square(square);
        if (i > 0) assert_true(is_in_order(&result->lines[i - 1], &result->lines[i]));
    }
}

static void check_lines(Rig *rig, Position position, int lines) {
    int scores[64] = {0}, better = 0;
    SearchResult result;
    uint64_t moves = score_children(rig, position, scores);
    SearchLimits limits = {.selectivity = SELECTIVITY_NONE, .lines = lines};
    search_run(rig->search, position, &limits, NULL, NULL, &result);
    rig_check_legal(rig, position, &result);
    check_order(&result);
    if (!moves) return;
    assert_int_equal(result.count, least(lines, bits_count(moves)));
    for (int i = 0; i < result.count; i++) {
        rig_check_exact_line(rig, position, &result.lines[i]);
        assert_int_equal(result.lines[i].score, scores[result.lines[i].pv[0]] * EVAL_DISC);
    }
    int last = result.lines[result.count - 1].score / EVAL_DISC;
    for (uint64_t left = moves; left;) better += scores[bits_pop(&left)] > last;
    assert_true(better < result.count);
}

static void each_line_scores_as_a_solve_of_its_move(void **state) {
    (void)state;
    for (int e = 0; e < ENDINGS; e++) {
        Rig rig;
        rig_open(&rig, &(RigOptions){.size = endings[e].size});
        Sampler sampler = sampler_new(endings[e].size, SEED);
        for (long n = 0; n < effort_rounds(endings[e].positions); n++) {
            Position position = rig_position(&rig, endings_next(&sampler, endings[e].empties, n));
            if (n % 2) search_clear(rig.search);
            check_lines(&rig, position, n % 5 == 0 ? SEARCH_MAX_LINES : 2 + (int)(n % 3));
        }
        rig_close(&rig);
    }
}

/* The outcome of a solve with a window of one disc is the sign of the exact score; a move that wins
 * or draws does so. */
static void an_outcome_is_the_sign_of_the_exact_score(void **state) {
    (void)state;
    int seen[OUTCOME_WIN + 1] = {0};
    for (int e = 0; e < ENDINGS; e++) {
        Rig rig;
        rig_open(&rig, &(RigOptions){.size = endings[e].size});
        Sampler sampler = sampler_new(endings[e].size, SEED + 7);
        for (long n = 0; n < effort_rounds(endings[e].positions); n++) {
            Position position = rig_position(&rig, endings_next(&sampler, endings[e].empties, n));
            int scores[64] = {0};
            uint64_t moves = score_children(&rig, position, scores);
            SearchResult exact, result;
            int score = rig_solve(&rig, position, &exact);
            SearchLimits limits = {.selectivity = SELECTIVITY_NONE, .is_outcome_only = true};
            search_clear(rig.search);
            search_run(rig.search, position, &limits, NULL, NULL, &result);
            rig_check_legal(&rig, position, &result);
            assert_int_equal(result.outcome, exact.outcome);
            assert_int_equal(result.outcome, score > 0   ? OUTCOME_WIN
                                             : score < 0 ? OUTCOME_LOSS
                                                         : OUTCOME_DRAW);
            int sign = (result.lines[0].score > 0) - (result.lines[0].score < 0);
            assert_int_equal(sign, (score > 0) - (score < 0));
            if (score > 0 && moves) assert_true(scores[result.lines[0].pv[0]] > 0);
            if (score == 0 && moves) assert_true(scores[result.lines[0].pv[0]] == 0);
            seen[result.outcome]++;
        }
        rig_close(&rig);
    }
    assert_true(seen[OUTCOME_LOSS] && seen[OUTCOME_WIN]);
}

/* With a limit, who wins is proven before by how much. Wherever the limit ends the search, a proven
 * outcome is right, and the move of a win or a draw keeps it. */
static void a_limited_solve_proves_the_outcome_and_keeps_it(void **state) {
    (void)state;
    enum { EMPTIES = 15, POSITIONS = 60 };
    Rig rig;
    rig_open(&rig, &(RigOptions){.size = {8, 8}});
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 8);
    int inexact = 0;
    for (long n = 0; n < effort_rounds(POSITIONS); n++) {
        Position position = rig_position(&rig, endings_next(&sampler, EMPTIES, 0));
        SearchResult exact, result;
        int score = rig_solve(&rig, position, &exact), scores[64] = {0};
        uint64_t moves = score_children(&rig, position, scores);
        for (uint64_t nodes = 2000; nodes < 4000000; nodes *= 2) {
            SearchLimits limits = {.selectivity = SELECTIVITY_NONE, .nodes = nodes};
            search_clear(rig.search);
            search_run(rig.search, position, &limits, NULL, NULL, &result);
            rig_check_legal(&rig, position, &result);
            if (result.outcome == OUTCOME_UNKNOWN) continue;
            assert_int_equal(result.outcome, exact.outcome);
            inexact += !result.lines[0].is_exact;
            if (score >= 0 && moves) {
                int kept = scores[result.lines[0].pv[0]];
                assert_true(score > 0 ? kept > 0 : kept == 0);
            }
            if (result.end == SEARCH_FINISHED) break;
        }
        assert_int_equal(result.lines[0].score, score * EVAL_DISC);
        assert_true(result.lines[0].is_exact);
    }
    assert_true(inexact > 0);
    rig_close(&rig);
}

/* ... but not on small boards, where perfect play counts discs: who wins is known when they are. */
static void a_limited_solve_of_a_small_board_counts_discs_at_once(void **state) {
    (void)state;
    enum { EMPTIES = 15, POSITIONS = 60 };
    Rig rig;
    rig_open(&rig, &(RigOptions){.size = {6, 6}});
    Sampler sampler = sampler_new((BoardSize){6, 6}, SEED + 9);
    int unknown = 0;
    for (long n = 0; n < effort_rounds(POSITIONS); n++) {
        Position position = rig_position(&rig, endings_next(&sampler, EMPTIES, 0));
        for (uint64_t nodes = 1000; nodes < 1000000; nodes *= 2) {
            SearchResult result;
            SearchLimits limits = {.selectivity = SELECTIVITY_NONE, .nodes = nodes};
            search_clear(rig.search);
            search_run(rig.search, position, &limits, NULL, NULL, &result);
            assert_int_equal(result.outcome != OUTCOME_UNKNOWN, result.lines[0].is_exact);
            unknown += result.outcome == OUTCOME_UNKNOWN;
        }
    }
    assert_true(unknown > 0);
    rig_close(&rig);
}

/* A search that runs out of nodes somewhere between two lines, or inside one. */
static void an_interrupted_search_of_many_lines_is_in_order(void **state) {
    (void)state;
    enum { POSITIONS = 300 };
    static const BoardSize boards[] = {{8, 8}, {6, 6}, {9, 7}};
    for (int b = 0; b < 3; b++) {
        Rig rig;
        rig_open(&rig, &(RigOptions){.size = boards[b], .eval = b == 1 ? RIG_WILD : RIG_BEST});
        Sampler sampler = sampler_new(boards[b], SEED + 1);
        for (long n = 0; n < effort_rounds(POSITIONS); n++) {
            Position position = rig_position(&rig, sampler_from_game(&sampler));
            SearchResult result;
            SearchLimits limits = {.selectivity = (Selectivity)(n % SELECTIVITIES),
                                   .nodes = 1 + random_below(&sampler.random, 20000),
                                   .lines = (int)(n % 7)};
            search_run(rig.search, position, &limits, NULL, NULL, &result);
            rig_check_legal(&rig, position, &result);
            check_order(&result);
        }
        rig_close(&rig);
    }
}

/* The last report of a search. */
static void remember(void *context, const SearchResult *so_far) {
    *(SearchResult *)context = *so_far;
}

/* Stopped anywhere, a ranking is that of the last finished pass: the same moves, scores, order. */
static void a_stopped_ranking_is_that_of_the_last_finished_pass(void **state) {
    (void)state;
    enum { POSITIONS = 300 };
    long unfinished = 0;
    Rig rig;
    rig_open(&rig, &(RigOptions){.size = {8, 8}});
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 3);
    for (long n = 0; n < effort_rounds(POSITIONS); n++) {
        Position position = rig_position(&rig, sampler_from_game(&sampler));
        static SearchResult result, last;
        last.count = 0;
        SearchLimits limits = {.selectivity = n % 2 ? SELECTIVITY_NONE : SELECTIVITY_73,
                               .nodes = 1 + random_below(&sampler.random, 40000),
                               .lines = 2 + (int)(n % 4)};
        search_run(rig.search, position, &limits, remember, &last, &result);
        if (last.count < 2 || result.end != SEARCH_NODE_LIMIT) continue;
        unfinished++;
        assert_int_equal(result.count, last.count);
        for (int i = 0; i < last.count; i++) {
            assert_int_equal(result.lines[i].pv[0], last.lines[i].pv[0]);
            assert_int_equal(result.lines[i].score, last.lines[i].score);
            assert_int_equal(result.lines[i].depth, last.lines[i].depth);
        }
    }
    assert_true(unfinished > effort_rounds(POSITIONS) / 3);
    rig_close(&rig);
}

/* How long the lines of an analysis are, in moves missing to the depth. */
typedef struct Lengths {
    long reports, is_short;
} Lengths;

enum { LENGTHS_FROM = 6, MISSING = 4 }; /* the last plies are never in the table */

static void measure(void *context, const SearchResult *so_far) {
    Lengths *lengths = context;
    for (int i = 0; i < so_far->count; i++) {
        const SearchLine *line = &so_far->lines[i];
        if (line->depth < LENGTHS_FROM || line->is_exact) continue;
        lengths->reports++;
        lengths->is_short += line->length < line->depth - MISSING;
    }
}

static void lines_are_long_from_the_first_report_on(void **state) {
    (void)state;
    enum { POSITIONS = 12, DEPTH = 15, MOST_SHORT_PERCENT = 2 };
    Rig rig;
    rig_open(&rig, &(RigOptions){.size = {8, 8}, .hash_mb = 16});
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 4);
    for (int lines = 1; lines <= 3; lines += 2) {
        Lengths lengths = {0};
        for (long n = 0; n < effort_rounds(POSITIONS); n++) {
            Position position =
                rig_position(&rig, endings_next(&sampler, 24 + (int)(n * 7 % 30), 0));
            SearchLimits limits = {.depth = DEPTH, .selectivity = SELECTIVITY_73, .lines = lines};
            SearchResult result;
            /* The second time the table answers for most of the tree. */
            search_run(rig.search, position, &limits, measure, &lengths, &result);
            search_run(rig.search, position, &limits, measure, &lengths, &result);
        }
        if (lengths.is_short * 100 > lengths.reports * MOST_SHORT_PERCENT)
            fail_msg("%d lines: %ld of %ld are short", lines, lengths.is_short, lengths.reports);
    }
    rig_close(&rig);
}

typedef struct Watched {
    Rig *rig;
    Position position;
    int calls;
    uint64_t nodes;
} Watched;

static void watch(void *context, const SearchResult *so_far) {
    Watched *watched = context;
    watched->calls++;
    assert_true(so_far->nodes >= watched->nodes);
    watched->nodes = so_far->nodes;
    rig_check_legal(watched->rig, watched->position, so_far);
    check_order(so_far);
}

static void progress_tells_of_legal_moves_in_order(void **state) {
    (void)state;
    Rig rig;
    rig_open(&rig, &(RigOptions){.size = {8, 8}});
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 2);
    for (long n = 0; n < 60; n++) {
        Watched watched = {.rig = &rig,
                           .position = rig_position(&rig, sampler_from_game(&sampler))};
        SearchResult result;
        SearchLimits limits = {.depth = 6, .selectivity = SELECTIVITY_NONE, .lines = (int)(n % 4)};
        search_run(rig.search, watched.position, &limits, watch, &watched, &result);
        assert_true(watched.calls > 0 || result.end == SEARCH_GAME_OVER);
        assert_true(result.nodes >= watched.nodes);
    }
    rig_close(&rig);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_scores_as_a_solve_of_its_move),
        cmocka_unit_test(an_outcome_is_the_sign_of_the_exact_score),
        cmocka_unit_test(a_limited_solve_proves_the_outcome_and_keeps_it),
        cmocka_unit_test(a_limited_solve_of_a_small_board_counts_discs_at_once),
        cmocka_unit_test(an_interrupted_search_of_many_lines_is_in_order),
        cmocka_unit_test(a_stopped_ranking_is_that_of_the_last_finished_pass),
        cmocka_unit_test(lines_are_long_from_the_first_report_on),
        cmocka_unit_test(progress_tells_of_legal_moves_in_order),
    };
    return cmocka_run_group_tests_name("search, lines", tests, NULL, NULL);
}
