/* The reasons of mistakes: what they say is so on the board, by counting the slow way, and a corner
 * that is given away is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "engine/review_text.h"
#include "game/rules.h"
#include "protocol/review_message.h"
#include "record/reader.h"

static Engine *engine_for(const Shape *shape) {
    Error error;
    Engine *engine = engine_new(shape, &(EngineOptions){.threads = 1, .hash_mb = 16}, &error);
    assert_non_null(engine);
    return engine;
}

/* --- The slow way -------------------------------------------------------------------------------
 */

static bool are_neighbours(const Shape *shape, int a, int b) {
    int columns = shape_column(shape, a) - shape_column(shape, b);
    int rows = shape_row(shape, a) - shape_row(shape, b);
    return a != b && columns >= -1 && columns <= 1 && rows >= -1 && rows <= 1;
}

/* Discs beside an empty square. */
static int count_frontier(const Shape *shape, Position position, uint64_t discs) {
    uint64_t empties = position_empties(shape, position);
    int count = 0;
    for (int a = 0; a < 64; a++) {
        bool is_frontier = false;
        for (int b = 0; b < 64; b++)
            is_frontier = is_frontier || (bits_has(discs, a) && bits_has(empties, b) &&
                                          are_neighbours(shape, a, b));
        count += is_frontier;
    }
    return count;
}

static int count_moves(const Shape *shape, uint64_t own, uint64_t opp) {
    int count = 0;
    for (int square = 0; square < 64; square++)
        if (bits_has(shape->playable & ~(own | opp), square))
            count += rules_flips(shape, square, own, opp) != 0;
    return count;
}

static Position after(const Shape *shape, Position position, int square) {
    uint64_t flips = rules_flips(shape, square, position.own, position.opp);
    assert_true(flips != 0);
    return position_after(position, square, flips);
}

/* Moves of the side to move that let the opponent take no corner which it could not take before. */
static int count_safe_moves(const Shape *shape, Position position) {
    int count = 0;
    for (int square = 0; square < 64; square++) {
        if (!bits_has(shape->playable & ~(position.own | position.opp), square) ||
            !rules_flips(shape, square, position.own, position.opp))
            continue;
        Position next = after(shape, position, square);
        bool is_safe = true;
        for (int corner = 0; corner < 64; corner++)
            if (bits_has(shape->corners & ~(next.own | next.opp), corner) &&
                rules_flips(shape, corner, next.own, next.opp) &&
                !rules_flips(shape, corner, position.opp, position.own))
                is_safe = false;
        count += is_safe;
    }
    return count;
}

/* The same after the first two moves of a line, where it must be the side's turn again. */
static int count_safe_moves_later(const Board *board, const EngineLine *line) {
    Board walk = *board;
    assert_true(line->length >= 2);
    for (int i = 0; i < 2; i++) {
        Move move;
        assert_true(rules_find_move(walk.shape, walk.position, line->pv[i], &move));
        board_play(&walk, move);
    }
    assert_int_equal(walk.side, board->side);
    return count_safe_moves(walk.shape, walk.position);
}

/* --- What each reason says ----------------------------------------------------------------------
 */

typedef struct Check {
    const Transcript *game;
    Engine *engine;
    int blunders, confirmed;
    int said[REASON_CODES];
} Check;

/* The line is legal, ends with `last`, and it is the wanted side that plays it. */
static void check_line(const Board *board, const Reason *reason, int last, bool is_own) {
    Board walk = *board;
    assert_true(reason->length >= 1 && reason->length <= REASON_LINE_MAX);
    for (int i = 0; i < reason->length; i++) {
        Move move;
        assert_true(rules_find_move(walk.shape, walk.position, reason->line[i], &move));
        if (i == reason->length - 1) {
            assert_int_equal(move.square, last);
            assert_int_equal(walk.side == board->side, is_own);
        }
        board_play(&walk, move);
    }
}

static void check_counts(const Board *board, const ReviewMove *move, const Reason *reason) {
    const Shape *shape = board->shape;
    Position position = board->position;
    Position played = after(shape, position, move->played);
    Position best = after(shape, position, move->best);
    if (reason->code == REASON_WALL) {
        assert_int_equal(reason->before, count_frontier(shape, position, position.own));
        assert_int_equal(reason->played, count_frontier(shape, played, played.opp));
        assert_int_equal(reason->best, count_frontier(shape, best, best.opp));
        assert_true(reason->played > reason->best);
    }
    if (reason->code == REASON_MOBILITY) {
        assert_int_equal(reason->played, count_moves(shape, played.opp, played.own));
        assert_int_equal(reason->played_opp, count_moves(shape, played.own, played.opp));
        assert_int_equal(reason->best, count_moves(shape, best.opp, best.own));
        assert_int_equal(reason->best_opp, count_moves(shape, best.own, best.opp));
    }
    if (reason->code == REASON_SAFE_MOVES) {
        assert_int_equal(reason->before, count_safe_moves(shape, position));
        assert_int_equal(reason->played, count_safe_moves_later(board, move->played_line));
        assert_int_equal(reason->best, count_safe_moves_later(board, move->line));
        assert_true(reason->played == 0 && reason->best >= 2);
    }
    if (reason->code == REASON_DISCS) {
        assert_int_equal(reason->played, bits_count(position.opp & ~played.own));
        assert_int_equal(reason->best, bits_count(position.opp & ~best.own));
    }
}

