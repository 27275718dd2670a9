/* Positions, openings and games as JSON: the one place that writes them for `--json` and for the
 * HTTP API. docs/api.md describes the names. */
#ifndef RECORD_RECORD_JSON_H
#define RECORD_RECORD_JSON_H

#include "base/json_write.h"
#include "record/game_record.h"
#include "record/opening.h"

enum {
    /* Buffers with the NUL, for any of them. */
    OPENING_JSON_SIZE = 512,
    BOARD_JSON_SIZE = SHAPE_MAX_SQUARES * SHAPE_MAX_SQUARES * 7 + OPENING_JSON_SIZE + 512,
    RECORD_JSON_SIZE = 5 * JSON_MAX_ESCAPE * RECORD_NAME_SIZE + TRANSCRIPT_TEXT_SIZE +
                       BOARD_TEXT_SIZE + OPENING_JSON_SIZE + 256,
};

/* {"line":..,"english":..,"japanese":..}, or null; the Japanese name is null if it is not known. */
void opening_json(Text *out, const Opening *opening);

/* Members of an object without its braces: the position, whose turn it is, how it came about
 * (`move` and what it flipped; the move may be NULL), what may be played and what that flips,
 * discs, and the result if the game is over. `opening` is written as it is given. */
void board_json(Text *out, const Board *board, const Move *move, const Opening *opening);

/* Members of an object without its braces: board, date, names, event, place, opening, score, start
 * if it is another than the usual one, and moves. */
void record_json(Text *out, const GameRecord *record);

#endif
