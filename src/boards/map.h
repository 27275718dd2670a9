/* The map of solved boards: for each board the value of its start with perfect play, and how that
 * was found and checked. Kept in a text file to which every finished step is added at once, so that
 * work that was killed resumes where it was.
 *
 * The start of a board is solved first move by first move: one exactly, then of each other one
 * whether it is better, as good or worse. Moves that are the same by symmetry are solved once. */
#ifndef BOARDS_MAP_H
#define BOARDS_MAP_H

#include "base/append_log.h"
#include "game/position.h"

enum {
    MAP_MAX_BOARDS = 128,
    MAP_MAX_MOVES = 8,   /* first moves of a board: there are four */
    MAP_LINE_SIZE = 320, /* a game as text */
    MAP_RUNS = 2,        /* the solve, and a second one that checks it */
};

/* A first move. Scores are for Black, empties to the winner. */
typedef struct MapMove {
    int square;
    bool is_exact; /* otherwise: less than `score` */
    int score;
    uint64_t nodes;
    double seconds;
    char line[MAP_LINE_SIZE]; /* the game with best play, "" if it is not exact */
} MapMove;

/* How a solve was done. */
typedef struct MapSettings {
    int threads, hash_mb;
    int64_t seed; /* of the order in which first moves are tried; 0: best first */
} MapSettings;

/* One solve of a board, as far as it is done. */
typedef struct MapSolve {
    int wanted; /* first moves that differ, symmetry aside */
    int count;  /* of them are done */
    MapMove moves[MAP_MAX_MOVES];
    MapSettings settings; /* of the last move that was done */
} MapSolve;

/* An independent solve of the position after `ply` moves of the line. */
typedef struct MapCheck {
    int ply, score; /* for Black */
    uint64_t nodes;
    double seconds;
} MapCheck;

typedef struct MapBoard {
    int width, height;
    MapSolve solves[MAP_RUNS];
    int checks; /* positions of the line that were solved by themselves */
    MapCheck check[SHAPE_MAX_SQUARES];
} MapBoard;

typedef struct Map {
    MapBoard *boards; /* in the order in which they came */
    int count;
    AppendLog journal; /* closed: kept in memory alone */
} Map;

/* Opens the map of a file, which need not be there; NULL: an empty map without a file. A torn last
 * line is left out. One process at a time may write to it. Anything else that cannot be read is
 * refused with its line. */
bool map_open(Map *map, const char *path, bool is_read_only, Error *error);
void map_close(Map *map);

/* The board's row, made if there is none; NULL if there are too many. */
MapBoard *map_board(Map *map, const Shape *shape);

/* The row, or NULL. */
const MapBoard *map_find(const Map *map, int width, int height);

/* Adds a finished step to the row and to the file. */
bool map_add_move(Map *map, const Shape *shape, int run, const MapSettings *settings,
                  const MapMove *move, Error *error);
bool map_add_check(Map *map, const Shape *shape, const MapCheck *check, Error *error);

/* Whether the value is proven: all first moves are done, or one of them takes every disc. */
bool map_is_solved(const MapBoard *board, int run);

/* Whether all first moves are done, so that all best ones are known. */
bool map_is_complete(const MapBoard *board, int run);

/* The value for Black of a solved board. */
int map_value(const MapBoard *board, int run);

/* The best first move so far, with its line; NULL if there is none. */
const MapMove *map_best(const MapBoard *board, int run);

/* Nodes and seconds of a solve. */
uint64_t map_nodes(const MapBoard *board, int run);
double map_seconds(const MapBoard *board, int run);

/* The first moves of the start that differ, symmetry aside; and all squares that are the same as
 * one of them. */
uint64_t map_first_moves(const Shape *shape);
uint64_t map_same_moves(const Shape *shape, int square);

#endif
