/* Programs written for Botzone, in its simple and its JSON form.
 *
 * A program is started for every turn, reads the whole game, answers and ends; or it asks, after
 * its answer, to be kept running, and then reads the newest move only. The game is a row of
 * requests (what the opponent did) and responses (what it did itself) in turn, passes among them.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "arena/bots/foreign.h"
#include "arena/bots/json.h"
#include "base/clock.h"
#include "base/scan.h"
#include "base/text.h"

#define KEEP_RUNNING ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

enum {
    DATA_MAX = 100 << 10, /* what a program may leave to its next turn */
    INPUT_MAX = 2 * DATA_MAX + (RECORD_MAX_MOVES + 1) * 24 + 256,
    MEMORY_MB = 256,
};

typedef struct Botzone {
    ForeignProgram program;
    ForeignOptions options; /* with longer lines, because the data come in one */
    bool is_json;
    bool keeps_running;
    char *input;              /* INPUT_MAX */
    char *data, *global_data; /* DATA_MAX each; as they go into the input */
} Botzone;

/* --- What the program is told ----------------------------------------------------------------- */

static void write_move(const Botzone *self, const Shape *shape, int square, Text *out) {
    int x = square == PASS ? -1 : shape_column(shape, square);
    int y = square == PASS ? -1 : shape_row(shape, square);
    text_format(out, self->is_json ? "{\"x\":%d,\"y\":%d}" : "%d %d", x, y);
}

/* The moves `first`, `first` + 2, ... before `length` with commas between them; -1 stands for the
 * request that tells Black to begin. */
static void write_moves(const Botzone *self, const Transcript *game, int first, int length,
                        Text *out) {
    for (int i = first; i < length; i += 2) {
        if (i > first) text_byte(out, ',');
        write_move(self, game->start.shape, i < 0 ? PASS : game->moves[i].square, out);
    }
}

static void write_json(const Botzone *self, const Transcript *game, int length, Text *out) {
    int first = self->program.side == BLACK ? -1 : 0;
    double seconds = self->program.terms.move_seconds;
    text_string(out, "{\"requests\":[");
    write_moves(self, game, first, length, out);
    text_string(out, "],\"responses\":[");
    write_moves(self, game, first + 1, length, out);
    text_format(out, "],\"data\":%s,\"globaldata\":%s,\"time_limit\":%g,\"memory_limit\":%d}\n",
                self->data[0] != '\0' ? self->data : "\"\"",
                self->global_data[0] != '\0' ? self->global_data : "\"\"",
                seconds > 0 ? seconds : 1.0, MEMORY_MB);
}

static void write_simple(const Botzone *self, const Transcript *game, int length, Text *out) {
    int first = self->program.side == BLACK ? -1 : 0;
    text_format(out, "%d\n", (length - first + 1) / 2);
    for (int i = first; i < length; i++) {
        write_move(self, game->start.shape, i < 0 ? PASS : game->moves[i].square, out);
        text_byte(out, '\n');
    }
    if (self->data[0] != '\0' || self->global_data[0] != '\0')
        text_format(out, "%s\n%s", self->data, self->global_data);
}

/* Asks for the answer to the first `length` moves of the game. */
static bool ask(Botzone *self, const Turn *turn, int length, Failure *failure) {
    const Transcript *game = turn->game;
    Text out = text_into(self->input, INPUT_MAX);
    if (self->keeps_running) {
        write_move(self, game->start.shape, game->moves[length - 1].square, &out);
        text_byte(&out, '\n');
    } else {
        if (self->is_json)
            write_json(self, game, length, &out);
        else
            write_simple(self, game, length, &out);
        if (!foreign_start(&self->program, NULL, 0, failure)) return false;
    }
    process_new_turn(self->program.process);
    return foreign_write(&self->program, self->input, out.length, turn->deadline_ns, failure);
}

/* --- What it answers -------------------------------------------------------------------------- */

/* An answer as text and as numbers, not yet judged. */
typedef struct Reply {
    char text[64];
    long x, y;
} Reply;

static void note_text(Reply *reply, const char *text) {
    strncpy(reply->text, text, sizeof reply->text - 1);
    reply->text[sizeof reply->text - 1] = '\0';
}

static bool fail_reply(const Reply *reply, const char *why, Failure *failure) {
    return failure_set(failure, ENDING_ILLEGAL_MOVE, "'%.60s': %.100s", reply->text, why);
}

static bool keep(char *place, const char *bytes, size_t length) {
    if (length >= DATA_MAX) return false;
    memcpy(place, bytes, length);
    place[length] = '\0';
    return true;
}

static bool read_json(Botzone *self, const char *line, size_t length, Reply *reply,
                      Failure *failure) {
    JsonValue root, response, x, y, data;
    Error error;
    if (!json_parse(line, length, &root, &error)) return fail_reply(reply, error.text, failure);
    if (!json_member(root, "response", &response) || !json_member(response, "x", &x) ||
        !json_member(response, "y", &y) || !json_value_integer(x, &reply->x) ||
        !json_value_integer(y, &reply->y))
        return fail_reply(reply, "no response with numbers x and y", failure);
    self->data[0] = '\0';
    if ((json_member(root, "data", &data) && !keep(self->data, data.bytes, data.length)) ||
        (json_member(root, "globaldata", &data) &&
         !keep(self->global_data, data.bytes, data.length)))
        return failure_set(failure, ENDING_OUTPUT_LIMIT, "more than %d bytes of data", DATA_MAX);
    return true;
}

