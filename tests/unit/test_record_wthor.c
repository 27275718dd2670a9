/* WTHOR files: games and names against bytes made by hand, every truncation and every flipped byte
 * of a small file, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "record/wthor_names.h"
#include "support/boards.h"
#include "support/records.h"

enum { HEADER = 16, GAME = 68, FILE_SIZE = HEADER + 2 * GAME };

/* Two games of 2004: f5 d6 c3 with 40 discs for Black, 33 after perfect play; and f5 f6. */
static void make_file(uint8_t bytes[FILE_SIZE]) {
    static const uint8_t header[] = {20, 5, 2, 28, 2, 0, 0, 0, 0, 0, 0xD4, 7, 8, 0, 22, 0};
    static const uint8_t first[] = {1, 0, 2, 0, 0, 1, 40, 33, 56, 64, 33};
    static const uint8_t second[] = {0, 0, 0, 0, 1, 0, 32, 0, 56, 66};
    memset(bytes, 0, FILE_SIZE);
    memcpy(bytes, header, sizeof header);
    memcpy(bytes + HEADER, first, sizeof first);
    memcpy(bytes + HEADER + GAME, second, sizeof second);
}

static Records records;

static void read_bytes(const uint8_t *bytes, size_t length) {
    Shape board = shape_of(8, 8);
    records_read(&records, &format_wthor, &board, bytes, length);
}

static void assert_moves(int game, const char *expected) {
    char text[TRANSCRIPT_TEXT_SIZE];
    assert_true(game < records.games);
    transcript_format(&records.game[game].moves, text, sizeof text);
    assert_string_equal(text, expected);
}

static void assert_bad(const char *reason) {
    assert_true(records.bad > 0);
    assert_string_equal(records.error[0].text, reason);
}

static void games_are_read_from_bytes(void **state) {
    (void)state;
    uint8_t bytes[FILE_SIZE];
    int score;
    make_file(bytes);
    read_bytes(bytes, sizeof bytes);
    assert_int_equal(records.games, 2);
    assert_int_equal(records.bad, 0);
    assert_moves(0, "f5d6c3");
    assert_moves(1, "f5f6");
    const GameRecord *game = &records.game[0];
    assert_true(record_score(game, &score));
    assert_int_equal(score, 16);
    assert_int_equal(game->best_discs, 33);
    assert_string_equal(game->date, "2004");
    // Without the files of names.
    assert_string_equal(game->event, "#1");
    assert_string_equal(game->black, "#2");
    assert_string_equal(game->white, "#256");
}

static void other_boards_are_refused_with_the_reason(void **state) {
    (void)state;
    uint8_t bytes[FILE_SIZE];
    make_file(bytes);
    bytes[12] = 10;
    read_bytes(bytes, sizeof bytes);
    assert_int_equal(records.games, 0);
    assert_true(records.is_refused);
    assert_bad("a WTHOR file of games on 10x10, which has more squares than the 64 of the largest "
               "board here");
    bytes[12] = 6;
    read_bytes(bytes, sizeof bytes);
    assert_bad("a WTHOR file of games on 6x6, where 8x8 alone is known");
    bytes[12] = 0; // means 8
    read_bytes(bytes, sizeof bytes);
    assert_int_equal(records.games, 2);
}

static void counts_are_checked_against_the_size(void **state) {
    (void)state;
    uint8_t bytes[FILE_SIZE];
    make_file(bytes);
    bytes[4] = 3;
    read_bytes(bytes, sizeof bytes);
    assert_int_equal(records.games, 2);
    assert_bad("the header says 3 games, the file ends after 2");
    memset(bytes + 4, 0xFF, 4);
    read_bytes(bytes, sizeof bytes - 1);
    assert_int_equal(records.games, 1);
    assert_bad("game 2: the file ends in the middle of it; its header says 4294967295 games");
    make_file(bytes);
    bytes[4] = 1;
    read_bytes(bytes, sizeof bytes);
    assert_int_equal(records.games, 1);
    assert_true(records.is_refused);
    assert_bad("1 games as the header says, and then other bytes");
    read_bytes(bytes, HEADER - 1);
    assert_bad("15 bytes, a WTHOR header alone has 16");
}

