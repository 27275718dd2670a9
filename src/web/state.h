/* Positions and games as the page sees them: JSON objects that hold everything needed to show a
 * position and to answer a click, so that a client needs no rules of its own. */
#ifndef WEB_STATE_H
#define WEB_STATE_H

#include <jansson.h>

#include "record/opening.h"

enum { STATE_BOARD_LIMIT = 8 /* bytes of "16x4" and the like */ };

/* A game that a request speaks about. `transcript` borrows `shape`: the struct must stay put. */
typedef struct GameInput {
    Shape shape;
    Transcript transcript;
} GameInput;

/* The fields `board` ("8x8" if missing), `start` (a position, the usual start if missing) and
 * `moves` (a transcript), as every verb that takes a game reads them. */
#define GAME_FIELDS "board start moves"
bool game_input_read(GameInput *input, const json_t *object, Error *error);

/* The fields `board` and `position`. */
#define POSITION_FIELDS "board position"
bool position_input_read(Shape *shape, Board *board, const json_t *object, Error *error);

json_t *json_square(const Shape *shape, int square);
json_t *json_squares(const Shape *shape, uint64_t set); /* row by row */
const char *json_side(Side side);                       /* "black", "white" */

/* One position (record/record_json.h). `move` is what led here, or NULL. `opening` is that of this
 * very position. */
json_t *state_json(const Board *board, const Move *move);

/* A whole game: the board and one state per position from the start to the end; `opening` is that
 * of the game so far. */
json_t *game_json(const Transcript *transcript);

#endif
