/* The referee: one game between two participants, by the rules.
 *
 * Only legal moves are played; passes are played by the referee, because the rules leave no choice;
 * a participant that fails in any way loses by all squares of the board, and the record says why.
 */
#ifndef ARENA_TOURNAMENT_GAME_H
#define ARENA_TOURNAMENT_GAME_H

#include "arena/bots/participant.h"

/* What is known about one move besides the move. Moves of the opening have none of it. */
typedef struct MoveNote {
    bool has_score;
    double score;
    bool is_own_unit; /* of the score: the player's own, not discs */
    int depth;
    uint64_t nodes;
    double seconds;
} MoveNote;

typedef struct PlayedGame {
    Transcript game;
    int opening_moves; /* of them were given */
    Ending ending;
    Side failed;    /* who is to blame, unless the ending is ENDING_PLAYED_OUT */
    Failure reason; /* its text is empty for a game that was played out */
    int score;      /* for Black: final difference in discs, empty squares to the winner */
    double seconds[2];
    unsigned isolation[2];
    MoveNote notes[RECORD_MAX_MOVES];
} PlayedGame;

/* Called after the opening and after every move and pass. */
typedef void GameObserver(void *context, const PlayedGame *record);

/* Plays from the end of *opening. `participants` are Black, White. `observer` may be NULL. Returns
 * false only if it was stopped: the record is then worth nothing. */
bool game_play(Participant *const participants[2], const GameTerms *terms,
               const Transcript *opening, GameObserver *observer, void *context,
               PlayedGame *record);

/* Discs of both sides at the end, empties to the winner; all to the other side after a failure. */
void game_discs(const PlayedGame *record, int *black, int *white);

#endif
