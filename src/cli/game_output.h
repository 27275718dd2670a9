/* Where games are written to: standard output, a file, or a file for each year. What `convert` and
 * `games export` share. Files are replaced as a whole when all games are written, or not at all. */
#ifndef CLI_GAME_OUTPUT_H
#define CLI_GAME_OUTPUT_H

#include "record/writer.h"

/* Stands for the year in the name of a file. */
#define GAME_OUTPUT_YEAR "%Y"

typedef struct GameOutput GameOutput;

/* `path` is NULL for standard output; with GAME_OUTPUT_YEAR in its name there is a file for each
 * year. Fails if the file cannot be begun. The path is borrowed. */
GameOutput *game_output_open(const char *path, const RecordFormat *format, Error *error);

/* STATUS_UNSUPPORTED: this game cannot be said there, and the next one may. */
bool game_output_put(GameOutput *output, const GameRecord *game, Error *error);

/* Completes the files. Says on standard error, in the name of `command`, if names were changed. */
bool game_output_finish(GameOutput *output, const char *command, Error *error);

/* Leaves files that were not completed as they were. Accepts NULL. */
void game_output_close(GameOutput *output);

#endif
