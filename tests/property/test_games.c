/* Whole random games on every kind of board: each move has the effect the reference says, and
 * taking the moves back leads to where the game came from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bits.h"
#include "game/rules.h"
#include "reference/reference.h"
#include "reference/sample.h"
#include "support/effort.h"

enum { GAMES = 4000, MOVES_MAX = 2 * SHAPE_MAX_SQUARES };

typedef struct Game {
    Board boards[MOVES_MAX + 1]; /* before each move, and at the end */
    Move moves[MOVES_MAX];
    int count;
} Game;

static Move random_move(const Board *board, Random *random) {
    uint64_t moves = rules_moves(board->shape, board->position.own, board->position.opp);
    Move move;
    int square = PASS;
    if (moves) {
        square = rules_random_move(moves, random);
    }
    assert_true(rules_find_move(board->shape, board->position, square, &move));
    return move;
}

static void play_game(Game *game, const Shape *shape, Random *random) {
    Board board = board_start(shape);
    game->count = 0;
    while (!rules_is_over(shape, board.position)) {
        assert_true(game->count < MOVES_MAX);
        game->boards[game->count] = board;
        game->moves[game->count] = random_move(&board, random);
        board_play(&board, game->moves[game->count++]);
    }
    game->boards[game->count] = board;
}

static void assert_same_board(const Board *one, const Board *two) {
    assert_int_equal(one->position.own, two->position.own);
    assert_int_equal(one->position.opp, two->position.opp);
    assert_int_equal(one->side, two->side);
}

/* The same game on the reference's board. */
static void check_against_reference(const Game *game, const Shape *shape) {
    Reference board;
    reference_start(&board, shape->width, shape->height);
    for (int i = 0;; i++) {
        Position position = game->boards[i].position;
        assert_int_equal(shape_pack(shape, position.own), reference_own(&board));
        assert_int_equal(shape_pack(shape, position.opp), reference_opp(&board));
        if (i == game->count) break;
        assert_false(reference_is_over(&board));
        if (game->moves[i].square == PASS) {
            assert_int_equal(reference_moves(&board), 0);
            reference_pass(&board);
        } else {
            reference_play(&board, shape_index(shape, game->moves[i].square));
        }
    }
    assert_true(reference_is_over(&board));
    assert_int_equal(rules_score(shape, game->boards[game->count].position),
                     reference_score(&board));
}

static void check_sides(const Game *game) {
    for (int i = 0; i <= game->count; i++) {
        const Board *board = &game->boards[i];
        assert_int_equal(board->side, i % 2 ? WHITE : BLACK);
        assert_int_equal(board_black(board) & board_white(board), 0);
        assert_int_equal((board_black(board) | board_white(board)) & ~board->shape->playable, 0);
        if (i == 0) continue;
        int added = bits_count(board_black(board) | board_white(board)) -
                    bits_count(board_black(board - 1) | board_white(board - 1));
        assert_int_equal(added, game->moves[i - 1].square != PASS);
    }
}

static void check_undo(const Game *game) {
    Board board = game->boards[game->count];
    for (int i = game->count - 1; i >= 0; i--) {
        board_undo(&board, game->moves[i]);
        assert_same_board(&board, &game->boards[i]);
    }
}

static void games_are_played_by_the_rules_and_can_be_taken_back(void **state) {
    (void)state;
    static Game game;
    long share = effort_rounds(GAMES) / sample_board_count + 1;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        Random random = random_seeded((uint64_t)b);
        for (long i = 0; i < share; i++) {
            play_game(&game, &shape, &random);
            check_against_reference(&game, &shape);
            check_sides(&game);
            check_undo(&game);
        }
    }
}

/* Every square is tried in every position, also those where nothing may be played. */
static void only_legal_moves_are_found(void **state) {
    (void)state;
    enum { POSITIONS = 20000 };
    long share = effort_rounds(POSITIONS) / sample_board_count + 1;
    for (int b = 0; b < sample_board_count; b++) {
        Shape shape;
        assert_true(shape_init(&shape, sample_boards[b].width, sample_boards[b].height, NULL));
        Sampler sampler = sampler_new(sample_boards[b], 60);
        for (long i = 0; i < share; i++) {
            Position packed = sampler_next(&sampler, i);
            Position here = {shape_unpack(&shape, packed.own), shape_unpack(&shape, packed.opp)};
            uint64_t moves = rules_moves(&shape, here.own, here.opp);
            Move move;
            for (int square = -2; square < 70; square++) {
                bool is_legal = square >= 0 && square < 64 && bits_has(moves, square);
                if (square == PASS) is_legal = !moves && !rules_is_over(&shape, here);
                assert_int_equal(rules_find_move(&shape, here, square, &move), is_legal);
                if (!is_legal) continue;
                assert_int_equal(move.square, square);
                assert_int_equal(move.flips == 0, square == PASS);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_played_by_the_rules_and_can_be_taken_back),
        cmocka_unit_test(only_legal_moves_are_found),
    };
    return cmocka_run_group_tests_name("games", tests, NULL, NULL);
}
