/* A library of games in one SQLite file: thousands of games, found by names, year, opening, result
 * and position, whichever way the board is turned.
 *
 * Each move adds a disc, so a position with N discs can stand at one place of a game only. For each
 * N there is a column with 4 bytes a game: a hash of the game's position with N discs and the move
 * played there. To find a position one column is read, half a megabyte for 137,000 games, and what
 * matches is played through and compared.
 *
 * One Library is for one thread. Built without SQLite, opening fails with a line that says so. */
#ifndef LIBRARY_LIBRARY_H
#define LIBRARY_LIBRARY_H

#include "record/game_record.h"

typedef struct Library Library;

/* Opens the file, or makes it if it `may_create`. */
Library *library_open(const char *path, bool may_create, Error *error);
/* Games added since the last library_save() are forgotten. */
void library_close(Library *library);

/* Adds a game. Sets *is_new to false if the library has it: the same players and moves, up to
 * symmetry. */
bool library_add(Library *library, const GameRecord *game, bool *is_new, Error *error);
/* Makes what was added durable. */
bool library_save(Library *library, Error *error);

/* Removes the game with that id and saves; *was_there is false if there is none. Ids of other games
 * stay as they are. */
bool library_delete(Library *library, int64_t id, bool *was_there, Error *error);

typedef enum LibraryResult { RESULT_ANY, RESULT_BLACK, RESULT_WHITE, RESULT_DRAW } LibraryResult;

/* What games are wanted; NULL and 0 mean any. Names match in parts and in any case. */
typedef struct LibraryQuery {
    const char *player, *black, *white, *event, *opening;
    int first_year, last_year;
    LibraryResult result;
    const Board *position; /* which the game must reach */
} LibraryQuery;

/* Called for each game in the order in which they were added; returns false to stop. */
typedef bool LibraryVisit(void *context, int64_t id, const GameRecord *game, const char *opening);

bool library_search(Library *library, const LibraryQuery *query, LibraryVisit *visit, void *context,
                    Error *error);

/* What was played in a position, most often first. */
typedef struct LibraryMove {
    int square; /* as the position is turned; symmetric moves count as one */
    int games, black_wins, draws, white_wins; /* games without a result are in `games` alone */
} LibraryMove;

typedef struct LibraryMoves {
    int games; /* that reach the position */
    int count;
    LibraryMove moves[SHAPE_MAX_SQUARES];
} LibraryMoves;

bool library_explore(Library *library, const Board *position, LibraryMoves *moves, Error *error);

typedef struct LibraryStats {
    int games, players, events;
    int first_year, last_year; /* 0 if no game has a year */
    int black_wins, draws, white_wins;
} LibraryStats;

bool library_stats(Library *library, LibraryStats *stats, Error *error);

#endif
