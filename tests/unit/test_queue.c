/* The contract of jobs/queue.h, which both drivers keep: nothing lost, nothing twice, whoever dies.
 */
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef WITH_SQLITE
#include <sqlite3.h>
#endif

#include "base/clock.h"
#include "base/file.h"
#include "jobs/queue.h"
#include "support/redis.h"

#define LONG           1000.0 /* a lease that does not expire */
#define SHORT          0.05
#define AFTER_SHORT_NS 80000000

static RedisServer server; /* for all tests with Redis */

typedef struct Place {
    char folder[32], path[200];
    Queue *queue;
    QueueRun run;
} Place;

static Queue *open_queue(const char *path, bool may_create, Error *error) {
    return queue_open(path, &(QueueOptions){.may_create = may_create}, error);
}

/* A run of jobs whose leases last so long. */
static void set_lease(Place *place, double seconds) {
    Error error;
    place->run.lease_seconds = seconds;
    assert_true(queue_add_run(place->queue, &place->run, &error));
}

static int make(void **state, bool is_redis) {
    static int number;
    Place *place = calloc(1, sizeof *place);
    Error error;
    strcpy(place->folder, "/tmp/bianca-queue-XXXXXX");
    if (!mkdtemp(place->folder)) return -1;
    if (is_redis)
        snprintf(place->path, sizeof place->path, "%s/test-%d", server.address, ++number);
    else
        snprintf(place->path, sizeof place->path, "%s/queue", place->folder);
    place->run = (QueueRun){.kind = "test", .version = "1", .parameters = "board: 8x8\n"};
    queue_name_run(&place->run);
    place->queue = open_queue(place->path, true, &error);
    *state = place;
    if (!place->queue) return -1;
    set_lease(place, LONG);
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
    queue_close(place->queue);
    snprintf(command, sizeof command, "rm -r %s", place->folder);
    int status = system(command);
    free(place);
    return status;
}

/* Job number `number`; its payload is the number as text, which must outlive it. */
static Job job_of(const Place *place, int number, char payload[16]) {
    snprintf(payload, 16, "job %d", number);
    Job job = {.payload = payload, .length = strlen(payload)};
    queue_name_job(place->run.id, &job);
    return job;
}

static void submit(Place *place, int first, int count) {
    Error error;
    Job *jobs = calloc((size_t)count, sizeof *jobs);
    char(*payloads)[16] = calloc((size_t)count, sizeof *payloads);
    for (int i = 0; i < count; i++) jobs[i] = job_of(place, first + i, payloads[i]);
    assert_true(queue_submit(place->queue, place->run.id, jobs, (size_t)count, &error));
    free(jobs);
    free(payloads);
}

static LeaseAnswer lease_as(const Place *place, const char *worker, Lease *out) {
    Error error;
    LeaseAnswer answer = queue_lease(place->queue, (const char(*)[QUEUE_ID_SIZE])place->run.id, 1,
                                     worker, out, &error);
    if (answer == LEASE_ERROR) fail_msg("%s", error.text);
    return answer;
}

/* Each lease for a worker of its own: a worker has one at most. */
static LeaseAnswer lease(const Place *place, Lease *out) {
    static int number;
    char worker[32];
    snprintf(worker, sizeof worker, "tester %d", ++number);
    return lease_as(place, worker, out);
}

static bool is_job(const Lease *held, int number) {
    char payload[16];
    snprintf(payload, sizeof payload, "job %d", number);
    return held->length == strlen(payload) && memcmp(held->payload, payload, held->length) == 0;
}

/* Finishes with a text; returns whether it was the first result. */
static bool finish(Place *place, const Lease *held, const char *result) {
    Error error;
    bool is_first;
    assert_true(queue_finish(place->queue, held, result, strlen(result), &is_first, &error));
    return is_first;
}

static QueueStatus status_of(Place *place) {
    QueueStatus status;
    Error error;
    assert_true(queue_status(place->queue, place->run.id, &status, &error));
    return status;
}

typedef struct Seen {
    int count;
    char text[400];
} Seen;

