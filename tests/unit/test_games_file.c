/* Files of games: written, continued after a kill, damaged. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/random.h"
#include "game/rules.h"
#include "support/effort.h"
#include "train/games/games.h"

static const GamesHeader header = {.width = 6,
                                   .height = 5,
                                   .generation = 3,
                                   .depth = 2,
                                   .exact_from = 6,
                                   .play_on = 3,
                                   .random_min = 1,
                                   .random_max = 9,
                                   .selectivity = 73,
                                   .balanced = 8,
                                   .deviate_permille = 20,
                                   .seed = 42};

typedef struct Place {
    char folder[32], path[64];
} Place;

static int place_make(void **state) {
    Place *place = malloc(sizeof *place);
    strcpy(place->folder, "/tmp/bianca-games-XXXXXX");
    if (!mkdtemp(place->folder)) return -1;
    snprintf(place->path, sizeof place->path, "%s/games", place->folder);
    *state = place;
    return 0;
}

static int place_remove(void **state) {
    Place *place = *state;
    unlink(place->path);
    rmdir(place->folder);
    free(place);
    return 0;
}

/* A random legal game with made-up scores. */
static void make_game(uint64_t number, Game *game) {
    Shape shape;
    Error error;
    assert_true(shape_init(&shape, header.width, header.height, &error));
    Random random = random_seeded(number);
    Position position = position_start(&shape);
    memset(game, 0, sizeof *game);
    game->prefix = (int)(number % 5);
    while (!rules_is_over(&shape, position)) {
        uint64_t moves = rules_moves(&shape, position.own, position.opp);
        if (!moves) {
            position = position_passed(position);
            continue;
        }
        int square = rules_random_move(moves, &random);
        position = position_after(position, square,
                                  rules_flips(&shape, square, position.own, position.opp));
        game->squares[game->count] = (uint8_t)square;
        game->is_random[game->count] = game->count < game->prefix || random_below(&random, 9) == 0;
        if (game->count >= game->prefix)
            game->scores[game->count] = (int8_t)((int)random_below(&random, 61) - 30);
        game->count++;
    }
    if (game->prefix > game->count) game->prefix = game->count;
}

static void write_blocks(const Place *place, uint32_t first, uint32_t count) {
    GamesWriter writer;
    Error error;
    assert_true(games_create(&writer, place->path, &header, &error));
    for (uint32_t block = first; block < first + count; block++) {
        Game games[GAMES_PER_BLOCK];
        assert_false(games_is_done(&writer, block));
        for (uint64_t i = 0; i < GAMES_PER_BLOCK; i++)
            make_game(block * (uint64_t)GAMES_PER_BLOCK + i, &games[i]);
        assert_true(games_append(&writer, block, games, GAMES_PER_BLOCK, &error));
        assert_true(games_is_done(&writer, block));
    }
    games_finish(&writer);
}

/* Reads everything and compares; returns the number of games. */
static int check_all(const Place *place, bool *torn) {
    GamesReader reader;
    Error error;
    Game game, expected;
    uint64_t number;
    int count = 0;
    assert_true(games_open(&reader, place->path, &error));
    assert_memory_equal(&reader.header, &header, sizeof header);
    while (games_next(&reader, &game, &number, &error)) {
        make_game(number, &expected);
        assert_int_equal(game.count, expected.count);
        assert_int_equal(game.prefix, expected.prefix);
        size_t moves = (size_t)game.count, prefix = (size_t)game.prefix;
        assert_memory_equal(game.squares, expected.squares, moves);
        assert_memory_equal(game.is_random, expected.is_random, moves);
        assert_memory_equal(game.scores + prefix, expected.scores + prefix, moves - prefix);
        count++;
    }
    assert_int_equal(error.status, STATUS_OK);
    *torn = reader.torn > 0;
    games_close(&reader);
    return count;
}

static void games_come_back_as_they_were_written(void **state) {
    bool torn;
    write_blocks(*state, 0, 3);
    assert_int_equal(check_all(*state, &torn), 3 * GAMES_PER_BLOCK);
    assert_false(torn);
}

