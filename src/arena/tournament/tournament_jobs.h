/* A tournament through a queue of jobs (jobs/session.h): a job is a pair of games, the same opening
 * with colours swapped.
 *
 * Foreign programs run in the sandbox of the worker that plays the pair, regardless of the
 * submitter's options; a worker that has no sandbox refuses them. */
#ifndef ARENA_TOURNAMENT_TOURNAMENT_JOBS_H
#define ARENA_TOURNAMENT_TOURNAMENT_JOBS_H

#include "arena/tournament/tournament.h"
#include "jobs/session.h"

extern const JobKind job_kind_tournament;

enum { TOURNAMENT_PARAMETERS_SIZE = 1 << 17 };

/* What workers must know: `players` are the player strings of all participants as the user wrote
 * them. */
bool tournament_jobs_describe(const TournamentOptions *options, const char *const *players,
                              char parameters[TOURNAMENT_PARAMETERS_SIZE], Error *error);

/* Plays what is missing, as tournament_run() does. */
bool tournament_jobs_run(Tournament *tournament, Session *session, Error *error);

#endif
