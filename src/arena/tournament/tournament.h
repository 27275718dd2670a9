/* Many games between several players: who plays whom, on how many threads, and the results.
 *
 * Every two participants play the same number of games, in pairs: the same opening with colours
 * swapped. The games go opening by opening through all pairings, so that an unfinished tournament
 * is still a fair one. A match is a tournament of two.
 *
 * A game depends on nothing but the participants, the terms, its opening and its number: not on
 * other games, threads or interruptions. So the same tournament with the same seed gives the same
 * results, as long as the players themselves do, and can be resumed from what is stored. */
#ifndef ARENA_TOURNAMENT_TOURNAMENT_H
#define ARENA_TOURNAMENT_TOURNAMENT_H

#include <stdatomic.h>

#include "arena/bots/participant_spec.h"
#include "arena/tournament/game.h"
#include "arena/tournament/openings.h"
#include "arena/tournament/stats.h"

enum {
    TOURNAMENT_MAX_PARTICIPANTS = 64,
    TOURNAMENT_MAX_THREADS = 256,
    TOURNAMENT_MAX_GAMES = 1000000
};

/* What is kept of a game. */
typedef struct GameResult {
    bool is_done;
    int participants[2]; /* Black, White */
    int number;          /* within its pairing, from 0 */
    Ending ending;
    Side failed;
    int score; /* for Black */
    double seconds[2];
    unsigned isolation[2];
    char *reason; /* of a failure, or NULL */
    int opening_moves, move_count;
    uint8_t moves[RECORD_MAX_MOVES]; /* squares, the opening's among them */
} GameResult;

typedef struct Store Store; /* arena/tournament/store.h */
typedef struct Tournament Tournament;

typedef struct TournamentOptions {
    const Shape *shape;
    const ParticipantSpec *participants; /* who plays */
    int participant_count;
    int games; /* of each pairing */
    const Openings *openings;
    uint64_t seed;
    int threads;
    GameTerms terms;
    bool has_sprt; /* of two participants: stop as soon as the test is decided */
    Sprt sprt;
    Store *store;             /* NULL: keep nothing */
    const _Atomic bool *stop; /* becomes true: stop soon; may be NULL */
    /* Called with every new game as it ends; never two at once. May be NULL. */
    void (*on_game)(void *context, const Tournament *tournament, const GameResult *result);
    /* Called at the beginning of every game and after every move and pass, from the thread that
     * plays. May be NULL. */
    void (*on_move)(void *context, const Tournament *tournament, const GameResult *result,
                    const PlayedGame *record);
    void *context;
} TournamentOptions;

struct Tournament {
    const TournamentOptions *options;
    int pairings;
    int total;           /* games asked for */
    int done;            /* of them finished, stored ones included */
    int resumed;         /* of them found in the store, or among the jobs that were done */
    int counted;         /* the games that count: all, or those before an SPRT was decided */
    SprtVerdict verdict; /* of the SPRT */
    double wall_seconds;
    GameResult *results; /* total, in the order in which they are played */
};

/* Makes the list of games, loads what the store holds. The options are borrowed. */
bool tournament_init(Tournament *tournament, const TournamentOptions *options, Error *error);
void tournament_release(Tournament *tournament);

/* Plays what is missing. False with STATUS_STOPPED if it was stopped; the results so far are
 * valid. */
bool tournament_run(Tournament *tournament, Error *error);

/* What participant `one` did against `two`, of the games that count. */
Tally tournament_tally(const Tournament *tournament, int one, int two);
/* The same against all others; pairs are not counted. */
Tally tournament_tally_all(const Tournament *tournament, int one);

/* The score of a result in discs for one of its two participants. */
static inline int result_score(const GameResult *result, int participant) {
    return result->participants[BLACK] == participant ? result->score : -result->score;
}

/* The game of a result, move by move. */
void result_transcript(const Tournament *tournament, const GameResult *result, Transcript *game);

/* The seed of a game: differs from game to game; colours and the players' own seeds make the rest
 * of the difference. */
uint64_t tournament_seed(uint64_t of_all, const GameResult *result);

/* Takes what is kept of a game over from its record. */
void result_fill(GameResult *result, const PlayedGame *record);

/* The opening of a game: the same for both colours, another for each pair of games and, with more
 * than two participants, for each two of them. Deterministic players thus play different
 * games even in short tournaments. */
void tournament_opening(const Tournament *tournament, const GameResult *result,
                        Transcript *opening);

/* The place of a game among the results; NULL if the tournament has no such game. */
GameResult *tournament_find(Tournament *tournament, int black, int white, int number);

#endif