static bool note(void *context, size_t index, const uint8_t *result, size_t length, Error *error) {
    Seen *seen = context;
    (void)error;
    seen->count++;
    size_t used = strlen(seen->text);
    snprintf(seen->text + used, sizeof seen->text - used, "%d=%.*s;", (int)index, (int)length,
             (const char *)result);
    return true;
}

/* The results of the first jobs, up to the first that has none. The list of jobs goes on. */
static bool collect(Place *place, int count, Seen *seen, Error *error) {
    char(*ids)[QUEUE_ID_SIZE] = calloc(2 * (size_t)count, sizeof *ids), payload[16];
    size_t taken;
    for (int i = 0; i < 2 * count; i++) {
        Job job = job_of(place, i, payload);
        memcpy(ids[i], job.id, sizeof ids[i]);
    }
    bool ok = queue_collect(place->queue, place->run.id, (const char(*)[QUEUE_ID_SIZE])ids,
                            (size_t)count, note, seen, &taken, error);
    if (ok) assert_int_equal(taken, seen->count);
    free(ids);
    return ok;
}

static Seen results_of(Place *place, int count) {
    Seen seen = {0};
    Error error;
    if (!collect(place, count, &seen, &error)) fail_msg("%s", error.text);
    return seen;
}

/* --- What both drivers do ------------------------------------------------------------------ */

static void jobs_are_leased_in_order_and_results_come_back_in_order(void **state) {
    Place *place = *state;
    Lease held[3], none;
    submit(place, 0, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lease(place, &held[i]), LEASE_TAKEN);
        assert_true(is_job(&held[i], i));
        assert_string_equal(held[i].run, place->run.id);
        assert_true(held[i].seconds == LONG);
    }
    assert_int_equal(lease(place, &none), LEASE_WAIT);
    assert_true(finish(place, &held[2], "x"));
    assert_string_equal(results_of(place, 3).text, "");
    assert_true(finish(place, &held[0], "x"));
    assert_string_equal(results_of(place, 3).text, "0=x;");
    assert_true(finish(place, &held[1], ""));
    assert_int_equal(lease(place, &none), LEASE_NONE);
    assert_string_equal(results_of(place, 3).text, "0=x;1=;2=x;");
}

/* More than a driver asks for at once, and fewer than there are. */
static void no_more_results_come_than_are_asked_for(void **state) {
    Place *place = *state;
    enum { JOBS = 80 };
    Lease held;
    submit(place, 0, JOBS);
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(lease(place, &held), LEASE_TAKEN);
        assert_true(finish(place, &held, "x"));
    }
    for (int count = 30; count <= JOBS; count += 10)
        assert_int_equal(results_of(place, count).count, count);
}

static void an_empty_queue_has_nothing_to_do(void **state) {
    Lease none;
    assert_int_equal(lease(*state, &none), LEASE_NONE);
    assert_int_equal(status_of(*state).waiting, 0);
}

static void a_job_is_submitted_once(void **state) {
    Place *place = *state;
    Lease held;
    submit(place, 0, 5);
    assert_int_equal(lease(place, &held), LEASE_TAKEN);
    finish(place, &held, "done");
    assert_int_equal(lease(place, &held), LEASE_TAKEN);
    submit(place, 0, 7);
    QueueStatus status = status_of(place);
    assert_int_equal(status.waiting, 5);
    assert_int_equal(status.running, 1);
    assert_int_equal(status.done, 1);
}

static void a_name_depends_on_every_part(void **state) {
    (void)state;
    QueueRun runs[] = {{.kind = "a", .version = "b", .parameters = "c"},
                       {.kind = "ab", .version = "", .parameters = "c"},
                       {.kind = "a", .version = "bc", .parameters = ""},
                       {.kind = "a", .version = "b", .parameters = "d"}};
    Job jobs[] = {{.payload = "x", .length = 1}, {.payload = "x", .length = 1}};
    for (int i = 0; i < 4; i++) queue_name_run(&runs[i]);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < i; k++) assert_string_not_equal(runs[i].id, runs[k].id);
    queue_name_job(runs[0].id, &jobs[0]);
    queue_name_job(runs[1].id, &jobs[1]);
    assert_string_not_equal(jobs[0].id, jobs[1].id);
    queue_name_job(runs[0].id, &jobs[1]);
    assert_string_equal(jobs[0].id, jobs[1].id);
}

