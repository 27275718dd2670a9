/* Solving a file of positions through a queue of jobs: a job is a batch of positions. */
#ifndef CLI_SOLVE_JOBS_H
#define CLI_SOLVE_JOBS_H

#include "engine/engine.h"
#include "jobs/session.h"
#include "record/obf.h"

extern const JobKind job_kind_solve;

enum { SOLVE_MAX_POSITIONS = 500 /* in a job */ };

/* What is to be solved, and how. Texts are borrowed. */
typedef struct SolveJobsOptions {
    const Shape *shape;
    const char *path, *bytes; /* of the OBF file */
    size_t length;
    EngineOptions engine; /* but its threads: one for each worker */
    bool is_outcome_only;
    /* Called with every position and its result, in the order of the file; false stops it. The time
     * is not known: result->seconds is negative. */
    bool (*on_result)(void *context, const ObfEntry *entry, const EngineResult *result);
    void *context;
} SolveJobsOptions;

/* Reads the whole file before anything is submitted, and refuses one with a mistake in it. `jobs`
 * says where; its kind and parameters are set here. */
bool solve_jobs_run(const SolveJobsOptions *options, const SessionOptions *jobs, Error *error);

#endif
