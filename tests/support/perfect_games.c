/* Openings by breadth-first search, their values from the table in the program, and the games. */
#include "support/perfect_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "engine/perfect.h"
#include "engine/player.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "record/notation.h"

enum { PLIES = 4, MAX_OPENINGS = 256 };

static Position after(const Shape *shape, Position position, int square) {
    return square == PASS ? position_passed(position)
                          : position_after(position, square,
                                           rules_flips(shape, square, position.own, position.opp));
}

static bool has(const Position *list, int count, Position position) {
    for (int i = 0; i < count; i++)
        if (list[i].own == position.own && list[i].opp == position.opp) return true;
    return false;
}

/* All positions of so many plies, one of each set of symmetric ones. */
static int find_openings(const Shape *shape, Position list[MAX_OPENINGS]) {
    int count = 1;
    list[0] = symmetry_canonical(shape, position_start(shape), NULL);
    for (int ply = 0; ply < PLIES; ply++) {
        Position next[MAX_OPENINGS];
        int found = 0;
        for (int i = 0; i < count; i++)
            for (uint64_t moves = rules_moves(shape, list[i].own, list[i].opp); moves;) {
                Position p = after(shape, list[i], bits_pop(&moves));
                p = symmetry_canonical(shape, p, NULL);
                if (!has(next, found, p)) next[found++] = p;
                assert_true(found < MAX_OPENINGS);
            }
        memcpy(list, next, sizeof next);
        count = found;
    }
    return count;
}

static Player *make_player(const Shape *shape, const char *text) {
    PlayerSpec spec;
    Error error = {0};
    Player *player = NULL;
    if (player_spec_parse(&spec, text, strlen(text), &error))
        player = player_new(&spec, shape, &error);
    if (!player) fail_msg("%s: %s", text, error.text);
    return player;
}

/* The final score for the side that is to move in `position`. */
static int play(const Shape *shape, Player *players[2], Position position, int engine,
                PerfectGames *sum) {
    int turn = 0;
    for (; !rules_is_over(shape, position); turn = !turn) {
        PlayerMove move = {.square = PASS};
        if (rules_moves(shape, position.own, position.opp)) {
            player_move(players[turn], position, NULL, &move);
            if (turn == engine) {
                sum->moves++;
                sum->exact += move.is_exact;
                if (move.seconds > sum->slowest) sum->slowest = move.seconds;
            }
        }
        position = after(shape, position, move.square);
    }
    int score = rules_score(shape, position);
    return turn == 0 ? score : -score;
}

void perfect_games_play(const char *engine, const char *opponent, int step, PerfectGames *sum) {
    Shape shape;
    PerfectTable table;
    Position openings[MAX_OPENINGS];
    assert_true(shape_init(&shape, 6, 6, NULL) && perfect_embedded(&shape, &table));
    Player *perfect = make_player(&shape, engine), *other = make_player(&shape, opponent);
    int count = find_openings(&shape, openings);
    for (int i = 0; i < count; i += step) {
        PerfectEntry value;
        assert_true(perfect_find(&table, &shape, openings[i], &value));
        for (int side = 0; side < 2; side++) {
            Player *players[2] = {side ? other : perfect, side ? perfect : other};
            player_begin(players[0], (uint64_t)i, BLACK);
            player_begin(players[1], (uint64_t)i, WHITE);
            int score = play(&shape, players, openings[i], side, sum);
            sum->games++;
            if (side ? score <= value.score : score >= value.score) continue;
            sum->below++;
            Board board = {&shape, openings[i], BLACK};
            char text[BOARD_TEXT_SIZE];
            board_format(&board, text, sizeof text);
            printf("%s as player %d against %s: %+d, perfect play %+d\n", text, side + 1, opponent,
                   side ? -score : score, side ? -value.score : value.score);
        }
    }
    player_free(perfect);
    player_free(other);
}