static void a_file_is_continued_wherever_it_was_cut(void **state) {
    Place *place = *state;
    Error error;
    char *bytes;
    size_t length;
    write_blocks(place, 0, 3);
    assert_true(file_read(place->path, FILE_LIMIT, &bytes, &length, &error));
    for (size_t cut = 0; cut < length; cut += cut < 200 ? 7 : 1009) {
        bool torn;
        assert_int_equal(truncate(place->path, 0), 0);
        FILE *file = fopen(place->path, "wb");
        assert_int_equal(fwrite(bytes, 1, cut, file), cut);
        fclose(file);
        GamesWriter writer;
        assert_true(games_create(&writer, place->path, &header, &error));
        uint32_t done = 0;
        while (games_is_done(&writer, done)) done++;
        games_finish(&writer);
        assert_true(done < 3);
        write_blocks(place, done, 3 - done);
        assert_int_equal(check_all(place, &torn), 3 * GAMES_PER_BLOCK);
        assert_false(torn);
    }
    free(bytes);
}

static void a_torn_end_is_left_out_when_reading(void **state) {
    Place *place = *state;
    bool torn;
    write_blocks(place, 0, 2);
    FILE *file = fopen(place->path, "ab");
    fputs("BLCK\1\0\0\0garbage", file);
    fclose(file);
    assert_int_equal(check_all(place, &torn), 2 * GAMES_PER_BLOCK);
    assert_true(torn);
}

static void damage_before_the_end_is_refused_with_its_place(void **state) {
    Place *place = *state;
    Error error;
    char *bytes;
    size_t length;
    write_blocks(place, 0, 3);
    assert_true(file_read(place->path, FILE_LIMIT, &bytes, &length, &error));
    for (size_t at = 0; at < length / 3; at += at < 100 ? 1 : 997) {
        bytes[at] ^= 16;
        assert_true(file_replace(place->path, bytes, length, &error));
        bytes[at] ^= 16;
        GamesReader reader;
        Game game;
        uint64_t number;
        if (games_open(&reader, place->path, &error)) {
            while (games_next(&reader, &game, &number, &error)) {
            }
            games_close(&reader);
        }
        if (error.status == STATUS_OK) fail_msg("the change of byte %zu was not seen", at);
        assert_non_null(strstr(error.text, "byte"));
    }
    free(bytes);
}

/* The number of games that are read before the end or the error; each must be right. */
static int read_until_wrong(const Place *place, Error *error, bool *torn) {
    static Game expected[2 * GAMES_PER_BLOCK];
    GamesReader reader;
    Game game;
    uint64_t number;
    int count = 0;
    if (expected[0].count == 0)
        for (uint64_t i = 0; i < 2 * GAMES_PER_BLOCK; i++) make_game(i, &expected[i]);
    *torn = false;
    if (!games_open(&reader, place->path, error)) return 0;
    for (; games_next(&reader, &game, &number, error); count++) {
        const Game *right = &expected[number];
        assert_true(number < 2 * GAMES_PER_BLOCK && game.count == right->count);
        assert_memory_equal(game.squares, right->squares, (size_t)game.count);
        assert_memory_equal(game.scores, right->scores, sizeof game.scores);
    }
    *torn = reader.torn > 0;
    games_close(&reader);
    return count;
}

/* The good part of the file must survive whoever wants to go on with it. */
static void check_writer_keeps(const Place *place, size_t length, size_t good) {
    GamesWriter writer;
    Error error;
    struct stat after;
    bool is_taken = games_create(&writer, place->path, &header, &error);
    if (is_taken) games_finish(&writer);
    assert_int_equal(stat(place->path, &after), 0);
    assert_int_equal(after.st_size, is_taken ? good : length);
}

