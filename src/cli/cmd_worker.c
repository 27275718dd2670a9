/* `bianca worker`: does the jobs of a queue, for commands that share their work with --jobs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread_pool.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/job_kinds.h"
#include "cli/output.h"
#include "cli/sandbox_input.h"
#include "jobs/worker.h"

typedef struct WorkerInput {
    int threads;
    const char *bind;
    bool drain;
} WorkerInput;

static const Option rows[] = {
    OPTION_INTEGER_ROW(WorkerInput, threads, "threads", "N", 0, THREAD_POOL_MAX, "0",
                       "jobs at the same time; 0 means one per processor"),
    OPTION_FLAG_ROW(WorkerInput, drain, "drain", "end when there is nothing left to do"),
    BIND_INPUT_ROW(WorkerInput, bind),
};

typedef struct LastLine {
    char text[ERROR_TEXT_SIZE];
} LastLine;

/* One line for each thing that happens, for the log. Waiting for a server says so once. */
static void log_event(void *context, WorkerEvent event, const char *text) {
    LastLine *last = context;
    if (event == WORKER_WAITS && strncmp(last->text, text, sizeof last->text - 1) == 0) return;
    snprintf(last->text, sizeof last->text, "%s", text);
    output_error("worker", "%s%s", event == WORKER_WAITS ? "waiting: " : "", text);
}

static int run(const Arguments *args) {
    const WorkerInput *input = args->options;
    const char *address = args->values[0];
    Error error;
    LastLine last = {0};
    char *binds;
    interrupt_watch();
    if (!bind_input_read(input->bind, &binds, &error)) return command_refuse(args, &error);
    /* A wrong address, password or file is found out at once; later the pool waits. */
    Queue *queue =
        queue_open(address, &(QueueOptions){.may_create = true, .stop = interrupt_flag()}, &error);
    queue_close(queue);
    WorkerOptions options = {.address = address,
                             .kinds = job_kinds,
                             .version = job_version(),
                             .binds = binds,
                             .is_draining = input->drain,
                             .stop = interrupt_flag(),
                             .log = log_event,
                             .context = &last};
    bool ok = queue != NULL && worker_pool_run(&options, thread_pool_size(input->threads), &error);
    free(binds);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

const Command command_worker = {
    .name = "worker",
    .arguments = "ADDRESS",
    .summary = "Work for commands that share their work with --jobs",
    .details =
        "Takes jobs from the queue at ADDRESS and does them until Ctrl-C, which gives back\n"
        "what was begun. Start as many as you like, on as many machines: each has --threads\n"
        "workers, and each worker is a process with one job at a time. ADDRESS is a file for\n"
        "processes of one machine, or a Redis server: redis://[:password@]host[:port][/name],\n"
        "unix:///path/of/socket[#name]. The password may also stand in the environment as\n"
        "BIANCA_REDIS_PASSWORD. Jobs of another version of the program or of other weights\n"
        "are refused. Foreign programs run in the sandbox, never outside of it.",
    .example = "bianca worker jobs.db --threads 2\n"
               "bianca worker redis://server --drain",
    COMMAND_OPTIONS(rows, WorkerInput),
    .min_args = 1,
    .max_args = 1,
    .run = run,
};
