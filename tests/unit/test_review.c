/* The review of a game: where one verdict ends and the next begins, what a side's summary adds up,
 * that losses on a small board are those of a plain minimax and those of the last 22 moves on 8x8
 * those of exact solves, and that the accuracy tells random from perfect play. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/random.h"
#include "engine/review.h"
#include "engine/review_bytes.h"
#include "engine/review_text.h"
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

static void add(ReviewSide *side, double loss, double random_loss) {
    review_add(
        side,
        &(ReviewMove){.loss = loss, .random_loss = random_loss, .verdict = review_verdict(loss)});
}

static void a_side_adds_up_its_moves(void **state) {
    (void)state;
    ReviewSide side = {.accuracy = 100}, all = {.accuracy = 100};
    add(&side, 0, 6);
    add(&side, 6, 10);
    add(&side, 12, 12);
    add(&side, 2, 12);
    assert_int_equal(side.moves, 4);
    assert_int_equal(side.inaccuracies, 1);
    assert_int_equal(side.mistakes, 1);
    assert_int_equal(side.blunders, 1);
    assert_true(side.loss == 20 && side.random_loss == 40);
    assert_true(fabs(side.accuracy - 100 * exp(-1.5)) < 1e-9);
    review_merge(&all, &side);
    review_merge(&all, &side);
    assert_int_equal(all.moves, 8);
    assert_int_equal(all.blunders, 2);
    assert_true(all.loss == 40 && all.accuracy == side.accuracy);
}

static void the_summary_of_a_side_is_rounded_in_json(void **state) {
    (void)state;
    ReviewSide side = {.moves = 29,
                       .inaccuracies = 3,
                       .mistakes = 2,
                       .blunders = 1,
                       .loss = 12.3456,
                       .random_loss = 98.764,
                       .accuracy = 71.26};
    char json[REVIEW_SIDE_JSON_SIZE];
    Text text = text_into(json, sizeof json);
    review_side_json(&text, &side);
    assert_string_equal(json, "{\"moves\":29,\"loss\":12.35,\"random_loss\":98.76,"
                              "\"accuracy\":71.3,\"inaccuracies\":3,\"mistakes\":2,"
                              "\"blunders\":1}");
}

static void accuracy_is_100_without_losses_and_falls_with_them(void **state) {
    (void)state;
    double last = 100;
    assert_true(review_accuracy(0, 0) == 100 && review_accuracy(0, 50) == 100);
    for (int loss = 1; loss <= 50; loss++) {
        double accuracy = review_accuracy(loss, 50);
        assert_true(accuracy < last && accuracy > 0);
        last = accuracy;
    }
    assert_true(last < 20);
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

static Engine *engine_for(const Shape *shape) {
    Error error;
    Engine *engine = engine_new(shape, &(EngineOptions){.threads = 1, .hash_mb = 16}, &error);
    assert_non_null(engine);
    return engine;
}

static void random_game(const Shape *shape, uint64_t seed, Transcript *game) {
    Random random = random_seeded(seed);
    Board start = board_start(shape);
    transcript_init(game, &start);
    play_at_random(game, &random);
}

/* Black's moves are random, White's the engine's at that level. */
static void play_against_random(Engine *engine, int level, uint64_t seed, Transcript *game) {
    const Shape *shape = game->end.shape;
    Random random = random_seeded(seed);
    EngineLimits limits = {.level = level};
    while (!rules_is_over(shape, game->end.position)) {
        EngineResult result;
        Position position = game->end.position;
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        int square = moves ? rules_random_move(moves, &random) : PASS;
        if (game->end.side == WHITE && moves) {
            engine_think(engine, position, &limits, NULL, NULL, &result);
            square = result.lines[0].pv[0];
        }
        assert_true(transcript_add(game, square, false, NULL));
    }
}

