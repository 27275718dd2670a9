/* A board drawn with characters: in colour for a terminal, plain for everything else.
 *
 * Drawing only: what stands beside the board and when it is drawn is the caller's business. */
#ifndef PROTOCOL_TERMINAL_BOARD_H
#define PROTOCOL_TERMINAL_BOARD_H

#include <stdio.h>

#include "record/transcript.h"

typedef struct BoardView {
    bool has_colour;  /* escape sequences for 256 colours */
    bool has_unicode; /* round discs instead of letters, only with colour */
    bool has_moves;   /* mark the legal moves of the side to move */
    int last;         /* square played last, or PASS or NO_MOVE */
    uint64_t turned;  /* discs that it turned */
} BoardView;

/* Lines to the right of the board, from its first row down. */
enum { BOARD_NOTES = 5 };

typedef struct BoardNotes {
    char lines[BOARD_NOTES][600];
} BoardNotes;

/* Whether the environment says that the terminal shows UTF-8. */
bool terminal_has_unicode(void);

/* The usual notes: discs of both sides, whose turn it is or how the game ended, the moves. */
void board_notes(const Board *board, const BoardView *view, BoardNotes *notes);

/* Adds the name of the game's opening, if it has one, in the last line. */
void board_note_opening(const Transcript *game, const BoardView *view, BoardNotes *notes);

/* Draws the board with the notes beside it. */
void board_draw(FILE *out, const Board *board, const BoardView *view, const BoardNotes *notes);

/* "Black wins 40 to 24", "Draw, 32 to 32": the result of a finished game. */
void board_result(const Board *board, char *buffer, size_t size);

#endif
