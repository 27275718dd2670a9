/* See engine_input.h. */
#include "cli/engine_input.h"

Engine *engine_input_open(const EngineInput *input, const Shape *shape, Error *error) {
    EngineOptions options = {.threads = input->threads,
                             .hash_mb = input->hash,
                             .eval = input->eval,
                             .weights = input->weights};
    return engine_new(shape, &options, error);
}
