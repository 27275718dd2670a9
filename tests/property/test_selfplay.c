/* Self-play: reproducible, honest scores, and the same however it is cut into runs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/file.h"
#include "eval/fingerprint.h"
#include "eval/registry.h"
#include "game/rules.h"
#include "train/games/dataset.h"
#include "train/games/selfplay.h"
#include "train/games/selfplay_jobs.h"

typedef struct Table {
    Shape shape;
    Evaluation evaluation;
    Search *search;
} Table;

static void table_open(Table *table, int width, int height) {
    Error error;
    assert_true(shape_init(&table->shape, width, height, &error));
    assert_true(evaluation_open(&table->evaluation, &table->shape, "handmade", NULL, &error));
    SearchOptions options = {.isa = isa_best(), .threads = 1, .hash_mb = 1};
    table->search = search_new(&table->evaluation, &options, &error);
    assert_non_null(table->search);
}

static void table_close(Table *table) {
    search_free(table->search);
}

static GamesHeader header_for(int width, int height) {
    return (GamesHeader){.width = width,
                         .height = height,
                         .depth = 2,
                         .exact_from = 7,
                         .random_min = 2,
                         .random_max = width * height / 2,
                         .deviate_permille = 100,
                         .seed = 5};
}

static const int boards[][2] = {{4, 4}, {5, 5}, {6, 6}, {8, 8}, {9, 7}, {4, 8}};
enum { BOARDS = sizeof boards / sizeof boards[0], GAMES = 20 };

static void a_game_depends_on_its_number_alone(void **unused) {
    (void)unused;
    for (int b = 0; b < BOARDS; b++) {
        Table table;
        GamesHeader header = header_for(boards[b][0], boards[b][1]);
        table_open(&table, header.width, header.height);
        Game first, other, again;
        selfplay_game(table.search, &table.shape, &header, 7, &first);
        selfplay_game(table.search, &table.shape, &header, 8, &other);
        selfplay_game(table.search, &table.shape, &header, 7, &again);
        assert_memory_equal(&first, &again, sizeof first);
        assert_memory_not_equal(&first, &other, sizeof first);
        table_close(&table);
    }
}

/* From the last random move on the ending is perfect, so its scores must equal the result. */
static void exact_scores_equal_the_result_of_the_game(void **unused) {
    (void)unused;
    for (int b = 0; b < BOARDS; b++) {
        Table table;
        GamesHeader header = header_for(boards[b][0], boards[b][1]);
        table_open(&table, header.width, header.height);
        for (uint64_t number = 0; number < GAMES; number++) {
            Game game;
            selfplay_game(table.search, &table.shape, &header, number, &game);
            Position position = position_start(&table.shape);
            int sign = 1, last_random = -1, scores[64], count = 0;
            for (int i = 0; i < game.count; i++) {
                Move move;
                if (!rules_moves(&table.shape, position.own, position.opp))
                    position = position_passed(position), sign = -sign;
                int empties = bits_count(position_empties(&table.shape, position));
                if (game.is_random[i]) last_random = i;
                if (i < game.prefix || empties > header.exact_from) last_random = i;
                scores[i] = sign * game.scores[i];
                assert_true(rules_find_move(&table.shape, position, game.squares[i], &move));
                position_play(&position, move);
                sign = -sign;
            }
            assert_true(rules_is_over(&table.shape, position));
            int result = sign * rules_score(&table.shape, position);
            for (int i = last_random + 1; i < game.count; i++, count++)
                assert_int_equal(scores[i], result);
        }
        table_close(&table);
    }
}

/* Where play goes on at a shallow depth the scores are still those of perfect play, and now and
 * then a move loses something. */
/* The score of a search of its own, in 1/EVAL_DISC disc. */
static int score_at(const Table *table, Position position, int depth) {
    SearchLimits limits = {.depth = depth, .selectivity = SELECTIVITY_NONE};
    SearchResult result;
    search_clear(table->search);
    search_run(table->search, position, &limits, NULL, NULL, &result);
    return result.lines[0].score;
}

/* A search finds in its table what those before it left there, so only the first one is compared.
 */
