/* `bianca jobs`: how far the work in a queue is. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"
#include "jobs/queue.h"

typedef struct JobsOptions {
    bool resume, json;
} JobsOptions;

static const Option rows[] = {
    OPTION_FLAG_ROW(JobsOptions, resume, "resume", "let the failed jobs be tried again"),
    OPTION_FLAG_ROW(JobsOptions, json, "json", "print one JSON object"),
};

static double left_seconds(const QueueStatus *status) {
    return (double)(status->queued + status->leased) / status->rate;
}

static void print_table(const QueueStatus *status, const char *purpose) {
    bool is_known = status->rate > 0 || status->queued + status->leased == 0;
    char rate[32] = "-";
    if (status->rate > 0) snprintf(rate, sizeof rate, "%.1f/s", status->rate);
    fputs(purpose, stdout);
    if (*purpose) putchar('\n');
    printf("%10s %10s %10s %10s %10s %10s\n", "queued", "leased", "done", "failed", "rate",
           "time left");
    printf("%10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %10s %10s\n", status->queued,
           status->leased, status->done, status->failed, rate,
           !is_known                              ? "?"
           : status->queued + status->leased == 0 ? "-"
                                                  : output_duration(left_seconds(status)).text);
    if (status->lost) printf("\nleases that ran out: %" PRIu64 "\n", status->lost);
    if (status->failed) printf("\nlast failure: %s\n", status->reason);
}

static void print_json(const QueueStatus *status, const char *purpose) {
    printf("{\"queued\":%" PRIu64 ",\"leased\":%" PRIu64 ",\"lost\":%" PRIu64 ",\"done\":%" PRIu64
           ",\"failed\":%" PRIu64 ",\"rate\":%.3f,\"seconds_left\":",
           status->queued, status->leased, status->lost, status->done, status->failed,
           status->rate);
    if (status->queued + status->leased == 0)
        printf("0");
    else if (status->rate > 0)
        printf("%.1f", left_seconds(status));
    else
        printf("null");
    printf(",\"reason\":");
    json_write_string(stdout, status->reason);
    printf(",\"purpose\":");
    json_write_string(stdout, purpose);
    printf("}\n");
}

static int run(const Arguments *args) {
    const JobsOptions *options = args->options;
    Error error;
    QueueStatus status;
    char purpose[QUEUE_PURPOSE_SIZE];
    Queue *queue = queue_open(args->values[0], false, &error);
    bool ok = queue && (!options->resume || queue_resume(queue, &error)) &&
              queue_purpose(queue, purpose, &error) && queue_status(queue, &status, &error);
    queue_close(queue);
    if (!ok) return command_fail(args, &error);
    if (options->json)
        print_json(&status, purpose);
    else
        print_table(&status, purpose);
    return COMMAND_OK;
}

const Command command_jobs = {
    .name = "jobs",
    .arguments = "QUEUE",
    .summary = "Show how far the work in a queue is",
    .details = "Shows what the queue is for and how many of its jobs are waiting, in work, done\n"
               "and failed, how many are done a second, and how long the rest will take. The\n"
               "rate is that of the last minute.",
    .example = "bianca jobs queue.db",
    COMMAND_OPTIONS(rows, JobsOptions),
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
