/* `tournament`: streams the news of the tournament that the server was started with, until the page
 * has seen enough. */
#include <stdlib.h>
#include <time.h>

#include "web/think.h"

enum { LOOK_NS = 150 * 1000 * 1000 /* between two looks: the eye wants no more */ };

static void *plan_tournament(const json_t *request, Error *error) {
    (void)request;
    void *plan = malloc(1); /* there is nothing to plan, and NULL would be a failure */
    if (!plan) error_set(error, STATUS_NO_MEMORY, "no memory to watch a tournament");
    return plan;
}

static void run_tournament(WebJob *job, void *plan) {
    (void)plan;
    const LiveSource *live = job_live(job);
    if (!live) {
        job_fail(job, 422, "no-tournament", "this server shows no tournament");
        return;
    }
    uint64_t seen = 0;
    while (!job_is_stopped(job)) {
        /* A page that does not keep up gets what it has missed later, all in one. */
        char *text = job_is_behind(job) ? NULL : live->news(live->context, &seen);
        json_t *news = text ? json_loads(text, 0, NULL) : NULL;
        free(text);
        if (news) job_event(job, "news", news, false);
        nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
    }
}

const ThinkVerb think_tournament = {
    .name = "tournament",
    .fields = "session",
    .is_stream = true,
    .plan = plan_tournament,
    .run = run_tournament,
};
