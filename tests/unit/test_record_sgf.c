/* SGF records: the main line of a game, on every board. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "record/sgf.h"

static Shape shape;
static GameRecord game;

static void assert_reads(const char *text, const char *moves) {
    Error error = {0};
    char written[TRANSCRIPT_TEXT_SIZE];
    if (!sgf_parse(&shape, &game, text, strlen(text), &error)) fail_msg("%s: %s", text, error.text);
    transcript_format(&game.moves, written, sizeof written);
    assert_string_equal(written, moves);
}

static void assert_refuses(const char *text, const char *reason) {
    Error error = {0};
    assert_false(sgf_parse(&shape, &game, text, strlen(text), &error));
    if (!strstr(error.text, reason)) fail_msg("'%s' is not in '%s'", reason, error.text);
}

static void squares_have_letters_or_numbers_for_rows(void **state) {
    (void)state;
    assert_reads("(;GM[2];B[f5];W[df];B[C3])", "f5d6c3");
}

static void only_the_main_line_is_read(void **state) {
    (void)state;
    assert_reads("(;GM[2];B[f5](;W[d6];B[c3])(;W[f6]))(;GM[2];B[c4])", "f5d6c3");
}

static void nesting_deeper_than_32_is_refused(void **state) {
    (void)state;
    char text[80] = "";
    for (int i = 0; i < 32; i++) strcat(text, "(");
    strcat(text, ";GM[2];B[f5])");
    assert_reads(text, "f5");
    memmove(text + 1, text, strlen(text) + 1);
    assert_refuses(text, "nested deeper than 32");
}

static void names_comments_and_unknown_properties_are_read_over(void **state) {
    (void)state;
    assert_reads("( ; GM[2] PB[a\\]b] PW[c] C[;B[d3\\]] XX[1][2] ; B[f5]C[good])", "f5");
    assert_string_equal(game.black, "a]b");
    assert_string_equal(game.white, "c");
}

static void the_size_makes_the_board(void **state) {
    (void)state;
    assert_reads("(;GM[2]SZ[6];B[d5])", "d5");
    assert_int_equal(shape.squares, 36);
    assert_reads("(;GM[2]SZ[9:7];B[c3])", "c3");
    assert_int_equal(shape.width, 9);
    assert_int_equal(shape.height, 7);
}

static void passes_may_be_written_or_left_out(void **state) {
    (void)state;
    /* After seven moves White cannot move. */
#define BEGIN "(;GM[2]SZ[4];B[c4];W[b4];B[a4];W[d2];B[b1];W[a2];B[a1]"
    assert_reads(BEGIN ";W[];B[a3])", "c4b4a4d2b1a2a1a3");
    assert_reads(BEGIN ";W[PA];B[a3])", "c4b4a4d2b1a2a1a3");
    assert_reads(BEGIN ";W[tt];B[a3])", "c4b4a4d2b1a2a1a3");
    assert_reads(BEGIN ";B[a3])", "c4b4a4d2b1a2a1a3");
}

static void a_position_may_be_set_up(void **state) {
    (void)state;
    char written[BOARD_TEXT_SIZE];
    assert_reads("(;GM[2]SZ[4]AB[a1]AW[b1][ba]PL[B];B[c1])", "c1");
    board_format(&game.moves.start, written, sizeof written);
    assert_string_equal(written, "XO-------------- X");
    assert_reads("(;GM[2]PL[W];W[f4])", "f4");
    assert_reads("(;GM[2]AB[e4][d5]AW[d4][e5];B[f5])", "f5");
}

static void what_is_written_is_read_again(void **state) {
    (void)state;
    static const char *const texts[] = {
        "(;GM[2]FF[4]SZ[8]EV[open]PC[here]DT[2024]PB[a\\]b]PW[c]RE[W+4];B[f5];W[d6];B[c3])",
        "(;GM[2]FF[4]SZ[9:7];B[c3])",
        "(;GM[2]FF[4]SZ[4]AB[a1]AW[b1]PL[B];B[c1])",
        "(;GM[2]FF[4]SZ[4]RE[B+16]AB[a1]AW[b1];B[c1])",
        BEGIN ";W[];B[a3])",
    };
    char written[SGF_TEXT_SIZE], again[SGF_TEXT_SIZE];
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Error error = {0};
        assert_true(sgf_parse(&shape, &game, texts[i], strlen(texts[i]), &error));
        size_t length = sgf_format(&game, written, sizeof written);
        assert_int_equal(length, strlen(written));
        if (!sgf_parse(&shape, &game, written, length, &error)) fail_msg("%s", error.text);
        sgf_format(&game, again, sizeof again);
        assert_string_equal(written, again);
    }
    assert_string_equal(written,
                        "(;GM[2]FF[4]SZ[4];B[c4];W[b4];B[a4];W[d2];B[b1];W[a2];B[a1];W[];B[a3])");
}

