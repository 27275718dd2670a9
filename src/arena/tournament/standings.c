/* Adds up the results of a tournament and sorts the participants by rating. */
#include "arena/tournament/standings.h"

#include <stdlib.h>

static int compare(const void *one, const void *two) {
    const Standing *a = one, *b = two;
    if (a->rating.elo != b->rating.elo) return a->rating.elo > b->rating.elo ? -1 : 1;
    return a->participant - b->participant;
}

bool standings_make(Standings *standings, const Tournament *tournament, Error *error) {
    int count = tournament->options->participant_count;
    Rating ratings[TOURNAMENT_MAX_PARTICIPANTS];
    double *scores = calloc((size_t)count * (size_t)count, sizeof *scores);
    if (scores == NULL) {
        error_set(error, STATUS_NO_MEMORY, "standings: no memory for %d players", count);
        return false;
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            Tally tally = tournament_tally(tournament, i, k);
            if (i != k) scores[i * count + k] = tally.wins + tally.draws * 0.5;
        }
    }
    bool ok = ratings_fit(count, scores, ratings, error);
    free(scores);
    if (!ok) return false;
    standings->count = count;
    for (int i = 0; i < count; i++)
        standings->list[i] = (Standing){i, tournament_tally_all(tournament, i), ratings[i]};
    qsort(standings->list, (size_t)count, sizeof standings->list[0], compare);
    return true;
}
