/* See reference.h. */
#include "reference/reference.h"

#include <string.h>

static int cell_of(const Reference *board, int square) {
    int row = square / board->width, column = square % board->width;
    return (row + 1) * (board->width + 2) + column + 1;
}

static int squares_of(const Reference *board) {
    return board->width * board->height;
}

void reference_set(Reference *board, int width, int height, uint64_t own, uint64_t opp) {
    memset(board, 0, sizeof *board);
    memset(board->cells, WALL, sizeof board->cells);
    board->width = width;
    board->height = height;
    for (int square = 0; square < squares_of(board); square++) {
        Cell cell = own >> square & 1 ? OWN : opp >> square & 1 ? OPP : EMPTY;
        board->cells[cell_of(board, square)] = (uint8_t)cell;
    }
}

void reference_start(Reference *board, int width, int height) {
    reference_set(board, width, height, 0, 0);
    int row = height / 2, column = width / 2;
    board->cells[cell_of(board, (row - 1) * width + column - 1)] = OPP;
    board->cells[cell_of(board, row * width + column)] = OPP;
    board->cells[cell_of(board, (row - 1) * width + column)] = OWN;
    board->cells[cell_of(board, row * width + column - 1)] = OWN;
}

static uint64_t set_of(const Reference *board, Cell cell) {
    uint64_t set = 0;
    for (int square = 0; square < squares_of(board); square++)
        if (board->cells[cell_of(board, square)] == cell) set |= (uint64_t)1 << square;
    return set;
}

uint64_t reference_own(const Reference *board) {
    return set_of(board, OWN);
}

uint64_t reference_opp(const Reference *board) {
    return set_of(board, OPP);
}

uint64_t reference_flips(const Reference *board, int square) {
    int row = square / board->width, column = square % board->width, line = board->width + 2;
    uint64_t flips = 0;
    if (board->cells[cell_of(board, square)] != EMPTY) return 0;
    for (int down = -1; down <= 1; down++) {
        for (int right = -1; right <= 1; right++) {
            if (down == 0 && right == 0) continue;
            int start = (row + 1) * line + column + 1, step = down * line + right, run = 0;
            while (board->cells[start + (run + 1) * step] == OPP) run++;
            if (board->cells[start + (run + 1) * step] != OWN) continue;
            for (int i = 1; i <= run; i++)
                flips |= (uint64_t)1 << ((row + i * down) * board->width + column + i * right);
        }
    }
    return flips;
}

uint64_t reference_moves(const Reference *board) {
    uint64_t moves = 0;
    for (int square = 0; square < squares_of(board); square++)
        if (reference_flips(board, square)) moves |= (uint64_t)1 << square;
    return moves;
}

void reference_pass(Reference *board) {
    for (int i = 0; i < REFERENCE_CELLS; i++) {
        if (board->cells[i] == OWN)
            board->cells[i] = OPP;
        else if (board->cells[i] == OPP)
            board->cells[i] = OWN;
    }
}

void reference_play(Reference *board, int square) {
    uint64_t flips = reference_flips(board, square);
    board->cells[cell_of(board, square)] = OWN;
    for (int i = 0; i < squares_of(board); i++)
        if (flips >> i & 1) board->cells[cell_of(board, i)] = OWN;
    reference_pass(board);
}

bool reference_is_over(const Reference *board) {
    Reference other = *board;
    reference_pass(&other);
    return reference_moves(board) == 0 && reference_moves(&other) == 0;
}

static int count_of(const Reference *board, Cell cell) {
    int count = 0;
    for (int i = 0; i < REFERENCE_CELLS; i++) count += board->cells[i] == cell;
    return count;
}

int reference_difference(const Reference *board) {
    return count_of(board, OWN) - count_of(board, OPP);
}

int reference_score(const Reference *board) {
    int own = count_of(board, OWN), opp = count_of(board, OPP), empties = count_of(board, EMPTY);
    if (own == opp) return 0;
    return own > opp ? own + empties - opp : own - opp - empties;
}

uint64_t reference_perft(const Reference *board, int depth) {
    if (depth == 0 || reference_is_over(board)) return 1;
    uint64_t moves = reference_moves(board), leaves = 0;
    Reference next = *board;
    if (moves == 0) {
        reference_pass(&next);
        return reference_perft(&next, depth - 1);
    }
    for (int square = 0; square < squares_of(board); square++) {
        if (!(moves >> square & 1)) continue;
        next = *board;
        reference_play(&next, square);
        leaves += reference_perft(&next, depth - 1);
    }
    return leaves;
}

uint64_t reference_turnable(const Reference *board) {
    if (reference_is_over(board)) return 0;
    uint64_t moves = reference_moves(board), turned = 0;
    Reference next = *board;
    if (moves == 0) {
        reference_pass(&next);
        return reference_turnable(&next);
    }
    for (int square = 0; square < squares_of(board); square++) {
        if (!(moves >> square & 1)) continue;
        next = *board;
        turned |= reference_flips(board, square);
        reference_play(&next, square);
        turned |= reference_turnable(&next);
    }
    return turned;
}
