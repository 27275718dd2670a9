/* Programs written for the course referee: one run per move, a state file in, an action file out.
 * What counts is the last complete pair in the action file when the program has ended or was
 * killed, so running out of time is no fault as long as there is one. */
#include <stdlib.h>
#include <string.h>

#include "arena/bots/foreign.h"
#include "base/clock.h"
#include "record/statefile.h"

#define STATE_NAME  "state"
#define ACTION_NAME "action"

typedef struct Statefile {
    External external;
    ExternalOptions options; /* the user's command with the two file names behind it */
    char state_word[sizeof STATE_NAME], action_word[sizeof ACTION_NAME];
    char *action; /* ACTION_MAX_BYTES */
    size_t action_length;
    bool has_action;
} Statefile;

static bool begin(Contestant *contestant, const GameTerms *terms, const Transcript *opening,
                  Side side, Failure *failure) {
    (void)opening, (void)failure;
    ((Statefile *)contestant)->has_action = false;
    external_reset((External *)contestant, terms, side);
    return true;
}

/* The course kills at the limit itself and not later. The program's time begins when it runs. */
static int64_t deadline_of(const External *self, const Turn *turn) {
    if (self->terms.move_seconds <= 0) return turn->deadline_ns;
    int64_t limit = clock_ns() + (int64_t)(self->terms.move_seconds * 1e9);
    return limit < turn->deadline_ns ? limit : turn->deadline_ns;
}

/* Runs the program and leaves its action file in self->action. *trouble is what else there is to
 * say should the file hold no move. */
static bool run(Statefile *self, const Turn *turn, Failure *trouble, Failure *failure) {
    External *external = &self->external;
    char state[STATE_TEXT_SIZE];
    size_t size = state_format(&turn->game->end, state, sizeof state);
    ProcessFile file = {STATE_NAME, state, size};
    if (!external_start(external, &file, 1, failure)) return false;
    int64_t deadline = deadline_of(external, turn);
    process_new_turn(external->process);
    Failure late;
    if (!process_wait(external->process, deadline, trouble, &late)) {
        *trouble = late;
        process_stop(external->process, 0);
    }
    self->has_action = process_read_file(external->process, ACTION_NAME, self->action,
                                         ACTION_MAX_BYTES, &self->action_length);
    if (!self->has_action) self->action[self->action_length = 0] = '\0';
    external_finish(external, NULL);
    return true;
}

static bool choose(Contestant *contestant, const Turn *turn, Choice *choice, Failure *failure) {
    Statefile *self = (Statefile *)contestant;
    Failure trouble;
    long row, column;
    char text[64];
    if (!run(self, turn, &trouble, failure)) return false;
    if (action_parse(self->action, self->action_length, &row, &column, text, sizeof text))
        return external_judge_xy(&turn->game->end, column, row, text, &choice->square, failure);
    if (trouble.ending == ENDING_PLAYED_OUT)
        return failure_set(failure, ENDING_ILLEGAL_MOVE, "'%.60s': no move in its action file",
                           self->action);
    *failure = trouble;
    return false;
}

static void end(Contestant *contestant, bool has_failed) {
    (void)has_failed;
    external_finish((External *)contestant, NULL);
}

static void release(Contestant *contestant) {
    Statefile *self = (Statefile *)contestant;
    external_finish(&self->external, NULL);
    free(self->action);
    free(self);
}

static const ContestantKind kind = {begin, choose, end, release, NULL};

Contestant *statefile_contestant_new(const ExternalOptions *options) {
    Statefile *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    self->action = malloc(ACTION_MAX_BYTES);
    self->options = *options;
    strcpy(self->state_word, STATE_NAME);
    strcpy(self->action_word, ACTION_NAME);
    self->options.line.words[options->line.count] = self->state_word;
    self->options.line.words[options->line.count + 1] = self->action_word;
    self->options.line.words[options->line.count + 2] = NULL;
    self->options.line.count += 2;
    self->external.base.kind = &kind;
    self->external.options = &self->options;
    if (self->action != NULL) return &self->external.base;
    release(&self->external.base);
    return NULL;
}

const char *statefile_last_action(const Contestant *contestant, size_t *length) {
    const Statefile *self = (const Statefile *)contestant;
    if (contestant->kind != &kind || !self->has_action) return NULL;
    *length = self->action_length;
    return self->action;
}