static void random_play_earns_less_than_20_and_perfect_play_100(void **state) {
    (void)state;
    static const struct {
        int width, height, level, games;
        bool is_perfect; /* the level solves the whole game, in which there are few choices */
    } rows[] = {{8, 8, 6, 6, false}, {6, 6, 5, 6, false}, {5, 5, 5, 6, false}, {4, 4, 10, 6, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Shape shape;
        assert_true(shape_init(&shape, rows[i].width, rows[i].height, NULL));
        Engine *engine = engine_for(&shape);
        Board start = board_start(&shape);
        EngineLimits limits = {.level = rows[i].level};
        ReviewSide sums[2] = {{.accuracy = 100}, {.accuracy = 100}};
        for (int n = 0; n < rows[i].games; n++) {
            Transcript game;
            ReviewSide sides[2];
            transcript_init(&game, &start);
            play_against_random(engine, rows[i].level, 73 + (uint64_t)n, &game);
            assert_int_equal(review_game(engine, &game, &limits, 0, NULL, NULL, sides),
                             ENGINE_FINISHED);
            for (int side = 0; side < 2; side++) review_merge(&sums[side], &sides[side]);
        }
        if (rows[i].is_perfect)
            assert_true(sums[WHITE].accuracy == 100);
        else
            assert_true(sums[BLACK].accuracy < 20 && sums[WHITE].accuracy > 85);
        engine_free(engine);
    }
}

/* Scores of the last moves, by the review. */
typedef struct Ending {
    const Transcript *game;
    Engine *solver;
    int compared;
} Ending;

static int solved(Engine *solver, Position position) {
    EngineResult result;
    engine_think(solver, position, &(EngineLimits){0}, NULL, NULL, &result);
    assert_true(result.lines[0].is_exact);
    return (int)result.lines[0].score;
}

static void compare_with_solve(void *context, const ReviewMove *move) {
    Ending *ending = context;
    if (ending->game->count - move->ply > 22) return;
    Board board = ending->game->start;
    for (int i = 0; i < move->ply; i++) board_play(&board, ending->game->moves[i]);
    int best = solved(ending->solver, board.position);
    board_play(&board, ending->game->moves[move->ply]);
    int played = -solved(ending->solver, board.position);
    assert_true(move->is_exact);
    assert_true(move->score == played && move->best_score == best);
    if (move->verdict != REVIEW_FORCED)
        assert_int_equal(move->verdict, review_verdict(best - played));
    ending->compared++;
}

static void mistakes_agree_with_exact_solves_over_the_last_22_moves(void **state) {
    (void)state;
    Shape shape;
    Transcript game;
    ReviewSide sides[2];
    assert_true(shape_init(&shape, 8, 8, NULL));
    random_game(&shape, 74, &game);
    Engine *engine = engine_for(&shape);
    Ending ending = {.solver = engine_for(&shape)};
    // The game from 22 moves before its end.
    Transcript last = game;
    last.count = 0;
    for (int i = 0; i < game.count - 22; i++) board_play(&last.start, game.moves[i]);
    for (int i = game.count - 22; i < game.count; i++) last.moves[last.count++] = game.moves[i];
    ending.game = &last;
    EngineLimits limits = {.level = REVIEW_DEFAULT_LEVEL};
    review_game(engine, &last, &limits, 0, compare_with_solve, &ending, sides);
    assert_int_equal(ending.compared, 22);
    engine_free(ending.solver);
    engine_free(engine);
}

static void both(void *context, const ReviewMove *move) {
    void **contexts = context;
    review_keep(contexts[0], move);
    review_bytes_move(contexts[1], move);
}

/* Whatever a review says comes back from its bytes; cut or too long, they are refused. */
static void a_review_comes_back_from_its_bytes(void **state) {
    (void)state;
    static ReviewedMoves kept, read;
    Shape shape;
    Transcript game;
    ReviewSide sides[2], read_sides[2];
    char *bytes = NULL;
    size_t length = 0;
    Error error;
    assert_true(shape_init(&shape, 6, 6, &error));
    random_game(&shape, 7, &game);
    Engine *engine = engine_new(&shape, &(EngineOptions){.threads = 1, .hash_mb = 1}, &error);
    FILE *out = open_memstream(&bytes, &length);
    assert_true(engine && out);
    EngineLimits limits = {.level = 2};
    void *contexts[] = {&kept, out};
    assert_int_equal(review_game(engine, &game, &limits, 0, both, contexts, sides),
                     ENGINE_FINISHED);
    review_bytes_sides(out, sides);
    fputc(0, out);
    assert_int_equal(fclose(out), 0);
    length--;
    assert_true(review_bytes_read((uint8_t *)bytes, length, game.count, &read, read_sides));
    int reasons = 0;
    for (int i = 0; i < game.count; i++) {
        char one[REVIEW_MOVE_JSON_SIZE], two[REVIEW_MOVE_JSON_SIZE];
        Text first = text_into(one, sizeof one), second = text_into(two, sizeof two);
        review_move_json(&first, &shape, &kept.moves[i]);
        review_move_json(&second, &shape, &read.moves[i]);
        assert_string_equal(one, two);
        reasons += read.moves[i].reason_count;
    }
    assert_true(reasons > 0);
    assert_memory_equal(sides, read_sides, sizeof sides);
    assert_false(review_bytes_read((uint8_t *)bytes, length + 1, game.count, &read, read_sides));
    assert_false(review_bytes_read((uint8_t *)bytes, length, game.count - 1, &read, read_sides));
    for (size_t cut = 0; cut < length; cut++)
        assert_false(review_bytes_read((uint8_t *)bytes, cut, game.count, &read, read_sides));
    free(bytes);
    engine_free(engine);
}

static void a_stopped_or_late_review_says_so(void **state) {
    (void)state;
    Shape shape;
    Transcript game;
    ReviewSide sides[2];
    assert_true(shape_init(&shape, 6, 6, NULL));
    random_game(&shape, 72, &game);
    Engine *engine = engine_for(&shape);
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
        cmocka_unit_test(the_summary_of_a_side_is_rounded_in_json),
        cmocka_unit_test(accuracy_is_100_without_losses_and_falls_with_them),
        cmocka_unit_test(a_forced_move_counts_nothing),
        cmocka_unit_test(losses_on_4x4_are_those_of_minimax),
        cmocka_unit_test(random_play_earns_less_than_20_and_perfect_play_100),
        cmocka_unit_test(mistakes_agree_with_exact_solves_over_the_last_22_moves),
        cmocka_unit_test(a_review_comes_back_from_its_bytes),
        cmocka_unit_test(a_stopped_or_late_review_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
