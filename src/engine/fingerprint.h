/* Which evaluation an engine would think with, as a number: programs that work together compare it,
 * so that none computes with other weights than the rest. */
#ifndef ENGINE_FINGERPRINT_H
#define ENGINE_FINGERPRINT_H

#include "game/shape.h"

/* `eval` and `weights` as in EngineOptions. */
bool engine_fingerprint(const Shape *shape, const char *eval, const char *weights,
                        uint64_t *fingerprint, Error *error);

#endif
