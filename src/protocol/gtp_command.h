/* Inside GTP: the state of a conversation, and the table of commands that change it. A command
 * writes its answer into gtp->answer and returns whether it succeeded; answering itself is done in
 * one place, gtp.c. */
#ifndef PROTOCOL_GTP_COMMAND_H
#define PROTOCOL_GTP_COMMAND_H

#include "base/text.h"
#include "protocol/gtp.h"
#include "protocol/gtp_clock.h"
#include "protocol/gtp_line.h"

enum { GTP_ANSWER_SIZE = 1 << 14 };

struct Gtp {
    Session session;
    FILE *out;
    GtpClock clocks[2];                /* by Side */
    bool is_implied[RECORD_MAX_MOVES]; /* passes the controller left out: undone with the move */
    int end_passes;                    /* passes after the end of the game */
    PlayerMove last;                   /* that was chosen; no score: none yet */
    bool is_quitting;
    bool has_failed; /* the player's evaluation has ended, and so does the conversation */
    Error failure;
    GtpLine line;
    Text answer;
    char answer_bytes[GTP_ANSWER_SIZE];
};

typedef struct GtpCommand {
    const char *name;
    const char *arguments; /* as shown when they are wrong */
    int min, max;
    bool (*run)(Gtp *gtp, char *const *words); /* the words after the command, NULL at the end */
} GtpCommand;

/* The command with that name in any case, or NULL. */
const GtpCommand *gtp_command(const char *name);

/* Makes the reason the answer; returns false. */
bool gtp_fail(Gtp *gtp, const char *reason);

enum { GTP_MAX_END_PASSES = 1000, GTP_MAX_NUMBER = 10000000 };

/* What commands share: words as numbers and colours; false makes the reason the answer. */
bool gtp_read_integer(Gtp *gtp, const char *word, int64_t min, int64_t max, int *out);
bool gtp_read_number(Gtp *gtp, const char *word, double *out); /* at most GTP_MAX_NUMBER */
bool gtp_read_side(Gtp *gtp, const char *word, Side *side);

/* Makes it the turn of `side`, if the rules allow, by adding the pass that was left out. */
bool gtp_give_turn(Gtp *gtp, Side side, bool *has_passed);
bool gtp_play_move(Gtp *gtp, int square);

/* The commands of gtp_think.c. */
bool gtp_time_settings(Gtp *gtp, char *const *words);
bool gtp_time_left(Gtp *gtp, char *const *words);
bool gtp_genmove(Gtp *gtp, char *const *words);
bool gtp_reg_genmove(Gtp *gtp, char *const *words);
bool gtp_book(Gtp *gtp, char *const *words);
bool gtp_hint(Gtp *gtp, char *const *words);
bool gtp_score(Gtp *gtp, char *const *words);

#endif
