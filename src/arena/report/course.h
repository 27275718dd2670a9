/* What the course referee prints: one block per position, on standard output and in its log.
 *
 * O is Black, X is White, a full stop is a legal square. The step counts discs: 61 minus the empty
 * squares. The text is part of the course's interface and must not change by a byte. */
#ifndef ARENA_REPORT_COURSE_H
#define ARENA_REPORT_COURSE_H

#include "game/position.h"

enum { COURSE_BLOCK_SIZE = 2048 };

typedef enum CourseState {
    COURSE_TURN,   /* the side to move of the board is asked */
    COURSE_OVER,   /* neither side can move */
    COURSE_INVALID /* the side to move gave no valid move, and has lost */
} CourseState;

/* Writes the block of an 8x8 board. Returns the length of the whole text as snprintf does. */
size_t course_block(const Board *board, CourseState state, char *buffer, size_t size);

#endif