static void bad_moves_cost_their_game_only(void **state) {
    (void)state;
    static const struct {
        int at, value;
        const char *reason;
    } cases[] = {
        {2, 11, "game 1, move 3: a1 turns nothing for Black"},
        {1, 56, "game 1, move 2: f5 is occupied"},
        {1, 69, "game 1, move 2: 69 is off the board, where squares are 11 to 88"},
        {1, 9, "game 1, move 2: 9 is off the board, where squares are 11 to 88"},
        {1, 91, "game 1, move 2: 91 is off the board, where squares are 11 to 88"},
        {59, 43, "game 1, move 60: a move after the end of the game"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t bytes[FILE_SIZE];
        make_file(bytes);
        bytes[HEADER + 8 + cases[i].at] = (uint8_t)cases[i].value;
        read_bytes(bytes, sizeof bytes);
        assert_int_equal(records.games, 1);
        assert_moves(0, "f5f6");
        assert_int_equal(records.bad, 1);
        assert_bad(cases[i].reason);
    }
}

static void every_truncation_and_every_flipped_byte_is_handled(void **state) {
    (void)state;
    uint8_t whole[FILE_SIZE];
    make_file(whole);
    for (size_t length = 1; length < FILE_SIZE; length++) {
        uint8_t *exact = malloc(length);
        memcpy(exact, whole, length);
        read_bytes(exact, length);
        assert_int_equal(records.games, length < HEADER + GAME ? 0 : 1);
        assert_int_equal(records.bad, 1);
        free(exact);
    }
    for (size_t at = 0; at < FILE_SIZE; at++) {
        uint8_t bytes[FILE_SIZE];
        memcpy(bytes, whole, sizeof bytes);
        bytes[at] ^= 0xFF;
        read_bytes(bytes, sizeof bytes);
        assert_true(records.games <= 2 && records.bad <= 1);
        if (at >= HEADER) assert_true(records.games >= 1);
    }
}

/* A folder of the test's own. */
static void path_in(char *path, size_t size, const char *name) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/test-wthor-%ld-%s", folder != NULL ? folder : "/tmp", (long)getpid(),
             name);
}

static void names_stand_in_files_beside_the_games(void **state) {
    (void)state;
    char wtb[512], jou[512], trn[512];
    path_in(wtb, sizeof wtb, "a.wtb");
    path_in(jou, sizeof jou, "a.jou");
    path_in(trn, sizeof trn, "a.trn");
    Shape board = shape_of(8, 8);
    static const char text[] = "[Event \"Coupe d'été\"]\n[Date \"1999.1.2\"]\n[Black \"Jérôme\"]\n"
                               "[White \"日本 with a very long name\"]\n\n1. f5 d6\n";
    records_read(&records, NULL, &board, text, strlen(text));
    FILE *file = fopen(wtb, "w+b");
    RecordWriter *writer = record_writer_new(file, &format_wthor, NULL);
    Error error;
    assert_true(record_writer_put(writer, &records.game[0], &error));
    assert_true(record_writer_put(writer, &records.game[0], &error));
    assert_true(record_writer_finish(writer, wtb, &error));
    assert_int_equal(record_writer_changed_names(writer), 1); // once, however often it comes
    record_writer_free(writer);
    rewind(file);
    GameRecord game;
    RecordReader *reader = record_reader_new(file, wtb, NULL, &board, &error);
    assert_non_null(reader);
    assert_int_equal(record_reader_next(reader, &game, &error), RECORD_GAME);
    assert_string_equal(game.event, "Coupe d'été");
    assert_string_equal(game.date, "1999");
    assert_string_equal(game.black, "Jérôme");
    assert_string_equal(game.white,
                        "?? with a very long"); // 19 letters, '?' for what is not Latin-1
    record_reader_free(reader);
    // A file of names that is cut is refused, with its name.
    assert_int_equal(truncate(jou, HEADER + 2 * WTHOR_PLAYER - 1), 0);
    rewind(file);
    assert_null(record_reader_new(file, wtb, NULL, &board, &error));
    assert_non_null(strstr(error.text, "a.jou: its header says 2 names, it has room for 1"));
    fclose(file);
    unlink(wtb), unlink(jou), unlink(trn);
}

