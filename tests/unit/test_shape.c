/* Boards: which there are, how their squares are laid out, and names that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/random.h"
#include "game/shape.h"

typedef void Check(const Shape *shape);

/* Every board there is, in both layouts. */
static void for_all_shapes(Check *check) {
    int count = 0;
    for (int width = SHAPE_MIN_SIDE; width <= SHAPE_MAX_SIDE; width++) {
        for (int height = SHAPE_MIN_SIDE; width * height <= SHAPE_MAX_SQUARES; height++) {
            Shape shape;
            assert_true(shape_init(&shape, width, height, NULL));
            check(&shape);
            assert_true(shape_init_any(&shape, width, height, NULL));
            check(&shape);
            count++;
        }
    }
    assert_int_equal(count, 55);
}

static void check_sizes(const Shape *shape) {
    assert_int_equal(shape->squares, shape->width * shape->height);
    assert_int_equal(bits_count(shape->playable), shape->squares);
    assert_int_equal(shape->stride, shape->is_grid8 ? 8 : shape->width);
    assert_int_equal(shape->symmetries, shape->width == shape->height ? 8 : 4);
    assert_int_equal(bits_count(shape->corners), 4);
    for (int row = 0; row < shape->height; row += shape->height - 1)
        for (int column = 0; column < shape->width; column += shape->width - 1)
            assert_true(bits_has(shape->corners, shape_square(shape, column, row)));
}

static void every_board_knows_its_squares_and_corners(void **state) {
    (void)state;
    for_all_shapes(check_sizes);
}

static void boards_inside_eight_by_eight_use_its_grid(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 4, 8, NULL));
    assert_true(shape.is_grid8);
    assert_true(shape_init(&shape, 9, 7, NULL));
    assert_false(shape.is_grid8);
    assert_true(shape_init(&shape, 7, 9, NULL));
    assert_false(shape.is_grid8);
    assert_true(shape_init_any(&shape, 8, 8, NULL));
    assert_false(shape.is_grid8);
}

static void check_numbering(const Shape *shape) {
    uint64_t seen = 0;
    for (int index = 0; index < shape->squares; index++) {
        int square = shape_from_index(shape, index);
        assert_true(bits_has(shape->playable, square));
        assert_int_equal(shape_index(shape, square), index);
        assert_int_equal(shape_row(shape, square), index / shape->width);
        assert_int_equal(shape_column(shape, square), index % shape->width);
        assert_int_equal(shape_square(shape, shape_column(shape, square), shape_row(shape, square)),
                         square);
        assert_int_equal(shape_pack(shape, bits_square(square)), bits_square(index));
        assert_int_equal(shape_unpack(shape, bits_square(index)), bits_square(square));
        seen |= bits_square(square);
    }
    assert_int_equal(seen, shape->playable);
    assert_int_equal(shape_unpack(shape, shape_pack(shape, shape->playable)), shape->playable);
    assert_int_equal(shape_pack(shape, 0), 0);
}

static void squares_are_numbered_row_by_row_without_gaps(void **state) {
    (void)state;
    for_all_shapes(check_numbering);
}

/* The distance between two squares along rows and columns decides what is seen from where. */
static void check_rays(const Shape *shape) {
    for (uint64_t from = shape->playable; from;) {
        int square = bits_pop(&from);
        uint64_t seen = 0, expected = 0;
        for (int ray = 0; ray < RAYS; ray++) {
            uint64_t squares = shape->rays[square][ray];
            assert_int_equal(seen & squares, 0);
            assert_int_equal(squares & ~shape->playable, 0);
            if (squares && ray < AXES) assert_true(bits_first(squares) > square);
            if (squares && ray >= AXES) assert_true(bits_last(squares) < square);
            seen |= squares;
        }
        for (uint64_t to = shape->playable & ~bits_square(square); to;) {
            int other = bits_pop(&to);
            int right = shape_column(shape, other) - shape_column(shape, square);
            int down = shape_row(shape, other) - shape_row(shape, square);
            if (right == 0 || down == 0 || right == down || right == -down)
                expected |= bits_square(other);
        }
        assert_int_equal(seen, expected);
    }
}

static void eight_rays_see_what_a_queen_sees(void **state) {
    (void)state;
    for_all_shapes(check_rays);
}

static void check_neighbours(const Shape *shape) {
    Random random = random_seeded(7);
    for (int round = 0; round < 100; round++) {
        uint64_t set = random_next(&random) & random_next(&random) & shape->playable, expected = 0;
        for (uint64_t from = set; from;) {
            int square = bits_pop(&from);
            int column = shape_column(shape, square), row = shape_row(shape, square);
            for (int r = row - 1; r <= row + 1; r++)
                for (int c = column - 1; c <= column + 1; c++)
                    if (r >= 0 && r < shape->height && c >= 0 && c < shape->width)
                        expected |= bits_square(shape_square(shape, c, r));
        }
        assert_int_equal(shape_neighbours(shape, set), expected & ~set);
    }
}

