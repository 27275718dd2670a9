/* The position that a command line describes with --board, --position and --moves. */
#ifndef CLI_BOARD_INPUT_H
#define CLI_BOARD_INPUT_H

#include "record/transcript.h"

typedef struct BoardInput {
    const char *board;    /* "8x8" */
    const char *position; /* "BOARD SIDE", or NULL for the start */
    const char *moves;    /* a transcript from there, or NULL */
} BoardInput;

/* Fills the shape and the game. *game borrows *shape. Nothing is filled on failure except *shape,
 * which must not be used then. */
bool board_input_read(const BoardInput *input, Shape *shape, Transcript *game, Error *error);

/* The rows of an option table whose struct `type` has a BoardInput called `input`. */
#define BOARD_INPUT_ROWS(type)                                                                     \
    OPTION_TEXT_ROW(type, input.board, "board", "WxH", "8x8", "columns and rows, at most 64"),     \
        OPTION_TEXT_ROW(type, input.position, "position", "TEXT", NULL,                            \
                        "squares row by row, then the side to move: \"--XO... X\""),               \
        OPTION_TEXT_ROW(type, input.moves, "moves", "MOVES", NULL,                                 \
                        "moves to play from there: f5d6c3")

#endif
