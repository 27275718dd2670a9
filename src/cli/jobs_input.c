/* Turns --jobs and its companions into a session, and shows how far it is (jobs_input.h). */
#include "cli/jobs_input.h"

#include <inttypes.h>

#include "base/thread_pool.h"
#include "cli/interrupt.h"
#include "cli/job_kinds.h"

static void show(void *context, const SessionStatus *status) {
    const QueueStatus *queue = &status->queue;
    double left = (double)(queue->waiting + queue->running);
    if (status->waits) {
        progress_update(context, "waiting: %s", status->waits);
        return;
    }
    progress_update(context,
                    "%" PRIu64 " done, %" PRIu64 " running, %" PRIu64 " waiting, %" PRIu64
                    " failed, %.1f jobs/s, %s left, %" PRIu64 " workers",
                    queue->done, queue->running, queue->waiting, queue->failed, queue->rate,
                    queue->rate > 0 ? output_duration(left / queue->rate).text : "?",
                    queue->workers);
}

SessionOptions jobs_input_session(const JobsInput *input, int threads, Progress *progress) {
    return (SessionOptions){.address = input->address,
                            .version = job_version(),
                            .lease_seconds = input->lease,
                            .workers = input->no_work ? 0 : thread_pool_size(threads),
                            .stop = interrupt_flag(),
                            .progress = show,
                            .context = progress};
}

bool jobs_input_check(const JobsInput *input, Error *error) {
    if (input->address || !input->no_work) return true;
    error_set(error, STATUS_BAD_INPUT, "--no-work means something only with --jobs");
    return false;
}