static void names_are_numbered_in_the_order_they_come(void **state) {
    (void)state;
    WthorNames names = {.width = WTHOR_PLAYER};
    char text[RECORD_NAME_SIZE];
    int index;
    for (int i = 0; i < 3000; i++) {
        snprintf(text, sizeof text, "player %d", i % 1000);
        assert_true(wthor_names_add(&names, text, &index, NULL));
        assert_int_equal(index, i % 1000);
    }
    wthor_names_get(&names, 999, text);
    assert_string_equal(text, "player 999");
    for (int i = 1000; i < WTHOR_MAX_NAMES - 1; i++) {
        snprintf(text, sizeof text, "player %d", i);
        assert_true(wthor_names_add(&names, text, &index, NULL));
    }
    Error error;
    assert_false(wthor_names_add(&names, "one more", &index, &error));
    assert_string_equal(error.text, "WTHOR has no room for more than 65535 names");
    assert_true(wthor_names_add(&names, "player 7", &index, NULL));
    assert_int_equal(index, 7);
    wthor_names_release(&names);
}

static void only_usual_games_on_8x8_are_written(void **state) {
    (void)state;
    Shape board = shape_of(8, 8);
    static const char text[] =
        "[Board \"6x6\"]\n\n1. d5\n\n[FEN \"---------------------------OX------XO--------"
        "------------------- O\"]\n\n1. d6\n";
    records_read(&records, NULL, &board, text, strlen(text));
    assert_int_equal(records.games, 2);
    Error error;
    size_t length;
    assert_null(records_write(&format_wthor, &records.game[0], &length, &error));
    assert_string_equal(error.text, "WTHOR has games on 8x8 only, not 6x6");
    assert_int_equal(error.status, STATUS_UNSUPPORTED);
    assert_null(records_write(&format_wthor, &records.game[1], &length, &error));
    assert_string_equal(error.text, "WTHOR has games from the usual start only");
}

/* One after the other into one file; the reason why the last is not written, or "". */
static const char *write_dates(int count, const char *const *dates) {
    static Error error;
    FILE *file = tmpfile();
    RecordWriter *writer = record_writer_new(file, &format_wthor, NULL);
    GameRecord game = records.game[0];
    error.text[0] = '\0';
    for (int i = 0; i < count; i++) {
        snprintf(game.date, sizeof game.date, "%s", dates[i]);
        if (record_writer_put(writer, &game, &error)) continue;
        assert_int_equal(i, count - 1);
        assert_int_equal(error.status, STATUS_UNSUPPORTED);
    }
    assert_true(record_writer_finish(writer, NULL, NULL));
    record_writer_free(writer);
    fclose(file);
    return error.text;
}

static void a_file_has_the_games_of_one_year(void **state) {
    (void)state;
    Shape board = shape_of(8, 8);
    records_read(&records, NULL, &board, "f5d6", 4);
    assert_string_equal(write_dates(3, (const char *[]){"2003", "2003.5.1", "1 May 2003"}), "");
    assert_string_equal(write_dates(2, (const char *[]){"", "?"}), "");
    assert_string_equal(write_dates(2, (const char *[]){"2003", "2004"}),
                        "WTHOR has one year a file: 2003, not 2004");
    assert_string_equal(write_dates(2, (const char *[]){"2003", ""}),
                        "WTHOR has one year a file: 2003, and it has none");
    assert_string_equal(write_dates(2, (const char *[]){"", "2004"}),
                        "WTHOR has one year a file, and the first game has none: 2004");
}

static void names_that_cannot_be_written_are_counted(void **state) {
    (void)state;
    static const char *const texts[] = {"日本",
                                        "日木",
                                        "日本",
                                        "Maximilian Mustermann the first",
                                        "Maximilian Mustermann the second",
                                        "nineteen letters ok",
                                        "twenty letters is no",
                                        "Jérôme Ö"};
    WthorNames names = {.width = WTHOR_PLAYER};
    int index;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_true(wthor_names_add(&names, texts[i], &index, NULL));
    assert_int_equal(names.changed, 5);
    wthor_names_release(&names);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_read_from_bytes),
        cmocka_unit_test(other_boards_are_refused_with_the_reason),
        cmocka_unit_test(counts_are_checked_against_the_size),
        cmocka_unit_test(bad_moves_cost_their_game_only),
        cmocka_unit_test(every_truncation_and_every_flipped_byte_is_handled),
        cmocka_unit_test(names_stand_in_files_beside_the_games),
        cmocka_unit_test(names_are_numbered_in_the_order_they_come),
        cmocka_unit_test(only_usual_games_on_8x8_are_written),
        cmocka_unit_test(a_file_has_the_games_of_one_year),
        cmocka_unit_test(names_that_cannot_be_written_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
