/* A game and what is known about it: the one struct that every format of games reads into and
 * writes from.
 *
 * Invariant: the texts are valid UTF-8 without control characters and end with a NUL; "" is
 * unknown. Every move of `moves` is legal. The board is borrowed from the reader of the game. */
#ifndef RECORD_GAME_RECORD_H
#define RECORD_GAME_RECORD_H

#include "record/move_text.h"

enum { RECORD_NAME_SIZE = 80 /* bytes kept of a text, with the NUL; longer ones are cut */ };

typedef struct GameRecord {
    char event[RECORD_NAME_SIZE]; /* the tournament */
    char place[RECORD_NAME_SIZE];
    char date[RECORD_NAME_SIZE]; /* as in the file: "2024", "2024.05.31" */
    char black[RECORD_NAME_SIZE], white[RECORD_NAME_SIZE];
    /* What the file says. Black's discs minus White's in GGF's words: "+4.00", "-12.00:r" after a
     * resignation; a winner without discs in SGF's: "B+R" (resignation), "W+T" (time), "B+F"
     * (forfeit), "B+"; "?". A finished game has the result of its last position whatever this says.
     */
    char result[RECORD_NAME_SIZE];
    int best_discs; /* Black's discs had both sides played the ending perfectly; 0 if unknown */
    Transcript moves;
} GameRecord;

/* Copies a text without control characters; bytes that are not UTF-8 are read as Latin-1. */
void record_set_text(char text[RECORD_NAME_SIZE], const char *bytes, size_t length);

/* Black's discs minus White's: of the last position if the game is over there, else what the file
 * says. False if neither is known. */
bool record_score(const GameRecord *record, int *score);
void record_set_score(GameRecord *record, int score);

typedef enum RecordWinner {
    RECORD_WINNER_UNKNOWN,
    RECORD_BLACK_WINS,
    RECORD_WHITE_WINS,
    RECORD_DRAW,
} RecordWinner;

/* By the score if there is one, else as the file says. */
RecordWinner record_winner(const GameRecord *record);
/* "black", "white" or "draw", as JSON has it; NULL if it is not known. */
const char *record_winner_name(const GameRecord *record);
/* A winner without discs; `how` is 'R', 'T', 'F', or 0 if that is not known. */
void record_set_winner(GameRecord *record, Side side, char how);

/* The result that was read with the moves; a winner alone leaves a score as it is. */
void record_set_result(GameRecord *record, const MoveText *text);

enum { RECORD_RESULT_SIZE = 8 };
/* The result for a table: "+16", "B+R", or "-" if it is not known. */
void record_result_format(const GameRecord *record, char text[RECORD_RESULT_SIZE]);

/* The year in the date, or 0. */
int record_year(const GameRecord *record);

/* Whether the game begins with the usual start of its board. */
bool record_has_usual_start(const GameRecord *record);

/* Fills *shape, which must be zeroed or filled before: an equal board is kept, because filling one
 * costs more than reading a game does. */
bool record_shape(Shape *shape, int width, int height, Error *error);
/* The same for "9x7". */
bool record_shape_parse(Shape *shape, const char *text, size_t length, Error *error);

#endif
