/* A game library that jobs share under a lock. */
#include "web/shared_library.h"

#include <pthread.h>
#include <stdlib.h>

struct SharedLibrary {
    Library *library;
    pthread_mutex_t lock;
};

SharedLibrary *shared_library_open(const char *path, Error *error) {
    SharedLibrary *shared = malloc(sizeof *shared);
    if (!shared) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the library");
        return NULL;
    }
    shared->library = library_open(path, true, error);
    if (!shared->library) {
        free(shared);
        return NULL;
    }
    pthread_mutex_init(&shared->lock, NULL);
    return shared;
}

void shared_library_close(SharedLibrary *shared) {
    if (!shared) return;
    library_close(shared->library);
    pthread_mutex_destroy(&shared->lock);
    free(shared);
}

Library *shared_library_take(SharedLibrary *shared) {
    pthread_mutex_lock(&shared->lock);
    return shared->library;
}

void shared_library_give(SharedLibrary *shared) {
    pthread_mutex_unlock(&shared->lock);
}
