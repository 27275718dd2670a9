/* The review of a game: where one verdict ends and the next begins, what a side's summary adds up,
 * and that losses on a small board are those of a plain minimax. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/random.h"
#include "engine/review.h"
#include "game/rules.h"
#include "record/play.h"

static void borders_belong_to_the_worse_verdict(void **state) {
    (void)state;
    static const struct {
        double loss;
        ReviewVerdict verdict;
    } rows[] = {
        {0, REVIEW_BEST},       {0.01, REVIEW_GOOD},       {1.99, REVIEW_GOOD},
        {2, REVIEW_INACCURACY}, {3.99, REVIEW_INACCURACY}, {4, REVIEW_MISTAKE},
        {7.99, REVIEW_MISTAKE}, {8, REVIEW_BLUNDER},       {64, REVIEW_BLUNDER},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(review_verdict(rows[i].loss), rows[i].verdict);
}

static void every_verdict_has_a_name(void **state) {
    (void)state;
    assert_string_equal(review_verdict_name(REVIEW_FORCED), "forced");
    assert_string_equal(review_verdict_name(REVIEW_BEST), "best");
    assert_string_equal(review_verdict_name(REVIEW_GOOD), "good");
    assert_string_equal(review_verdict_name(REVIEW_INACCURACY), "inaccuracy");
    assert_string_equal(review_verdict_name(REVIEW_MISTAKE), "mistake");
    assert_string_equal(review_verdict_name(REVIEW_BLUNDER), "blunder");
}

static void add(ReviewSide *side, double loss) {
    review_add(side, &(ReviewMove){.loss = loss, .verdict = review_verdict(loss)});
}

static void a_side_adds_up_its_moves(void **state) {
    (void)state;
    ReviewSide side = {.accuracy = 100};
    add(&side, 0);
    add(&side, 6);
    add(&side, 12);
    add(&side, 2);
    assert_int_equal(side.moves, 4);
    assert_int_equal(side.inaccuracies, 1);
    assert_int_equal(side.mistakes, 1);
    assert_int_equal(side.blunders, 1);
    assert_true(side.loss == 20);
    double accuracy = (100 + 50 + 25 + 100 * exp2(-1.0 / 3)) / 4;
    assert_true(fabs(side.accuracy - accuracy) < 1e-9);
}

static void a_forced_move_counts_nothing(void **state) {
    (void)state;
    ReviewSide side = {.accuracy = 100};
    review_add(&side, &(ReviewMove){.verdict = REVIEW_FORCED});
    assert_int_equal(side.moves, 0);
    assert_true(side.accuracy == 100 && side.loss == 0);
}

/* The exact score for the side to move, the slow way. */
static int minimax(const Shape *shape, Position position) {
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    int best = -64;
    if (!moves)
        return rules_is_over(shape, position) ? rules_score(shape, position)
                                              : -minimax(shape, position_passed(position));
    while (moves) {
        Position after = position;
        int square = bits_pop(&moves);
        position_play(&after,
                      (Move){square, rules_flips(shape, square, position.own, position.opp)});
        int score = -minimax(shape, after);
        if (score > best) best = score;
    }
    return best;
}

static void play_at_random(Transcript *game, Random *random) {
    while (!rules_is_over(game->end.shape, game->end.position)) {
        Position position = game->end.position;
        uint64_t moves = rules_moves(game->end.shape, position.own, position.opp);
        int square = PASS;
        for (uint32_t i = moves ? random_below(random, (uint32_t)bits_count(moves)) + 1 : 0; i > 0;
             i--)
            square = bits_pop(&moves);
        assert_true(play_checked(&game->end, square, &game->moves[game->count], NULL));
        game->count++;
    }
}

typedef struct Check {
    const Transcript *game;
    int next; /* the ply that must come next */
    double losses[2];
} Check;

static void check_move(void *context, const ReviewMove *move) {
    Check *check = context;
    Board before = check->game->start, after;
    assert_int_equal(move->ply, check->next--);
    for (int i = 0; i < move->ply; i++) board_play(&before, check->game->moves[i]);
    after = before;
    board_play(&after, check->game->moves[move->ply]);
    assert_int_equal(move->side, before.side);
    assert_int_equal(move->played, check->game->moves[move->ply].square);
    assert_true(move->is_exact);
    if (move->verdict != REVIEW_FORCED) {
        assert_true(move->best_score == minimax(before.shape, before.position));
        assert_true(move->score == -minimax(after.shape, after.position));
        assert_int_equal(move->verdict, review_verdict(move->loss));
    }
    assert_true(move->loss == move->best_score - move->score);
    check->losses[move->side] += move->loss;
}

static void losses_on_4x4_are_those_of_minimax(void **state) {
    (void)state;
    enum { GAMES = 4 };
    Error error;
    Shape shape;
    Random random = random_seeded(71);
    assert_true(shape_init(&shape, 4, 4, NULL));
    Engine *engine = engine_new(&shape, &(EngineOptions){.threads = 1, .hash_mb = 4}, &error);
    assert_non_null(engine);
    for (int n = 0; n < GAMES; n++) {
        Transcript game;
        Board start = board_start(&shape);
        ReviewSide sides[2];
        transcript_init(&game, &start);
        play_at_random(&game, &random);
        Check check = {.game = &game, .next = game.count - 1};
        EngineLimits limits = {.level = 20};
        EngineEnd end = review_game(engine, &game, &limits, 0, check_move, &check, sides);
        assert_int_equal(end, ENGINE_FINISHED);
        assert_int_equal(check.next, -1);
        assert_true(sides[BLACK].loss == check.losses[BLACK]);
        assert_true(sides[WHITE].loss == check.losses[WHITE]);
    }
    engine_free(engine);
}

static void a_stopped_or_late_review_says_so(void **state) {
    (void)state;
    Error error;
    Shape shape;
    Transcript game;
    ReviewSide sides[2];
    Random random = random_seeded(72);
    assert_true(shape_init(&shape, 6, 6, NULL));
    Board start = board_start(&shape);
    transcript_init(&game, &start);
    play_at_random(&game, &random);
    Engine *engine = engine_new(&shape, &(EngineOptions){.threads = 1, .hash_mb = 4}, &error);
    assert_non_null(engine);
    EngineLimits limits = {.level = 2};
    EngineEnd late = review_game(engine, &game, &limits, 1e-9, NULL, NULL, sides);
    assert_int_equal(late, ENGINE_TIME_LIMIT);
    engine_stop(engine);
    EngineEnd stopped = review_game(engine, &game, &limits, 0, NULL, NULL, sides);
    assert_int_equal(stopped, ENGINE_STOPPED);
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(borders_belong_to_the_worse_verdict),
        cmocka_unit_test(every_verdict_has_a_name),
        cmocka_unit_test(a_side_adds_up_its_moves),
        cmocka_unit_test(a_forced_move_counts_nothing),
        cmocka_unit_test(losses_on_4x4_are_those_of_minimax),
        cmocka_unit_test(a_stopped_or_late_review_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
