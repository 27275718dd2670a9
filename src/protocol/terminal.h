/* A game in the terminal: people and the computer in turn, a line for each move.
 *
 * A conversation: what is typed wrongly is explained and changes nothing. When the input ends, so
 * does the game, in good order; nothing here ends the program. */
#ifndef PROTOCOL_TERMINAL_H
#define PROTOCOL_TERMINAL_H

#include <stdio.h>

#include "record/transcript.h"

typedef struct TerminalOptions {
    FILE *in, *out;
    bool is_computer[2];  /* by Side */
    bool is_conversation; /* a person sits there: prompt, and go on after the end of a game */
    bool has_colour, has_unicode;
} TerminalOptions;

/* Plays from the end of *begin until the game is over, somebody quits or the input ends. Returns
 * false only if reading failed. */
bool terminal_play(const TerminalOptions *options, const Transcript *begin, Error *error);

#endif
