/* Programs that speak the NBoard protocol, version 2. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "arena/bots/foreign.h"
#include "base/scan.h"
#include "record/ggf.h"

/* Waits for the answer to a ping: everything before it has been taken in. */
static bool await_pong(ForeignProgram *self, int number, int64_t deadline_ns, Failure *failure) {
    const char *line;
    size_t length;
    for (;;) {
        if (!foreign_read_line(self, deadline_ns, &line, &length, failure)) return false;
        if (strncmp(line, "pong ", 5) == 0 && strtol(line + 5, NULL, 10) == number) return true;
    }
}

static bool begin(Participant *participant, const GameTerms *terms, const Transcript *opening,
                  Side side, Failure *failure) {
    ForeignProgram *self = (ForeignProgram *)participant;
    foreign_reset(self, terms, side);
    if (!foreign_start(self, NULL, 0, failure)) return false;
    GameRecord game = {
        .place = "Bianca", .black = "Black", .white = "White", .result = "?", .moves = *opening};
    char text[GGF_TEXT_SIZE];
    ggf_format(&game, text, sizeof text);
    int64_t deadline = foreign_start_deadline(self);
    process_new_turn(self->process);
    if (!foreign_tell(self, deadline, failure, "nboard 2\n")) return false;
    if (terms->depth > 0 && !foreign_tell(self, deadline, failure, "set depth %d\n", terms->depth))
        return false;
    if (!foreign_tell(self, deadline, failure, "set game %s\nping 1\n", text)) return false;
    self->known = opening->count;
    return await_pong(self, 1, deadline, failure);
}

static bool tell_moves(ForeignProgram *self, const Turn *turn, Failure *failure) {
    const Transcript *game = turn->game;
    for (; self->known < game->count; self->known++) {
        int square = game->moves[self->known].square;
        MoveName name = move_name(game->start.shape, square);
        for (char *at = name.text; *at; at++) *at = (char)toupper((unsigned char)*at);
        if (!foreign_tell(self, turn->deadline_ns, failure, "move %s\n",
                          square == PASS ? "PA" : name.text))
            return false;
    }
    return true;
}

/* "=== F5/1.5/0.2", "=== F5//", "=== F5". */
static bool read_move(const Board *board, const char *text, Choice *choice, Failure *failure) {
    while (scan_is_blank(*text)) text++;
    size_t length = strcspn(text, "/ \t\r");
    if (!foreign_judge(board, text, length, &choice->square, failure)) return false;
    if (text[length] == '/' &&
        (scan_is_digit(text[length + 1]) || text[length + 1] == '-' || text[length + 1] == '+')) {
        choice->has_score = true;
        choice->score = strtod(text + length + 1, NULL);
    }
    return true;
}

static bool choose(Participant *participant, const Turn *turn, Choice *choice, Failure *failure) {
    ForeignProgram *self = (ForeignProgram *)participant;
    const char *line;
    size_t length;
    process_new_turn(self->process);
    if (!tell_moves(self, turn, failure)) return false;
    if (!foreign_tell(self, turn->deadline_ns, failure, "go\n")) return false;
    do {
        if (!foreign_read_line(self, turn->deadline_ns, &line, &length, failure)) return false;
    } while (strncmp(line, "===", 3) != 0);
    return read_move(&turn->game->end, line + 3, choice, failure);
}

static const ParticipantKind kind = {begin, choose, foreign_end_with_quit, foreign_free, NULL};

Participant *nboard_participant_new(const ForeignOptions *options) {
    return foreign_alloc(sizeof(ForeignProgram), &kind, options);
}
