/* The public interface, used as a program would use it: this file includes nothing else of Bianca.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bianca.h"

static BiancaPosition start_of(int width, int height) {
    BiancaPosition position;
    BiancaError error;
    if (bianca_position_start(&position, width, height, &error) != BIANCA_OK)
        fail_msg("%s", error.text);
    return position;
}

static int square_of(const BiancaPosition *position, const char *name) {
    int square = -1;
    assert_int_equal(
        bianca_move_parse(&square, position->width, position->height, name, strlen(name), NULL),
        BIANCA_OK);
    return square;
}

static BiancaPosition after(BiancaPosition position, const char *moves) {
    BiancaError error;
    if (bianca_transcript_parse(&position, moves, strlen(moves), NULL, 0, NULL, &error) !=
        BIANCA_OK)
        fail_msg("%s", error.text);
    return position;
}

static void assert_text(const BiancaPosition *position, const char *expected) {
    char text[BIANCA_POSITION_SIZE];
    assert_int_equal(bianca_position_format(position, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
}

static void version_and_status_have_names(void **state) {
    (void)state;
    assert_non_null(strchr(bianca_version(), '.'));
    assert_string_equal(bianca_status_name(BIANCA_OK), "ok");
    assert_string_equal(bianca_status_name(BIANCA_BAD_INPUT), "bad-input");
    assert_string_equal(bianca_status_name(BIANCA_TOO_SMALL), "too-small");
    assert_string_equal(bianca_status_name((BiancaStatus)99), "unknown");
}

static void squares_are_numbered_row_by_row_without_gaps(void **state) {
    (void)state;
    BiancaPosition usual = start_of(8, 8), small = start_of(6, 6), wide = start_of(9, 7);
    assert_int_equal(usual.black, (uint64_t)1 << 28 | (uint64_t)1 << 35);
    assert_int_equal(usual.white, (uint64_t)1 << 27 | (uint64_t)1 << 36);
    assert_int_equal(small.black, 1 << 15 | 1 << 20);
    assert_int_equal(small.white, 1 << 14 | 1 << 21);
    assert_text(&wide, "---------------------OX-------XO------------------------------- X");
    assert_int_equal(square_of(&small, "f6"), 35);
    assert_int_equal(square_of(&wide, "i7"), 62);
    assert_int_equal(bianca_legal_moves(&small), 1 << 8 | 1 << 13 | 1 << 22 | 1 << 27);
}

static void boards_that_do_not_exist_are_refused(void **state) {
    (void)state;
    static const int sizes[][2] = {{3, 3}, {9, 8}, {0, 0}, {-8, 8}, {4, 17}, {1 << 30, 1 << 30}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        BiancaPosition position = {.side = 77};
        BiancaError error = {.status = BIANCA_OK};
        assert_int_equal(bianca_position_start(&position, sizes[i][0], sizes[i][1], &error),
                         BIANCA_BAD_INPUT);
        assert_int_equal(error.status, BIANCA_BAD_INPUT);
        assert_true(error.text[0] != '\0');
        assert_int_equal(position.side, 77);
        assert_int_equal(bianca_position_start(&position, sizes[i][0], sizes[i][1], NULL),
                         BIANCA_BAD_INPUT);
    }
}

static void positions_are_read_and_written(void **state) {
    (void)state;
    static const char text[] = "OXXX-XX-XXX----X O";
    BiancaPosition position;
    BiancaError error;
    assert_int_equal(bianca_position_parse(&position, 4, 4, text, strlen(text), &error), BIANCA_OK);
    assert_text(&position, text);
    assert_int_equal(bianca_position_parse(&position, 4, 4, text, 17, &error), BIANCA_BAD_INPUT);
    assert_text(&position, text);
    assert_int_equal(bianca_position_format(&position, NULL, 0), 18);
}

static void invalid_positions_are_found_and_harmless(void **state) {
    (void)state;
    const BiancaPosition bad[] = {
        {8, 8, 2, 1, 2}, {8, 8, -1, 1, 2}, {8, 8, 0, 3, 2}, {4, 4, 0, 1 << 16, 2}, {3, 3, 0, 1, 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        BiancaPosition position = bad[i], copy;
        BiancaError error;
        char text[4] = "???";
        int symmetry = -1;
        assert_int_equal(bianca_position_check(&position, &error), BIANCA_BAD_INPUT);
        assert_int_equal(bianca_legal_moves(&position), 0);
        assert_int_equal(bianca_must_pass(&position), 0);
        assert_int_equal(bianca_is_over(&position), 1);
        assert_int_equal(bianca_score(&position, BIANCA_EMPTIES_TO_WINNER), 0);
        assert_int_equal(bianca_stable_discs(&position, BIANCA_BLACK), 0);
        assert_int_equal(bianca_position_hash(&position), 0);
        assert_int_equal(bianca_position_format(&position, text, sizeof text), 0);
        assert_string_equal(text, "");
        bianca_position_canonical(&position, &copy, &symmetry);
        assert_int_equal(symmetry, 0);
        assert_int_equal(bianca_play(&position, 0, NULL, &error), BIANCA_BAD_INPUT);
        assert_int_equal(bianca_transcript_parse(&position, "", 0, NULL, 0, NULL, &error),
                         BIANCA_BAD_INPUT);
        assert_memory_equal(&position, &bad[i], sizeof position);
    }
}

static void a_move_turns_discs_and_can_be_taken_back(void **state) {
    (void)state;
    BiancaPosition position = start_of(8, 8), before = position;
    BiancaMove move;
    assert_int_equal(bianca_play(&position, square_of(&position, "f5"), &move, NULL), BIANCA_OK);
    assert_int_equal(move.square, 37);
    assert_int_equal(move.flips, (uint64_t)1 << 36);
    assert_int_equal(position.side, BIANCA_WHITE);
    assert_text(&position, "---------------------------OX------XXX-------------------------- O");
    assert_int_equal(bianca_undo(&position, &move, NULL), BIANCA_OK);
    assert_int_equal(position.side, before.side);
    assert_int_equal(position.black, before.black);
    assert_int_equal(position.white, before.white);
}

static void illegal_moves_are_explained_and_change_nothing(void **state) {
    (void)state;
    static const struct {
        int square;
        const char *reason;
    } cases[] = {
        {27, "d4 is occupied"},
        {0, "a1 turns nothing for Black"},
        {BIANCA_PASS, "Black can move and may not pass"},
        {-1, "square -1 is off the board (8x8)"},
        {65, "square 65 is off the board (8x8)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        BiancaPosition position = start_of(8, 8), before = position;
        BiancaMove move = {-5, 5};
        BiancaError error;
        assert_int_equal(bianca_play(&position, cases[i].square, &move, &error), BIANCA_BAD_INPUT);
        assert_string_equal(error.text, cases[i].reason);
        assert_int_equal(move.square, -5);
        assert_int_equal(position.black, before.black);
        assert_int_equal(position.side, before.side);
    }
}

static void only_the_last_move_can_be_taken_back(void **state) {
    (void)state;
    const BiancaMove wrong[] = {
        {37, 0},
        {36, (uint64_t)1 << 37},
        {37, (uint64_t)1 << 36 | (uint64_t)1 << 28},
        {37, (uint64_t)1 << 27},
        {0, 0},
        {BIANCA_PASS, 0},
        {99, 0},
        {-1, 0},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        BiancaPosition position = after(start_of(8, 8), "f5");
        BiancaError error;
        assert_int_equal(bianca_undo(&position, &wrong[i], &error), BIANCA_BAD_INPUT);
        assert_text(&position,
                    "---------------------------OX------XXX-------------------------- O");
    }
}

static void a_pass_is_forced_when_there_is_no_move(void **state) {
    (void)state;
    BiancaPosition position = after(start_of(4, 4), "b1c1d1a1a3");
    BiancaMove move;
    BiancaError error;
    assert_int_equal(bianca_legal_moves(&position), 0);
    assert_int_equal(bianca_must_pass(&position), 1);
    assert_int_equal(bianca_is_over(&position), 0);
    assert_int_equal(bianca_play(&position, 15, &move, &error), BIANCA_BAD_INPUT);
    assert_string_equal(error.text, "White has no move and must pass");
    assert_int_equal(bianca_play(&position, BIANCA_PASS, &move, NULL), BIANCA_OK);
    assert_int_equal(position.side, BIANCA_BLACK);
    assert_int_equal(bianca_undo(&position, &move, NULL), BIANCA_OK);
    assert_int_equal(position.side, BIANCA_WHITE);
}

/* Whatever is on a1: the game and the same turned round. */
static void a_pass_is_taken_back(void **state) {
    (void)state;
    static const char *const games[] = {"b1c1d1a1a3", "c4b4a4d4d2"};
    for (int i = 0; i < 2; i++) {
        BiancaPosition before = after(start_of(4, 4), games[i]), position = before;
        BiancaMove move;
        assert_int_equal(bianca_play(&position, BIANCA_PASS, &move, NULL), BIANCA_OK);
        assert_int_equal(bianca_undo(&position, &move, NULL), BIANCA_OK);
        assert_true(position.black == before.black && position.white == before.white);
        assert_int_equal(position.side, before.side);
    }
}

