/* See minimax.h. Only empty cells are tried, and a move is taken back by what it turned; otherwise
 * this is the text-book recursion. */
#include "reference/minimax.h"

enum { MAX_EMPTIES = 64, INFINITE = 1000 };

/* The cells that are empty at the start of the search; on the way down some of them are not. */
typedef struct Empties {
    int count;
    int cells[MAX_EMPTIES];
} Empties;

/* A move as it was played: the cells it turned. */
typedef struct Turned {
    int count;
    int cells[MAX_EMPTIES];
} Turned;

static Empties empties_of(const Reference *board) {
    Empties empties = {0};
    for (int cell = 0; cell < REFERENCE_CELLS; cell++)
        if (board->cells[cell] == EMPTY) empties.cells[empties.count++] = cell;
    return empties;
}

/* The board keeps its cells and `own` its meaning; who moves is told by which cell is `mine`. */
static Cell other(Cell mine) {
    return mine == OWN ? OPP : OWN;
}

/* Plays there if it is legal. */
static bool try_play(Reference *board, int cell, Cell mine, Turned *turned) {
    int line = board->width + 2;
    turned->count = 0;
    if (board->cells[cell] != EMPTY) return false;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            int step = down * line + right, run = 0;
            if (step == 0) continue;
            while (board->cells[cell + (run + 1) * step] == other(mine)) run++;
            if (run == 0 || board->cells[cell + (run + 1) * step] != mine) continue;
            for (int i = 1; i <= run; i++) turned->cells[turned->count++] = cell + i * step;
        }
    }
    if (turned->count == 0) return false;
    board->cells[cell] = (uint8_t)mine;
    for (int i = 0; i < turned->count; i++) board->cells[turned->cells[i]] = (uint8_t)mine;
    return true;
}

static void take_back(Reference *board, int cell, Cell mine, const Turned *turned) {
    board->cells[cell] = EMPTY;
    for (int i = 0; i < turned->count; i++) board->cells[turned->cells[i]] = (uint8_t)other(mine);
}

static int final_score(const Reference *board, Cell mine) {
    return mine == OWN ? reference_score(board) : -reference_score(board);
}

static int solve_all(Reference *board, const Empties *empties, Cell mine, bool has_passed) {
    int best = -INFINITE;
    for (int i = 0; i < empties->count; i++) {
        Turned turned;
        if (!try_play(board, empties->cells[i], mine, &turned)) continue;
        int score = -solve_all(board, empties, other(mine), false);
        take_back(board, empties->cells[i], mine, &turned);
        if (score > best) best = score;
    }
    if (best > -INFINITE) return best;
    if (has_passed) return final_score(board, mine);
    return -solve_all(board, empties, other(mine), true);
}

int minimax_solve(Reference *board) {
    Empties empties = empties_of(board);
    return solve_all(board, &empties, OWN, false);
}

static int solve_within(Reference *board, const Empties *empties, Cell mine, bool has_passed,
                        int alpha, int beta) {
    bool has_moved = false;
    for (int i = 0; i < empties->count; i++) {
        Turned turned;
        if (!try_play(board, empties->cells[i], mine, &turned)) continue;
        has_moved = true;
        int score = -solve_within(board, empties, other(mine), false, -beta, -alpha);
        take_back(board, empties->cells[i], mine, &turned);
        if (score >= beta) return beta;
        if (score > alpha) alpha = score;
    }
    if (has_moved) return alpha;
    if (!has_passed) return -solve_within(board, empties, other(mine), true, -beta, -alpha);
    int score = final_score(board, mine);
    return score >= beta ? beta : score > alpha ? score : alpha;
}

int minimax_solve_within(Reference *board, int alpha, int beta) {
    Empties empties = empties_of(board);
    return solve_within(board, &empties, OWN, false, alpha, beta);
}

static int look_at_end(const MinimaxLooker *looker, const Reference *board, int depth, int alpha,
                       int beta) {
    int value;
    if (depth == 0 && empties_of(board).count > 0 && reference_own(board))
        value = looker->leaf(looker->context, board);
    else
        value = looker->unit * reference_score(board);
    return value >= beta ? beta : value > alpha ? value : alpha;
}

int minimax_look(const MinimaxLooker *looker, const Reference *board, int depth, int alpha,
                 int beta) {
    if (depth == 0 || reference_is_over(board))
        return look_at_end(looker, board, depth, alpha, beta);
    uint64_t moves = reference_moves(board);
    if (!moves) {
        Reference next = *board;
        reference_pass(&next);
        return -minimax_look(looker, &next, depth, -beta, -alpha);
    }
    for (int square = 0; square < board->width * board->height; square++) {
        if (!(moves >> square & 1)) continue;
        Reference next = *board;
        reference_play(&next, square);
        int value = -minimax_look(looker, &next, depth - 1, -beta, -alpha);
        if (value >= beta) return beta;
        if (value > alpha) alpha = value;
    }
    return alpha;
}