static void the_first_score_is_the_mean_of_the_last_two_depths(void **unused) {
    (void)unused;
    for (int b = 0; b < BOARDS; b++) {
        Table table;
        GamesHeader header = header_for(boards[b][0], boards[b][1]);
        header.selectivity = 100;
        table_open(&table, header.width, header.height);
        for (uint64_t number = 0; number < 40; number++) {
            Game game;
            selfplay_game(table.search, &table.shape, &header, number, &game);
            Position position = position_start(&table.shape);
            for (int i = 0; i < game.prefix; i++) {
                if (!rules_moves(&table.shape, position.own, position.opp))
                    position = position_passed(position);
                position = position_after(
                    position, game.squares[i],
                    rules_flips(&table.shape, game.squares[i], position.own, position.opp));
            }
            if (!rules_moves(&table.shape, position.own, position.opp))
                position = position_passed(position);
            int empties = bits_count(position_empties(&table.shape, position));
            if (game.count == game.prefix || empties <= header.exact_from + header.depth) continue;
            int last = score_at(&table, position, header.depth);
            int before = score_at(&table, position, header.depth - 1);
            double mean = (last + before) / 2.0 / EVAL_DISC;
            assert_true(fabs(game.scores[game.prefix] - mean) <= 0.51);
        }
        table_close(&table);
    }
}

static void scores_are_exact_beside_shallow_play(void **unused) {
    (void)unused;
    int mistakes = 0;
    for (int b = 0; b < BOARDS; b++) {
        Table table;
        GamesHeader header = header_for(boards[b][0], boards[b][1]);
        header.depth = 1;
        header.play_on = 4;
        header.deviate_permille = 0;
        table_open(&table, header.width, header.height);
        for (uint64_t number = 0; number < GAMES; number++) {
            Game game;
            selfplay_game(table.search, &table.shape, &header, number, &game);
            Position position = position_start(&table.shape);
            int expected = 0;
            bool is_known = false;
            for (int i = 0; i < game.count; i++) {
                Move move;
                if (!rules_moves(&table.shape, position.own, position.opp))
                    position = position_passed(position), expected = -expected;
                int empties = bits_count(position_empties(&table.shape, position));
                if (i >= game.prefix && empties <= header.exact_from) {
                    SearchLimits limits = {.depth = empties, .selectivity = SELECTIVITY_NONE};
                    SearchResult result;
                    search_clear(table.search);
                    search_run(table.search, position, &limits, NULL, NULL, &result);
                    assert_int_equal(game.scores[i], result.lines[0].score / EVAL_DISC);
                    if (is_known && game.scores[i] != expected) mistakes++;
                    is_known = true;
                }
                expected = -game.scores[i];
                assert_true(rules_find_move(&table.shape, position, game.squares[i], &move));
                position_play(&position, move);
            }
        }
        table_close(&table);
    }
    assert_true(mistakes > 20);
}

/* A thousand of a thousand: no move is the search's. Each takes a number for whether it deviates,
 * and one for where to. */
static void games_that_always_deviate_are_random_to_the_end(void **unused) {
    (void)unused;
    Table table;
    GamesHeader header = header_for(4, 4);
    header.depth = 1;
    header.exact_from = 0;
    header.random_min = header.random_max = 1;
    header.deviate_permille = 1000;
    table_open(&table, 4, 4);
    for (uint64_t number = 0; number < 10 * GAMES; number++) {
        Game game;
        Random random = random_seeded(random_mix(header.seed) + number);
        Position position = position_start(&table.shape);
        selfplay_game(table.search, &table.shape, &header, number, &game);
        random_below(&random, 1); /* the length of the opening */
        for (int i = 0; i < game.count; i++) {
            Move move;
            if (!rules_moves(&table.shape, position.own, position.opp))
                position = position_passed(position);
            uint64_t moves = rules_moves(&table.shape, position.own, position.opp);
            if (i >= game.prefix) random_below(&random, 1000);
            assert_int_equal(game.squares[i], rules_random_move(moves, &random));
            assert_true(rules_find_move(&table.shape, position, game.squares[i], &move));
            position_play(&position, move);
        }
    }
    table_close(&table);
}

/* The position before the first move that was searched. */
static Position after_prefix(const Table *table, const Game *game) {
    Position position = position_start(&table->shape);
    for (int i = 0; i <= game->prefix; i++) {
        if (!rules_moves(&table->shape, position.own, position.opp))
            position = position_passed(position);
        if (i == game->prefix) break;
        uint64_t flips =
            rules_flips(&table->shape, game->squares[i], position.own, position.opp);
        position = position_after(position, game->squares[i], flips);
    }
    return position;
}

