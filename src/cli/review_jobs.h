/* Reviewing games through a queue of jobs (jobs/session.h): a job is one game. */
#ifndef CLI_REVIEW_JOBS_H
#define CLI_REVIEW_JOBS_H

#include "cli/review_run.h"
#include "jobs/session.h"

extern const JobKind job_kind_review;

/* As review_run(), with workers wherever they are. The files are read twice: `again`
 * first, for the jobs, then run->files, which is at its beginning, for the results. Both must name
 * the same files. `board` is that of games whose format does not say it. `jobs` says where; its
 * kind and parameters are set here. */
bool review_jobs_run(ReviewRun *run, GameFiles *again, const Shape *board,
                     const SessionOptions *jobs, Error *error);

#endif
