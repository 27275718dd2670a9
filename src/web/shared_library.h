/* The library of games that the server was started with: one file, one job at a time. */
#ifndef WEB_SHARED_LIBRARY_H
#define WEB_SHARED_LIBRARY_H

#include "library/library.h"

typedef struct SharedLibrary SharedLibrary;

/* Opens the library, or makes it. */
SharedLibrary *shared_library_open(const char *path, Error *error);
void shared_library_close(SharedLibrary *shared);

/* The library for one job alone, until it gives it back. */
Library *shared_library_take(SharedLibrary *shared);
void shared_library_give(SharedLibrary *shared);

#endif
