/* Workers, pools and sessions (jobs/worker.h, jobs/session.h) with jobs made for the test: slow
 * ones, some that fail, one that kills its worker. Each through both drivers. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "jobs/session.h"
#include "support/redis.h"

static RedisServer server;
static atomic_bool stop;

static void on_signal(int number) {
    (void)number;
    stop = true;
}

/* --- A kind of work ------------------------------------------------------------------------ */

/* The parameters say where each execution leaves a line. */
static void *open_work(const char *parameters, const JobHost *host, Error *error) {
    char log[200];
    (void)host;
    if (!job_parameter(parameters, "log", log, sizeof log)) {
        error_set(error, STATUS_UNSUPPORTED, "there is no log");
        return NULL;
    }
    return strdup(log);
}

/* A payload is a word: what to do, and a number. */
static bool work(void *context, const uint8_t *payload, size_t length, FILE *out, Error *error) {
    char word[16] = "";
    int number = 0;
    FILE *log = fopen(context, "a");
    fprintf(log, "%.*s\n", (int)length, (const char *)payload);
    fclose(log);
    sscanf((const char *)payload, "%15s %d", word, &number);
    if (strcmp(word, "crash") == 0) {
        signal(SIGSEGV, SIG_DFL); /* the test program has a handler for its own crashes */
        raise(SIGSEGV);
    }
    if (strcmp(word, "slow") == 0) clock_sleep_ns(1500000000);
    if (strcmp(word, "fail") == 0) {
        error_set(error, STATUS_BAD_INPUT, "no idea how");
        return false;
    }
    fprintf(out, "<%s %d>", word, number);
    return true;
}

static const JobKind kind = {.name = "test", .open = open_work, .close = free, .run = work};

/* --- A place for a test -------------------------------------------------------------------- */

typedef struct Place {
    char folder[32], address[200], log[64], parameters[100];
    const char *words;
    char results[1000];
} Place;

static int make(void **state, bool is_redis) {
    static int number;
    Place *place = calloc(1, sizeof *place);
    strcpy(place->folder, "/tmp/bianca-worker-XXXXXX");
    if (!mkdtemp(place->folder)) return -1;
    snprintf(place->log, sizeof place->log, "%s/log", place->folder);
    snprintf(place->parameters, sizeof place->parameters, "log: %s\n", place->log);
    if (is_redis)
        snprintf(place->address, sizeof place->address, "%s/test-%d", server.address, ++number);
    else
        snprintf(place->address, sizeof place->address, "%s/queue", place->folder);
    stop = false;
    *state = place;
    return 0;
}

static int make_sqlite(void **state) {
    return make(state, false);
}

static int make_redis(void **state) {
    return make(state, true);
}

static int place_remove(void **state) {
    Place *place = *state;
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", place->folder);
    free(place);
    return system(command);
}

static SessionOptions options_of(const Place *place, int workers, double lease) {
    return (SessionOptions){.address = place->address,
                            .kind = &kind,
                            .version = "1",
                            .parameters = place->parameters,
                            .lease_seconds = lease,
                            .workers = workers,
                            .stop = &stop};
}

/* The words of `words` are the jobs: "ok 1,slow 2". */
static bool write_payload(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                          size_t *length, Error *error) {
    const char *at = ((Place *)context)->words;
    (void)error;
    for (size_t i = 0; i < index; i++) at = strchr(at, ',') + 1;
    *length = strcspn(at, ",");
    memcpy(payload, at, *length);
    payload[*length] = '\0';
    return true;
}

static bool note(void *context, size_t index, const uint8_t *result, size_t length, Error *error) {
    Place *place = context;
    size_t used = strlen(place->results);
    (void)error;
    snprintf(place->results + used, sizeof place->results - used, "%zu%.*s", index, (int)length,
             (const char *)result);
    return true;
}