static void a_job_that_is_too_long_is_refused_with_the_reason(void **state) {
    Place *place = *state;
    Error error = {0};
    Lease held;
    Job job = {.length = QUEUE_PAYLOAD_SIZE + 1};
    char *payload = calloc(1, job.length);
    job.payload = payload;
    queue_name_job(place->run.id, &job);
    assert_false(queue_submit(place->queue, place->run.id, &job, 1, &error));
    assert_non_null(strstr(error.text, "too long"));
    job.length = QUEUE_PAYLOAD_SIZE;
    queue_name_job(place->run.id, &job);
    assert_true(queue_submit(place->queue, place->run.id, &job, 1, &error));
    assert_int_equal(lease(place, &held), LEASE_TAKEN);
    assert_int_equal(held.length, QUEUE_PAYLOAD_SIZE);
    free(payload);
}

static void a_lease_that_expires_goes_to_another_worker(void **state) {
    Place *place = *state;
    Lease lost, taken;
    Error error;
    bool is_held = true;
    set_lease(place, SHORT);
    submit(place, 0, 1);
    assert_int_equal(lease(place, &lost), LEASE_TAKEN);
    clock_sleep_ns(AFTER_SHORT_NS);
    assert_int_equal(status_of(place).lost, 1);
    assert_int_equal(lease(place, &taken), LEASE_TAKEN);
    assert_string_equal(taken.job, lost.job);
    assert_true(queue_renew(place->queue, &lost, &is_held, &error));
    assert_false(is_held);
    assert_true(queue_renew(place->queue, &taken, &is_held, &error));
    assert_true(is_held);
}

static void a_renewed_lease_does_not_expire(void **state) {
    Place *place = *state;
    Lease held, none;
    Error error;
    bool is_held;
    set_lease(place, 0.4);
    submit(place, 0, 1);
    assert_int_equal(lease(place, &held), LEASE_TAKEN);
    for (int i = 0; i < 6; i++) {
        clock_sleep_ns(100000000);
        assert_true(queue_renew(place->queue, &held, &is_held, &error));
        assert_true(is_held);
    }
    assert_int_equal(lease(place, &none), LEASE_WAIT);
    assert_int_equal(status_of(place).lost, 0);
}

static void the_first_result_counts_even_if_its_lease_had_expired(void **state) {
    Place *place = *state;
    Lease slow, quick, none;
    set_lease(place, SHORT);
    submit(place, 0, 1);
    assert_int_equal(lease(place, &slow), LEASE_TAKEN);
    clock_sleep_ns(AFTER_SHORT_NS);
    assert_int_equal(lease(place, &quick), LEASE_TAKEN);
    assert_true(finish(place, &slow, "first"));
    assert_false(finish(place, &quick, "second"));
    assert_false(finish(place, &slow, "third"));
    assert_string_equal(results_of(place, 1).text, "0=first;");
    assert_int_equal(lease(place, &none), LEASE_NONE);
    assert_int_equal(status_of(place).done, 1);
}

static void what_is_given_back_is_free_at_once(void **state) {
    Place *place = *state;
    Lease held, again;
    Error error;
    submit(place, 0, 2);
    for (int i = 0; i < 2 * QUEUE_MAX_FAILURES; i++) {
        assert_int_equal(lease(place, &held), LEASE_TAKEN);
        assert_true(is_job(&held, 0));
        assert_true(queue_give_back(place->queue, &held, &error));
        assert_int_equal(status_of(place).waiting, 2);
        assert_int_equal(status_of(place).running, 0);
    }
    assert_int_equal(lease(place, &again), LEASE_TAKEN);
    assert_true(queue_give_back(place->queue, &held, &error)); /* an old lease: changes nothing */
    assert_int_equal(status_of(place).running, 1);
}

typedef struct Letters {
    int count;
    char text[400];
} Letters;

static void note_failure(void *context, const QueueFailure *failure) {
    Letters *letters = context;
    letters->count++;
    snprintf(letters->text, sizeof letters->text, "%s: %s", failure->kind, failure->reason);
}

