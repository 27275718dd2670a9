/* The contract of jobs/queue.h: nothing lost, nothing twice, whoever dies. */
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

#define LONG           1000.0 /* a lease that does not run out */
#define SHORT          0.02
#define AFTER_SHORT_NS 40000000

typedef struct Place {
    char folder[32], path[64];
    Queue *queue;
} Place;

static int place_make(void **state) {
    Place *place = calloc(1, sizeof *place);
    Error error;
    strcpy(place->folder, "/tmp/bianca-queue-XXXXXX");
    if (!mkdtemp(place->folder)) return -1;
    snprintf(place->path, sizeof place->path, "%s/queue", place->folder);
    place->queue = queue_open(place->path, true, &error);
    *state = place;
    return place->queue ? 0 : -1;
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

static void submit(Queue *queue, int first, int count) {
    Error error;
    Job *jobs = calloc((size_t)count, sizeof *jobs);
    int *numbers = calloc((size_t)count, sizeof *numbers);
    for (int i = 0; i < count; i++) {
        numbers[i] = first + i;
        snprintf(jobs[i].key, sizeof jobs[i].key, "job %d", first + i);
        jobs[i].payload = &numbers[i];
        jobs[i].length = sizeof numbers[i];
    }
    assert_true(queue_submit(queue, jobs, (size_t)count, &error));
    free(jobs);
    free(numbers);
}

static LeaseAnswer lease(Queue *queue, double seconds, Lease *out) {
    Error error;
    return queue_lease(queue, "tester", seconds, out, &error);
}

/* Finishes with a text; returns whether it was the first result. */
static bool finish(Queue *queue, const Lease *held, const char *result) {
    Error error;
    bool is_first;
    assert_true(queue_finish(queue, held, result, strlen(result), &is_first, &error));
    return is_first;
}

static QueueStatus status_of(Queue *queue) {
    QueueStatus status;
    Error error;
    assert_true(queue_status(queue, &status, &error));
    return status;
}

typedef struct Seen {
    int count;
    char text[400];
} Seen;

static bool note(void *context, const char *key, const uint8_t *result, size_t length,
                 Error *error) {
    Seen *seen = context;
    (void)error;
    seen->count++;
    size_t used = strlen(seen->text);
    snprintf(seen->text + used, sizeof seen->text - used, "%s=%.*s;", key, (int)length,
             (const char *)result);
    return true;
}

static Seen results_of(Queue *queue) {
    Seen seen = {0};
    Error error;
    assert_true(queue_results(queue, note, &seen, &error));
    return seen;
}

static void jobs_are_leased_in_order_and_results_come_back_in_order(void **state) {
    Queue *queue = ((Place *)*state)->queue;
    Lease held[3], none;
    submit(queue, 0, 3);
    for (int i = 0; i < 3; i++) {
        int number;
        assert_int_equal(lease(queue, LONG, &held[i]), LEASE_TAKEN);
        assert_int_equal(held[i].length, sizeof number);
        memcpy(&number, held[i].payload, sizeof number);
        assert_int_equal(number, i);
    }
    assert_int_equal(lease(queue, LONG, &none), LEASE_WAIT);
    for (int i = 2; i >= 0; i--) assert_true(finish(queue, &held[i], i == 1 ? "" : "x"));
    assert_int_equal(lease(queue, LONG, &none), LEASE_NONE);
    assert_string_equal(results_of(queue).text, "job 0=x;job 1=;job 2=x;");
}

static void an_empty_queue_has_nothing_to_do(void **state) {
    Lease none;
    assert_int_equal(lease(((Place *)*state)->queue, LONG, &none), LEASE_NONE);
    assert_int_equal(status_of(((Place *)*state)->queue).queued, 0);
}

static void a_key_is_submitted_once(void **state) {
    Queue *queue = ((Place *)*state)->queue;
    Lease held;
    submit(queue, 0, 5);
    assert_int_equal(lease(queue, LONG, &held), LEASE_TAKEN);
    finish(queue, &held, "done");
    submit(queue, 0, 7);
    QueueStatus status = status_of(queue);
    assert_int_equal(status.queued, 6);
    assert_int_equal(status.done, 1);
}

static void a_job_that_is_too_long_is_refused_with_the_reason(void **state) {
    Place *place = *state;
    Error error = {0};
    Job job = {.key = "long", .length = QUEUE_PAYLOAD_SIZE + 1};
    char *payload = calloc(1, job.length);
    job.payload = payload;
    assert_false(queue_submit(place->queue, &job, 1, &error));
    assert_non_null(strstr(error.text, "adding jobs"));
    job.length = QUEUE_PAYLOAD_SIZE;
    assert_true(queue_submit(place->queue, &job, 1, &error));
    free(payload);
}

static void a_lease_that_runs_out_goes_to_somebody_else(void **state) {
    Queue *queue = ((Place *)*state)->queue;
    Lease lost, taken;
    Error error;
    bool is_held = true;
    submit(queue, 0, 1);
    assert_int_equal(lease(queue, SHORT, &lost), LEASE_TAKEN);
    clock_sleep_ns(AFTER_SHORT_NS);
    assert_int_equal(status_of(queue).lost, 1);
    assert_int_equal(lease(queue, LONG, &taken), LEASE_TAKEN);
    assert_string_equal(taken.key, lost.key);
    assert_true(queue_renew(queue, &lost, LONG, &is_held, &error));
    assert_false(is_held);
    assert_true(queue_renew(queue, &taken, LONG, &is_held, &error));
    assert_true(is_held);
}

static void a_renewed_lease_does_not_run_out(void **state) {
    Queue *queue = ((Place *)*state)->queue;
    Lease held, none;
    Error error;
    bool is_held;
    submit(queue, 0, 1);
    assert_int_equal(lease(queue, SHORT, &held), LEASE_TAKEN);
    assert_true(queue_renew(queue, &held, LONG, &is_held, &error));
    assert_true(is_held);
    clock_sleep_ns(AFTER_SHORT_NS);
    assert_int_equal(lease(queue, LONG, &none), LEASE_WAIT);
}

static void the_first_result_counts_even_if_its_lease_had_run_out(void **state) {
    Queue *queue = ((Place *)*state)->queue;
    Lease slow, quick, none;
    submit(queue, 0, 1);
    assert_int_equal(lease(queue, SHORT, &slow), LEASE_TAKEN);
    clock_sleep_ns(AFTER_SHORT_NS);
    assert_int_equal(lease(queue, LONG, &quick), LEASE_TAKEN);
    assert_true(finish(queue, &slow, "first"));
    assert_false(finish(queue, &quick, "second"));
    assert_false(finish(queue, &slow, "third"));
    assert_string_equal(results_of(queue).text, "job 0=first;");
    assert_int_equal(lease(queue, LONG, &none), LEASE_NONE);
    assert_int_equal(status_of(queue).done, 1);
}

static void what_is_given_back_is_free_at_once(void **state) {
    Queue *queue = ((Place *)*state)->queue;
    Lease held, again;
    Error error;
    submit(queue, 0, 2);
    for (int i = 0; i < 2 * QUEUE_MAX_FAILURES; i++) {
        assert_int_equal(lease(queue, LONG, &held), LEASE_TAKEN);
        assert_string_equal(held.key, "job 0");
        assert_true(queue_give_back(queue, &held, &error));
    }
    assert_int_equal(lease(queue, LONG, &again), LEASE_TAKEN);
    assert_true(queue_give_back(queue, &held, &error)); /* an old lease: changes nothing */
    assert_int_equal(status_of(queue).leased, 1);
}

static void a_job_that_fails_too_often_waits_for_resume(void **state) {
    Queue *queue = ((Place *)*state)->queue;
    Lease held;
    Error error;
    submit(queue, 0, 1);
    for (int i = 0; i < QUEUE_MAX_FAILURES; i++) {
        assert_int_equal(lease(queue, LONG, &held), LEASE_TAKEN);
        assert_true(queue_fail(queue, &held, "no luck", &error));
    }
    assert_int_equal(lease(queue, LONG, &held), LEASE_NONE);
    QueueStatus status = status_of(queue);
    assert_int_equal(status.failed, 1);
    assert_string_equal(status.reason, "job 0: no luck");
    assert_true(queue_resume(queue, &error));
    assert_int_equal(lease(queue, LONG, &held), LEASE_TAKEN);
    assert_true(finish(queue, &held, "at last"));
    status = status_of(queue);
    assert_int_equal(status.failed, 0);
    assert_int_equal(status.done, 1);
}

static void a_job_that_loses_every_worker_is_set_aside(void **state) {
    Queue *queue = ((Place *)*state)->queue;
    Lease held;
    submit(queue, 0, 1);
    for (int i = 0; i < QUEUE_MAX_FAILURES; i++) {
        assert_int_equal(lease(queue, SHORT, &held), LEASE_TAKEN);
        clock_sleep_ns(AFTER_SHORT_NS);
    }
    assert_int_equal(lease(queue, LONG, &held), LEASE_NONE);
    assert_int_equal(status_of(queue).failed, 1);
    assert_true(finish(queue, &held, "it lived after all"));
    assert_int_equal(status_of(queue).failed, 0);
}

static void a_queue_is_for_one_purpose(void **state) {
    Place *place = *state;
    Error error;
    char purpose[QUEUE_PURPOSE_SIZE];
    assert_true(queue_purpose(place->queue, purpose, &error));
    assert_string_equal(purpose, "");
    assert_true(queue_claim(place->queue, "board: 8x8\nseed: 1\n", &error));
    assert_true(queue_claim(place->queue, "board: 8x8\nseed: 1\n", &error));
    assert_false(queue_claim(place->queue, "board: 8x8\nseed: 2\n", &error));
    assert_non_null(strstr(error.text, "there 'seed: 1', here 'seed: 2'"));
    assert_true(queue_purpose(place->queue, purpose, &error));
    assert_string_equal(purpose, "board: 8x8\nseed: 1\n");
}

/* In a process of its own: takes jobs, and dies with one of them in hand after `finished`. */
static void die_at_work(const char *path, int finished) {
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        Error error;
        Lease held;
        bool is_first;
        Queue *queue = queue_open(path, false, &error);
        for (int i = 0; queue && i < finished; i++)
            if (queue_lease(queue, "mortal", LONG, &held, &error) == LEASE_TAKEN)
                queue_finish(queue, &held, "child", 5, &is_first, &error);
        if (queue) queue_lease(queue, "mortal", SHORT, &held, &error);
        raise(SIGKILL);
    }
    waitpid(pid, NULL, 0);
}