static void finished_games_are_scored_by_both_rules(void **state) {
    (void)state;
    BiancaPosition position = after(start_of(8, 8), "f5d6c5f4e7f6g5e6e3");
    BiancaError error;
    assert_int_equal(bianca_is_over(&position), 1);
    assert_int_equal(bianca_must_pass(&position), 0);
    assert_int_equal(bianca_score(&position, BIANCA_EMPTIES_TO_WINNER), -64);
    assert_int_equal(bianca_score(&position, BIANCA_DISC_DIFFERENCE), -13);
    position.side = BIANCA_BLACK;
    assert_int_equal(bianca_score(&position, BIANCA_EMPTIES_TO_WINNER), 64);
    assert_int_equal(bianca_play(&position, 0, NULL, &error), BIANCA_BAD_INPUT);
    assert_string_equal(error.text, "a1: the game is over");
}

static void stable_discs_belong_to_the_side_asked_for(void **state) {
    (void)state;
    static const char text[] = "XXXX-OO--OO----- O";
    BiancaPosition position;
    assert_int_equal(bianca_position_parse(&position, 4, 4, text, strlen(text), NULL), BIANCA_OK);
    assert_int_equal(bianca_stable_discs(&position, BIANCA_BLACK), 0xf);
    assert_int_equal(bianca_stable_discs(&position, BIANCA_WHITE), 0);
    assert_int_equal(bianca_stable_discs(&position, 2), 0);
}