/* Even before the move, connected, and with no empty square beside it. */
static void check_region(const Board *board, const ReviewMove *move, const Reason *reason) {
    const Shape *shape = board->shape;
    uint64_t empties = position_empties(shape, board->position);
    assert_true(bits_has(reason->region, move->played));
    assert_true((reason->region & ~empties) == 0);
    assert_int_equal(bits_count(reason->region) % 2, 0);
    for (int a = 0; a < 64; a++)
        for (int b = 0; b < 64; b++)
            if (bits_has(reason->region, a) && bits_has(empties & ~reason->region, b))
                assert_false(are_neighbours(shape, a, b));
}

static void check_reason(const Board *board, const ReviewMove *move, const Reason *reason) {
    const Shape *shape = board->shape;
    assert_true(reason->share >= 0.5 && reason->share <= 1);
    switch (reason->code) {
    case REASON_CORNER:
        assert_true(bits_has(shape->corners, reason->square));
        if (reason->length > 1)
            check_line(board, reason, reason->square, false);
        else
            assert_true(are_neighbours(shape, move->played, reason->square));
        break;
    case REASON_CORNER_MISSED:
        assert_true(bits_has(shape->corners, reason->square));
        assert_int_equal(reason->line[0], move->best);
        check_line(board, reason, reason->square, true);
        break;
    case REASON_EDGE:
        assert_false(bits_has(shape->corners, reason->square));
        check_line(board, reason, reason->square, false);
        break;
    case REASON_PASS: check_line(board, reason, PASS, true); break;
    case REASON_REPLY: check_line(board, reason, reason->square, false); break;
    case REASON_PARITY: check_region(board, move, reason); break;
    default: check_counts(board, move, reason); break;
    }
}

/* What explains most of the loss comes first, then the kind that says more. */
static void check_order(const Reason *first, const Reason *next) {
    bool is_most[2] = {first->share >= 0.75, next->share >= 0.75};
    assert_true(is_most[0] >= is_most[1]);
    if (is_most[0] == is_most[1]) assert_true(first->code <= next->code);
}

static void check_move(void *context, const ReviewMove *move) {
    Check *check = context;
    Board board = check->game->start;
    for (int i = 0; i < move->ply; i++) board_play(&board, check->game->moves[i]);
    assert_true(move->verdict >= REVIEW_MISTAKE || move->reason_count == 0);
    Mistake mistake = {board.shape, board.position, move->line, move->played_line, move->loss};
    int confirmed = 0;
    for (int i = 0; i < move->reason_count; i++) {
        char words[REASON_TEXT_SIZE];
        Text text = text_into(words, sizeof words);
        check_reason(&board, move, &move->reasons[i]);
        if (i > 0) check_order(&move->reasons[i - 1], &move->reasons[i]);
        review_reason_text(&text, board.shape, move, &move->reasons[i]);
        assert_true(text.length > 0 && text.length < sizeof words);
        check->said[move->reasons[i].code]++;
        if (move->verdict == REVIEW_BLUNDER)
            confirmed +=
                reasons_confirm(check->engine, &mistake, REASON_DEPTH + 2, &move->reasons[i]);
    }
    char json[REVIEW_MOVE_JSON_SIZE];
    Text text = text_into(json, sizeof json);
    review_move_json(&text, board.shape, move);
    assert_true(text.length < sizeof json);
    check->blunders += move->verdict == REVIEW_BLUNDER;
    check->confirmed += confirmed > 0;
}

static void reasons_are_so_on_the_board_and_explain_most_blunders(void **state) {
    (void)state;
    enum { EVERY = 7 };
    static Shape shape;
    Error error;
    GameRecord game;
    FILE *in = fopen("tests/data/blunders.txt", "rb");
    assert_non_null(in);
    assert_true(shape_init(&shape, 8, 8, NULL));
    RecordReader *reader = record_reader_new(in, NULL, NULL, &shape, &error);
    assert_non_null(reader);
    Check check = {.engine = engine_for(&shape)};
    for (int n = 0; record_reader_next(reader, &game, &error) == RECORD_GAME; n++) {
        ReviewSide sides[2];
        if (n % EVERY != 0) continue;
        check.game = &game.moves;
        review_game(check.engine, &game.moves, &(EngineLimits){.level = 8}, 0, check_move, &check,
                    sides);
    }
    // Few games, so the bound is low: tests/slow/reasons.sh asks for 70 % of all of them.
    assert_true(check.blunders > 30);
    assert_true(check.confirmed * 100 >= check.blunders * 50);
    assert_true(check.said[REASON_CORNER] > 0 && check.said[REASON_WALL] > 0 &&
                check.said[REASON_MOBILITY] > 0);
    engine_free(check.engine);
    record_reader_free(reader);
    fclose(in);
}

