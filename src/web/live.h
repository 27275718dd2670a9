/* Something that happens while the server runs and that pages watch: a tournament. Whoever starts
 * the server says what there is; the server only passes it on. */
#ifndef WEB_LIVE_H
#define WEB_LIVE_H

#include <stdint.h>

typedef struct LiveSource {
    /* What is new since *seen, which is 0 for a new watcher and belongs to it, as a JSON object
     * that the caller frees; NULL if nothing is. Called from any thread. */
    char *(*news)(void *context, uint64_t *seen);
    void *context;
} LiveSource;

#endif
