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
    ForeignProgram program;
    ForeignOptions options; /* the user's command with the two file names after it */
    char state_word[sizeof STATE_NAME], action_word[sizeof ACTION_NAME];
    char *action; /* ACTION_MAX_BYTES */
    size_t action_length;
    bool has_action;
} Statefile;

static bool begin(Participant *participant, const GameTerms *terms, const Transcript *opening,
                  Side side, Failure *failure) {
    (void)opening, (void)failure;
    ((Statefile *)participant)->has_action = false;
    foreign_reset((ForeignProgram *)participant, terms, side);
    return true;
}

/* The course kills at the limit itself and not later. The program's time begins when it runs. */
static int64_t deadline_of(const ForeignProgram *self, const Turn *turn) {
    if (self->terms.move_seconds <= 0) return turn->deadline_ns;
    int64_t limit = clock_ns() + (int64_t)(self->terms.move_seconds * 1e9);
    return limit < turn->deadline_ns ? limit : turn->deadline_ns;
}

/* Runs the program and leaves its action file in self->action. *trouble is what else there is to
 * say should the file hold no move. */
static bool run(Statefile *self, const Turn *turn, Failure *trouble, Failure *failure) {
    ForeignProgram *program = &self->program;
    char state[STATE_TEXT_SIZE];
    size_t size = state_format(&turn->game->end, state, sizeof state);
    ProcessFile file = {STATE_NAME, state, size};
    if (!foreign_start(program, &file, 1, failure)) return false;
    int64_t deadline = deadline_of(program, turn);
    process_new_turn(program->process);
    Fault fault;
    if (!process_wait(program->process, deadline, &fault)) process_stop(program->process, 0);
    failure_from_fault(trouble, &fault);
    self->has_action = process_read_file(program->process, ACTION_NAME, self->action,
                                         ACTION_MAX_BYTES, &self->action_length);
    if (!self->has_action) self->action[self->action_length = 0] = '\0';
    foreign_kill(program);
    return true;
}

static bool choose(Participant *participant, const Turn *turn, Choice *choice, Failure *failure) {
    Statefile *self = (Statefile *)participant;
    Failure trouble;
    long row, column;
    char text[64];
    if (!run(self, turn, &trouble, failure)) return false;
    if (action_parse(self->action, self->action_length, &row, &column, text, sizeof text))
        return foreign_judge_xy(&turn->game->end, column, row, text, &choice->square, failure);
    if (trouble.ending == ENDING_PLAYED_OUT)
        return failure_set(failure, ENDING_ILLEGAL_MOVE, "'%.60s': no move in its action file",
                           self->action);
    *failure = trouble;
    return false;
}

static void release(Participant *participant) {
    Statefile *self = (Statefile *)participant;
    foreign_kill(&self->program);
    free(self->action);
    free(self);
}

static const ParticipantKind kind = {begin, choose, foreign_end, release, NULL};

Participant *statefile_participant_new(const ForeignOptions *options) {
    Statefile *self = foreign_alloc(sizeof *self, &kind, options);
    if (self == NULL) return NULL;
    self->action = malloc(ACTION_MAX_BYTES);
    self->options = *options;
    strcpy(self->state_word, STATE_NAME);
    strcpy(self->action_word, ACTION_NAME);
    self->options.line.words[options->line.count] = self->state_word;
    self->options.line.words[options->line.count + 1] = self->action_word;
    self->options.line.words[options->line.count + 2] = NULL;
    self->options.line.count += 2;
    self->program.options = &self->options;
    if (self->action != NULL) return &self->program.base;
    release(&self->program.base);
    return NULL;
}

const char *statefile_last_action(const Participant *participant, size_t *length) {
    const Statefile *self = (const Statefile *)participant;
    if (participant->kind != &kind || !self->has_action) return NULL;
    *length = self->action_length;
    return self->action;
}