static bool run(Place *place, const SessionOptions *options, const char *words, Error *error) {
    size_t count = 1;
    for (const char *at = words; *at; at++) count += *at == ',';
    place->words = words;
    place->results[0] = '\0';
    Session *session = session_open(options, error);
    SessionJobs jobs = {
        .count = count, .payload = write_payload, .collect = note, .context = place};
    bool ok = session && session_do(session, &jobs, error);
    session_close(session);
    return ok;
}

/* How often a job was executed. */
static int executions(const Place *place, const char *word) {
    char line[64];
    int count = 0;
    FILE *log = fopen(place->log, "r");
    while (log && fgets(line, sizeof line, log))
        count += strncmp(line, word, strlen(word)) == 0 && line[strlen(word)] == '\n';
    if (log) fclose(log);
    return count;
}

/* --- Tests --------------------------------------------------------------------------------- */

static void results_come_in_the_order_of_the_jobs(void **state) {
    Place *place = *state;
    Error error = {0};
    SessionOptions options = options_of(place, 3, 10);
    if (!run(place, &options, "ok 5,ok 4,ok 3,ok 4,ok 1", &error)) fail_msg("%s", error.text);
    assert_string_equal(place->results, "0<ok 5>1<ok 4>2<ok 3>3<ok 4>4<ok 1>");
    assert_int_equal(executions(place, "ok 4"), 1);
    /* Again: nothing is executed again, and more of the same comes on top. */
    if (!run(place, &options, "ok 5,ok 4,ok 3,ok 2", &error)) fail_msg("%s", error.text);
    assert_string_equal(place->results, "0<ok 5>1<ok 4>2<ok 3>3<ok 2>");
    assert_int_equal(executions(place, "ok 5"), 1);
}

static void a_job_longer_than_its_lease_stays_with_its_worker(void **state) {
    Place *place = *state;
    Error error = {0};
    SessionOptions options = options_of(place, 2, 0.6);
    if (!run(place, &options, "slow 1", &error)) fail_msg("%s", error.text);
    assert_string_equal(place->results, "0<slow 1>");
    assert_int_equal(executions(place, "slow 1"), 1);
}

static void a_job_that_kills_its_worker_becomes_a_dead_letter(void **state) {
    Place *place = *state;
    Error error = {0};
    SessionOptions options = options_of(place, 2, 30);
    assert_false(run(place, &options, "ok 1,crash 2,ok 3,ok 4", &error));
    if (!strstr(error.text, "job 2 of 4 failed") || !strstr(error.text, "signal 11"))
        fail_msg("%s", error.text);
    assert_int_equal(executions(place, "crash 2"), QUEUE_MAX_FAILURES);
    assert_int_equal(executions(place, "ok 4"), 1);
    assert_string_equal(place->results, "0<ok 1>");
}

static void a_job_that_fails_is_told_with_its_reason(void **state) {
    Place *place = *state;
    Error error = {0};
    SessionOptions options = options_of(place, 1, 30);
    assert_false(run(place, &options, "ok 1,fail 2", &error));
    assert_non_null(strstr(error.text, "job 2 of 2 failed: no idea how"));
    assert_int_equal(executions(place, "fail 2"), QUEUE_MAX_FAILURES);
}

static void workers_that_cannot_do_the_work_say_why(void **state) {
    Place *place = *state;
    Error error = {0};
    SessionOptions options = options_of(place, 1, 30);
    options.parameters = "nothing: here\n";
    assert_false(run(place, &options, "ok 1", &error));
    if (!strstr(error.text, "refuses test: there is no log")) fail_msg("%s", error.text);
    assert_int_equal(executions(place, "ok 1"), 0);
}

/* Starts a pool of another process; the caller ends it. */
static pid_t start_pool(const Place *place, const char *version, bool is_draining) {
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid > 0) return pid;
    const JobKind *kinds[] = {&kind, NULL};
    WorkerOptions options = {.address = place->address,
                             .kinds = kinds,
                             .version = version,
                             .is_draining = is_draining,
                             .stop = &stop};
    Error error;
    _exit(worker_pool_run(&options, 1, &error) ? 0 : 1);
}