static Letters letters_of(Place *place) {
    Letters letters = {0};
    Error error;
    assert_true(queue_failures(place->queue, note_failure, &letters, &error));
    return letters;
}

static void a_job_that_fails_too_often_is_a_dead_letter_until_it_is_retried(void **state) {
    Place *place = *state;
    Lease held;
    Error error;
    uint64_t retried;
    submit(place, 0, 1);
    for (int i = 0; i < QUEUE_MAX_FAILURES; i++) {
        assert_int_equal(letters_of(place).count, 0);
        assert_int_equal(lease(place, &held), LEASE_TAKEN);
        assert_true(queue_fail(place->queue, &held, "no luck", &error));
    }
    assert_int_equal(lease(place, &held), LEASE_NONE);
    assert_int_equal(status_of(place).failed, 1);
    assert_string_equal(letters_of(place).text, "test: no luck");
    submit(place, 0, 1);
    assert_int_equal(lease(place, &held), LEASE_NONE);
    assert_true(queue_retry(place->queue, NULL, &retried, &error));
    assert_int_equal(retried, 1);
    assert_int_equal(letters_of(place).count, 0);
    assert_int_equal(lease(place, &held), LEASE_TAKEN);
    assert_true(is_job(&held, 0));
    assert_true(finish(place, &held, "at last"));
    assert_int_equal(status_of(place).failed, 0);
    assert_int_equal(status_of(place).done, 1);
    assert_true(queue_retry(place->queue, place->run.id, &retried, &error));
    assert_int_equal(retried, 0);
}

static void a_job_that_loses_every_worker_is_a_dead_letter(void **state) {
    Place *place = *state;
    Lease held, none;
    set_lease(place, SHORT);
    submit(place, 0, 1);
    for (int i = 0; i < QUEUE_MAX_FAILURES; i++) {
        assert_int_equal(lease(place, &held), LEASE_TAKEN);
        clock_sleep_ns(AFTER_SHORT_NS);
    }
    assert_int_equal(lease(place, &none), LEASE_NONE);
    assert_int_equal(status_of(place).failed, 1);
    assert_string_equal(letters_of(place).text, "test: every worker that took it was lost");
    assert_true(finish(place, &held, "it lived after all"));
    assert_int_equal(status_of(place).failed, 0);
    assert_int_equal(status_of(place).done, 1);
}

static void the_job_of_a_crashed_worker_is_free_at_once(void **state) {
    Place *place = *state;
    Lease held;
    Error error;
    submit(place, 0, 2);
    for (int i = 0; i < QUEUE_MAX_FAILURES; i++) {
        assert_int_equal(lease_as(place, "crasher", &held), LEASE_TAKEN);
        assert_true(is_job(&held, 0));
        assert_true(queue_fail_worker(place->queue, "nobody", "signal 11", &error));
        assert_int_equal(status_of(place).running, 1);
        assert_true(queue_fail_worker(place->queue, "crasher", "signal 11", &error));
        assert_int_equal(status_of(place).running, 0);
    }
    assert_string_equal(letters_of(place).text, "test: signal 11");
    assert_int_equal(lease(place, &held), LEASE_TAKEN);
    assert_true(is_job(&held, 1));
}

static void runs_are_served_in_the_order_they_are_asked_for(void **state) {
    Place *place = *state;
    QueueRun other = {.kind = "other", .version = "1", .parameters = "", .lease_seconds = LONG};
    Error error;
    Lease held;
    char payload[16], both[2][QUEUE_ID_SIZE];
    queue_name_run(&other);
    submit(place, 0, 1);
    Job job = job_of(place, 9, payload);
    queue_name_job(other.id, &job);
    assert_false(queue_submit(place->queue, other.id, &job, 1, &error));
    assert_int_equal(error.status, STATUS_STOPPED);
    assert_true(queue_add_run(place->queue, &other, &error));
    assert_true(queue_submit(place->queue, other.id, &job, 1, &error));
    memcpy(both[0], other.id, sizeof both[0]);
    memcpy(both[1], place->run.id, sizeof both[1]);
    const char(*runs)[QUEUE_ID_SIZE] = (const char(*)[QUEUE_ID_SIZE])both;
    assert_int_equal(queue_lease(place->queue, runs, 2, "a", &held, &error), LEASE_TAKEN);
    assert_true(is_job(&held, 9));
    assert_int_equal(queue_lease(place->queue, runs, 1, "b", &held, &error), LEASE_WAIT);
    assert_int_equal(queue_lease(place->queue, runs, 2, "b", &held, &error), LEASE_TAKEN);
    assert_true(is_job(&held, 0));
}

