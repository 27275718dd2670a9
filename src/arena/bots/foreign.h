/* Foreign programs as participants: what the protocols have in common.
 *
 * One program is started per game (or per move, where the protocol says so), so that no game
 * depends on what was played before it. The files foreign_PROTOCOL.c hold the conversation; this
 * one starts and ends the process in the sandbox, turns its faults into endings, and judges the
 * text of an answer. */
#ifndef ARENA_BOTS_FOREIGN_H
#define ARENA_BOTS_FOREIGN_H

#include "arena/bots/participant.h"
#include "engine/protocols.h"
#include "sandbox/process.h"

typedef struct ForeignOptions {
    CommandLine line; /* borrowed: must outlive the participant */
    ProcessOptions process;
} ForeignOptions;

/* Makes a participant; NULL if there is no memory. Nothing is started before its first game. */
Participant *foreign_new(Protocol protocol, const ForeignOptions *options);

/* Whether games in the protocol can begin only at the usual start, with moves from there. */
bool foreign_needs_start(Protocol protocol);

/* What a program of the state-file protocol wrote as its last action, until its next game; NULL if
 * the participant speaks another protocol or has written nothing. */
const char *statefile_last_action(const Participant *participant, size_t *length);

/* --- For the protocol files ------------------------------------------------------------------- */

typedef struct ForeignProgram {
    Participant base;
    const ForeignOptions *options;
    Process *process; /* NULL: not running */
    GameTerms terms;
    Side side;
    int known; /* moves of the game that the program knows */
} ForeignProgram;

/* gtp_participant_new(), ...: what foreign_new() calls. */
#define ROW(id, make, name, starts, run, command, summary)                                         \
    Participant *make##_participant_new(const ForeignOptions *options);
PROTOCOL_ROWS(ROW)
#undef ROW

/* Memory for a participant whose struct begins with a ForeignProgram; NULL if there is none. */
void *foreign_alloc(size_t size, const ParticipantKind *kind, const ForeignOptions *options);

/* Notes the terms of a new game and ends what was left of the last one. */
void foreign_reset(ForeignProgram *self, const GameTerms *terms, Side side);

/* Starts the program with files in its directory. */
bool foreign_start(ForeignProgram *self, const ProcessFile *files, int file_count,
                   Failure *failure);

/* Kills the program if it runs. */
void foreign_kill(ForeignProgram *self);

/* `end` and `free` of a ParticipantKind, for protocols that have nothing of their own to do: a quit
 * command and a grace period for a program that has not failed; the end without one; the memory. */
void foreign_end_with_quit(Participant *self, bool has_failed);
void foreign_end(Participant *self, bool has_failed);
void foreign_free(Participant *self);

/* Writes formatted text of at most 64 KB. */
bool foreign_tell(ForeignProgram *self, int64_t deadline_ns, Failure *failure, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

/* As process_write, process_read_line and process_at_end, with an ending. */
bool foreign_write(ForeignProgram *self, const char *bytes, size_t length, int64_t deadline_ns,
                   Failure *failure);
bool foreign_read_line(ForeignProgram *self, int64_t deadline_ns, const char **line, size_t *length,
                       Failure *failure);
bool foreign_at_end(ForeignProgram *self, int64_t deadline_ns, Failure *failure);

/* The deadline for getting ready, counted from now. */
int64_t foreign_start_deadline(const ForeignProgram *self);

/* Refuses a game that does not begin at the usual start: for protocols that cannot express it. */
bool foreign_check_start(const Transcript *opening, Failure *failure);

/* Reads a square or pass as a move of the side to move and checks it by the rules; otherwise
 * ENDING_ILLEGAL_MOVE with the text. */
bool foreign_judge(const Board *board, const char *text, size_t length, int *square,
                   Failure *failure);

/* Column and row from 0 as a move; both -1 is a pass. Checked likewise. */
bool foreign_judge_xy(const Board *board, long x, long y, const char *text, int *square,
                      Failure *failure);

#endif