static void note_state(void *context, const QueueWorker *worker) {
    snprintf(context, QUEUE_STATE_SIZE, "%s", worker->state);
}

static void a_worker_of_another_version_is_refused_work(void **state) {
    Place *place = *state;
    Error error = {0};
    char text[QUEUE_STATE_SIZE] = "";
    SessionOptions options = options_of(place, 0, 30);
    /* The submitter gives up after a while: nobody works. */
    pid_t submitter = fork();
    if (submitter == 0) {
        alarm(2);
        _exit(run(place, &options, "ok 1", &error));
    }
    pid_t pool = start_pool(place, "2", false);
    waitpid(submitter, NULL, 0);
    Queue *queue = queue_open(place->address, &(QueueOptions){0}, &error);
    assert_non_null(queue);
    for (int i = 0; i < 200 && !strstr(text, "refuses"); i++) {
        clock_sleep_ns(50000000);
        queue_workers(queue, note_state, text, &error);
    }
    queue_close(queue);
    if (!strstr(text, "refuses test: it is for version '1', and this is '2'"))
        fail_msg("state: %s", text);
    kill(pool, SIGTERM);
    waitpid(pool, NULL, 0);
    assert_int_equal(executions(place, "ok 1"), 0);
    /* One of the right version does it, and ends when nothing is left. */
    int status;
    pool = start_pool(place, "1", true);
    waitpid(pool, &status, 0);
    assert_int_equal(status, 0);
    assert_int_equal(executions(place, "ok 1"), 1);
    if (!run(place, &options, "ok 1", &error)) fail_msg("%s", error.text);
    assert_string_equal(place->results, "0<ok 1>");
}

/* What somebody has purged, or a server has lost, is submitted again. */
static void jobs_that_get_lost_are_submitted_again(void **state) {
    Place *place = *state;
    Error error = {0};
    SessionOptions options = options_of(place, 1, 30);
    pid_t purger = fork();
    if (purger == 0) {
        uint64_t removed;
        clock_sleep_ns(700000000);
        Queue *queue = queue_open(place->address, &(QueueOptions){0}, &error);
        _exit(queue && queue_purge(queue, true, &removed, &error) && removed == 1 ? 0 : 1);
    }
    if (!run(place, &options, "slow 1,ok 2,slow 3", &error)) fail_msg("%s", error.text);
    int status;
    waitpid(purger, &status, 0);
    assert_int_equal(status, 0);
    assert_string_equal(place->results, "0<slow 1>1<ok 2>2<slow 3>");
}

#define TEST(name, setup) cmocka_unit_test_setup_teardown(name, setup, place_remove)
#define TESTS(setup)                                                                               \
    {                                                                                              \
        TEST(results_come_in_the_order_of_the_jobs, setup),                                        \
            TEST(a_job_longer_than_its_lease_stays_with_its_worker, setup),                        \
            TEST(a_job_that_kills_its_worker_becomes_a_dead_letter, setup),                        \
            TEST(a_job_that_fails_is_told_with_its_reason, setup),                                 \
            TEST(workers_that_cannot_do_the_work_say_why, setup),                                  \
            TEST(a_worker_of_another_version_is_refused_work, setup),                              \
            TEST(jobs_that_get_lost_are_submitted_again, setup),                                   \
    }

int main(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    int failed = 0;
#ifdef WITH_SQLITE
    const struct CMUnitTest files[] = TESTS(make_sqlite);
    failed += cmocka_run_group_tests_name("sqlite", files, NULL, NULL);
#endif
    if (!redis_is_here()) return failed;
    const struct CMUnitTest servers[] = TESTS(make_redis);
    redis_start(&server);
    failed += cmocka_run_group_tests_name("redis", servers, NULL, NULL);
    redis_remove(&server);
    return failed;
}