static void symmetric_positions_have_one_canonical_form(void **state) {
    (void)state;
    static const char *const openings[] = {"f5d6c3", "d3c5f6", "c4e3f6", "e6f4c3"};
    for (int i = 0; i < 4; i++) {
        BiancaPosition first, other, original = after(start_of(8, 8), openings[0]);
        BiancaPosition image = after(start_of(8, 8), openings[i]);
        bianca_position_canonical(&original, &first, NULL);
        bianca_position_canonical(&image, &other, NULL);
        assert_int_equal(first.black, other.black);
        assert_int_equal(first.white, other.white);
        assert_int_equal(bianca_position_hash(&first), bianca_position_hash(&other));
    }
}

static void the_symmetry_found_maps_every_disc(void **state) {
    (void)state;
    static const int sizes[][2] = {{8, 8}, {6, 6}, {9, 7}, {4, 16}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        BiancaPosition position = start_of(sizes[i][0], sizes[i][1]), canonical;
        int symmetry, first = __builtin_ctzll(bianca_legal_moves(&position));
        assert_int_equal(bianca_play(&position, first, NULL, NULL), BIANCA_OK);
        bianca_position_canonical(&position, &canonical, &symmetry);
        uint64_t black = 0;
        for (int square = 0; square < position.width * position.height; square++)
            if (position.black >> square & 1)
                black |= (uint64_t)1 << bianca_symmetry_square(position.width, position.height,
                                                               symmetry, square);
        assert_int_equal(black, canonical.black);
        assert_int_equal(canonical.side, position.side);
        bianca_position_canonical(&position, &position, NULL);
        assert_int_equal(position.black, canonical.black);
    }
    assert_int_equal(bianca_symmetry_square(8, 8, 1, 0), 7);
    assert_int_equal(bianca_symmetry_square(8, 8, 8, 5), 5);
    assert_int_equal(bianca_symmetry_square(9, 7, 4, 5), 5);
    assert_int_equal(bianca_symmetry_square(8, 8, 1, BIANCA_PASS), BIANCA_PASS);
    assert_int_equal(bianca_symmetry_square(8, 8, 1, -1), -1);
    assert_int_equal(bianca_symmetry_square(3, 3, 1, 2), 2);
}

static void hashes_tell_sides_and_boards_apart(void **state) {
    (void)state;
    BiancaPosition black = start_of(8, 8), white = black, wide = black;
    white.side = BIANCA_WHITE;
    wide.width = 16, wide.height = 4;
    assert_int_not_equal(bianca_position_hash(&black), bianca_position_hash(&white));
    assert_int_not_equal(bianca_position_hash(&black), bianca_position_hash(&wide));
}

