/* The check of reasons: what a mistake would have lost without its cause. */
#ifndef ENGINE_REASON_CHECK_H
#define ENGINE_REASON_CHECK_H

#include "engine/reason.h"

/* A reason counts from this share of the loss on. */
#define LEAST_SHARE 0.5

/* A mistake while its reasons are checked. */
typedef struct ReasonCheck {
    Engine *engine;
    const Mistake *mistake;
    int depth;
    const _Atomic bool *stop;
    bool is_stopped;                 /* a search was; nothing that was found counts */
    Move played, best;               /* in the position of the mistake */
    double value_played, value_best; /* of the two moves at this depth, for the side that moves */
} ReasonCheck;

/* False if the searches of this depth do not see at least half of the loss: then nothing can be
 * said about its reasons. */
bool reason_check_begin(ReasonCheck *check);

/* The share of the loss that vanishes without the cause; below 0 if it grows. */
double reason_check_share(ReasonCheck *check, const Reason *reason);

#endif
