/* A plug-in in a process of its own, which serves values over pipes.
 *
 * Bianca writes a line for each position: width, height, and the discs of the side to move and of
 * the opponent as hexadecimal sets of squares (bit row * width + column, a1 is bit 0). The process
 * answers with a line that holds the value for the side to move, and flushes. Lines that begin with
 * '#' are comments. It ends when its input does.
 *
 *     8 8 810000000 1008000000
 *     -3.5
 *
 * The process is not in a sandbox of its own: where strangers' plug-ins play, the whole player is
 * (arena/bots/participant_spec.c). */
#ifndef ENGINE_PLUGIN_PROCESS_H
#define ENGINE_PLUGIN_PROCESS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "bianca.h"

typedef struct PluginProcess PluginProcess;

/* Starts the process; the runner of a Python file, the program itself, or this program for a shared
 * object. */
PluginProcess *plugin_process_new(const char *path, Error *error);
void plugin_process_free(PluginProcess *process); /* may be NULL */

/* Asks for a value; false with the reason if there is none. Black is the side to move. One thread
 * at a time. */
bool plugin_process_value(PluginProcess *process, const BiancaPosition *position, double *value,
                          Error *error);

/* The other end: answers the lines of `in` with values of any evaluation, opened as
 * evaluations_open() does for the board of the first. Returns at the end of `in`; false, with the
 * reason, at the first line that cannot be answered. */
bool plugin_serve(FILE *in, FILE *out, const char *eval, const char *weights, Error *error);

#endif
