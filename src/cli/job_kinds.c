/* The table of kinds of work (job_kinds.h). */
#include "cli/job_kinds.h"

#include "arena/tournament/tournament_jobs.h"
#include "cli/solve_jobs.h"
#include "train/games/selfplay_jobs.h"
#include "train/tune/tune_jobs.h"

const JobKind *const job_kinds[] = {
    &job_kind_solve, &job_kind_selfplay, &job_kind_tournament, &job_kind_tune, NULL,
};

const char *job_version(void) {
    return PROGRAM_VERSION " bench " PROGRAM_BENCH;
}