static void a_game_is_read_with_its_moves(void **state) {
    (void)state;
    static const char text[] = "1. b1 c1 2. d1 a1 3. a3 d4";
    BiancaPosition position = start_of(4, 4), start = position;
    BiancaMove moves[BIANCA_MAX_MOVES];
    BiancaError error;
    size_t count = 99;
    assert_int_equal(
        bianca_transcript_parse(&position, text, strlen(text), moves, 6, &count, &error),
        BIANCA_TOO_SMALL);
    assert_int_equal(error.status, BIANCA_TOO_SMALL);
    assert_string_equal(error.text, "transcript: room for 6 of 7 moves");
    assert_int_equal(count, 99);
    assert_int_equal(position.black, start.black);
    assert_int_equal(
        bianca_transcript_parse(&position, text, strlen(text), moves, 7, &count, &error),
        BIANCA_OK);
    assert_int_equal(count, 7);
    assert_int_equal(moves[5].square, BIANCA_PASS);
    assert_text(&position, "OXXX-XX-XXX----X O");
    char written[BIANCA_TRANSCRIPT_SIZE];
    assert_int_equal(bianca_transcript_format(4, 4, moves, count, written, sizeof written), 12);
    assert_string_equal(written, "b1c1d1a1a3d4");
    bianca_transcript_format(4, 4, moves, 6, written, sizeof written);
    assert_string_equal(written, "b1c1d1a1a3pass");
    while (count > 0) assert_int_equal(bianca_undo(&position, &moves[--count], NULL), BIANCA_OK);
    assert_int_equal(position.black, start.black);
}

static void a_wrong_game_is_explained(void **state) {
    (void)state;
    BiancaPosition position = start_of(8, 8);
    BiancaError error;
    assert_int_equal(bianca_transcript_parse(&position, "f5d6d6", 6, NULL, 0, NULL, &error),
                     BIANCA_BAD_INPUT);
    assert_string_equal(error.text, "transcript: move 3: d6 is occupied");
}

static void moves_have_names_on_every_board(void **state) {
    (void)state;
    char name[BIANCA_MOVE_SIZE];
    int square = -9;
    assert_int_equal(bianca_move_format(5, 12, 59, name, sizeof name), 3);
    assert_string_equal(name, "e12");
    bianca_move_format(8, 8, BIANCA_PASS, name, sizeof name);
    assert_string_equal(name, "pass");
    bianca_move_format(4, 4, 16, name, sizeof name);
    assert_string_equal(name, "none");
    bianca_move_format(3, 3, 0, name, sizeof name);
    assert_string_equal(name, "none");
    assert_int_equal(bianca_move_parse(&square, 6, 6, "g1", 2, NULL), BIANCA_BAD_INPUT);
    assert_int_equal(square, -9);
    assert_int_equal(bianca_move_parse(&square, 6, 6, "PA", 2, NULL), BIANCA_OK);
    assert_int_equal(square, BIANCA_PASS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_and_status_have_names),
        cmocka_unit_test(squares_are_numbered_row_by_row_without_gaps),
        cmocka_unit_test(boards_that_do_not_exist_are_refused),
        cmocka_unit_test(positions_are_read_and_written),
        cmocka_unit_test(invalid_positions_are_found_and_harmless),
        cmocka_unit_test(a_move_turns_discs_and_can_be_taken_back),
        cmocka_unit_test(illegal_moves_are_explained_and_change_nothing),
        cmocka_unit_test(only_the_last_move_can_be_taken_back),
        cmocka_unit_test(a_pass_is_forced_when_there_is_no_move),
        cmocka_unit_test(a_pass_is_taken_back),
        cmocka_unit_test(finished_games_are_scored_by_both_rules),
        cmocka_unit_test(stable_discs_belong_to_the_side_asked_for),
        cmocka_unit_test(symmetric_positions_have_one_canonical_form),
        cmocka_unit_test(the_symmetry_found_maps_every_disc),
        cmocka_unit_test(hashes_tell_sides_and_boards_apart),
        cmocka_unit_test(a_game_is_read_with_its_moves),
        cmocka_unit_test(a_wrong_game_is_explained),
        cmocka_unit_test(moves_have_names_on_every_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
