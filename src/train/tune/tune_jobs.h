/* Tuning through a queue of jobs (jobs/session.h): a job is one pair of games of a round. The
 * rounds themselves, which depend on one another, are made where the tuning was started. */
#ifndef TRAIN_TUNE_TUNE_JOBS_H
#define TRAIN_TUNE_TUNE_JOBS_H

#include "jobs/session.h"
#include "train/tune/match.h"
#include "train/tune/tune.h"

extern const JobKind job_kind_tune;

enum { TUNE_PARAMETERS_SIZE = 4096 };

/* What workers must know to play the pairs. Openings must be "balanced:N": workers do not have our
 * files. */
bool tune_jobs_describe(const TuneMatchOptions *match, char parameters[TUNE_PARAMETERS_SIZE],
                        Error *error);

/* A TuneRound; its context is the Session. */
bool tune_jobs_round(void *session, uint64_t first, int pairs, const TunePairSets *sets,
                     int *scores, Error *error);

#endif
