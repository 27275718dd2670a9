/* The referee: asks the participants in turn, plays their moves by the rules, keeps the clocks. */
#include "arena/tournament/game.h"

#include "base/clock.h"
#include "game/rules.h"
#include "record/play.h"

/* What a game needs besides its record. */
typedef struct GameState {
    Participant *const *participants;
    const GameTerms *terms;
    double clocks[2]; /* left */
    GameObserver *observer;
    void *context;
} GameState;

static void fail(PlayedGame *record, Side side, const Failure *failure) {
    int squares = record->game.start.shape->squares;
    record->ending = failure->ending;
    record->failed = side;
    record->reason = *failure;
    record->score = side == BLACK ? -squares : squares;
}

static void observe(const GameState *state, const PlayedGame *record) {
    if (state->observer != NULL) state->observer(state->context, record);
}

/* When the answer must be there: the strictest of what the terms say. */
static int64_t deadline_of(const GameState *state, Side side, int64_t now) {
    const GameTerms *terms = state->terms;
    double seconds = terms->hard_seconds;
    if (terms->move_seconds > 0 && terms->move_seconds + terms->grace_seconds < seconds)
        seconds = terms->move_seconds + terms->grace_seconds;
    if (terms->clock_seconds > 0 && state->clocks[side] + terms->grace_seconds < seconds)
        seconds = state->clocks[side] + terms->grace_seconds;
    return now + (int64_t)(seconds * 1e9);
}

static bool play_turn(GameState *state, PlayedGame *record) {
    Transcript *game = &record->game;
    Side side = game->end.side;
    int64_t begin = clock_ns();
    Turn turn = {.game = game,
                 .clock_seconds = state->clocks[side],
                 .deadline_ns = deadline_of(state, side, begin)};
    Choice choice = {.square = NO_MOVE};
    Failure failure;
    bool ok = participant_choose(state->participants[side], &turn, &choice, &failure);
    double seconds = (double)(clock_ns() - begin) * 1e-9;
    record->seconds[side] += seconds;
    state->clocks[side] -= seconds;
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
    *note = (MoveNote){.has_score = choice.has_score,
                       .score = choice.score,
                       .is_own_unit = choice.is_own_unit,
                       .depth = choice.depth,
                       .nodes = choice.nodes,
                       .seconds = seconds};
    return true;
}

static void play_moves(GameState *state, PlayedGame *record) {
    Transcript *game = &record->game;
    observe(state, record);
    while (!rules_is_over(game->end.shape, game->end.position)) {
        if (play_must_pass(&game->end)) {
            record->notes[game->count] = (MoveNote){0};
            transcript_add(game, PASS, false, NULL);
        } else if (!play_turn(state, record)) {
            return;
        }
        observe(state, record);
    }
    int score = rules_score(game->end.shape, game->end.position);
    record->score = game->end.side == BLACK ? score : -score;
}

bool game_play(Participant *const participants[2], const GameTerms *terms,
               const Transcript *opening, GameObserver *observer, void *context,
               PlayedGame *record) {
    GameState state = {.participants = participants,
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
        ok = participant_begin(participants[side], terms, opening, side, &failure);
        if (!ok) fail(record, side, &failure);
    }
    if (ok) play_moves(&state, record);
    for (Side side = BLACK; side <= WHITE; side++) {
        participant_end(participants[side],
                        record->ending != ENDING_PLAYED_OUT && record->failed == side);
        record->isolation[side] = participants[side]->isolation;
    }
    return record->ending != ENDING_STOPPED;
}

void game_discs(const PlayedGame *record, int *black, int *white) {
    int squares = record->game.start.shape->squares;
    /* An even score on a board with an odd number of squares leaves one square that neither side
     * gets. */
    *black = (squares + record->score) / 2;
    *white = (squares - record->score) / 2;
}
