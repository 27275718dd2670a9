/* Opens an evaluation for a moment and takes its fingerprint (eval/fingerprint.h). */
#include "engine/fingerprint.h"

#include "eval/fingerprint.h"

bool engine_fingerprint(const Shape *shape, const char *eval, const char *weights,
                        uint64_t *fingerprint, Error *error) {
    Evaluation evaluation;
    if (!evaluation_open(&evaluation, shape, eval, weights, error)) return false;
    *fingerprint = evaluation_fingerprint(&evaluation);
    evaluation_close(&evaluation);
    return true;
}
