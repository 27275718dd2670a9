/* The engine that the jobs of a run think with, as lines of the run's parameters: programs on
 * several machines then have the same board, the same weights and a table of the same size, or
 * refuse the run. */
#ifndef ENGINE_RUN_ENGINE_H
#define ENGINE_RUN_ENGINE_H

#include "base/text.h"
#include "engine/engine.h"

enum {
    RUN_PARAMETERS_SIZE = 4096, /* of runs whose parameters are these and a few numbers */
    RUN_PATH_SIZE = 1024,
    RUN_MAX_HASH_MB = 1 << 20,
};

typedef struct RunEngine {
    Shape shape;
    EngineOptions options; /* one thread; borrows the texts below */
    char eval[RUN_PATH_SIZE], weights[RUN_PATH_SIZE];
} RunEngine;

/* Which evaluation an engine would think with, as a number (eval/fingerprint.h): programs that work
 * together compare it. `eval` and `weights` as in EngineOptions. */
bool engine_fingerprint(const Shape *shape, const char *eval, const char *weights,
                        uint64_t *fingerprint, Error *error);

/* Writes board, evaluation, weights, their fingerprint and the size of the table. Fails if there is
 * no such evaluation for the board. */
bool run_engine_write(Text *out, const Shape *shape, const EngineOptions *options, Error *error);

/* Reads what run_engine_write() wrote. Fails with STATUS_UNSUPPORTED if the weights here are other
 * ones. *run must then stay where it is. */
bool run_engine_read(RunEngine *run, const char *parameters, Error *error);

/* Whether all parameters fit into their buffer; if not, the reason. */
bool run_parameters_fit(const Text *text, Error *error);

#endif
