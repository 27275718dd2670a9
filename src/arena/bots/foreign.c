/* Starts, ends and judges foreign programs; the table of protocols says which file speaks to them.
 */
#include "arena/bots/foreign.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "record/play.h"

/* How long a program may take to exit after a quit command. */
#define QUIT_GRACE_NS INT64_C(200000000)
#define QUIT_COMMAND  "quit\n"
enum { TELL_MAX = 1 << 16, SHOWN_MAX = 60 };

/* The row of each protocol: engine/protocols.h. */
static const struct {
    Participant *(*make)(const ForeignOptions *options);
    ProtocolStart starts;
} protocols[PROTOCOLS] = {
#define ROW(id, make, name, starts, run, command, summary)                                         \
    [PROTOCOL_##id] = {make##_participant_new, starts},
    PROTOCOL_ROWS(ROW)
#undef ROW
};

Participant *foreign_new(Protocol protocol, const ForeignOptions *options) {
    return protocols[protocol].make(options);
}

bool foreign_needs_start(Protocol protocol) {
    return protocols[protocol].starts == START_USUAL;
}

/* --- The process ------------------------------------------------------------------------------ */

void *foreign_alloc(size_t size, const ParticipantKind *kind, const ForeignOptions *options) {
    ForeignProgram *self = calloc(1, size);
    if (self == NULL) return NULL;
    self->base.kind = kind;
    self->options = options;
    return self;
}

void foreign_reset(ForeignProgram *self, const GameTerms *terms, Side side) {
    foreign_kill(self);
    self->terms = *terms;
    self->side = side;
    self->known = 0;
    self->base.isolation = 0;
}

bool foreign_start(ForeignProgram *self, const ProcessFile *files, int file_count,
                   Failure *failure) {
    Fault fault;
    self->process =
        process_start(&self->options->line, &self->options->process, files, file_count, &fault);
    if (self->process == NULL) return failure_from_fault(failure, &fault);
    self->base.isolation = process_isolation(self->process);
    return true;
}

void foreign_kill(ForeignProgram *self) {
    process_free(self->process);
    self->process = NULL;
}

void foreign_end(Participant *self, bool has_failed) {
    (void)has_failed;
    foreign_kill((ForeignProgram *)self);
}

void foreign_end_with_quit(Participant *participant, bool has_failed) {
    ForeignProgram *self = (ForeignProgram *)participant;
    if (self->process != NULL && !has_failed) {
        int64_t deadline = clock_ns() + QUIT_GRACE_NS;
        process_write(self->process, QUIT_COMMAND, strlen(QUIT_COMMAND), deadline, NULL);
        process_stop(self->process, QUIT_GRACE_NS);
    }
    foreign_kill(self);
}

void foreign_free(Participant *self) {
    foreign_kill((ForeignProgram *)self);
    free(self);
}

/* --- The conversation ------------------------------------------------------------------------- */

bool foreign_write(ForeignProgram *self, const char *bytes, size_t length, int64_t deadline_ns,
                   Failure *failure) {
    Fault fault;
    return process_write(self->process, bytes, length, deadline_ns, &fault) ||
           failure_from_fault(failure, &fault);
}

bool foreign_tell(ForeignProgram *self, int64_t deadline_ns, Failure *failure, const char *format,
                  ...) {
    char text[TELL_MAX];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (length < 0 || length >= TELL_MAX)
        return failure_set(failure, ENDING_NOT_STARTED, "the game is too long for the protocol");
    return foreign_write(self, text, (size_t)length, deadline_ns, failure);
}

bool foreign_read_line(ForeignProgram *self, int64_t deadline_ns, const char **line, size_t *length,
                       Failure *failure) {
    Fault fault;
    return process_read_line(self->process, deadline_ns, line, length, &fault) ||
           failure_from_fault(failure, &fault);
}

bool foreign_at_end(ForeignProgram *self, int64_t deadline_ns, Failure *failure) {
    Fault fault = {0};
    if (process_at_end(self->process, deadline_ns, &fault)) return true;
    return failure_from_fault(failure, &fault);
}

int64_t foreign_start_deadline(const ForeignProgram *self) {
    return clock_ns() + (int64_t)(self->terms.start_seconds * 1e9);
}

/* --- The rules -------------------------------------------------------------------------------- */

bool foreign_check_start(const Transcript *opening, Failure *failure) {
    Position start = position_start(opening->start.shape);
    if (opening->start.side == BLACK && opening->start.position.own == start.own &&
        opening->start.position.opp == start.opp)
        return true;
    return failure_set(failure, ENDING_NOT_STARTED,
                       "the protocol can only begin games at the usual start");
}

static bool judge(const Board *board, int square, const char *shown, Failure *failure) {
    Board after = *board;
    Move move;
    Error error;
    if (play_checked(&after, square, &move, &error)) return true;
    return failure_set(failure, ENDING_ILLEGAL_MOVE, "'%.*s': %s", SHOWN_MAX, shown, error.text);
}

bool foreign_judge(const Board *board, const char *text, size_t length, int *square,
                   Failure *failure) {
    Error error;
    int found;
    if (!move_parse(board->shape, text, length, &found, &error))
        return failure_set(failure, ENDING_ILLEGAL_MOVE, "'%.*s': %s", SHOWN_MAX, text, error.text);
    if (!judge(board, found, text, failure)) return false;
    *square = found;
    return true;
}

bool foreign_judge_xy(const Board *board, long x, long y, const char *text, int *square,
                      Failure *failure) {
    bool is_pass = x == -1 && y == -1;
    if (!is_pass && (x < 0 || y < 0 || x >= board->shape->width || y >= board->shape->height))
        return failure_set(failure, ENDING_ILLEGAL_MOVE, "'%.*s': not on the board", SHOWN_MAX,
                           text);
    int found = is_pass ? PASS : shape_square(board->shape, (int)x, (int)y);
    if (!judge(board, found, text, failure)) return false;
    *square = found;
    return true;
}