static void a_purge_removes_what_is_complete(void **state) {
    Place *place = *state;
    Lease held;
    Error error;
    uint64_t removed;
    bool is_held = true, is_first = true;
    submit(place, 0, 2);
    assert_int_equal(lease(place, &held), LEASE_TAKEN);
    finish(place, &held, "done");
    assert_true(queue_purge(place->queue, false, &removed, &error));
    assert_int_equal(removed, 0);
    assert_int_equal(results_of(place, 2).count, 1);
    assert_int_equal(lease(place, &held), LEASE_TAKEN);
    assert_true(queue_purge(place->queue, true, &removed, &error));
    assert_int_equal(removed, 1);
    assert_int_equal(
        queue_total(&(QueueStatus){0}) + queue_total((QueueStatus[]){status_of(place)}), 0);
    /* A worker that was at it loses its result, and is told so. */
    assert_true(queue_renew(place->queue, &held, &is_held, &error));
    assert_false(is_held);
    assert_true(queue_finish(place->queue, &held, "late", 4, &is_first, &error));
    assert_false(is_first);
    assert_true(queue_give_back(place->queue, &held, &error));
    set_lease(place, LONG);
    submit(place, 0, 2);
    assert_int_equal(results_of(place, 2).count, 0);
    assert_int_equal(status_of(place).waiting, 2);
    while (lease(place, &held) == LEASE_TAKEN) finish(place, &held, "again");
    assert_true(queue_purge(place->queue, false, &removed, &error));
    assert_int_equal(removed, 1);
}

static void note_worker(void *context, const QueueWorker *worker) {
    Letters *letters = context;
    letters->count++;
    assert_true(worker->seen >= 0 && worker->seen < 10 && worker->started < 10);
    snprintf(letters->text, sizeof letters->text, "%s %s %s %d", worker->name, worker->version,
             worker->state, (int)worker->done);
}

static void workers_report_themselves(void **state) {
    Place *place = *state;
    Letters letters = {0};
    Error error;
    QueueWorker worker = {.name = "host:7", .version = "0.1", .state = "idle", .done = 3};
    assert_int_equal(status_of(place).workers, 0);
    assert_true(queue_report(place->queue, &worker, &error));
    worker.done = 4;
    assert_true(queue_report(place->queue, &worker, &error));
    assert_int_equal(status_of(place).workers, 1);
    assert_true(queue_workers(place->queue, note_worker, &letters, &error));
    assert_int_equal(letters.count, 1);
    assert_string_equal(letters.text, "host:7 0.1 idle 4");
    assert_true(queue_sign_off(place->queue, "host:7", &error));
    assert_int_equal(status_of(place).workers, 0);
}

/* In a process of its own: takes jobs, and dies with one of them in hand after `finished`. */
static void die_at_work(const Place *place, int finished) {
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        Error error;
        Lease held;
        bool is_first;
        const char(*runs)[QUEUE_ID_SIZE] = (const char(*)[QUEUE_ID_SIZE])place->run.id;
        Queue *queue = open_queue(place->path, false, &error);
        for (int i = 0; queue && i < finished; i++)
            if (queue_lease(queue, runs, 1, "mortal", &held, &error) == LEASE_TAKEN)
                queue_finish(queue, &held, "child", 5, &is_first, &error);
        if (queue) queue_lease(queue, runs, 1, "mortal", &held, &error);
        raise(SIGKILL);
    }
    waitpid(pid, NULL, 0);
}

