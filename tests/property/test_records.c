/* A game written and read again is the same, in every format that can say it, on four boards: its
 * moves, its start, its result or winner, and the names where the format has room for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game/rules.h"
#include "support/boards.h"
#include "support/effort.h"
#include "support/records.h"

enum { GAMES = 2500 /* on each of four boards */, RANDOM_START_PLIES = 6 };

/* Names with everything that a format has to escape, within the 19 letters of WTHOR. */
static const char *const names[] = {"Ann",      "O'Neil \"Bob\"", "a]b\\c",       "[Nested] {x}",
                                    "Jérôme Ö", "(;GM[2];B[f5])", "1. f5 d6 2-0", "*"};
enum { NAMES = sizeof names / sizeof names[0] };

static void play_on(Transcript *moves, int plies, Random *random) {
    const Shape *shape = moves->start.shape;
    while (plies-- > 0 && !rules_is_over(shape, moves->end.position)) {
        Position position = moves->end.position;
        uint64_t legal = rules_moves(shape, position.own, position.opp);
        int square = legal ? rules_random_move(legal, random) : PASS;
        assert_true(transcript_add(moves, square, false, NULL));
    }
}

/* A random game, finished or not, sometimes from another position than the usual start. */
static void make_game(GameRecord *game, const Shape *shape, Random *random) {
    memset(game, 0, sizeof *game);
    Board start = board_start(shape);
    transcript_init(&game->moves, &start);
    if (random_below(random, 4) == 0) {
        play_on(&game->moves, RANDOM_START_PLIES, random);
        start = game->moves.end;
        transcript_init(&game->moves, &start);
    }
    bool is_whole = random_below(random, 4) > 0;
    if (random_below(random, 2) == 0)
        record_set_winner(game, random_below(random, 2) == 0 ? BLACK : WHITE,
                          "RTF\0"[random_below(random, 4)]);
    play_on(&game->moves, is_whole ? RECORD_MAX_MOVES : 1 + (int)random_below(random, 30), random);
    snprintf(game->black, sizeof game->black, "%s", names[random_below(random, NAMES)]);
    snprintf(game->white, sizeof game->white, "%s", names[random_below(random, NAMES)]);
    snprintf(game->event, sizeof game->event, "%s", names[random_below(random, NAMES)]);
    snprintf(game->date, sizeof game->date, "%d", 1900 + (int)random_below(random, 200));
}

/* The winner is kept where the format has a word for it, and how the game ended where SGF is. */
static void assert_same_winner(const RecordFormat *format, const GameRecord *game,
                               const GameRecord *again) {
    int score;
    bool has_score = record_score(game, &score);
    if (has_score || format == &format_sgf || format == &format_pgn)
        assert_int_equal(record_winner(again), record_winner(game));
    else
        assert_int_equal(record_winner(again), RECORD_WINNER_UNKNOWN);
    if (!has_score && format == &format_sgf) assert_string_equal(again->result, game->result);
}

static void assert_same(const GameRecord *game, const GameRecord *again, bool has_names) {
    int score = 0, score_again = 0;
    assert_true(records_same_moves(game, again));
    if (record_score(game, &score)) {
        assert_true(record_score(again, &score_again));
        assert_int_equal(score, score_again);
    }
    if (!has_names) return;
    assert_string_equal(game->black, again->black);
    assert_string_equal(game->white, again->white);
    assert_string_equal(game->event, again->event);
    assert_string_equal(game->date, again->date);
}

/* Whether a format can say this game, from what is known of the format. */
static bool can_say(const RecordFormat *format, const GameRecord *game) {
    const Shape *shape = game->moves.start.shape;
    bool is_8x8 = shape->width == 8 && shape->height == 8;
    bool is_usual = record_has_usual_start(game);
    if (format == &format_wthor || format == &format_quest) return is_8x8 && is_usual;
    if (format == &format_transcript) return is_usual && game->moves.count > 0;
    return format != &format_obf; // which has positions
}

static void check_format(const RecordFormat *format, const GameRecord *game, int *written) {
    static Records records;
    size_t length;
    Error error;
    char *bytes = records_write(format, game, &length, &error);
    if (!can_say(format, game)) {
        if (format != &format_obf) assert_null(bytes);
        free(bytes);
        return;
    }
    if (bytes == NULL) fail_msg("%s: %s", format->name, error.text);
    records_read(&records, NULL, game->moves.start.shape, bytes, length);
    if (records.format != format || records.games != 1 || records.bad != 0)
        fail_msg("%s: %d games, %d bad: %s\n%.*s", format->name, records.games, records.bad,
                 records.error[0].text, (int)length, bytes);
    // WTHOR keeps its names in files beside it; Quest has no event, a transcript nothing.
    bool has_names = format == &format_ggf || format == &format_sgf || format == &format_pgn;
    // A pass at the end of an unfinished game cannot be seen where passes are left out.
    bool ends_with_pass =
        game->moves.count > 0 && game->moves.moves[game->moves.count - 1].square == PASS;
    if (format != &format_wthor || !ends_with_pass) assert_same(game, &records.game[0], has_names);
    assert_same_winner(format, game, &records.game[0]);
    free(bytes);
    ++*written;
}

static void games_are_the_same_after_a_round_trip(void **state) {
    (void)state;
    static const int sizes[][2] = {{8, 8}, {6, 6}, {4, 4}, {9, 7}};
    int written = 0, games = (int)effort_rounds(GAMES);
    for (size_t i = 0; i < 4; i++) {
        Shape shape = shape_of(sizes[i][0], sizes[i][1]);
        Random random = random_seeded(19 + i);
        for (int n = 0; n < games; n++) {
            GameRecord game;
            make_game(&game, &shape, &random);
            for (int f = 0; f < record_format_count; f++)
                check_format(record_formats[f], &game, &written);
        }
    }
    assert_true(written > 4 * 3 * games);
}

static void positions_are_the_same_after_a_round_trip(void **state) {
    (void)state;
    static Records records;
    Shape shape = shape_of(8, 8);
    Random random = random_seeded(5);
    for (int n = 0; n < (int)effort_rounds(500); n++) {
        GameRecord game;
        size_t length;
        make_game(&game, &shape, &random);
        char *bytes = records_write(&format_obf, &game, &length, NULL);
        records_read(&records, NULL, &shape, bytes, length);
        assert_ptr_equal(records.format, &format_obf);
        assert_int_equal(records.games, 1);
        assert_int_equal(records.game[0].moves.end.position.own, game.moves.end.position.own);
        assert_int_equal(records.game[0].moves.end.position.opp, game.moves.end.position.opp);
        assert_int_equal(records.game[0].moves.end.side, game.moves.end.side);
        free(bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_the_same_after_a_round_trip),
        cmocka_unit_test(positions_are_the_same_after_a_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