static bool read_simple(const char *line, Reply *reply, Failure *failure) {
    char *end;
    reply->x = strtol(line, &end, 10);
    if (end == line) return fail_reply(reply, "expected two numbers", failure);
    const char *second = end;
    reply->y = strtol(second, &end, 10);
    if (end == second) return fail_reply(reply, "expected two numbers", failure);
    while (scan_is_blank(*end)) end++;
    return *end == '\0' || fail_reply(reply, "expected two numbers", failure);
}

/* After a simple answer: a line of debug, one of data, and global data. */
static bool note_extra(Botzone *self, int number, const char *line, size_t length) {
    if (self->is_json || number == 0) return true;
    if (number == 1) return keep(self->data, line, length);
    size_t used = strlen(self->global_data);
    if (used + length + 2 > DATA_MAX) return false;
    memcpy(self->global_data + used, line, length);
    memcpy(self->global_data + used + length, "\n", 2); /* with its NUL */
    return true;
}

/* Reads to the end of the program's output, or to its wish to be kept running. */
static bool read_rest(Botzone *self, int64_t deadline_ns, Failure *failure) {
    const char *line;
    size_t length;
    if (!self->is_json) self->data[0] = self->global_data[0] = '\0';
    for (int number = 0;; number++) {
        if (foreign_at_end(&self->program, deadline_ns, failure)) break;
        if (!foreign_read_line(&self->program, deadline_ns, &line, &length, failure)) return false;
        if (strstr(line, KEEP_RUNNING) != NULL) {
            self->keeps_running = true;
            return true;
        }
        if (!note_extra(self, number, line, length))
            return failure_set(failure, ENDING_OUTPUT_LIMIT, "more than %d bytes of data",
                               DATA_MAX);
    }
    self->keeps_running = false;
    foreign_kill(&self->program);
    return true;
}

static bool read_reply(Botzone *self, int64_t deadline_ns, Reply *reply, Failure *failure) {
    const char *line;
    size_t length;
    do {
        if (!foreign_read_line(&self->program, deadline_ns, &line, &length, failure)) return false;
        while (scan_is_blank(*line)) line++, length--;
    } while (length == 0);
    note_text(reply, line);
    if (!(self->is_json ? read_json(self, line, length, reply, failure)
                        : read_simple(line, reply, failure)))
        return false;
    return read_rest(self, deadline_ns, failure);
}

/* A program follows the game by itself, or keeps notes from turn to turn: so it is asked at its own
 * passes as well, though there is nothing to choose. */
static bool catch_up(Botzone *self, const Turn *turn, Failure *failure) {
    const Transcript *game = turn->game;
    Reply reply;
    if (self->program.known == 0) return true; /* an opening is history from the beginning */
    for (int at = self->program.known + 1; at < game->count; at += 2) {
        if (!ask(self, turn, at, failure)) return false;
        if (!read_reply(self, turn->deadline_ns, &reply, failure)) return false;
        if (reply.x != -1 || reply.y != -1) return fail_reply(&reply, "it must pass", failure);
    }
    return true;
}

/* --- The participant -------------------------------------------------------------------------- */

static bool begin(Participant *participant, const GameTerms *terms, const Transcript *opening,
                  Side side, Failure *failure) {
    Botzone *self = (Botzone *)participant;
    foreign_reset(&self->program, terms, side);
    self->keeps_running = false;
    self->data[0] = self->global_data[0] = '\0';
    return foreign_check_start(opening, failure);
}

static bool choose(Participant *participant, const Turn *turn, Choice *choice, Failure *failure) {
    Botzone *self = (Botzone *)participant;
    Reply reply;
    if (!catch_up(self, turn, failure) || !ask(self, turn, turn->game->count, failure))
        return false;
    if (!read_reply(self, turn->deadline_ns, &reply, failure)) return false;
    if (!foreign_judge_xy(&turn->game->end, reply.x, reply.y, reply.text, &choice->square, failure))
        return false;
    self->program.known = turn->game->count + 1;
    return true;
}

static void release(Participant *participant) {
    Botzone *self = (Botzone *)participant;
    foreign_kill(&self->program);
    free(self->input);
    free(self->data);
    free(self->global_data);
    free(self);
}

static const ParticipantKind kind = {begin, choose, foreign_end, release, NULL};

static Participant *make(const ForeignOptions *options, bool is_json) {
    Botzone *self = foreign_alloc(sizeof *self, &kind, options);
    if (self == NULL) return NULL;
    self->program.options = &self->options;
    self->options = *options;
    self->options.process.limits.line_bytes = INPUT_MAX;
    self->is_json = is_json;
    self->input = malloc(INPUT_MAX);
    self->data = malloc(DATA_MAX);
    self->global_data = malloc(DATA_MAX);
    if (self->input != NULL && self->data != NULL && self->global_data != NULL)
        return &self->program.base;
    release(&self->program.base);
    return NULL;
}

Participant *botzone_participant_new(const ForeignOptions *options) {
    return make(options, false);
}

Participant *botzone_json_participant_new(const ForeignOptions *options) {
    return make(options, true);
}
