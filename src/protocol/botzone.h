/* Botzone's interaction for Reversi, without the input and output: lines in, whose turn it is out.
 *
 * The first line shows which form is used. Simple: a number n, then 2n - 1 pairs `x y`, the
 * requests and our own responses in turn. JSON: one object a turn with the same in two arrays. A
 * process that is kept running gets only the next request from its second turn on. x is the column
 * and y the row, both from 0; -1 -1 is a pass, or, as the first request, "you are Black".
 *
 * Invariant: the game holds only legal moves. After an error nothing more may be fed. */
#ifndef PROTOCOL_BOTZONE_H
#define PROTOCOL_BOTZONE_H

#include "base/text.h"
#include "record/transcript.h"

enum {
    BOTZONE_SIZE = 8,
    BOTZONE_LINE_SIZE = 1 << 19, /* a line of JSON carries up to 200 KB of data, escaped */
    BOTZONE_ANSWER_SIZE = 1 << 11,
    BOTZONE_MAX_TURNS = RECORD_MAX_MOVES / 2,
};

/* After every answer of a process that asks to be kept running. */
#define BOTZONE_KEEP_RUNNING ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

typedef struct BotzonePair {
    int x, y;
} BotzonePair;

typedef struct Botzone {
    Transcript game;
    Side side; /* which one we are; known from the first turn on */
    bool is_json;
    bool has_begun; /* some turn has been read */
    int wanted;     /* numbers still to come in this turn of the simple form */
    int count;      /* pairs read in this turn */
    BotzonePair pairs[2 * BOTZONE_MAX_TURNS];
    BotzonePair half; /* .x of the pair that is being read, if `wanted` is odd */
} Botzone;

typedef enum BotzoneFeed {
    BOTZONE_MORE, /* this turn continues in the next line */
    BOTZONE_TURN, /* it is our turn at botzone->game.end */
    BOTZONE_ERROR,
} BotzoneFeed;

/* The shape must be 8x8 and outlive it. */
void botzone_init(Botzone *botzone, const Shape *shape);

BotzoneFeed botzone_feed(Botzone *botzone, const char *bytes, size_t length, Error *error);

/* Whether a turn has been answered and nothing of the next one read: where the input may end. */
bool botzone_is_between_turns(const Botzone *botzone);

/* Whether we have a move; otherwise the answer is a pass. */
bool botzone_can_move(const Botzone *botzone);

/* Plays our move (PASS if there is none) and writes the answer, a line or two, in the form of the
 * question. `debug` is one line without quotes or backslashes. */
void botzone_answer(Botzone *botzone, int square, const char *debug, Text *out);

#endif