/* --- Known positions ----------------------------------------------------------------------------
 */

typedef struct Wanted {
    int ply;
    ReviewMove move;
} Wanted;

static void keep_move(void *context, const ReviewMove *move) {
    Wanted *wanted = context;
    if (move->ply == wanted->ply) wanted->move = *move;
}

/* Reviews the one move that is played on the board. */
static ReviewMove review_one(const char *text, const char *square) {
    static Shape shape;
    Board start;
    Transcript game;
    ReviewSide sides[2];
    Wanted wanted = {.ply = 0};
    assert_true(shape_init(&shape, 8, 8, NULL));
    assert_true(board_parse(&shape, text, strlen(text), &start, NULL));
    assert_true(transcript_parse(&game, &start, square, strlen(square), NULL));
    Engine *engine = engine_for(&shape);
    review_game(engine, &game, &(EngineLimits){.level = 10}, 0, keep_move, &wanted, sides);
    engine_free(engine);
    return wanted.move;
}

static void a_corner_given_away_is_named(void **state) {
    (void)state;
    ReviewMove move = review_one("--------"
                                 "--------"
                                 "--XXXX--"
                                 "--XOOX--"
                                 "--XOXX--"
                                 "--XXXO--"
                                 "--------"
                                 "-------- O",
                                 "b2");
    assert_true(move.verdict >= REVIEW_MISTAKE);
    bool is_named = false;
    for (int i = 0; i < move.reason_count; i++)
        is_named =
            is_named || (move.reasons[i].code == REASON_CORNER && move.reasons[i].square == 0);
    assert_true(is_named);
}

/* After the best move there would be two. check_move() counts all of it the slow way. */
static void a_move_that_leaves_no_safe_one_is_named(void **state) {
    (void)state;
    static const char text[] = "XXXXX-"
                               "OXXXXX"
                               "XXOXO-"
                               "XXXO-O"
                               "--OX--"
                               "-OX--- O";
    static Shape shape;
    Board start;
    Transcript game;
    ReviewSide sides[2];
    assert_true(shape_init(&shape, 6, 6, NULL));
    assert_true(board_parse(&shape, text, strlen(text), &start, NULL));
    assert_true(transcript_parse(&game, &start, "d6", 2, NULL));
    Check check = {.game = &game, .engine = engine_for(&shape)};
    review_game(check.engine, &game, &(EngineLimits){.level = 10}, 0, check_move, &check, sides);
    assert_int_equal(check.said[REASON_SAFE_MOVES], 1);
    engine_free(check.engine);
}

static void every_reason_has_a_name(void **state) {
    (void)state;
    for (int a = 0; a < REASON_CODES; a++) {
        assert_non_null(reason_name((ReasonCode)a));
        for (int b = 0; b < a; b++)
            assert_string_not_equal(reason_name((ReasonCode)a), reason_name((ReasonCode)b));
    }
}

static void a_stopped_search_gives_no_reason(void **state) {
    (void)state;
    static Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    Engine *engine = engine_for(&shape);
    EngineLine best = {.length = 1, .pv = {19}}, played = {.length = 1, .pv = {26}};
    Mistake mistake = {&shape, position_start(&shape), &best, &played, 8};
    Reason reasons[REASONS_MAX];
    engine_stop(engine);
    assert_int_equal(reasons_find(engine, &mistake, REASON_DEPTH, NULL, reasons), -1);
    engine_free(engine);
}

/* The mistake is real, but its loss is said to be more than twice what the searches find. */
static void a_loss_that_the_searches_do_not_find_has_no_reason(void **state) {
    (void)state;
    static const char text[] = "--------"
                               "--------"
                               "--XXXX--"
                               "--XOOX--"
                               "--XOXX--"
                               "--XXXO--"
                               "--------"
                               "-------- O";
    static Shape shape;
    Board board;
    Reason reasons[REASONS_MAX];
    ReviewMove move = review_one(text, "b2");
    assert_true(shape_init(&shape, 8, 8, NULL));
    assert_true(board_parse(&shape, text, strlen(text), &board, NULL));
    EngineLine best = {.length = 1, .pv = {(uint8_t)move.best}};
    EngineLine played = {.length = 1, .pv = {(uint8_t)move.played}};
    Mistake mistake = {&shape, board.position, &best, &played, move.loss};
    Engine *engine = engine_for(&shape);
    assert_true(reasons_find(engine, &mistake, REASON_DEPTH, NULL, reasons) > 0);
    mistake.loss = 200;
    assert_int_equal(reasons_find(engine, &mistake, REASON_DEPTH, NULL, reasons), 0);
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_so_on_the_board_and_explain_most_blunders),
        cmocka_unit_test(a_corner_given_away_is_named),
        cmocka_unit_test(a_move_that_leaves_no_safe_one_is_named),
        cmocka_unit_test(every_reason_has_a_name),
        cmocka_unit_test(a_stopped_search_gives_no_reason),
        cmocka_unit_test(a_loss_that_the_searches_do_not_find_has_no_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
