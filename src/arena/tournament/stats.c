/* Elo, its interval and the SPRT from the results of a match, counted by pairs. */
#include "arena/tournament/stats.h"

#include <math.h>

#define Z95 1.959963984540054
/* The variance of a pair of independent games without draws between equals. */
#define IMAGINARY_VARIANCE 0.125
#define ERROR_RATE         0.05
#define ELO_SCALE          (400 / M_LN10)

static int quarters(int discs) {
    return discs > 0 ? 2 : discs == 0 ? 1 : 0;
}

void tally_game(Tally *tally, int discs) {
    tally->wins += discs > 0;
    tally->draws += discs == 0;
    tally->losses += discs < 0;
    tally->discs += discs;
}

void tally_pair(Tally *tally, int discs_one, int discs_two) {
    tally->pairs[quarters(discs_one) + quarters(discs_two)]++;
}

void tally_single(Tally *tally, int discs) {
    tally->singles[quarters(discs)]++;
}

double tally_score(const Tally *tally) {
    int games = tally_games(tally);
    return games == 0 ? 0.5 : (tally->wins + tally->draws * 0.5) / games;
}

double elo_to_score(double elo) {
    return 1 / (1 + exp(-elo / ELO_SCALE));
}

double elo_from_score(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return ELO_SCALE * log(score / (1 - score));
}

/* Mean and spread of the pairs' scores. */
typedef struct Spread {
    double count, mean, variance;
} Spread;

static Spread spread_of(const Tally *tally) {
    double count = 0, sum = 0, squares = 0;
    for (int i = 0; i < PAIR_SCORES; i++) {
        double score = i * 0.25;
        count += tally->pairs[i];
        sum += tally->pairs[i] * score;
        squares += tally->pairs[i] * score * score;
    }
    /* Half a pair weighs half as much. */
    for (int i = 0; i < 3; i++) {
        double score = i * 0.5, weight = tally->singles[i] * 0.5;
        count += weight;
        sum += weight * score;
        squares += weight * score * score;
    }
    if (count == 0) return (Spread){0, 0.5, IMAGINARY_VARIANCE};
    double mean = sum / count, variance = squares / count - mean * mean;
    return (Spread){count, mean, (count * fmax(variance, 0) + IMAGINARY_VARIANCE) / (count + 1)};
}

EloEstimate elo_estimate(const Tally *tally) {
    Spread spread = spread_of(tally);
    if (spread.count == 0) return (EloEstimate){0, -INFINITY, INFINITY, 0.5};
    double deviation = sqrt(spread.variance / spread.count);
    return (EloEstimate){
        .elo = elo_from_score(spread.mean),
        .low = elo_from_score(spread.mean - Z95 * deviation),
        .high = elo_from_score(spread.mean + Z95 * deviation),
        .superiority = 0.5 * erfc(-(spread.mean - 0.5) / deviation * M_SQRT1_2),
    };
}

double sprt_llr(const Sprt *sprt, const Tally *tally) {
    Spread spread = spread_of(tally);
    double score0 = elo_to_score(sprt->elo0), score1 = elo_to_score(sprt->elo1);
    return spread.count * (score1 - score0) * (2 * spread.mean - score0 - score1) /
           (2 * spread.variance);
}

double sprt_bound(void) {
    return log((1 - ERROR_RATE) / ERROR_RATE);
}

SprtVerdict sprt_verdict(const Sprt *sprt, const Tally *tally) {
    double llr = sprt_llr(sprt, tally);
    if (llr >= sprt_bound()) return SPRT_ACCEPTED;
    return llr <= -sprt_bound() ? SPRT_REJECTED : SPRT_UNDECIDED;
}

const char *sprt_name(SprtVerdict verdict) {
    switch (verdict) {
    case SPRT_ACCEPTED: return "accepted";
    case SPRT_REJECTED: return "rejected";
    case SPRT_UNDECIDED: break;
    }
    return "undecided";
}
