/* Solves the start of a board and enters it in the map, step by step. */
#ifndef BOARDS_SOLVE_BOARD_H
#define BOARDS_SOLVE_BOARD_H

#include "boards/map.h"
#include "engine/engine.h"

typedef struct BoardSolveOptions {
    Map *map;
    const Shape *shape;
    MapSettings settings;
    bool is_value_enough; /* stop once a first move wins all discs */
    const _Atomic bool *stop;
    /* Reports what is being solved: the first move or the ply of the line, as text. May be NULL. */
    void (*progress)(void *context, const char *step, const EngineResult *so_far);
    void *context;
} BoardSolveOptions;

/* Does what is left of a solve: run 0, or run 1 to check it. False with the reason; what is
 * finished stays in the map. Stopped is STATUS_STOPPED. */
bool board_solve(const BoardSolveOptions *options, int run, Error *error);

/* Solves every position of the line of run 0 by itself, from the last to the first. A score that
 * is not the board's value is an error. */
bool board_check_line(const BoardSolveOptions *options, Error *error);

#endif
