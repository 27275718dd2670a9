/* Foreign programs for front ends that are no arena: the terminal game and the page play against
 * them through engine/foreign_player.h. They run as in a match, in the sandbox and under the same
 * limits. */
#ifndef ARENA_BOTS_FOREIGN_HOST_H
#define ARENA_BOTS_FOREIGN_HOST_H

#include "arena/bots/participant_spec.h"
#include "engine/foreign_player.h"

typedef struct ArenaHost {
    ForeignHost base;
    ProcessOptions process; /* its `stop` is not used */
    double hang_seconds;    /* after which a program counts as hung */
} ArenaHost;

ArenaHost arena_host(const ProcessOptions *process, double hang_seconds);

#endif
