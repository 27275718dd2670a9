/* What the server passes on to pages: live events, such as those of a running tournament, and the
 * jobs of a queue. The caller of server_start() supplies both. */
#ifndef WEB_LIVE_H
#define WEB_LIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct LiveSource {
    /* What is new since *seen, which is 0 for a new client and belongs to it, as a JSON object
     * that the caller frees; NULL if nothing is. Called from any thread. */
    char *(*news)(void *context, uint64_t *seen);
    void *context;
} LiveSource;

typedef struct QueueSource {
    /* What is in the queue now, as a JSON object that the caller frees; NULL with the reason. May
     * take seconds, until *stop becomes true. Called from any thread. */
    char *(*look)(void *context, const _Atomic bool *stop, Error *error);
    void *context;
} QueueSource;

#endif