static void neighbours_do_not_wrap_around_the_edge(void **state) {
    (void)state;
    for_all_shapes(check_neighbours);
}

static void sizes_that_are_no_board_are_refused(void **state) {
    (void)state;
    static const int sizes[][2] = {{3, 3},
                                   {3, 8},
                                   {8, 3},
                                   {9, 8},
                                   {8, 9},
                                   {17, 3},
                                   {17, 4},
                                   {4, 17},
                                   {65, 1},
                                   {0, 0},
                                   {-8, -8},
                                   {-4, 8},
                                   {65536, 65536},
                                   {1 << 30, 1 << 30},
                                   {INT32_MAX, INT32_MAX},
                                   {INT32_MIN, 8}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Shape shape, before;
        Error error = {STATUS_OK, ""};
        memset(&shape, 0x5a, sizeof shape);
        memcpy(&before, &shape, sizeof before);
        assert_false(shape_init(&shape, sizes[i][0], sizes[i][1], &error));
        assert_int_equal(error.status, STATUS_BAD_INPUT);
        assert_false(shape_init_any(&shape, sizes[i][0], sizes[i][1], NULL));
        assert_memory_equal(&shape, &before, sizeof shape);
    }
}

static void names_of_boards_are_read(void **state) {
    (void)state;
    Shape shape;
    for (int width = SHAPE_MIN_SIDE; width <= SHAPE_MAX_SIDE; width++) {
        for (int height = SHAPE_MIN_SIDE; width * height <= SHAPE_MAX_SQUARES; height++) {
            char name[16];
            snprintf(name, sizeof name, "%dx%d", width, height);
            assert_true(shape_parse(&shape, name, strlen(name), NULL));
            assert_int_equal(shape.width, width);
            assert_int_equal(shape.height, height);
        }
    }
    assert_true(shape_parse(&shape, "9X7", 3, NULL));
    assert_int_equal(shape.width, 9);
    /* The text ends where its length says. */
    assert_true(shape_parse(&shape, "6x60", 3, NULL));
    assert_int_equal(shape.height, 6);
}

static void assert_refused(const char *text, size_t length, const char *reason) {
    Shape shape, before;
    Error error = {STATUS_OK, ""};
    memset(&shape, 0x5a, sizeof shape);
    memcpy(&before, &shape, sizeof before);
    assert_false(shape_parse(&shape, text, length, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    if (!strstr(error.text, reason)) fail_msg("expected '%s' in: %s", reason, error.text);
    assert_memory_equal(&shape, &before, sizeof shape);
}

static void names_that_are_no_board_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",      "x",    "8",     "8x",     "x8",
        "8x8x8", "8 x8", "8x 8",  " 8x8",   "8x8 ",
        "8x8\n", "+8x8", "-8x8",  "8x-8",   "8,8",
        "axb",   "8*8",  "08x8",  "8x08",   "00x8",
        "8.0x8", "8xx8", "0x8x8", "1000x4", "4x99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_refused(wrong[i], strlen(wrong[i]), "expected columns x rows");
    static const char *const small[] = {"3x3", "3x8", "8x3", "0x0", "0x8", "4x3"};
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
        assert_refused(small[i], strlen(small[i]), "at least 4");
    static const char *const large[] = {"9x8", "8x9", "17x4", "4x17", "100x100", "999x999"};
    for (size_t i = 0; i < sizeof large / sizeof large[0]; i++)
        assert_refused(large[i], strlen(large[i]), "more than 64 squares");
}

static void bytes_that_are_no_text_are_refused(void **state) {
    (void)state;
    assert_refused("8\0x8", 4, "expected columns x rows");
    assert_refused("8x8\0", 4, "expected columns x rows");
    assert_refused("\0", 1, "expected columns x rows");
    assert_refused("\xff\xfe", 2, "expected columns x rows");
    char digits[1000];
    memset(digits, '8', sizeof digits);
    assert_refused(digits, sizeof digits, "expected columns x rows");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_board_knows_its_squares_and_corners),
        cmocka_unit_test(boards_inside_eight_by_eight_use_its_grid),
        cmocka_unit_test(squares_are_numbered_row_by_row_without_gaps),
        cmocka_unit_test(eight_rays_see_what_a_queen_sees),
        cmocka_unit_test(neighbours_do_not_wrap_around_the_edge),
        cmocka_unit_test(sizes_that_are_no_board_are_refused),
        cmocka_unit_test(names_of_boards_are_read),
        cmocka_unit_test(names_that_are_no_board_are_refused),
        cmocka_unit_test(bytes_that_are_no_text_are_refused),
    };
    return cmocka_run_group_tests_name("shape", tests, NULL, NULL);
}
