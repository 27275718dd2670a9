/* Runs with priority: it waits for answers within a time. */
/* Botzone: turns in every form, and whole games under a judge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/botzone.h"
#include "support/boards.h"
#include "support/effort.h"
#include "support/judge.h"

/* --- Turns ------------------------------------------------------------------------------------ */

/* Feeds lines, split at newlines, to a new bot; the result of the last one. */
static BotzoneFeed feed(Botzone *botzone, const Shape *shape, const char *lines, Error *error) {
    BotzoneFeed result = BOTZONE_MORE;
    botzone_init(botzone, shape);
    while (*lines && result == BOTZONE_MORE) {
        size_t length = strcspn(lines, "\n");
        result = botzone_feed(botzone, lines, length, error);
        lines += length + (lines[length] == '\n');
    }
    return result;
}

static void assert_turn(const char *lines, Side side, int moves) {
    Botzone botzone;
    Shape shape = shape_of(8, 8);
    Error error;
    BotzoneFeed result = feed(&botzone, &shape, lines, &error);
    if (result == BOTZONE_ERROR) fail_msg("%s", error.text);
    assert_int_equal(result, BOTZONE_TURN);
    assert_int_equal(botzone.side, side);
    assert_int_equal(botzone.game.count, moves);
    assert_true(botzone_can_move(&botzone));
}

static void assert_refused(const char *lines, const char *reason) {
    Botzone botzone;
    Shape shape = shape_of(8, 8);
    Error error = {.text = "not refused"};
    assert_int_equal(feed(&botzone, &shape, lines, &error), BOTZONE_ERROR);
    assert_string_equal(error.text, reason);
}

static void the_first_request_tells_the_side(void **state) {
    (void)state;
    assert_turn("1\n-1 -1", BLACK, 0);
    assert_turn("1\n5 4", WHITE, 1);
    assert_turn("{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}", BLACK, 0);
    assert_turn("{\"responses\":[],\"requests\":[{\"y\":4,\"x\":5}]}", WHITE, 1);
}

static void history_is_played(void **state) {
    (void)state;
    assert_turn("2\n-1 -1\n5 4\n3 5", BLACK, 2);
    assert_turn("2\n5 4\n3 5\n2 2\n", WHITE, 3);
    assert_turn("\n 2 5 4\r\n\n 3\n5 2 2", WHITE, 3);
}

static void bad_turns_are_refused_with_the_place(void **state) {
    (void)state;
    assert_refused("x", "character 1 of the line: expected a whole number, not 'x'");
    assert_refused("0", "character 1 of the line: expected a number from 1 to 64");
    assert_refused("1\n8 0", "character 1 of the line: expected a number from -1 to 7");
    assert_refused("1\n5.0 4", "character 2 of the line: expected a whole number, not '.'");
    assert_refused("1\n5 4x", "character 4 of the line: expected a blank after a number");
    assert_refused("1\n0 0", "move 1, (0,0): a1 turns nothing for Black");
    assert_refused("1\n-1 0", "move 1, (-1,0): is off the board");
    assert_refused("2\n-1 -1\n5 4\n-1 -1", "move 2, (-1,-1): White can move and may not pass");
    assert_refused("{}", "at the end of the line: 0 requests and 0 responses");
    assert_refused("{\"requests\":[]}", "at the end of the line: 0 requests and 0 responses");
    assert_refused("{\"requests\":[{\"x\":1}]}", "character 21 of the line: a move without x or y");
    assert_refused("{\"requests\":[{\"x\":1,\"y\":9}]}",
                   "character 25 of the line: expected a number from -1 to 7");
    assert_refused("{\"data\":\"\\q\"}", "character 11 of the line: expected an escape, not 'q'");
    assert_refused("{\"data\":", "at the end of the line: expected a value, not the end");
}

#define MOVE "{\"x\":5,\"y\":4}"