static void a_killed_worker_loses_nothing(void **state) {
    Place *place = *state;
    Error error;
    set_lease(place, SHORT);
    submit(place, 0, 3);
    queue_close(place->queue);
    die_at_work(place, 1);
    place->queue = open_queue(place->path, false, &error);
    assert_non_null(place->queue);
    clock_sleep_ns(AFTER_SHORT_NS);
    Lease held;
    while (lease(place, &held) == LEASE_TAKEN) finish(place, &held, "me");
    assert_string_equal(results_of(place, 3).text, "0=child;1=me;2=me;");
}

enum { WORKERS = 4, JOBS = 200 };

static void workers_share_without_doing_anything_twice(void **state) {
    Place *place = *state;
    submit(place, 0, JOBS);
    queue_close(place->queue);
    pid_t pids[WORKERS];
    for (int w = 0; w < WORKERS; w++) {
        if ((pids[w] = fork()) > 0) continue;
        Error error;
        Lease held;
        int doubles = 0;
        const char(*runs)[QUEUE_ID_SIZE] = (const char(*)[QUEUE_ID_SIZE])place->run.id;
        char worker[32];
        snprintf(worker, sizeof worker, "sharer %d", w);
        Queue *queue = open_queue(place->path, false, &error);
        if (!queue) _exit(99);
        while (queue_lease(queue, runs, 1, worker, &held, &error) == LEASE_TAKEN) {
            bool is_first = false;
            if (!queue_finish(queue, &held, held.payload, held.length, &is_first, &error))
                _exit(98);
            doubles += !is_first;
        }
        queue_close(queue);
        _exit(doubles);
    }
    for (int w = 0; w < WORKERS; w++) {
        int status;
        waitpid(pids[w], &status, 0);
        assert_int_equal(status, 0);
    }
    Error error;
    place->queue = open_queue(place->path, false, &error);
    assert_int_equal(results_of(place, JOBS).count, JOBS);
    assert_int_equal(status_of(place).done, JOBS);
    assert_true(status_of(place).rate > 0);
}

/* --- Several processes that make one queue -----------------------------------------------------
 */

#ifdef WITH_SQLITE

enum { RIVAL_FREE_MS = 20000, RIVAL_BLOCKED_MS = 50 };

/* A process that makes the queue as soon as it is told to, and answers with one byte. */
typedef struct Rival {
    int tell, hear;
    bool is_told;
    pid_t pid;
} Rival;

static Rival rival;

static void rival_start(const char *path) {
    int tell[2], hear[2];
    assert_int_equal(pipe(tell), 0);
    assert_int_equal(pipe(hear), 0);
    rival = (Rival){.tell = tell[1], .hear = hear[0], .pid = fork()};
    assert_true(rival.pid >= 0);
    if (rival.pid > 0) return;
    Error error;
    char byte;
    if (read(tell[0], &byte, 1) != 1) _exit(1);
    Queue *queue = open_queue(path, true, &error);
    (void)!write(hear[1], "x", 1);
    queue_close(queue);
    _exit(queue ? 0 : 1);
}

/* Between the two questions to a new file, its mark and its tables: lets the rival make the queue.
 * Inside of a transaction the rival has to wait for us, and this waits only a moment. */
static int interrupt(unsigned event, void *context, void *statement, void *detail) {
    (void)event, (void)context, (void)detail;
    const char *sql = sqlite3_sql(statement);
    if (rival.is_told || !sql || !strstr(sql, "sqlite_master")) return 0;
    rival.is_told = true;
    (void)!write(rival.tell, "x", 1);
    poll(&(struct pollfd){.fd = rival.hear, .events = POLLIN}, 1,
         sqlite3_get_autocommit(sqlite3_db_handle(statement)) ? RIVAL_FREE_MS : RIVAL_BLOCKED_MS);
    return 0;
}

static int watch_statements(sqlite3 *db, char **message, const void *routines) {
    (void)message, (void)routines;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, interrupt, NULL);
}