static void any_changed_byte_is_seen(void **state) {
    Place *place = *state;
    Error error;
    char *bytes;
    size_t length, last;
    struct stat info;
    write_blocks(place, 0, 1);
    assert_int_equal(stat(place->path, &info), 0);
    last = (size_t)info.st_size; /* where the last block begins */
    write_blocks(place, 1, 1);
    assert_true(file_read(place->path, FILE_LIMIT, &bytes, &length, &error));
    int fd = open(place->path, O_WRONLY);
    size_t step = (size_t)(length / (size_t)effort_rounds((long)length));
    for (size_t at = 0; at < length; at += step) {
        uint8_t bit = (uint8_t)(1 << random_mix(at) % 8), changed = (uint8_t)bytes[at] ^ bit;
        bool torn;
        assert_int_equal(pwrite(fd, &changed, 1, (off_t)at), 1);
        error.status = STATUS_OK;
        int games = read_until_wrong(place, &error, &torn);
        if (error.status == STATUS_OK) {
            /* The last block may pass for one whose writer was killed. */
            if (!torn || at < last) fail_msg("the change of byte %zu was not seen", at);
            assert_int_equal(games, GAMES_PER_BLOCK);
            check_writer_keeps(place, length, last);
            assert_int_equal(pwrite(fd, bytes + last, length - last, (off_t)last), length - last);
        } else {
            assert_non_null(strstr(error.text, "byte"));
            if (at >= 64) check_writer_keeps(place, length, length + 1);
        }
        assert_int_equal(pwrite(fd, &bytes[at], 1, (off_t)at), 1);
    }
    close(fd);
    free(bytes);
}

static void a_file_cut_anywhere_keeps_its_whole_blocks(void **state) {
    Place *place = *state;
    Error error;
    size_t ends[3] = {64}, blocks = 0;
    struct stat info;
    for (uint32_t block = 0; block < 2; block++) {
        write_blocks(place, block, 1);
        assert_int_equal(stat(place->path, &info), 0);
        ends[block + 1] = (size_t)info.st_size;
    }
    for (size_t cut = ends[2]; cut >= 64; cut--) {
        bool torn;
        assert_int_equal(truncate(place->path, (off_t)cut), 0);
        blocks = cut >= ends[2] ? 2 : cut >= ends[1] ? 1 : 0;
        assert_int_equal(read_until_wrong(place, &error, &torn), blocks * GAMES_PER_BLOCK);
        assert_int_equal(error.status, STATUS_OK);
        assert_int_equal(torn, cut != ends[blocks]);
    }
}

static void a_file_of_other_settings_is_not_continued(void **state) {
    Place *place = *state;
    Error error;
    GamesWriter writer;
    GamesHeader other = header;
    write_blocks(place, 0, 1);
    other.seed++;
    assert_false(games_create(&writer, place->path, &other, &error));
    assert_non_null(strstr(error.text, "other settings"));
}

static void a_file_that_is_being_written_is_left_alone(void **state) {
    Place *place = *state;
    Error error;
    GamesWriter writer, second;
    assert_true(games_create(&writer, place->path, &header, &error));
    assert_false(games_create(&second, place->path, &header, &error));
    assert_non_null(strstr(error.text, "another program is writing it"));
    games_finish(&writer);
}

static void something_else_is_not_overwritten(void **state) {
    Place *place = *state;
    Error error;
    GamesWriter writer;
    assert_true(file_replace(place->path, "precious", 8, &error));
    assert_false(games_create(&writer, place->path, &header, &error));
    char *bytes;
    size_t length;
    assert_true(file_read(place->path, FILE_LIMIT, &bytes, &length, &error));
    assert_int_equal(length, 8);
    assert_memory_equal(bytes, "precious", 8);
    free(bytes);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, place_make, place_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(games_come_back_as_they_were_written),
        TEST(a_file_is_continued_wherever_it_was_cut),
        TEST(a_torn_end_is_left_out_when_reading),
        TEST(damage_before_the_end_is_refused_with_its_place),
        TEST(any_changed_byte_is_seen),
        TEST(a_file_cut_anywhere_keeps_its_whole_blocks),
        TEST(a_file_of_other_settings_is_not_continued),
        TEST(a_file_that_is_being_written_is_left_alone),
        TEST(something_else_is_not_overwritten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
