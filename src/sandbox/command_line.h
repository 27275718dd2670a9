/* The command that starts a foreign program: "./bot --level 3", "python3 'my bot.py'".
 *
 * Words are separated by blanks; quotes (' and ") and backslashes keep them together as in a shell,
 * but there is no shell and nothing is expanded. The program runs in a directory of its own, so
 * names are made absolute here: the program is looked up like a shell does, and a later word that
 * names an existing file is taken to mean that file. Their folders then have no links and dots. */
#ifndef SANDBOX_COMMAND_LINE_H
#define SANDBOX_COMMAND_LINE_H

#include <stdbool.h>

#include "base/status.h"

enum { COMMAND_LINE_MAX_WORDS = 64, COMMAND_LINE_MAX_BYTES = 4096 };

typedef struct CommandLine {
    char *program;                           /* absolute path */
    char *words[COMMAND_LINE_MAX_WORDS + 3]; /* room for two more and the NULL */
    int count;
} CommandLine;

/* Reads and resolves `text`. Refuses a program that does not exist or cannot be executed. */
bool command_line_parse(CommandLine *line, const char *text, Error *error);

void command_line_release(CommandLine *line);

/* An existing path from the root, to be freed: its folder without links and dots, then its name as
 * it is, since a program may behave by it. NULL with errno set. */
char *command_line_absolute(const char *path);

/* Whether it is a file that may be executed. */
bool command_line_is_program(const char *path);

/* The first executable of that name in PATH as an absolute path, to be freed; NULL if there is
 * none. */
char *command_line_find(const char *name);

#endif
