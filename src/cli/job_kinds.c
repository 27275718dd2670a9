/* The table of kinds of work (job_kinds.h): a row is the name of a `const JobKind job_kind_<name>`
 * of solve_jobs.c, review_jobs.c, book_jobs.c, selfplay_jobs.c, tune_jobs.c or tournament_pair.c.
 */
#include "cli/job_kinds.h"

#define JOB_KIND_ROWS(ROW) ROW(solve) ROW(selfplay) ROW(tournament) ROW(review) ROW(tune) ROW(book)

#define ROW(name) extern const JobKind job_kind_##name;
JOB_KIND_ROWS(ROW)
#undef ROW

const JobKind *const job_kinds[] = {
#define ROW(name) &job_kind_##name,
    JOB_KIND_ROWS(ROW)
#undef ROW
        NULL,
};

const char *job_version(void) {
    return PROGRAM_VERSION " bench " PROGRAM_BENCH;
}
