/* The kinds of work that workers do, one row each, and the version that must agree between those
 * who submit and those who work. */
#ifndef CLI_JOB_KINDS_H
#define CLI_JOB_KINDS_H

#include "jobs/kind.h"

/* Ends with NULL. */
extern const JobKind *const job_kinds[];

/* Number and bench of this program: "0.1.0 bench 1802276". Programs with the same bench search the
 * same way, whatever they were compiled with. */
const char *job_version(void);

#endif
