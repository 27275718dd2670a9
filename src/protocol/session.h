/* What a front end with a conversation has in hand: a board, the game on it, and the player who
 * thinks about it. GTP, NBoard and the terminal game each own one.
 *
 * Invariant: the game and the player are on the session's shape. A change that fails leaves
 * everything as it was. */
#ifndef PROTOCOL_SESSION_H
#define PROTOCOL_SESSION_H

#include <stdio.h>

#include "engine/player.h"
#include "protocol/input.h"
#include "record/transcript.h"

typedef struct Session {
    Shape *shape;
    PlayerSpec spec; /* what the player was made from */
    Player *player;
    Transcript game;
    uint64_t games;              /* begun on this session */
    char book[PLAYER_WORD_SIZE]; /* of engines whose string names none; empty: none */
    Input *input;                /* whose urgent lines interrupt thinking; NULL: nothing does */
    int works;                   /* begun and not ended, one within the other */
} Session;

/* Makes the session's first board and player; release takes all of it away. */
bool session_init(Session *session, const Shape *shape, const char *player, Error *error);
void session_release(Session *session);

/* Other boards, other players. A new shape begins a new game; a new player continues the old
 * one. */
bool session_set_shape(Session *session, const Shape *shape, Error *error);
bool session_set_player(Session *session, const char *player, Error *error);

/* From now on engines whose string names no book play from this one: see player_use_book(). */
bool session_use_book(Session *session, const char *book, Error *error);

/* A new game from *start, which is on the session's shape; the player forgets the last one. */
void session_begin(Session *session, const Board *start);

/* Between the two urgent input ends every move and search, also one that has not begun. They may be
 * nested; moves and searches have a pair of their own. The player stays the same meanwhile. */
void session_begin_work(Session *session);
void session_end_work(Session *session);

/* Lets the player choose a move at the end of the game. `clock` may be NULL. Urgent input ends
 * it. */
void session_move(Session *session, const PlayerClock *clock, PlayerMove *move);

/* A search of any position on the shape with any limits; false, at once, if the player is not
 * an engine. */
bool session_search(Session *session, Position position, const EngineLimits *limits,
                    EngineProgress *progress, void *context, EngineResult *result);

/* Obeys one line; false after `quit`. */
typedef bool SessionObey(void *context, const InputLine *line);

/* Obeys the lines of `in` until `obey` returns false, the input ends, or nothing reads `out` any
 * more. Lines that `urgency` calls urgent end what the player thinks about. False only if it could
 * not begin. */
bool session_run(Session *session, int in, FILE *out,
                 InputUrgency (*urgency)(const char *bytes, size_t length), SessionObey *obey,
                 void *context, Error *error);

bool session_is_over(const Session *session);

#endif
