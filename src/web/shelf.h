/* The library of games that the server was started with: one file, one job at a time. */
#ifndef WEB_SHELF_H
#define WEB_SHELF_H

#include "library/library.h"

typedef struct Shelf Shelf;

/* Opens the library, or makes it. */
Shelf *shelf_open(const char *path, Error *error);
void shelf_close(Shelf *shelf);

/* The library for one job alone, until it gives it back. */
Library *shelf_take(Shelf *shelf);
void shelf_give(Shelf *shelf);

#endif
