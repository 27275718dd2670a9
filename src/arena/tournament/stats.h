/* What a match between two players says about their strength.
 *
 * Games come in pairs: the same opening with colours swapped. The two games of a pair are not
 * independent, so everything here counts pairs: a pair scores 0, 1/4, 1/2, 3/4 or 1. Elo is the
 * logistic one: 400 points are a factor of 10 in the odds. Pure functions of plain numbers. */
#ifndef ARENA_TOURNAMENT_STATS_H
#define ARENA_TOURNAMENT_STATS_H

#include <stdbool.h>

enum { PAIR_SCORES = 5 };

/* Results from the first player's view. */
typedef struct Tally {
    int wins, draws, losses;
    long long discs;        /* sum of the final differences */
    int pairs[PAIR_SCORES]; /* pairs by their score, in quarters */
    int singles[3];         /* games whose partner is missing: lost, drawn, won */
} Tally;

/* Adds one game with its final difference in discs. Pairs are added separately. */
void tally_game(Tally *tally, int discs);
/* Adds a pair, by the final differences of both games. */
void tally_pair(Tally *tally, int discs_one, int discs_two);
/* Adds a game without a partner. */
void tally_single(Tally *tally, int discs);

static inline int tally_games(const Tally *tally) {
    return tally->wins + tally->draws + tally->losses;
}

/* Wins and half the draws, of all games; 0.5 if there are none. */
double tally_score(const Tally *tally);

typedef struct EloEstimate {
    double elo, low, high; /* with a 95 % interval; +-INFINITY where nothing bounds it */
    double superiority;    /* likelihood that the first player is the stronger one */
} EloEstimate;

/* The spread of the pairs is estimated with one imaginary pair of independent games among them:
 * otherwise a few equal results would look like certainty. */
EloEstimate elo_estimate(const Tally *tally);

/* The expected score of a player that is `elo` stronger; and the other way round. */
double elo_to_score(double elo);
double elo_from_score(double score);

/* A sequential probability ratio test of elo1 against elo0, both errors at 5 %. */
typedef struct Sprt {
    double elo0, elo1;
} Sprt;

typedef enum SprtVerdict { SPRT_UNDECIDED, SPRT_ACCEPTED, SPRT_REJECTED } SprtVerdict;

/* "undecided", "accepted" (elo1), "rejected". */
const char *sprt_name(SprtVerdict verdict);

/* The log-likelihood ratio so far, by the normal approximation over pairs. */
double sprt_llr(const Sprt *sprt, const Tally *tally);
/* Where it must get to: +-sprt_bound(). */
double sprt_bound(void);
SprtVerdict sprt_verdict(const Sprt *sprt, const Tally *tally);

#endif
