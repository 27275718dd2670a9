/* A game library that jobs share under a lock. */
#include "web/shelf.h"

#include <pthread.h>
#include <stdlib.h>

struct Shelf {
    Library *library;
    pthread_mutex_t lock;
};

Shelf *shelf_open(const char *path, Error *error) {
    Shelf *shelf = malloc(sizeof *shelf);
    if (!shelf) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the library");
        return NULL;
    }
    shelf->library = library_open(path, true, error);
    if (!shelf->library) {
        free(shelf);
        return NULL;
    }
    pthread_mutex_init(&shelf->lock, NULL);
    return shelf;
}

void shelf_close(Shelf *shelf) {
    if (!shelf) return;
    library_close(shelf->library);
    pthread_mutex_destroy(&shelf->lock);
    free(shelf);
}

Library *shelf_take(Shelf *shelf) {
    pthread_mutex_lock(&shelf->lock);
    return shelf->library;
}

void shelf_give(Shelf *shelf) {
    pthread_mutex_unlock(&shelf->lock);
}