static void requests_are_one_more_than_responses(void **state) {
    (void)state;
    assert_refused("{\"requests\":[" MOVE "],\"responses\":[" MOVE "]}",
                   "at the end of the line: 1 requests and 1 responses");
    assert_refused("{\"requests\":[" MOVE "," MOVE "],\"responses\":[]}",
                   "at the end of the line: 2 requests and 0 responses");
    assert_refused("{\"requests\":[],\"responses\":[" MOVE "]}",
                   "at the end of the line: 0 requests and 1 responses");
    assert_refused("{\"responses\":[]}", "at the end of the line: 0 requests and 0 responses");
}

static void nesting_is_limited(void **state) {
    (void)state;
    char text[200] = "{\"data\":";
    Shape shape = shape_of(8, 8);
    Botzone botzone;
    Error error;
    memset(text + 8, '[', 100);
    assert_int_equal(feed(&botzone, &shape, text, &error), BOTZONE_ERROR);
    assert_string_equal(error.text, "character 41 of the line: nested deeper than 32");
}

/* --- Whole games ------------------------------------------------------------------------------ */

/* `seconds` is the bot's own limit: none that matters, where moves must not depend on the machine.
 */
static void play_game(JudgeGame *game, const char *player, const char *seconds, bool is_json,
                      bool keeps_running) {
    const char *program[] = {getenv("BIANCA"),
                             "botzone",
                             "--player",
                             player,
                             "--time",
                             seconds,
                             keeps_running ? "--keep-running" : NULL,
                             NULL};
    if (!program[0]) program[0] = "build/bianca";
    game->program = program;
    game->is_json = is_json;
    game->keeps_running = keeps_running;
    game->limit = 60;
    judge_play(game);
    game->program = NULL;
}

static void all_four_ways_play_the_same_game(void **state) {
    (void)state;
    const char *engine = "engine:nodes=2000,hash=1";
    long games = effort_rounds(2);
    for (long i = 0; i < games; i++) {
        JudgeGame first = {.is_bot_black = i % 2 == 0, .seed = (uint64_t)i + 1};
        play_game(&first, engine, "60", false, false);
        assert_true(first.bot_discs > first.other_discs);
        for (int way = 1; way < 4; way++) {
            JudgeGame game = {.is_bot_black = first.is_bot_black, .seed = first.seed};
            play_game(&game, engine, "60", way & 1, way >= 2);
            assert_int_equal(game.count, first.count);
            assert_memory_equal(game.moves, first.moves, (size_t)game.count * sizeof(int));
        }
    }
}

/* Adds the passes of one side of a game, which begins with Black. */
static int count_passes(const JudgeGame *game, bool is_of_bot) {
    int count = 0;
    for (int i = game->is_bot_black == is_of_bot ? 0 : 1; i < game->count; i += 2)
        count += game->moves[i] < 0;
    return count;
}

static void passes_of_both_sides_are_told(void **state) {
    (void)state;
    for (int way = 0; way < 4; way++) {
        int by_bot = 0, by_judge = 0;
        for (uint64_t seed = 1; seed <= 60 && (by_bot < 2 || by_judge < 2); seed++) {
            JudgeGame game = {.is_bot_black = seed % 2 == 0, .seed = seed};
            play_game(&game, "random:seed=4", "60", way & 1, way >= 2);
            by_bot += count_passes(&game, true);
            by_judge += count_passes(&game, false);
        }
        assert_true(by_bot >= 2 && by_judge >= 2);
    }
}

/* Where the start has used up all the time, the answer is still more than a legal move. */
static void without_any_time_it_still_looks_ahead(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        JudgeGame game = {.is_bot_black = i == 0, .seed = 5};
        play_game(&game, "engine:hash=1", "0", false, true);
        assert_true(game.bot_discs > game.other_discs + 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_request_tells_the_side),
        cmocka_unit_test(history_is_played),
        cmocka_unit_test(bad_turns_are_refused_with_the_place),
        cmocka_unit_test(requests_are_one_more_than_responses),
        cmocka_unit_test(nesting_is_limited),
        cmocka_unit_test(all_four_ways_play_the_same_game),
        cmocka_unit_test(passes_of_both_sides_are_told),
        cmocka_unit_test(without_any_time_it_still_looks_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
