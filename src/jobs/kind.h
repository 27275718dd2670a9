/* A kind of work that can be done by jobs: one row of the table in cli/job_kinds.c.
 *
 * A job must depend on the run's parameters and its payload alone, and have no effect but its
 * result: it may be executed twice, on any machine. */
#ifndef JOBS_KIND_H
#define JOBS_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/settings.h"

/* What the worker has for its jobs. */
typedef struct JobHost {
    const _Atomic bool *stop; /* ends a job at once: its result will not be used */
    const char *binds;        /* what foreign programs may read on this machine; may be NULL */
} JobHost;

typedef struct JobKind {
    const char *name;
    /* Opens what the jobs of a run share. NULL with the reason if this worker cannot do them: the
     * parameters ask for other weights, or for something that is not here. */
    void *(*open)(const char *parameters, const JobHost *host, Error *error);
    void (*close)(void *context);
    /* Does one job and writes its result. False with STATUS_STOPPED after a stop. */
    bool (*run)(void *context, const uint8_t *payload, size_t length, FILE *result, Error *error);
    /* For work that cannot look at JobHost.stop: makes a running job end soon. Called from another
     * thread, more than once; may be NULL. */
    void (*stop)(void *context);
} JobKind;

/* The parameters of a run are settings. */
static inline bool job_parameter(const char *parameters, const char *key, char *value,
                                 size_t size) {
    return settings_text(parameters, key, value, size);
}

static inline bool job_number(const char *parameters, const char *key, int64_t min, int64_t max,
                              int64_t *value, Error *error) {
    return settings_integer(parameters, key, min, max, value, error);
}

#endif
