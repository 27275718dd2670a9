/* Foreign programs as contestants: what the protocols have in common.
 *
 * One program is started per game (or per move, where the protocol says so), so that no game
 * depends on what was played before it. The protocol files speak; this one starts and ends the
 * process, keeps the time, and judges the text of an answer. */
#ifndef ARENA_BOTS_FOREIGN_H
#define ARENA_BOTS_FOREIGN_H

#include "arena/bots/participant.h"
#include "sandbox/process.h"

typedef enum Protocol {
    PROTOCOL_GTP,
    PROTOCOL_NBOARD,
    PROTOCOL_BOTZONE,
    PROTOCOL_BOTZONE_JSON,
    PROTOCOL_STATEFILE,
    PROTOCOLS,
} Protocol;

/* "gtp", "nboard", "botzone", "botzone-json", "statefile". */
const char *protocol_name(Protocol protocol);

typedef struct ExternalOptions {
    CommandLine line; /* borrowed: must outlive the contestant */
    ProcessOptions process;
} ExternalOptions;

/* Makes a contestant; NULL if there is no memory. Nothing is started before its first game. */
Contestant *external_new(Protocol protocol, const ExternalOptions *options);

/* What a program of the state-file protocol wrote as its last action, until its next game; NULL if
 * the contestant speaks another protocol or has written nothing. */
const char *statefile_last_action(const Contestant *contestant, size_t *length);

/* --- For the protocol files ------------------------------------------------------------------ */

typedef struct External {
    Contestant base;
    const ExternalOptions *options;
    Process *process; /* NULL: not running */
    GameTerms terms;
    Side side;
    int told; /* moves of the game that the program knows */
} External;

Contestant *gtp_contestant_new(const ExternalOptions *options);
Contestant *nboard_contestant_new(const ExternalOptions *options);
Contestant *botzone_contestant_new(const ExternalOptions *options, bool is_json);
Contestant *statefile_contestant_new(const ExternalOptions *options);

/* Notes the terms of a new game and ends what was left of the last one. */
void external_reset(External *self, const GameTerms *terms, Side side);

/* Starts the program with files in its directory. */
bool external_start(External *self, const ProcessFile *files, int file_count, Failure *failure);

/* Ends the program: asks with `farewell` (may be NULL), then kills. */
void external_finish(External *self, const char *farewell);

/* Writes formatted text of at most 64 KB. */
bool external_tell(External *self, int64_t deadline_ns, Failure *failure, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The deadline for getting ready, counted from now. */
int64_t external_start_deadline(const External *self);

/* Refuses a game that does not begin at the usual start: for protocols that cannot say so. */
bool external_needs_start(const Transcript *opening, Failure *failure);

/* The last word of an answer, as a move of the side to move, checked by the rules; otherwise
 * `illegal_move` with the text. */
bool external_judge(const Board *board, const char *text, size_t length, int *square,
                    Failure *failure);

/* Column and row from 0 as a move; both -1 is a pass. Checked likewise. */
bool external_judge_xy(const Board *board, long x, long y, const char *text, int *square,
                       Failure *failure);

#endif
