/* What several commands need to talk to people and to machines.
 *
 * Results go to standard output, everything else to standard error. Nothing here ends the program;
 * a failed write is remembered by stdio and reported once, by output_finish at the end of main. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/json_write.h"

/* Prints "bianca COMMAND: text" as one line on standard error; `command` may be NULL. Control
 * characters, which may come from the user's input, are shown as '?'. */
void output_error(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Flushes standard output. If anything printed there was lost, says so on standard error and
 * returns false. */
bool output_finish(void);

/* Whether standard output has failed: a long command may stop early, because its output is lost. */
bool output_is_broken(void);

/* A short text returned by value: output_count(n).text may be given to printf directly. */
typedef struct ShortText {
    char text[32];
} ShortText;

ShortText output_count(double count);                /* 987, 12 k, 1.9 G */
ShortText output_rate(double count, double seconds); /* 35 M/s; "-" if no time has passed */
ShortText output_duration(double seconds);           /* 0.12 s, 12.3 s, 3:05, 2:03:05 */

/* Prints a text cut or padded to `width` columns of a terminal, in which East Asian letters take
 * two; a negative width pads on the left. The text is valid UTF-8. */
void output_cell(FILE *out, const char *text, int width);

/* The columns of the terminal that `out` is; $COLUMNS, or 120, if it is none. */
int output_columns(FILE *out);

/* For an option --colour auto|always|never. */
typedef enum ColourChoice { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER } ColourChoice;

/* Whether to colour what goes to `out`. COLOUR_AUTO: only on a terminal that is not "dumb", and
 * not if NO_COLOR is set and not empty. */
bool output_has_colour(ColourChoice choice, FILE *out);

/* One line on standard error that overwrites itself, for work that takes longer than a second;
 * silent if standard error is no terminal. Not for use from several threads. */
typedef struct Progress {
    bool is_terminal;
    bool is_shown;
    int64_t next_ns; /* do not show anything before that moment */
} Progress;

void progress_start(Progress *progress);
/* Cheap enough to be called a thousand times a second. */
void progress_update(Progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Wipes the line. Call it before anything else is printed. */
void progress_end(Progress *progress);

#endif
