/* Named openings: every row of the table is what its line leads to, and a name is found whichever
 * way the board is turned and whichever order the moves have. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "game/symmetry.h"
#include "record/opening.h"
#include "support/boards.h"

static Shape shape;

static Transcript game_of(const char *text) {
    Board start = board_start(&shape);
    Transcript game;
    Error error;
    if (!transcript_parse(&game, &start, text, strlen(text), &error)) fail_msg("%s", error.text);
    return game;
}

static const char *name_of(const char *text) {
    Transcript game = game_of(text);
    const Opening *opening = opening_of(&game);
    return opening != NULL ? opening->english : "none";
}

static void every_row_is_what_its_line_leads_to(void **state) {
    (void)state;
    assert_int_equal(opening_count, 68);
    for (int i = 0; i < opening_count; i++) {
        const Opening *opening = &openings[i];
        Transcript game = game_of(opening->line);
        Position position = symmetry_canonical(&shape, game.end.position, NULL);
        if (position.own != opening->position.own || position.opp != opening->position.opp)
            fail_msg("OPENING(0x%016" PRIx64 ", 0x%016" PRIx64 ", \"%s\", \"%s\", \"%s\")",
                     position.own, position.opp, opening->line, opening->english,
                     opening->japanese);
        assert_ptr_equal(opening_of(&game), opening);
        assert_true(opening->english[0] != '\0');
    }
}

static void rows_stand_in_the_order_of_their_positions(void **state) {
    (void)state;
    for (int i = 1; i < opening_count; i++) {
        Position a = openings[i - 1].position, b = openings[i].position;
        assert_true(a.own < b.own || (a.own == b.own && a.opp < b.opp));
    }
}

/* The four symmetries that leave the start as it is. */
static void names_are_found_under_all_symmetries(void **state) {
    (void)state;
    int found = 0;
    Board start = board_start(&shape);
    for (int s = 0; s < shape.symmetries; s++) {
        Position turned = symmetry_position(&shape, s, start.position);
        if (turned.own != start.position.own) continue;
        found++;
        for (int i = 0; i < opening_count; i++) {
            Transcript game = game_of(openings[i].line), image;
            transcript_init(&image, &start);
            for (int ply = 0; ply < game.count; ply++)
                assert_true(
                    transcript_add(&image, shape.where[s][game.moves[ply].square], false, NULL));
            assert_ptr_equal(opening_of(&image), &openings[i]);
        }
    }
    assert_int_equal(found, 4);
}

static void names_are_found_after_transpositions(void **state) {
    (void)state;
    assert_string_equal(name_of("f5d6c4d3c3"), "Tiger");
    assert_string_equal(name_of("f5f6e6d6c5"), "Cow");
    assert_string_equal(name_of("f5f6e6f4e3"), "Cow");
    assert_string_equal(name_of("f5f4e3f6e6d6"), "Chimney");
}

static void the_last_name_on_the_way_counts(void **state) {
    (void)state;
    assert_string_equal(name_of(""), "none");
    assert_string_equal(name_of("f5"), "none");
    assert_string_equal(name_of("f5d6"), "Perpendicular Opening");
    assert_string_equal(name_of("f5d6c6"), "Perpendicular Opening");
    assert_string_equal(name_of("f5d6c3d3c4f4"), "Tiger");
    assert_string_equal(name_of("f5d6c3d3c4f4f6f3"), "COMP'OTH");
}

static void a_position_has_the_name_it_has_by_itself(void **state) {
    (void)state;
    Transcript game = game_of("f5d6c3d3c4");
    assert_string_equal(opening_at(&game.end)->english, "Tiger");
    game = game_of("f5d6c3d3c4f4");
    assert_null(opening_at(&game.end));
    // The same discs with the other side to move are another position.
    game = game_of("f5d6c3d3c4");
    game.end.position = position_passed(game.end.position);
    assert_null(opening_at(&game.end));
}

static void other_boards_have_no_names(void **state) {
    (void)state;
    Shape other = shape_of(6, 6);
    Board start = board_start(&other);
    Transcript game;
    assert_true(transcript_parse(&game, &start, "e4", 2, NULL));
    assert_null(opening_of(&game));
}

static void names_are_shown_with_what_the_terminal_can_show(void **state) {
    (void)state;
    char text[OPENING_TEXT_SIZE];
    Transcript game = game_of("f5d6c3d3c4");
    const Opening *tiger = opening_of(&game);
    assert_int_equal(opening_format(tiger, true, text, sizeof text), strlen("Tiger (虎定石)"));
    assert_string_equal(text, "Tiger (虎定石)");
    opening_format(tiger, false, text, sizeof text);
    assert_string_equal(text, "Tiger");
    game = game_of("f5f6e6d6c7f4");
    opening_format(opening_of(&game), true, text, sizeof text);
    assert_string_equal(text, "Lollipop");
    for (int i = 0; i < opening_count; i++)
        assert_true(opening_format(&openings[i], true, text, sizeof text) < sizeof text);
}

static int make_board(void **state) {
    (void)state;
    shape = shape_of(8, 8);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_what_its_line_leads_to),
        cmocka_unit_test(rows_stand_in_the_order_of_their_positions),
        cmocka_unit_test(names_are_found_under_all_symmetries),
        cmocka_unit_test(names_are_found_after_transpositions),
        cmocka_unit_test(the_last_name_on_the_way_counts),
        cmocka_unit_test(a_position_has_the_name_it_has_by_itself),
        cmocka_unit_test(other_boards_have_no_names),
        cmocka_unit_test(names_are_shown_with_what_the_terminal_can_show),
    };
    return cmocka_run_group_tests(tests, make_board, NULL);
}
