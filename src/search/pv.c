/* Completing a principal variation. The search keeps lines only above the endgame layers and where
 * no table entry answered for it; the rest of a line is found here: of estimated ones after every
 * pass, of exact ones after the last. */
#include "base/bits.h"
#include "game/rules.h"
#include "search/driver.h"

/* A move that keeps the exact score of a position, found with zero-window searches; NO_MOVE if
 * stopped. */
static int keeping_move(Search *search, Position position, int score) {
    const Shape *shape = search->shared.shape;
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t flips = rules_flips(shape, square, position.own, position.opp);
        Worker *worker = search->workers[0];
        search->kernel->place(worker, 1, position_after(position, square, flips));
        Pass pass = {.ply = 1,
                     .alpha = -score,
                     .beta = -score + 1,
                     .depth = worker->stack[1].empties,
                     .selectivity = SELECTIVITY_NONE};
        int reply = pass_search(search->workers, search->kernel, &pass);
        if (atomic_load(&search->shared.stop)) return NO_MOVE;
        if (reply <= -score) return square;
    }
    return NO_MOVE;
}

void pv_continue(const Run *run, SearchLine *line) {
    const Search *search = run->search;
    const Shape *shape = search->shared.shape;
    Position position = run->position;
    for (int i = 0; i < SEARCH_MAX_PV && i < line->depth; i++) {
        Move move;
        if (i >= line->length) {
            bool is_pass = !rules_moves(shape, position.own, position.opp);
            TableData known = {.move = PASS};
            if (!is_pass && !table_probe(&search->shared.table, position_hash(position), &known))
                return;
            if (!rules_find_move(shape, position, known.move, &move)) return;
            line->pv[line->length++] = (uint8_t)move.square;
        } else if (!rules_find_move(shape, position, line->pv[i], &move)) {
            return;
        }
        position_play(&position, move);
    }
}

void pv_play_out(Run *run, SearchLine *line) {
    Search *search = run->search;
    const Shape *shape = search->shared.shape;
    Position position = run->position;
    int score = line->score;
    for (int i = 0; i < SEARCH_MAX_PV && !rules_is_over(shape, position); i++) {
        if (i >= line->length) {
            bool is_pass = !rules_moves(shape, position.own, position.opp);
            int square = is_pass ? PASS : keeping_move(search, position, score);
            if (square == NO_MOVE) return;
            line->pv[line->length++] = (uint8_t)square;
        }
        Move move;
        if (!rules_find_move(shape, position, line->pv[i], &move)) {
            line->length = i;
            return;
        }
        position_play(&position, move);
        score = -score;
    }
}