/* Reads a game and compares what is written of it with a text by hand. */
static void assert_writes(const char *text, const char *expected) {
    char written[SGF_TEXT_SIZE];
    Error error = {0};
    assert_true(sgf_parse(&shape, &game, text, strlen(text), &error));
    sgf_format(&game, written, sizeof written);
    assert_string_equal(written, expected);
}

/* Whoever is to move at the end: the sign is that of Black. */
static void the_result_names_the_winner_and_the_margin(void **state) {
    (void)state;
    assert_writes("(;GM[2]SZ[4]AB[a1]AW[b1]PL[B];B[c1])",
                  "(;GM[2]FF[4]SZ[4]RE[B+16]AB[a1]AW[b1]PL[B];B[c1])");
    assert_writes("(;GM[2]SZ[4]AW[a1]AB[b1]PL[W];W[c1])",
                  "(;GM[2]FF[4]SZ[4]RE[W+16]AB[b1]AW[a1]PL[W];W[c1])");
    assert_writes("(;GM[2]SZ[4]AB[a1]AW[b1][d4]PL[B];B[c1])",
                  "(;GM[2]FF[4]SZ[4]RE[B+14]AB[a1]AW[b1][d4]PL[B];B[c1])");
    assert_writes("(;GM[2]SZ[4]AB[a1][a2]AW[d1][d2]PL[W])",
                  "(;GM[2]FF[4]SZ[4]RE[0]AB[a1][a2]AW[d1][d2]PL[W])");
    assert_writes("(;GM[2]SZ[4];B[c4])", "(;GM[2]FF[4]SZ[4];B[c4])");
}

static void a_result_that_was_said_is_kept(void **state) {
    (void)state;
    assert_writes("(;GM[2]RE[W+12];B[f5])", "(;GM[2]FF[4]SZ[8]RE[W+12];B[f5])");
    assert_writes("(;GM[2]RE[Draw];B[f5])", "(;GM[2]FF[4]SZ[8]RE[0];B[f5])");
    assert_writes("(;GM[2]RE[W+R];B[f5])", "(;GM[2]FF[4]SZ[8]RE[W+R];B[f5])");
    assert_writes("(;GM[2]RE[b+time];B[f5])", "(;GM[2]FF[4]SZ[8]RE[B+T];B[f5])");
    assert_writes("(;GM[2]RE[W+Forfeit];B[f5])", "(;GM[2]FF[4]SZ[8]RE[W+F];B[f5])");
    assert_writes("(;GM[2]RE[B+];B[f5])", "(;GM[2]FF[4]SZ[8]RE[B+];B[f5])");
    assert_writes("(;GM[2]RE[B+?];B[f5])", "(;GM[2]FF[4]SZ[8]RE[B+];B[f5])");
    assert_writes("(;GM[2]RE[Black];B[f5])", "(;GM[2]FF[4]SZ[8];B[f5])");
    assert_writes("(;GM[2]RE[?];B[f5])", "(;GM[2]FF[4]SZ[8];B[f5])");
    assert_writes("(;GM[2]RE[];B[f5])", "(;GM[2]FF[4]SZ[8];B[f5])");
}

static void what_is_wrong_is_said_with_its_place(void **state) {
    (void)state;
    assert_refuses("(;GM[1];B[dd])", "character 6: this is a record of another game");
    assert_refuses("(;GM[2];B[a1])", "sgf: move 1: a1 turns nothing for Black");
    assert_refuses("(;GM[2];W[f5])", "sgf: move 1: it is not White's turn");
    assert_refuses("(;GM[2];B[f5", "never closed");
    assert_refuses("(;GM[2]SZ[99])", "character 11");
    assert_refuses("(;GM[2]SZ[x])", "a size is a number");
    assert_refuses("(;GM[2];B[f5]SZ[6])", "in the middle");
    assert_refuses("(;GM[2];B[f5]AB[a1])", "set up during play");
    assert_refuses("(;GM[2]PL[x])", "character 11: a side is B or W");
    assert_refuses("(;GM[2]AB[])", "this is no square");
    assert_refuses("hello", "expected '['");
    assert_refuses("(;=)", "expected a property");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_have_letters_or_numbers_for_rows),
        cmocka_unit_test(only_the_main_line_is_read),
        cmocka_unit_test(nesting_deeper_than_32_is_refused),
        cmocka_unit_test(names_comments_and_unknown_properties_are_read_over),
        cmocka_unit_test(the_size_makes_the_board),
        cmocka_unit_test(passes_may_be_written_or_left_out),
        cmocka_unit_test(a_position_may_be_set_up),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(the_result_names_the_winner_and_the_margin),
        cmocka_unit_test(a_result_that_was_said_is_kept),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