static void two_processes_make_one_queue_at_the_same_moment(void **state) {
    char path[80];
    Error error;
    int status;
    snprintf(path, sizeof path, "%s/shared", ((Place *)*state)->folder);
    rival_start(path);
    sqlite3_auto_extension((void (*)(void))watch_statements);
    Queue *queue = open_queue(path, true, &error);
    sqlite3_reset_auto_extension();
    if (!queue) fail_msg("%s", error.text);
    assert_true(rival.is_told);
    queue_close(queue);
    waitpid(rival.pid, &status, 0);
    assert_int_equal(status, 0);
    close(rival.tell);
    close(rival.hear);
}

#endif

/* --- What goes wrong ----------------------------------------------------------------------- */

static void what_is_not_there_is_not_made_by_looking(void **state) {
    Place *place = *state;
    char path[80];
    Error error;
    snprintf(path, sizeof path, "%s/other", place->folder);
    assert_null(open_queue(path, false, &error));
    assert_non_null(strstr(error.text, path));
    assert_int_equal(access(path, F_OK), -1);
    assert_null(open_queue("/no/such/folder/queue", true, &error));
    assert_non_null(strstr(error.text, "/no/such/folder/queue"));
}

static void a_file_of_something_else_is_refused_and_left_alone(void **state) {
    Place *place = *state;
    char path[80], text[4000], *bytes;
    size_t length;
    Error error;
    snprintf(path, sizeof path, "%s/other", place->folder);
    memset(text, 'x', sizeof text);
    assert_true(file_replace(path, text, sizeof text, &error));
    assert_null(open_queue(path, true, &error));
    assert_non_null(strstr(error.text, "not a database"));
    assert_true(file_read(path, FILE_LIMIT, &bytes, &length, &error));
    assert_int_equal(length, sizeof text);
    assert_memory_equal(bytes, text, length);
    free(bytes);
}

#ifdef WITH_SQLITE

/* Somebody else's tables, or only somebody else's mark. */
static void a_database_of_something_else_is_refused(void **state) {
    Place *place = *state;
    static const char *const sqls[] = {"CREATE TABLE theirs (a)", "PRAGMA application_id=7",
                                       "PRAGMA application_id=7;CREATE TABLE theirs (a)"};
    for (int i = 0; i < 3; i++) {
        char path[80];
        sqlite3 *db;
        Error error = {0};
        snprintf(path, sizeof path, "%s/theirs-%d", place->folder, i);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, sqls[i], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(db);
        assert_null(open_queue(path, true, &error));
        if (!strstr(error.text, "none of a run of jobs")) fail_msg("%s", error.text);
    }
}

