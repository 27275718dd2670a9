/* The options with which a command shares its work through a queue: --jobs, --lease, --no-work; and
 * the line of progress. A command puts the rows into its table and the struct into its own. */
#ifndef CLI_JOBS_INPUT_H
#define CLI_JOBS_INPUT_H

#include "cli/output.h"
#include "jobs/session.h"

typedef struct JobsInput {
    const char *address; /* NULL: no queue */
    double lease;
    bool no_work;
} JobsInput;

/* The rows of an option table whose struct `type` has a JobsInput called `jobs`. */
#define JOBS_INPUT_ROWS(type)                                                                      \
    OPTION_TEXT_ROW(type, jobs.address, "jobs", "ADDRESS", NULL,                                   \
                    "share the work: FILE.db, redis://host/name, unix:///socket"),                 \
        OPTION_NUMBER_ROW(type, jobs.lease, "lease", "S", 0.1, 86400, "30",                        \
                          "jobs: seconds until the job of a dead worker is free"),                 \
        OPTION_FLAG_ROW(type, jobs.no_work, "no-work", "jobs: leave the work to 'bianca worker'")

/* A session's options from these; `threads` is the number of workers here, 0 for one per processor.
 * Kind and parameters are the caller's to set. The progress is shown until progress_end(). */
SessionOptions jobs_input_session(const JobsInput *input, int threads, Progress *progress);

/* --lease and --no-work without --jobs are a mistake. */
bool jobs_input_check(const JobsInput *input, Error *error);

#endif
