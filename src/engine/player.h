/* A player in this process: a position in, a move out. The one implementation of every player that
 * is not a foreign program: engine, beginner, classic programs and plain alpha-beta, random.
 *
 * Made from a player string (engine/player_spec.h); foreign programs, which need a process of their
 * own, are started elsewhere from the same string. A player is silent. One thread at a time may use
 * it; player_stop() may be called from any thread and from a signal handler. */
#ifndef ENGINE_PLAYER_H
#define ENGINE_PLAYER_H

#include "engine/engine.h"
#include "engine/player_spec.h"

/* What the clock shows. Whatever the player's own settings say, it answers within this. */
typedef struct PlayerClock {
    bool has_move_time;       /* move_seconds is given */
    double move_seconds;      /* for this move */
    bool has_clock;           /* the two below are given */
    double clock_seconds;     /* left for the rest of the game */
    double increment_seconds; /* added after each move */
} PlayerClock;

typedef struct PlayerMove {
    int square;       /* a legal move; PASS if there is none; NO_MOVE if the game is over */
    bool has_score;   /* random players and beginners have none */
    double score;     /* for the side to move: in discs, or in the evaluation's own unit */
    bool is_own_unit; /* the latter: classic programs and plain alpha-beta, foreign programs */
    bool is_exact;
    int depth;
    uint64_t nodes;
    double seconds;
    EngineEnd end; /* why it stopped thinking; ENGINE_BOOK: the move comes from its book */
    int length;    /* moves in pv, at least 1 unless the game is over */
    uint8_t pv[ENGINE_MAX_PV];
} PlayerMove;

typedef struct Player Player;

/* Makes the player for a board, which must outlive it. NULL on failure with the reason: a board
 * that it does not play on, weights that cannot be read, a foreign program. */
Player *player_new(const PlayerSpec *spec, const Shape *shape, Error *error);
void player_free(Player *player);

/* The same for a caller with engines of its own: the player makes none, and player_lend() must give
 * it one before each move if player_needs_engine(). Settings that only a new engine can have
 * (threads, hash, and eval and weights of an engine) are refused. */
Player *player_new_borrowing(const PlayerSpec *spec, const Shape *shape, Error *error);
bool player_needs_engine(const Player *player);

/* Lends an engine for the player's board (NULL if it needs none) and a flag that stops the player
 * when it becomes true (may be NULL). The player never clears a lent engine. */
void player_lend(Player *player, Engine *engine, const _Atomic bool *stop);

/* Lets an engine player whose string names no book play from the one that `word` names: a file,
 * "embedded" or "none" (book/book.h). Other players and boards are left as they are. Fails, without
 * a change, if the book cannot be read. */
bool player_use_book(Player *player, const char *word, Error *error);

/* What the player's book knows about a position, as the result of a search; false if it has no book
 * or that does not have the position. */
bool player_book(const Player *player, Position position, EngineResult *result);

/* The string it was made from. */
const char *player_name(const Player *player);

/* The evaluation that plain alpha-beta uses, and whether it prunes; NULL and false for the others.
 */
const char *player_eval_name(const Player *player);
bool player_prunes(const Player *player);

/* Begins game number `game` as `side`: clears the player's own engine, and makes random choices (of
 * random players, of beginners, and of an engine with variety) depend on the seed, the game, the
 * side and the position alone, so that any game can be played again by itself. A new player stands
 * at game 0 as Black. */
void player_begin(Player *player, uint64_t game, Side side);

/* Chooses a move for the side to move. `clock` may be NULL: no limit but the player's own. */
void player_move(Player *player, Position position, const PlayerClock *clock, PlayerMove *move);

/* Whether the player has failed for good: it plays with a plug-in, and that has failed. *error (may
 * be NULL) then says how, and moves are not worth playing. */
bool player_failure(const Player *player, Error *error);

/* Reports to `progress` what an engine player finds while it chooses a move; NULL: no more. */
void player_watch(Player *player, EngineProgress *progress, void *context);

/* The engine of an engine player, for searches with several lines or limits of another kind; NULL
 * for every other player. The player keeps it. */
Engine *player_engine(Player *player);

/* The limits with which an engine player searches under that clock, which may be NULL. */
EngineLimits player_limits(const Player *player, const PlayerClock *clock);

/* Makes a running player_move() answer soon with the best it has; and lets later ones run again. */
void player_stop(Player *player);
void player_rearm(Player *player);

#endif
