/* A pool of worker processes (worker.h): starts them, passes on what they say, replaces those that
 * die. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "jobs/worker.h"

enum { WAIT_MS = 50, MESSAGE_SIZE = 400 /* below PIPE_BUF: one write is one message */ };
static const double end_seconds = 4, first_pause = 1, last_pause = 30;

/* The place of a worker, who may be a second or third one. */
typedef struct Slot {
    pid_t pid; /* 0: none */
    char name[QUEUE_NAME_SIZE];
    double start_at; /* when it may be started again */
    double pause;    /* after its next failure */
    bool is_over;    /* it has ended by itself */
} Slot;

typedef struct Pool {
    const WorkerOptions *options;
    int count;
    Slot *slots;
    int from, to; /* the pipe through which workers speak */
    bool has_failed;
    Error error;
} Pool;

static bool is_stopped(const Pool *pool) {
    return pool->options->stop && *pool->options->stop;
}

/* --- Starting ------------------------------------------------------------------------------ */

/* In a worker: tells the pool. */
static void send_event(void *context, WorkerEvent event, const char *text) {
    const Pool *pool = context;
    char message[MESSAGE_SIZE];
    int length = snprintf(message, sizeof message, "%c%.390s\n", '0' + (int)event, text);
    (void)!write(pool->to, message, (size_t)length);
}

static void work(const Pool *pool, const Slot *slot, pid_t parent) {
    WorkerOptions options = *pool->options;
    Error error = {0};
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(0); /* it has died already */
    signal(SIGINT, SIG_IGN);           /* the pool ends its workers in order */
    options.log = send_event;
    options.context = (void *)pool;
    bool ok = worker_run(&options, slot->name, &error);
    if (!ok) send_event((void *)pool, WORKER_FAILED, error.text);
    _exit(ok ? 0 : 1);
}

static void start(Pool *pool, int index) {
    Slot *slot = &pool->slots[index];
    pid_t parent = getpid();
    char host[48] = "";
    gethostname(host, sizeof host - 1);
    uint64_t mark = random_mix((uint64_t)clock_ns() ^ (uint64_t)parent << 32);
    snprintf(slot->name, sizeof slot->name, "%s:%ld.%d-%04x", host, (long)parent, index + 1,
             (unsigned)(mark & 0xffff));
    slot->pid = fork();
    if (slot->pid == 0) work(pool, slot, parent);
    if (slot->pid > 0) return;
    slot->pid = 0;
    slot->start_at = clock_seconds() + last_pause;
}

/* --- Watching ------------------------------------------------------------------------------ */

static void log_event(Pool *pool, WorkerEvent event, const char *text) {
    if (event == WORKER_FAILED && !pool->has_failed) {
        pool->has_failed = pool->options->ends_on_failure;
        error_set(&pool->error, STATUS_IO, "%s", text);
    }
    if (event == WORKER_FAILED && pool->options->ends_on_failure) return;
    if (pool->options->log) pool->options->log(pool->options->context, event, text);
}

/* Passes on what the workers have said. */
static void listen_to_workers(Pool *pool, int wait_ms) {
    char bytes[16 * MESSAGE_SIZE + 1];
    if (poll(&(struct pollfd){.fd = pool->from, .events = POLLIN}, 1, wait_ms) <= 0) return;
    ssize_t length = read(pool->from, bytes, sizeof bytes - 1);
    if (length <= 0) return;
    bytes[length] = '\0';
    for (char *line = bytes, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        if (*line) log_event(pool, (WorkerEvent)(*line - '0'), line + 1);
    }
}

/* The job that killed its worker must not wait for the lease to expire, and its failures must have
 * a reason. */
static void fail_worker_job(Pool *pool, Slot *slot, int signal_number) {
    char reason[ERROR_TEXT_SIZE];
    Error error;
    snprintf(reason, sizeof reason, "its worker %.60s died of signal %d (%s)", slot->name,
             signal_number, strsignal(signal_number));
    log_event(pool, WORKER_DIED, reason);
    Queue *queue =
        queue_open(pool->options->address, &(QueueOptions){.stop = pool->options->stop}, &error);
    if (queue) queue_fail_worker(queue, slot->name, reason, &error);
    queue_close(queue);
}

static void note_end(Pool *pool, Slot *slot, int status) {
    slot->pid = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        slot->is_over = true;
        return;
    }
    slot->start_at = clock_seconds();
    if (WIFSIGNALED(status)) {
        fail_worker_job(pool, slot, WTERMSIG(status));
        return;
    }
    slot->pause = slot->pause == 0               ? first_pause
                  : slot->pause * 2 < last_pause ? slot->pause * 2
                                                 : last_pause;
    slot->start_at += slot->pause;
}

static void collect_ended(Pool *pool) {
    int status;
    for (int i = 0; i < pool->count; i++)
        if (pool->slots[i].pid && waitpid(pool->slots[i].pid, &status, WNOHANG) > 0)
            note_end(pool, &pool->slots[i], status);
}

static bool is_running(const Pool *pool) {
    for (int i = 0; i < pool->count; i++)
        if (pool->slots[i].pid) return true;
    return false;
}

/* Starts what is to be started; false if nothing runs and nothing will. */
static bool keep_full(Pool *pool) {
    bool goes_on = false;
    for (int i = 0; i < pool->count; i++) {
        Slot *slot = &pool->slots[i];
        if (!slot->pid && !slot->is_over && clock_seconds() >= slot->start_at) start(pool, i);
        goes_on = goes_on || !slot->is_over;
    }
    return goes_on;
}

static void signal_all(const Pool *pool, int number) {
    for (int i = 0; i < pool->count; i++)
        if (pool->slots[i].pid) kill(pool->slots[i].pid, number);
}

static void end_workers(Pool *pool) {
    double deadline = clock_seconds() + end_seconds;
    signal_all(pool, SIGTERM);
    while (is_running(pool) && clock_seconds() < deadline) {
        listen_to_workers(pool, 5);
        for (int i = 0; i < pool->count; i++)
            if (pool->slots[i].pid && waitpid(pool->slots[i].pid, NULL, WNOHANG) > 0)
                pool->slots[i].pid = 0;
    }
    signal_all(pool, SIGKILL);
    for (int i = 0; i < pool->count; i++)
        if (pool->slots[i].pid) waitpid(pool->slots[i].pid, NULL, 0);
    listen_to_workers(pool, 0);
}

bool worker_pool_run(const WorkerOptions *options, int count, Error *error) {
    Pool pool = {.options = options, .count = count};
    int ends[2];
    pool.slots = calloc((size_t)count, sizeof *pool.slots);
    if (!pool.slots || pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %d workers", count);
        free(pool.slots);
        return false;
    }
    pool.from = ends[0], pool.to = ends[1];
    while (!is_stopped(&pool) && !pool.has_failed && keep_full(&pool)) {
        listen_to_workers(&pool, WAIT_MS);
        collect_ended(&pool);
    }
    end_workers(&pool);
    close(ends[0]);
    close(ends[1]);
    free(pool.slots);
    if (pool.has_failed) *error = pool.error;
    return !pool.has_failed;
}
