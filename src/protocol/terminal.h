/* A game in the terminal: people and players in turn, a line for each move or wish.
 *
 * A conversation: what is typed wrongly is explained and changes nothing. When the input ends, so
 * does the game, in good order; nothing here ends the program. */
#ifndef PROTOCOL_TERMINAL_H
#define PROTOCOL_TERMINAL_H

#include <stdint.h>
#include <stdio.h>

#include "record/transcript.h"

typedef struct TerminalOptions {
    FILE *in, *out;
    const char *players[2]; /* by Side: "human", "computer", or a player string */
    int level;              /* of the computer and of hints */
    double variety;         /* of the computer: discs that each of its first moves may cost */
    uint64_t seed;          /* of that: the same seed, the same games */
    const char *book;       /* of engines whose string names none: see player_use_book(); or NULL */
    bool is_taught;         /* say after every move what the exact result now is */
    bool is_conversation;   /* a person types: prompt, and continue after the end of a game */
    bool is_edited;         /* line editing and history, if the program was built with them */
    bool has_colour, has_unicode;
    const struct ForeignHost *host; /* starts foreign programs; NULL: they are refused */
} TerminalOptions;

typedef struct Terminal Terminal;

/* A game that continues from the end of *begin. Everything is copied. NULL on failure, with the
 * reason. */
Terminal *terminal_new(const TerminalOptions *options, const Transcript *begin, Error *error);
void terminal_free(Terminal *terminal);

/* Plays until the game is over, a person quits or the input ends. Returns false only if reading
 * failed. */
bool terminal_run(Terminal *terminal, Error *error);

/* Ends a running game as if the input had ended, also while a player thinks. For signal handlers;
 * any thread. */
void terminal_interrupt(Terminal *terminal);

#endif
