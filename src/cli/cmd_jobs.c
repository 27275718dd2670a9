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

static bool show_status(Queue *queue, const JobsOptions *options, Error *error) {
    QueueStatus all;
    bool is_json = options->json;
    if (!is_json)
        printf("%-10s %-10s %9s %9s %9s %9s %10s %10s\n", "run", "kind", "done", "running",
               "waiting", "failed", "rate", "time left");
    if (!queue_runs(queue, show_run, &is_json, error) || !queue_status(queue, NULL, &all, error))
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

static bool show_workers(Queue *queue, const JobsOptions *options, Error *error) {
    bool is_json = options->json;
    if (!is_json) printf("%-32s %9s %10s %10s  %s\n", "worker", "done", "since", "seen", "state");
    return queue_workers(queue, show_worker, &is_json, error);
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

static bool show_failed(Queue *queue, const JobsOptions *options, Error *error) {
    bool is_json = options->json;
    if (!is_json) printf("%-10s %-10s %-10s %s\n", "run", "kind", "job", "reason");
    return queue_failures(queue, show_failure, &is_json, error);
}

/* --- retry, purge -------------------------------------------------------------------------- */

static void print_count(const JobsOptions *options, const char *key, const char *text,
                        uint64_t count) {
    if (options->json)
        printf("{\"type\":\"%s\",\"count\":%" PRIu64 "}\n", key, count);
    else
        printf("%" PRIu64 " %s\n", count, text);
}

static bool retry(Queue *queue, const JobsOptions *options, Error *error) {
    uint64_t count;
    if (!queue_retry(queue, NULL, &count, error)) return false;
    print_count(options, "retry", count == 1 ? "job is tried again" : "jobs are tried again",
                count);
    return true;
}

static bool purge(Queue *queue, const JobsOptions *options, Error *error) {
    uint64_t count;
    if (!queue_purge(queue, options->all, &count, error)) return false;
    print_count(options, "purge", count == 1 ? "run removed" : "runs removed", count);
    return true;
}

static const struct {
    const char *name;
    bool (*run)(Queue *queue, const JobsOptions *options, Error *error);
} verbs[] = {{"status", show_status}, /* the first is the default */
             {"workers", show_workers},
             {"failed", show_failed},
             {"retry", retry},
             {"purge", purge}};
enum { VERBS = sizeof verbs / sizeof *verbs };

static bool find_verb(const char *name, int *verb, Error *error) {
    Nearest nearest = {.word = name};
    for (*verb = 0; *verb < VERBS; ++*verb) {
        if (strcmp(verbs[*verb].name, name) == 0) return true;
        nearest_offer(&nearest, verbs[*verb].name);
    }
    error_set(error, STATUS_BAD_INPUT,
              "'%.40s' is none of status, workers, failed, retry, purge%s%s", name,
              nearest.name ? "; did you mean " : "", nearest.name ? nearest.name : "");
    return false;
}

static int run(const Arguments *args) {
    const JobsOptions *options = args->options;
    Error error;
    int verb = 0;
    if (args->count == 2 && !find_verb(args->values[1], &verb, &error))
        return command_refuse(args, &error);
    interrupt_watch();
    Queue *queue = queue_open(args->values[0], &(QueueOptions){.stop = interrupt_flag()}, &error);
    bool ok = queue && verbs[verb].run(queue, options, &error);
    queue_close(queue);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

const Command command_jobs = {
    .name = "jobs",
    .arguments = "ADDRESS [status|workers|failed|retry|purge]",
    .summary = "Show and manage a queue of jobs",
    .details =
        "status: for each run of jobs how many are done, running, waiting and failed, how\n"
        "many are done a second (in the last minute), and how long the rest takes. workers:\n"
        "who works, and what they refuse. failed: the jobs that failed five times, and why;\n"
        "retry lets them be tried again. purge removes the runs in which nothing is left to\n"
        "do, with their results; with --all every run. ADDRESS is as in 'bianca worker'.",
    .example = "bianca jobs jobs.db\n"
               "bianca jobs redis://server workers",
    COMMAND_OPTIONS(rows, JobsOptions),
    .min_args = 1,
    .max_args = 2,
    .run = run,
};
