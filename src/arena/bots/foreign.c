/* See external.h. */
#include "arena/bots/foreign.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "record/play.h"

/* How long a program may take to leave when asked. */
#define FAREWELL_NS INT64_C(200000000)
enum { TELL_MAX = 1 << 16, SHOWN_MAX = 60 };

const char *protocol_name(Protocol protocol) {
    static const char *const names[PROTOCOLS] = {"gtp", "nboard", "botzone", "botzone-json",
                                                 "statefile"};
    return names[protocol];
}

Contestant *external_new(Protocol protocol, const ExternalOptions *options) {
    switch (protocol) {
    case PROTOCOL_GTP: return gtp_contestant_new(options);
    case PROTOCOL_NBOARD: return nboard_contestant_new(options);
    case PROTOCOL_BOTZONE: return botzone_contestant_new(options, false);
    case PROTOCOL_BOTZONE_JSON: return botzone_contestant_new(options, true);
    case PROTOCOL_STATEFILE: return statefile_contestant_new(options);
    case PROTOCOLS: break;
    }
    return NULL;
}

void external_reset(External *self, const GameTerms *terms, Side side) {
    process_free(self->process);
    self->process = NULL;
    self->terms = *terms;
    self->side = side;
    self->told = 0;
    self->base.isolation = 0;
}

bool external_start(External *self, const ProcessFile *files, int file_count, Failure *failure) {
    self->process =
        process_start(&self->options->line, &self->options->process, files, file_count, failure);
    if (self->process == NULL) return false;
    self->base.isolation = process_isolation(self->process);
    return true;
}

void external_finish(External *self, const char *farewell) {
    if (self->process == NULL) return;
    if (farewell != NULL) {
        int64_t deadline = clock_ns() + FAREWELL_NS;
        process_write(self->process, farewell, strlen(farewell), deadline, NULL);
        process_stop(self->process, FAREWELL_NS);
    }
    process_free(self->process);
    self->process = NULL;
}

bool external_tell(External *self, int64_t deadline_ns, Failure *failure, const char *format, ...) {
    char text[TELL_MAX];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (length < 0 || length >= TELL_MAX)
        return failure_set(failure, ENDING_NOT_STARTED, "the game is too long for the protocol");
    return process_write(self->process, text, (size_t)length, deadline_ns, failure);
}

int64_t external_start_deadline(const External *self) {
    return clock_ns() + (int64_t)(self->terms.start_seconds * 1e9);
}

bool external_needs_start(const Transcript *opening, Failure *failure) {
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

bool external_judge(const Board *board, const char *text, size_t length, int *square,
                    Failure *failure) {
    Error error;
    int found;
    if (!move_parse(board->shape, text, length, &found, &error))
        return failure_set(failure, ENDING_ILLEGAL_MOVE, "'%.*s': %s", SHOWN_MAX, text, error.text);
    if (!judge(board, found, text, failure)) return false;
    *square = found;
    return true;
}

bool external_judge_xy(const Board *board, long x, long y, const char *text, int *square,
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
