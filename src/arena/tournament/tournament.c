/* The list of games of a tournament, and what their results add up to. */
#include "arena/tournament/tournament.h"

#include <stdlib.h>
#include <string.h>

#include "arena/tournament/store.h"

/* The pairings are (0,1), (0,2), ... (1,2), ...: number `index` of them. */
static void pairing_of(const TournamentOptions *options, int index, int *one, int *two) {
    *one = 0;
    for (int row = options->participant_count - 1; index >= row; row--) {
        index -= row;
        (*one)++;
    }
    *two = *one + 1 + index;
}

static void list_games(Tournament *tournament) {
    const TournamentOptions *options = tournament->options;
    int at = 0;
    for (int number = 0; number < options->games; number += 2) {
        for (int pairing = 0; pairing < tournament->pairings; pairing++) {
            int one, two;
            pairing_of(options, pairing, &one, &two);
            for (int swap = 0; swap < 2 && number + swap < options->games; swap++)
                tournament->results[at++] = (GameResult){
                    .participants = {swap ? two : one, swap ? one : two}, .number = number + swap};
        }
    }
}

/* The number of the pairing of two participants, the lower one first. */
static int pairing_number(const TournamentOptions *options, int one, int two) {
    int pairing = two - one - 1;
    for (int i = 0; i < one; i++) pairing += options->participant_count - 1 - i;
    return pairing;
}

void tournament_opening(const Tournament *tournament, const GameResult *result,
                        Transcript *opening) {
    int black = result->participants[BLACK], white = result->participants[WHITE];
    int pairing = pairing_number(tournament->options, black < white ? black : white,
                                 black < white ? white : black);
    openings_get(tournament->options->openings, result->number / 2 * tournament->pairings + pairing,
                 opening);
}

/* Finds the place of a stored game: each pairing is a step apart, each opening a round. */
GameResult *tournament_find(Tournament *tournament, int black, int white, int number) {
    const TournamentOptions *options = tournament->options;
    int one = black < white ? black : white, two = black < white ? white : black;
    if (one < 0 || one == two || two >= options->participant_count) return NULL;
    if (number < 0 || number >= options->games || (number % 2 == 0) != (black == one)) return NULL;
    int pairing = pairing_number(options, one, two);
    bool is_half_round = number == options->games - 1 && number % 2 == 0;
    int in_round = is_half_round ? pairing : pairing * 2 + number % 2;
    return &tournament->results[number / 2 * 2 * tournament->pairings + in_round];
}

bool tournament_init(Tournament *tournament, const TournamentOptions *options, Error *error) {
    int count = options->participant_count;
    Tournament made = {.options = options, .pairings = count * (count - 1) / 2};
    int64_t total = (int64_t)made.pairings * options->games;
    if (total > TOURNAMENT_MAX_GAMES) {
        error_set(error, STATUS_BAD_INPUT, "%lld games are more than %d", (long long)total,
                  TOURNAMENT_MAX_GAMES);
        return false;
    }
    made.total = made.counted = (int)total;
    made.results = calloc((size_t)total, sizeof *made.results);
    if (made.results == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %d games", made.total);
        return false;
    }
    list_games(&made);
    if (options->store != NULL && !store_load(options->store, &made, error)) {
        tournament_release(&made);
        return false;
    }
    for (int i = 0; i < made.total; i++) made.done += made.results[i].is_done;
    made.resumed = made.done;
    *tournament = made;
    return true;
}

void tournament_release(Tournament *tournament) {
    for (int i = 0; i < tournament->total; i++) free(tournament->results[i].reason);
    free(tournament->results);
    *tournament = (Tournament){0};
}

static bool is_between(const GameResult *result, int one, int two) {
    return result->is_done &&
           (result->participants[BLACK] == one || result->participants[WHITE] == one) &&
           (result->participants[BLACK] == two || result->participants[WHITE] == two);
}

Tally tournament_tally(const Tournament *tournament, int one, int two) {
    Tally tally = {0};
    for (int i = 0; i < tournament->counted; i++) {
        const GameResult *result = &tournament->results[i];
        if (!is_between(result, one, two)) continue;
        tally_game(&tally, result_score(result, one));
        /* The games of a pair stand side by side, the even one first. */
        bool has_next = i + 1 < tournament->counted && result->number % 2 == 0 &&
                        result[1].is_done && result[1].number == result->number + 1;
        bool had_previous = result->number % 2 == 1 && result[-1].is_done;
        if (has_next)
            tally_pair(&tally, result_score(result, one), result_score(result + 1, one));
        else if (!had_previous)
            tally_single(&tally, result_score(result, one));
    }
    return tally;
}

Tally tournament_tally_all(const Tournament *tournament, int one) {
    Tally tally = {0};
    for (int i = 0; i < tournament->counted; i++) {
        const GameResult *result = &tournament->results[i];
        if (result->is_done &&
            (result->participants[BLACK] == one || result->participants[WHITE] == one))
            tally_game(&tally, result_score(result, one));
    }
    return tally;
}

void result_transcript(const Tournament *tournament, const GameResult *result, Transcript *game) {
    Transcript opening;
    tournament_opening(tournament, result, &opening);
    transcript_init(game, &opening.start);
    for (int i = 0; i < result->move_count; i++)
        transcript_add(game, result->moves[i], false, NULL);
}
