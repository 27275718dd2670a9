/* Self-play through a queue of jobs (jobs/session.h): a job is one block of games.
 *
 * Since game number i is the same in every process, the file gathered in the end is byte for byte
 * what one process with one thread writes. */
#ifndef TRAIN_GAMES_SELFPLAY_JOBS_H
#define TRAIN_GAMES_SELFPLAY_JOBS_H

#include "jobs/session.h"
#include "train/games/selfplay_order.h"

extern const JobKind job_kind_selfplay;

/* Plays the blocks of the order and gathers them in its file, if it has one; *outcome is filled on
 * success. `jobs` says where; its kind and parameters are set here. */
bool selfplay_jobs_run(const SelfplayOrder *order, const SessionOptions *jobs,
                       SelfplayOutcome *outcome, Error *error);

#endif
