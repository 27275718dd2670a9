/* Adds up the results of a tournament and sorts the participants by rating. */
#include "arena/tournament/standings.h"

#include <stdlib.h>

static int compare(const void *one, const void *two) {
    const Standing *a = one, *b = two;
    if (a->rating.elo != b->rating.elo) return a->rating.elo > b->rating.elo ? -1 : 1;
    return a->participant - b->participant;
}

/* The sum of what one participant did against all others; pairs are not counted. */
static Tally add_up(const Tally *row, int count) {
    Tally all = {0};
    for (int i = 0; i < count; i++) {
        all.wins += row[i].wins;
        all.draws += row[i].draws;
        all.losses += row[i].losses;
        all.discs += row[i].discs;
    }
    return all;
}

bool standings_from_tallies(Standings *standings, int count, const Tally *tallies, Error *error) {
    Rating ratings[TOURNAMENT_MAX_PARTICIPANTS];
    double *scores = calloc((size_t)count * (size_t)count, sizeof *scores);
    if (scores == NULL) {
        error_set(error, STATUS_NO_MEMORY, "standings: no memory for %d players", count);
        return false;
    }
    for (int i = 0; i < count * count; i++) scores[i] = tallies[i].wins + tallies[i].draws * 0.5;
    bool ok = ratings_fit(count, scores, ratings, error);
    free(scores);
    if (!ok) return false;
    standings->count = count;
    for (int i = 0; i < count; i++)
        standings->list[i] = (Standing){i, add_up(&tallies[i * count], count), ratings[i]};
    qsort(standings->list, (size_t)count, sizeof standings->list[0], compare);
    return true;
}

bool standings_make(Standings *standings, const Tournament *tournament, Error *error) {
    int count = tournament->options->participant_count;
    Tally *tallies = calloc((size_t)count * (size_t)count, sizeof *tallies);
    if (tallies == NULL) {
        error_set(error, STATUS_NO_MEMORY, "standings: no memory for %d players", count);
        return false;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (i != k) tallies[i * count + k] = tournament_tally(tournament, i, k);
    bool ok = standings_from_tallies(standings, count, tallies, error);
    free(tallies);
    return ok;
}
