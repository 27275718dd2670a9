/* Adds up reviewed games by player. */
#include "cli/review.h"

#include <stdlib.h>
#include <string.h>

static ReviewPlayer *find_player(ReviewSummary *summary, const char *name) {
    for (int i = 0; i < summary->count; i++)
        if (strcmp(summary->players[i].name, name) == 0) return &summary->players[i];
    if (summary->count == summary->capacity) {
        int capacity = summary->capacity > 0 ? 2 * summary->capacity : 64;
        ReviewPlayer *players = realloc(summary->players, (size_t)capacity * sizeof *players);
        if (players == NULL) return NULL;
        summary->players = players;
        summary->capacity = capacity;
    }
    ReviewPlayer *player = &summary->players[summary->count++];
    *player = (ReviewPlayer){.side = {.accuracy = 100}};
    memcpy(player->name, name, strlen(name) + 1);
    return player;
}

bool review_summary_add(ReviewSummary *summary, const GameReview *review) {
    summary->games++;
    summary->moves += review->record.moves.count;
    for (Side side = BLACK; side <= WHITE; side++) {
        const char *name = side == BLACK ? review->record.black : review->record.white;
        ReviewPlayer *player = find_player(summary, name);
        if (player == NULL) return false;
        player->games++;
        review_merge(&player->side, &review->sides[side]);
    }
    return true;
}

static int compare(const void *a, const void *b) {
    const ReviewPlayer *x = a, *y = b;
    if (x->games != y->games) return x->games < y->games ? 1 : -1;
    if (x->side.accuracy != y->side.accuracy) return x->side.accuracy < y->side.accuracy ? 1 : -1;
    return strcmp(x->name, y->name);
}

void review_summary_sort(ReviewSummary *summary) {
    if (summary->count > 0)
        qsort(summary->players, (size_t)summary->count, sizeof summary->players[0], compare);
}

void review_summary_release(ReviewSummary *summary) {
    free(summary->players);
    *summary = (ReviewSummary){0};
}
