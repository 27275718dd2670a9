/* Adds the games of files and folders to a library, with progress; games that cannot be read are
 * named on standard error. */
#ifndef CLI_GAMES_IMPORT_H
#define CLI_GAMES_IMPORT_H

#include "cli/output.h"
#include "library/library.h"

typedef struct GamesImport {
    Library *library;
    const Shape *board; /* of games whose format does not say it */
    long added, known, left_out;
    Progress progress;
} GamesImport;

/* Reads the files, and all files in the folders, in the order of their names. What was read before
 * a failure or Ctrl-C is kept. False, with the error, if a file is missing or the library fails. */
bool games_import(GamesImport *import, int count, const char *const *paths, Error *error);

#endif
