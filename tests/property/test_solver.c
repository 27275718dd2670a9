/* The exact solver against plain minimax on the slow reference's board, from the last square to
 * fourteen empties, on usual, odd and long boards: positions of random games and discs thrown at
 * the board, among them passes, lost sides and games that end with squares left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "reference/endings.h"
#include "reference/minimax.h"
#include "support/effort.h"
#include "support/rig.h"

enum { SEED = 30, MINIMAX_MOST = 7, SCORE_BOUND = 65 };

/* How many positions with so many empties. */
typedef struct Share {
    int empties;
    long positions;
} Share;

typedef struct Found {
    long passes, overs, wipe_outs;
} Found;

static int true_score(Sampler *sampler, Position packed, int empties) {
    Reference board = endings_board(sampler, packed);
    if (empties <= MINIMAX_MOST) return minimax_solve(&board);
    return minimax_solve_within(&board, -SCORE_BOUND, SCORE_BOUND);
}

static void compare(Rig *rig, Sampler *sampler, int empties, long number, Found *found) {
    Position packed = endings_next(sampler, empties, number);
    Reference board = endings_board(sampler, packed);
    SearchResult result;
    int expected = true_score(sampler, packed, empties);
    int score = rig_solve(rig, rig_position(rig, packed), &result);
    if (score != expected)
        fail_msg("%dx%d, %d empties: own %016llx opp %016llx (row by row): %d, expected %d",
                 sampler->width, sampler->height, empties, (unsigned long long)packed.own,
                 (unsigned long long)packed.opp, score, expected);
    found->overs += reference_is_over(&board);
    found->passes += reference_moves(&board) == 0 && !reference_is_over(&board);
    found->wipe_outs += expected == sampler->width * sampler->height;
}

/* Every other position is solved with what the table remembers of the ones before. */
static Found compare_shares(BoardSize size, bool is_any, const Share *shares, int count) {
    Rig rig;
    Found found = {0};
    rig_open(&rig, &(RigOptions){.size = size, .is_any = is_any});
    Sampler sampler = sampler_new(size, SEED);
    for (int i = 0; i < count; i++) {
        for (long n = 0; n < effort_rounds(shares[i].positions); n++) {
            if (n % 2) search_clear(rig.search);
            compare(&rig, &sampler, shares[i].empties, n, &found);
        }
    }
    rig_close(&rig);
    return found;
}

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static void the_last_seven_squares_score_as_by_minimax(void **state) {
    (void)state;
    static const BoardSize boards[] = {{8, 8}, {6, 6},  {9, 7},  {4, 6},
                                       {5, 5}, {16, 4}, {5, 12}, {7, 7}};
    static const Share shares[] = {{0, 50},  {1, 600}, {2, 600}, {3, 600},
                                   {4, 400}, {5, 300}, {6, 120}, {7, 40}};
    Found sum = {0};
    for (int b = 0; b < COUNT(boards); b++) {
        for (int any = 0; any < 2; any++) {
            Found found = compare_shares(boards[b], any, shares, COUNT(shares));
            sum.passes += found.passes;
            sum.overs += found.overs;
            sum.wipe_outs += found.wipe_outs;
        }
    }
    long enough = effort_rounds(100);
    assert_true(sum.passes >= enough && sum.overs >= enough && sum.wipe_outs >= enough);
}

static void eight_to_twelve_empties_score_as_by_alpha_beta(void **state) {
    (void)state;
    static const BoardSize boards[] = {{8, 8}, {6, 6}, {9, 7}};
    static const Share shares[] = {{8, 800}, {9, 200}, {10, 80}, {11, 20}, {12, 8}};
    for (int b = 0; b < COUNT(boards); b++) compare_shares(boards[b], false, shares, COUNT(shares));
    compare_shares(boards[0], true, shares, COUNT(shares));
}

static void eight_to_fourteen_empties_score_alike_on_small_and_long_boards(void **state) {
    (void)state;
    static const BoardSize boards[] = {{4, 6}, {5, 5}, {16, 4}, {5, 7}};
    static const Share shares[] = {{8, 100}, {10, 50}, {12, 15}, {13, 6}, {14, 4}};
    for (int b = 0; b < COUNT(boards); b++) compare_shares(boards[b], false, shares, COUNT(shares));
}

/* The endgame's cache once wrote the bounds of this position to another one in the same slot. */
static void a_slot_that_changes_hands_keeps_no_bounds(void **state) {
    (void)state;
    Rig rig;
    SearchResult result;
    Position packed = {UINT64_C(0x02908008), UINT64_C(0x10c677b30)};
    rig_open(&rig, &(RigOptions){.size = {5, 7}});
    assert_int_equal(rig_solve(&rig, rig_position(&rig, packed), &result), -15);
    rig_close(&rig);
}

static void alpha_beta_of_the_reference_is_minimax(void **state) {
    (void)state;
    enum { POSITIONS = 60, EMPTIES = 7 };
    Sampler sampler = sampler_new((BoardSize){8, 8}, SEED + 1);
    for (long n = 0; n < effort_rounds(POSITIONS); n++) {
        Reference board = endings_board(&sampler, endings_next(&sampler, EMPTIES, n));
        assert_int_equal(minimax_solve_within(&board, -SCORE_BOUND, SCORE_BOUND),
                         minimax_solve(&board));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alpha_beta_of_the_reference_is_minimax),
        cmocka_unit_test(a_slot_that_changes_hands_keeps_no_bounds),
        cmocka_unit_test(the_last_seven_squares_score_as_by_minimax),
        cmocka_unit_test(eight_to_twelve_empties_score_as_by_alpha_beta),
        cmocka_unit_test(eight_to_fourteen_empties_score_alike_on_small_and_long_boards),
    };
    return cmocka_run_group_tests_name("solver", tests, NULL, NULL);
}
