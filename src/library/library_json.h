/* What a library answers as JSON, for `bianca games --json` and the HTTP API; docs/api.md describes
 * the names. */
#ifndef LIBRARY_LIBRARY_JSON_H
#define LIBRARY_LIBRARY_JSON_H

#include "library/library.h"
#include "record/record_json.h"

enum {
    /* Buffers with the NUL, for any of them. */
    LIBRARY_GAME_JSON_SIZE = RECORD_JSON_SIZE + 32,
    LIBRARY_STATS_JSON_SIZE = 256,
    LIBRARY_MOVES_JSON_SIZE = (SHAPE_MAX_SQUARES + 1) * (OPENING_JSON_SIZE + 128),
};

/* A game as an object: its id, then what record_json() writes. */
void library_game_json(Text *out, int64_t id, const GameRecord *game);

/* Members of an object without its braces. */
void library_stats_json(Text *out, const LibraryStats *stats);

/* An object: the games that reach the end of `line`, its opening, and the moves played there with
 * the openings that they lead to. */
void library_moves_json(Text *out, const Transcript *line, const LibraryMoves *moves);

#endif