static void results_that_cannot_be_read_are_told(void **state) {
    Place *place = *state;
    sqlite3 *other;
    Seen seen = {0};
    Error error = {0};
    submit(place, 0, 1);
    assert_int_equal(sqlite3_open(place->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "DROP TABLE results", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    assert_false(collect(place, 1, &seen, &error));
    assert_non_null(strstr(error.text, "reading results"));
}

#endif

/* Whatever bytes are changed or cut off: an answer or a reason, never a crash. */
static void a_damaged_file_is_answered_with_a_reason(void **state) {
    Place *place = *state;
    char path[80], *bytes;
    size_t length;
    Error error;
    Lease held;
    submit(place, 0, 20);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(lease(place, &held), LEASE_TAKEN);
        finish(place, &held, "result");
    }
    queue_close(place->queue); /* everything goes from the log into the file */
    place->queue = NULL;
    assert_true(file_read(place->path, FILE_LIMIT, &bytes, &length, &error));
    snprintf(path, sizeof path, "%s/other", place->folder);
    for (size_t at = 0; at < length; at += 401) {
        bytes[at] ^= 0x55;
        size_t size = at % 2 ? length : at;
        assert_true(file_replace(path, bytes, size, &error));
        bytes[at] ^= 0x55;
        Queue *queue = open_queue(path, true, &error);
        if (queue) {
            QueueStatus status;
            Place damaged = {.queue = queue, .run = place->run};
            Seen seen = {0};
            const char(*runs)[QUEUE_ID_SIZE] = (const char(*)[QUEUE_ID_SIZE])place->run.id;
            error.text[0] = '\0';
            if (queue_lease(queue, runs, 1, "tester", &held, &error) == LEASE_TAKEN) {
                bool is_first;
                queue_finish(queue, &held, "x", 1, &is_first, &error);
            }
            if (!collect(&damaged, 20, &seen, &error)) assert_true(error.text[0] != '\0');
            if (!queue_status(queue, NULL, &status, &error)) assert_true(error.text[0] != '\0');
            queue_close(queue);
        }
        unlink(path);
    }
    free(bytes);
    place->queue = open_queue(place->path, false, &error);
}

static void a_full_disk_is_told_and_changes_nothing(void **state) {
    Place *place = *state;
    submit(place, 0, 2);
    Lease held;
    Error error;
    assert_int_equal(lease(place, &held), LEASE_TAKEN);
    size_t length = 1 << 22;
    char *large = calloc(1, length);
    bool is_first = false;
    struct rlimit before, limit;
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = 1 << 20;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    bool ok = queue_finish(place->queue, &held, large, length, &is_first, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(ok);
    assert_non_null(strstr(error.text, "recording a result"));
    assert_int_equal(status_of(place).done, 0);
    assert_true(finish(place, &held, "small"));
    free(large);
}

#define CONTRACT(setup)                                                                            \
    {                                                                                              \
        TEST(jobs_are_leased_in_order_and_results_come_back_in_order, setup),                      \
            TEST(no_more_results_come_than_are_asked_for, setup),                                  \
            TEST(an_empty_queue_has_nothing_to_do, setup), TEST(a_job_is_submitted_once, setup),   \
            TEST(a_name_depends_on_every_part, setup),                                             \
            TEST(a_job_that_is_too_long_is_refused_with_the_reason, setup),                        \
            TEST(a_lease_that_expires_goes_to_another_worker, setup),                              \
            TEST(a_renewed_lease_does_not_expire, setup),                                          \
            TEST(the_first_result_counts_even_if_its_lease_had_expired, setup),                    \
            TEST(what_is_given_back_is_free_at_once, setup),                                       \
            TEST(a_job_that_fails_too_often_is_a_dead_letter_until_it_is_retried, setup),          \
            TEST(a_job_that_loses_every_worker_is_a_dead_letter, setup),                           \
            TEST(the_job_of_a_crashed_worker_is_free_at_once, setup),                              \
            TEST(runs_are_served_in_the_order_they_are_asked_for, setup),                          \
            TEST(a_purge_removes_what_is_complete, setup), TEST(workers_report_themselves, setup), \
            TEST(a_killed_worker_loses_nothing, setup),                                            \
            TEST(workers_share_without_doing_anything_twice, setup),                               \
    }
#define TEST(name, setup) cmocka_unit_test_setup_teardown(name, setup, place_remove)

static int test_sqlite(void) {
    Error error;
    Queue *queue = open_queue(":memory:", true, &error);
    if (!queue && error.status == STATUS_UNSUPPORTED) return 0; /* built without SQLite */
    queue_close(queue);
    const struct CMUnitTest contract[] = CONTRACT(make_sqlite);
    const struct CMUnitTest of_files[] = {
#ifdef WITH_SQLITE
        TEST(two_processes_make_one_queue_at_the_same_moment, make_sqlite),
        TEST(a_database_of_something_else_is_refused, make_sqlite),
        TEST(results_that_cannot_be_read_are_told, make_sqlite),
#endif
        TEST(what_is_not_there_is_not_made_by_looking, make_sqlite),
        TEST(a_file_of_something_else_is_refused_and_left_alone, make_sqlite),
        TEST(a_damaged_file_is_answered_with_a_reason, make_sqlite),
        TEST(a_full_disk_is_told_and_changes_nothing, make_sqlite),
    };
    return cmocka_run_group_tests_name("sqlite", contract, NULL, NULL) +
           cmocka_run_group_tests_name("sqlite files", of_files, NULL, NULL);
}

static int test_redis(void) {
    if (!redis_is_here()) return 0;
    const struct CMUnitTest contract[] = CONTRACT(make_redis);
    redis_start(&server);
    int failed = cmocka_run_group_tests_name("redis", contract, NULL, NULL);
    redis_remove(&server);
    return failed;
}

int main(void) {
    int failed = test_sqlite();
    return failed + test_redis();
}
