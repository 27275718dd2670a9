/* Diagrams: whole, within their limit, and with every mark in its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "record/svg.h"
#include "support/boards.h"

static int count_of(const char *text, const char *part) {
    int count = 0;
    while ((text = strstr(text, part)) != NULL) count++, text++;
    return count;
}

static void the_start_has_its_discs_moves_and_coordinates(void **state) {
    (void)state;
    char text[SVG_TEXT_SIZE];
    Shape shape = shape_of(8, 8);
    Board board = board_start(&shape);
    size_t length = svg_format(&board, NO_MOVE, text, sizeof text);
    assert_int_equal(strlen(text), length);
    assert_int_equal(count_of(text, "href=\"#b\" x="), 2);
    assert_int_equal(count_of(text, "href=\"#w\" x="), 2);
    assert_int_equal(count_of(text, "r=\"7\"/>"), 4);
    assert_int_equal(count_of(text, "r=\"4\""), 4); /* the points around the middle */
    assert_non_null(strstr(text, ">h</text>"));
    assert_non_null(strstr(text, ">8</text>"));
    assert_non_null(strstr(text, ">Black to move</text>"));
    assert_null(strstr(text, "#e5484d"));
    assert_string_equal(text + length - 7, "</svg>\n");
}

/* There is room for them from six squares on, in both directions. */
static void small_boards_have_no_points_around_the_middle(void **state) {
    (void)state;
    static const int sizes[][3] = {{4, 4, 0}, {5, 8, 0}, {8, 5, 0}, {6, 6, 4}, {6, 7, 4}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char text[SVG_TEXT_SIZE];
        Shape shape = shape_of(sizes[i][0], sizes[i][1]);
        Board board = board_start(&shape);
        svg_format(&board, NO_MOVE, text, sizeof text);
        assert_int_equal(count_of(text, "r=\"4\""), sizes[i][2]);
    }
}

static void the_last_move_is_marked_unless_it_was_a_pass(void **state) {
    (void)state;
    char text[SVG_TEXT_SIZE];
    Shape shape = shape_of(9, 7);
    Board board = board_start(&shape);
    svg_format(&board, 0, text, sizeof text);
    assert_int_equal(count_of(text, "#e5484d"), 1);
    svg_format(&board, PASS, text, sizeof text);
    assert_int_equal(count_of(text, "#e5484d"), 0);
}

static void every_board_fits_its_buffer(void **state) {
    (void)state;
    for (int width = SHAPE_MIN_SIDE; width <= SHAPE_MAX_SIDE; width++) {
        for (int height = SHAPE_MIN_SIDE; width * height <= SHAPE_MAX_SQUARES; height++) {
            Shape shape = shape_of(width, height);
            Board full = {&shape, {shape.playable, 0}, WHITE};
            assert_true(svg_format(&full, 0, NULL, 0) < SVG_TEXT_SIZE);
        }
    }
}

static void a_finished_game_says_so(void **state) {
    (void)state;
    char text[SVG_TEXT_SIZE];
    Shape shape = shape_of(4, 4);
    Board board = board_of(&shape, "OXXX-XX-XXX----X O");
    svg_format(&board, NO_MOVE, text, sizeof text);
    assert_non_null(strstr(text, ">Game over</text>"));
    assert_int_equal(count_of(text, "r=\"7\"/>"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_has_its_discs_moves_and_coordinates),
        cmocka_unit_test(small_boards_have_no_points_around_the_middle),
        cmocka_unit_test(the_last_move_is_marked_unless_it_was_a_pass),
        cmocka_unit_test(every_board_fits_its_buffer),
        cmocka_unit_test(a_finished_game_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
