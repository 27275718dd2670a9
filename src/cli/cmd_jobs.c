/* `bianca jobs`: how far the work in a queue is, who does it, what failed; and clearing up. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/queue_json.h"

typedef struct JobsOptions {
    bool all, json;
} JobsOptions;

/* State of one run of the command. */
typedef struct JobsRun {
    const JobsOptions *options;
    Queue *queue;
    Error *error;
} JobsRun;

static const Option rows[] = {
    OPTION_FLAG_ROW(JobsOptions, all, "all", "purge: also what waits or runs"),
    OPTION_FLAG_ROW(JobsOptions, json, "json", "print one JSON object per line"),
};

/* --- status -------------------------------------------------------------------------------- */

static double left_seconds(const QueueStatus *status) {
    return (double)(status->waiting + status->running) / status->rate;
}

static void print_row(const char *id, const char *kind, const QueueStatus *status) {
    char rate[32] = "-";
    uint64_t open = status->waiting + status->running;
    if (status->rate > 0) snprintf(rate, sizeof rate, "%.1f/s", status->rate);
    printf("%-10.8s %-10.10s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %10s %10s\n", id,
           kind, status->done, status->running, status->waiting, status->failed, rate,
           open == 0          ? "-"
           : status->rate > 0 ? output_duration(left_seconds(status)).text
                              : "?");
}

static void show_run(void *context, const QueueRun *run, const QueueStatus *status) {
    if (*(bool *)context) {
        queue_write_run(stdout, run, status);
        printf("\n");
    } else {
        print_row(run->id, run->kind, status);
    }
}

static bool show_status(void *context) {
    const JobsRun *run = context;
    QueueStatus all;
    bool is_json = run->options->json;
    if (!is_json)
        printf("%-10s %-10s %9s %9s %9s %9s %10s %10s\n", "run", "kind", "done", "running",
               "waiting", "failed", "rate", "time left");
    if (!queue_runs(run->queue, show_run, &is_json, run->error) ||
        !queue_status(run->queue, NULL, &all, run->error))
        return false;
    if (is_json) {
        queue_write_all(stdout, &all);
        printf("\n");
        return true;
    }
    print_row("all", "", &all);
    printf("\nworkers seen: %" PRIu64 "\n", all.workers);
    if (all.lost) printf("leases that have expired: %" PRIu64 "\n", all.lost);
    if (all.failed) printf("'bianca jobs ADDRESS failed' says why jobs failed\n");
    return true;
}

/* --- workers, failed ----------------------------------------------------------------------- */

static void show_worker(void *context, const QueueWorker *worker) {
    if (*(bool *)context) {
        queue_write_worker(stdout, worker);
        printf("\n");
    } else {
        printf("%-32.60s %9" PRIu64 " %10s %10s  %s\n", worker->name, worker->done,
               output_duration(worker->started).text, output_duration(worker->seen).text,
               worker->seen > QUEUE_WORKER_SECONDS ? "lost" : worker->state);
    }
}

static bool show_workers(void *context) {
    const JobsRun *run = context;
    bool is_json = run->options->json;
    if (!is_json) printf("%-32s %9s %10s %10s  %s\n", "worker", "done", "since", "seen", "state");
    return queue_workers(run->queue, show_worker, &is_json, run->error);
}

static void show_failure(void *context, const QueueFailure *failure) {
    if (*(bool *)context) {
        queue_write_failure(stdout, failure);
        printf("\n");
    } else {
        printf("%-10.8s %-10.10s %-10.8s %s\n", failure->run, failure->kind, failure->job,
               failure->reason);
    }
}

static bool show_failed(void *context) {
    const JobsRun *run = context;
    bool is_json = run->options->json;
    if (!is_json) printf("%-10s %-10s %-10s %s\n", "run", "kind", "job", "reason");
    return queue_failures(run->queue, show_failure, &is_json, run->error);
}

/* --- retry, purge -------------------------------------------------------------------------- */

static void print_count(const JobsOptions *options, const char *key, const char *text,
                        uint64_t count) {
    if (options->json)
        printf("{\"type\":\"%s\",\"count\":%" PRIu64 "}\n", key, count);
    else
        printf("%" PRIu64 " %s\n", count, text);
}

static bool retry(void *context) {
    const JobsRun *run = context;
    uint64_t count;
    if (!queue_retry(run->queue, NULL, &count, run->error)) return false;
    print_count(run->options, "retry", count == 1 ? "job is tried again" : "jobs are tried again",
                count);
    return true;
}

static bool purge(void *context) {
    const JobsRun *run = context;
    uint64_t count;
    if (!queue_purge(run->queue, run->options->all, &count, run->error)) return false;
    print_count(run->options, "purge", count == 1 ? "run removed" : "runs removed", count);
    return true;
}

static const Verb verbs[] = {
    {"status", NULL, "for each run what is done, running, waiting and failed (default)",
     show_status},
    {"workers", NULL, "who works, and what they refuse", show_workers},
    {"failed", NULL, "the jobs that failed five times, and why", show_failed},
    {"retry", NULL, "let those be tried again", retry},
    {"purge", NULL, "remove the runs in which nothing is left to do, with their results", purge},
};

static int run(const Arguments *args) {
    Error error;
    JobsRun jobs = {.options = args->options, .error = &error};
    const Verb *verb = command_verb(args, &error);
    if (!verb) return command_refuse(args, &error);
    interrupt_watch();
    jobs.queue = queue_open(args->values[0], &(QueueOptions){.stop = interrupt_flag()}, &error);
    bool ok = jobs.queue && verb->run(&jobs);
    queue_close(jobs.queue);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

const Command command_jobs = {
    .name = "jobs",
    .arguments = "ADDRESS [VERB]",
    COMMAND_VERBS(verbs),
    .summary = "Show and manage a queue of jobs",
    .details =
        "The rate is that of the last minute, and says how long the rest takes. `purge --all`\n"
        "removes every run. ADDRESS is as in 'bianca worker'.",
    .example = "bianca jobs jobs.db\n"
               "bianca jobs redis://server workers",
    COMMAND_OPTIONS(rows, JobsOptions),
    .min_args = 1,
    .max_args = 2,
    .run = run,
};