/* Games with a limit begin where a search of their depth sees neither side far ahead; those without
 * one often do not. */
static void balanced_starts_favour_no_side(void **unused) {
    enum { MOST = 3, ROUNDING = 1 };
    (void)unused;
    for (int b = 0; b < BOARDS; b++) {
        Table table;
        GamesHeader header = header_for(boards[b][0], boards[b][1]);
        int beyond[2] = {0, 0};
        table_open(&table, header.width, header.height);
        for (int limited = 0; limited < 2; limited++) {
            header.balanced = limited ? MOST : 0;
            for (uint64_t number = 0; number < GAMES; number++) {
                Game game;
                selfplay_game(table.search, &table.shape, &header, number, &game);
                Position start = after_prefix(&table, &game);
                if (rules_is_over(&table.shape, start)) continue;
                beyond[limited] +=
                    abs(score_at(&table, start, header.depth)) > (MOST + ROUNDING) * EVAL_DISC;
            }
        }
        assert_int_equal(beyond[1], 0);
        assert_true(beyond[0] > 0);
        table_close(&table);
    }
}

static bool stop_at_once(void *context, const SelfplayStatus *status) {
    (void)context;
    (void)status;
    return false;
}

static void play_file(const Table *table, const char *path, const GamesHeader *header, int games,
                      int threads, SelfplayProgress *progress) {
    Error error;
    GamesWriter writer;
    assert_true(games_create(&writer, path, header, &error));
    SelfplayFile file;
    SelfplayPlan plan = {&table->evaluation, isa_best(), *header, threads, NULL};
    assert_true(selfplay_file_init(&file, &writer, (uint64_t)games, &error));
    bool ok = selfplay_run(&plan, &file.store, progress, NULL, &error);
    assert_true(ok || error.status == STATUS_STOPPED);
    games_finish(&writer);
}

/* The sum of a hash of each game and its number: no matter in which order they come. */
static uint64_t fingerprint(const char *path, int *games) {
    GamesReader reader;
    Game game;
    uint64_t number, sum = 0;
    Error error;
    *games = 0;
    assert_true(games_open(&reader, path, &error));
    while (games_next(&reader, &game, &number, &error)) {
        uint64_t hash = random_mix(number);
        for (int i = 0; i < game.count; i++)
            hash = random_mix(hash + game.squares[i] + ((uint64_t)(uint8_t)game.scores[i] << 8));
        sum += hash;
        ++*games;
    }
    assert_int_equal(error.status, STATUS_OK);
    games_close(&reader);
    return sum;
}

static void threads_and_interruptions_do_not_change_the_games(void **unused) {
    (void)unused;
    char folder[] = "/tmp/bianca-selfplay-XXXXXX", one[64], many[64];
    assert_non_null(mkdtemp(folder));
    snprintf(one, sizeof one, "%s/one", folder);
    snprintf(many, sizeof many, "%s/many", folder);
    Table table;
    GamesHeader header = header_for(6, 6);
    table_open(&table, 6, 6);
    play_file(&table, one, &header, 300, 1, NULL);
    play_file(&table, many, &header, 300, 3, stop_at_once);
    play_file(&table, many, &header, 100, 2, NULL);
    play_file(&table, many, &header, 300, 3, NULL);
    int games_one, games_many;
    assert_true(fingerprint(one, &games_one) == fingerprint(many, &games_many));
    assert_int_equal(games_one, 320);
    assert_int_equal(games_many, 320);
    table_close(&table);
    unlink(one);
    unlink(many);
    rmdir(folder);
}

/* A game of 30 moves on 8x8 with given scores and, at `random_at`, a random move. */
static Game scored_game(const Shape *shape, int random_at) {
    Game game = {.count = 30, .prefix = 4};
    Position position = position_start(shape);
    Random random = random_seeded(5);
    for (int i = 0; i < game.count; i++) {
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        assert_true(moves); /* with this seed nobody passes */
        int square = rules_random_move(moves, &random);
        position = position_after(position, square,
                                  rules_flips(shape, square, position.own, position.opp));
        game.squares[i] = (uint8_t)square;
        game.scores[i] = (int8_t)((int)random_below(&random, 41) - 20);
        game.is_random[i] = i == random_at;
    }
    return game;
}