static void a_killed_worker_loses_nothing(void **state) {
    Place *place = *state;
    Error error;
    submit(place->queue, 0, 3);
    queue_close(place->queue);
    die_at_work(place->path, 1);
    place->queue = queue_open(place->path, false, &error);
    assert_non_null(place->queue);
    clock_sleep_ns(AFTER_SHORT_NS);
    Lease held;
    while (lease(place->queue, LONG, &held) == LEASE_TAKEN) finish(place->queue, &held, "me");
    assert_string_equal(results_of(place->queue).text, "job 0=child;job 1=me;job 2=me;");
}

enum { WORKERS = 4, JOBS = 200 };

static void workers_share_without_doing_anything_twice(void **state) {
    Place *place = *state;
    submit(place->queue, 0, JOBS);
    queue_close(place->queue);
    pid_t pids[WORKERS];
    for (int w = 0; w < WORKERS; w++) {
        if ((pids[w] = fork()) > 0) continue;
        Error error;
        Lease held;
        int doubles = 0;
        Queue *queue = queue_open(place->path, false, &error);
        if (!queue) _exit(99);
        while (queue_lease(queue, "sharer", LONG, &held, &error) == LEASE_TAKEN) {
            bool is_first = false;
            if (!queue_finish(queue, &held, held.key, strlen(held.key), &is_first, &error))
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
    place->queue = queue_open(place->path, false, &error);
    assert_int_equal(results_of(place->queue).count, JOBS);
    assert_int_equal(status_of(place->queue).done, JOBS);
    assert_true(status_of(place->queue).rate > 0);
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
    Queue *queue = queue_open(path, true, &error);
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
    Queue *queue = queue_open(path, true, &error);
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
    assert_null(queue_open(path, false, &error));
    assert_non_null(strstr(error.text, path));
    assert_int_equal(access(path, F_OK), -1);
    assert_null(queue_open("/no/such/folder/queue", true, &error));
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
    assert_null(queue_open(path, true, &error));
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
        assert_null(queue_open(path, true, &error));
        if (!strstr(error.text, "none of a run of jobs")) fail_msg("%s", error.text);
    }
}

static void results_that_cannot_be_read_are_told(void **state) {
    Place *place = *state;
    sqlite3 *other;
    Seen seen = {0};
    Error error = {0};
    assert_int_equal(sqlite3_open(place->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "DROP TABLE results", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    assert_false(queue_results(place->queue, note, &seen, &error));
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
    submit(place->queue, 0, 20);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(lease(place->queue, LONG, &held), LEASE_TAKEN);
        finish(place->queue, &held, "result");
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
        Queue *queue = queue_open(path, true, &error);
        if (queue) {
            Seen seen = {0};
            QueueStatus status;
            error.text[0] = '\0';
            if (lease(queue, LONG, &held) == LEASE_TAKEN) {
                bool is_first;
                queue_finish(queue, &held, "x", 1, &is_first, &error);
            }
            if (!queue_results(queue, note, &seen, &error)) assert_true(error.text[0] != '\0');
            if (!queue_status(queue, &status, &error)) assert_true(error.text[0] != '\0');
            queue_close(queue);
        }
        unlink(path);
    }
    free(bytes);
    place->queue = queue_open(place->path, false, &error);
}

static void a_full_disk_is_told_and_changes_nothing(void **state) {
    Place *place = *state;
    submit(place->queue, 0, 2);
    Lease held;
    Error error;
    assert_int_equal(lease(place->queue, LONG, &held), LEASE_TAKEN);
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
    assert_int_equal(status_of(place->queue).done, 0);
    assert_true(finish(place->queue, &held, "small"));
    free(large);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, place_make, place_remove)

int main(void) {
    Error error;
    Queue *queue = queue_open(":memory:", true, &error);
    if (!queue && error.status == STATUS_UNSUPPORTED) return 0; /* built without SQLite */
    queue_close(queue);
    const struct CMUnitTest tests[] = {
        TEST(jobs_are_leased_in_order_and_results_come_back_in_order),
        TEST(an_empty_queue_has_nothing_to_do),
        TEST(a_key_is_submitted_once),
        TEST(a_job_that_is_too_long_is_refused_with_the_reason),
        TEST(a_lease_that_runs_out_goes_to_somebody_else),
        TEST(a_renewed_lease_does_not_run_out),
        TEST(the_first_result_counts_even_if_its_lease_had_run_out),
        TEST(what_is_given_back_is_free_at_once),
        TEST(a_job_that_fails_too_often_waits_for_resume),
        TEST(a_job_that_loses_every_worker_is_set_aside),
        TEST(a_queue_is_for_one_purpose),
        TEST(a_killed_worker_loses_nothing),
        TEST(workers_share_without_doing_anything_twice),
#ifdef WITH_SQLITE
        TEST(two_processes_make_one_queue_at_the_same_moment),
        TEST(a_database_of_something_else_is_refused),
        TEST(results_that_cannot_be_read_are_told),
#endif
        TEST(what_is_not_there_is_not_made_by_looking),
        TEST(a_file_of_something_else_is_refused_and_left_alone),
        TEST(a_damaged_file_is_answered_with_a_reason),
        TEST(a_full_disk_is_told_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
