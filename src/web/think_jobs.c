/* `GET jobs`: how far the work in the server's queue is, who does it, and what failed. A queue may
 * be on another machine, so that this is a job and not a quick verb. */
#include <stdlib.h>

#include "web/think.h"

static void *plan_jobs(const json_t *request, Error *error) {
    (void)request;
    void *plan = malloc(1); /* there is nothing to plan, and NULL would be a failure */
    if (!plan) error_set(error, STATUS_NO_MEMORY, "no memory to look at jobs");
    return plan;
}

static void run_jobs(WebJob *job, void *plan) {
    (void)plan;
    const QueueSource *queue = job_queue(job);
    Error error = {.text = "the queue makes no sense"};
    if (!queue) {
        job_fail(job, 422, "no-jobs", "this server shows no jobs: start it with --jobs ADDRESS");
        return;
    }
    char *text = queue->look(queue->context, job_stop_flag(job), &error);
    json_t *answer = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    if (answer)
        job_answer(job, answer);
    else
        job_fail(job, 502, "jobs-failed", error.text);
}

const ThinkVerb think_jobs = {
    .name = "jobs",
    .fields = "",
    .is_get = true,
    .plan = plan_jobs,
    .run = run_jobs,
};
