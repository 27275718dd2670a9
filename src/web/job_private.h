/* What the files of jobs share (job.c, job_output.c, job_loans.c). Locks are taken in the order
 * jobs, job, engines; `jobs->lock` guards the list, a job's own lock its output and its engine. */
#ifndef WEB_JOB_PRIVATE_H
#define WEB_JOB_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "web/job.h"

/* What a job has written; the first `read` bytes are read. */
typedef struct WebJobOutput {
    char *bytes;
    size_t length, size, read;
} WebJobOutput;

struct WebJob {
    WebJobs *jobs;
    WebJob *next; /* in the list of running jobs, newest first */
    char session[SESSION_MAX + 1];
    WebJobWork work;
    _Atomic bool stop;
    _Atomic int holders; /* the thread and the reader */

    pthread_mutex_t lock; /* for what follows */
    WebJobReader reader;
    bool is_reader_asleep, has_reader;
    WebJobState state;
    int status;
    WebJobOutput output;
    EngineLoan loan;        /* engine NULL: none */
    ForeignPlayer *program; /* taken; NULL: none */
};

struct WebJobs {
    Engines *engines;
    Programs *programs;       /* borrowed; NULL: none */
    SharedLibrary *library;   /* borrowed; NULL: none */
    const LiveSource *live;   /* borrowed; NULL: none */
    const QueueSource *queue; /* borrowed; NULL: none */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a job has ended */
    WebJob *first;
    int count;
    bool is_closed;
};

#endif
