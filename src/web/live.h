/* A source of live events for pages, such as a running tournament. The caller of server_start()
 * supplies it. */
#ifndef WEB_LIVE_H
#define WEB_LIVE_H

#include <stdint.h>

typedef struct LiveSource {
    /* What is new since *seen, which is 0 for a new client and belongs to it, as a JSON object
     * that the caller frees; NULL if nothing is. Called from any thread. */
    char *(*news)(void *context, uint64_t *seen);
    void *context;
} LiveSource;

#endif
