/* See game.h. */
#include "arena/tournament/game.h"

#include "base/clock.h"
#include "game/rules.h"
#include "record/play.h"

/* What a game needs besides its record. */
typedef struct Table {
    Contestant *const *seats;
    const GameTerms *terms;
    double clocks[2]; /* left */
    GameObserver *observer;
    void *context;
} Table;

static void fail(GameRecord *record, Side side, const Failure *failure) {
    int squares = record->game.start.shape->squares;
    record->ending = failure->ending;
    record->failed = side;
    record->reason = *failure;
    record->score = side == BLACK ? -squares : squares;
}

static void observe(const Table *table, const GameRecord *record) {
    if (table->observer != NULL) table->observer(table->context, record);
}

/* When the answer must be there: the strictest of what the terms say. */
static int64_t deadline_of(const Table *table, Side side, int64_t now) {
    const GameTerms *terms = table->terms;
    double seconds = terms->hard_seconds;
    if (terms->move_seconds > 0 && terms->move_seconds + terms->slack_seconds < seconds)
        seconds = terms->move_seconds + terms->slack_seconds;
    if (terms->clock_seconds > 0 && table->clocks[side] + terms->slack_seconds < seconds)
        seconds = table->clocks[side] + terms->slack_seconds;
    return now + (int64_t)(seconds * 1e9);
}

static bool play_turn(Table *table, GameRecord *record) {
    Transcript *game = &record->game;
    Side side = game->end.side;
    int64_t begin = clock_ns();
    Turn turn = {.game = game,
                 .clock_seconds = table->clocks[side],
                 .deadline_ns = deadline_of(table, side, begin)};
    Choice choice = {.square = NO_MOVE};
    Failure failure;
    bool ok = contestant_choose(table->seats[side], &turn, &choice, &failure);
    double seconds = (double)(clock_ns() - begin) * 1e-9;
    record->seconds[side] += seconds;
    table->clocks[side] -= seconds;
    if (!ok) {
        fail(record, side, &failure);
        return false;
    }
    MoveNote *note = &record->notes[game->count];
    Error error;
    if (!transcript_add(game, choice.square, false, &error)) {
        failure_set(&failure, ENDING_ILLEGAL_MOVE, "%s", error.text);
        fail(record, side, &failure);
        return false;
    }
    *note = (MoveNote){choice.has_score, choice.score, choice.depth, choice.nodes, seconds};
    return true;
}

static void play_moves(Table *table, GameRecord *record) {
    Transcript *game = &record->game;
    observe(table, record);
    while (!rules_is_over(game->end.shape, game->end.position)) {
        if (play_must_pass(&game->end)) {
            record->notes[game->count] = (MoveNote){0};
            transcript_add(game, PASS, false, NULL);
        } else if (!play_turn(table, record)) {
            return;
        }
        observe(table, record);
    }
    int score = rules_score(game->end.shape, game->end.position);
    record->score = game->end.side == BLACK ? score : -score;
}

bool game_play(Contestant *const seats[2], const GameTerms *terms, const Transcript *opening,
               GameObserver *observer, void *context, GameRecord *record) {
    Table table = {.seats = seats,
                   .terms = terms,
                   .clocks = {terms->clock_seconds, terms->clock_seconds},
                   .observer = observer,
                   .context = context};
    record->game = *opening;
    record->opening_moves = opening->count;
    record->ending = ENDING_PLAYED_OUT;
    record->failed = BLACK;
    record->reason = (Failure){.ending = ENDING_PLAYED_OUT};
    record->score = 0;
    for (int i = 0; i < opening->count; i++) record->notes[i] = (MoveNote){0};
    for (Side side = BLACK; side <= WHITE; side++) record->seconds[side] = 0;
    bool ok = true;
    for (Side side = BLACK; ok && side <= WHITE; side++) {
        Failure failure;
        ok = contestant_begin(seats[side], terms, opening, side, &failure);
        if (!ok) fail(record, side, &failure);
    }
    if (ok) play_moves(&table, record);
    for (Side side = BLACK; side <= WHITE; side++) {
        contestant_end(seats[side], record->ending != ENDING_PLAYED_OUT && record->failed == side);
        record->isolation[side] = seats[side]->isolation;
    }
    return record->ending != ENDING_STOPPED;
}

void game_discs(const GameRecord *record, int *black, int *white) {
    int squares = record->game.start.shape->squares;
    /* An even score on a board with an odd number of squares leaves one that nobody gets. */
    *black = (squares + record->score) / 2;
    *white = (squares - record->score) / 2;
}