/* What the label of the position before move i is by definition: every later score counts lambda
 * times as much as the one before it, and the last one what is left. */
static double expected_label(const Game *game, int i, int last, double lambda) {
    double label = 0, share = 1;
    for (int k = i; k <= last; k++) {
        double score = (k - i) % 2 ? -game->scores[k] : game->scores[k];
        label += share * (k == last ? 1 : 1 - lambda) * score;
        share *= lambda;
    }
    return label;
}

static void a_label_sums_up_later_scores_until_a_random_move_or_a_solved_position(void **unused) {
    (void)unused;
    enum { RANDOM_AT = 12, EXACT_FROM = 40 }; /* solved from the move with 20 discs before it on */
    const double lambda = 0.75;
    Table table;
    table_open(&table, 8, 8);
    Game game = scored_game(&table.shape, RANDOM_AT);
    GamesHeader header = {.width = 8, .height = 8, .exact_from = EXACT_FROM};
    Dataset dataset;
    dataset_init(&dataset);
    dataset.shape = table.shape;
    DatasetOptions options = {.lambda = lambda};
    Error error;
    assert_true(dataset_add_game(&dataset, &header, &game, PART_TRAINING, &options, &error));
    assert_int_equal(dataset.positions, game.count - game.prefix);
    for (int i = game.prefix; i < game.count; i++) {
        int solved = 64 - 4 - EXACT_FROM; /* the first move before which the position is solved */
        int last = i <= RANDOM_AT ? RANDOM_AT : i < solved ? solved : i;
        const DatasetBucket *bucket = &dataset.buckets[PART_TRAINING][4 + i];
        assert_int_equal(bucket->count, 1);
        assert_true(fabs(bucket->labels[0] - 128 * expected_label(&game, i, last, lambda)) < 0.51);
    }
    dataset_free(&dataset);
    table_close(&table);
}

/* Without the status a worker would take a stop for a failure of the job. */
static void a_stopped_block_says_that_it_was_stopped(void **unused) {
    (void)unused;
    Table table;
    table_open(&table, 4, 4);
    char parameters[512];
    snprintf(parameters, sizeof parameters,
             "width: 4\nheight: 4\ngeneration: 0\ndepth: 1\nselectivity: 0\nexact from: 4\n"
             "play on: 0\nrandom min: 2\nrandom max: 4\nbalanced: 0\ndeviate: 0\nseed: 5\n"
             "eval: handmade\n"
             "weights: \nfingerprint: %016llx\n",
             (unsigned long long)evaluation_fingerprint(&table.evaluation));
    _Atomic bool stop = true;
    uint8_t payload[4] = {0}, other[4] = {255, 255, 255, 255};
    char *bytes = NULL;
    size_t length = 0;
    Error error = {0};
    void *player = job_kind_selfplay.open(parameters, &(JobHost){.stop = &stop}, &error);
    if (!player) fail_msg("%s", error.text);
    FILE *result = open_memstream(&bytes, &length);
    assert_false(job_kind_selfplay.run(player, payload, sizeof payload, result, &error));
    assert_int_equal(error.status, STATUS_STOPPED);
    assert_false(job_kind_selfplay.run(player, other, sizeof other, result, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_false(job_kind_selfplay.run(player, payload, 3, result, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    fclose(result);
    assert_int_equal(length, 0);
    free(bytes);
    job_kind_selfplay.close(player);
    table_close(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_depends_on_its_number_alone),
        cmocka_unit_test(exact_scores_equal_the_result_of_the_game),
        cmocka_unit_test(the_first_score_is_the_mean_of_the_last_two_depths),
        cmocka_unit_test(scores_are_exact_beside_shallow_play),
        cmocka_unit_test(games_that_always_deviate_are_random_to_the_end),
        cmocka_unit_test(balanced_starts_favour_no_side),
        cmocka_unit_test(threads_and_interruptions_do_not_change_the_games),
        cmocka_unit_test(a_stopped_block_says_that_it_was_stopped),
        cmocka_unit_test(a_label_sums_up_later_scores_until_a_random_move_or_a_solved_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
