/* A queue in an SQLite file, for any number of processes on one machine: see queue.h.
 *
 * `jobs` has a small row for each job, `results` the bytes. Every function is one transaction that
 * begins as a writer, so what it read is still true when it writes. */
#include "jobs/queue_driver.h"

#ifdef WITH_SQLITE

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "jobs/database.h"

enum {
    BUSY_MS = 20000,        /* how long to wait for other processes */
    RATE_WINDOW_MS = 60000, /* over which the rate is taken */
    PATH_SHOWN = 256
};

typedef enum JobState { JOB_QUEUED, JOB_LEASED, JOB_DONE, JOB_FAILED } JobState;

/* `moment`, in milliseconds: 0 while queued; when the lease runs out; when it was done or failed.
 */
static const DatabaseKind kind = {
    .application_id = 0x42696a71, /* "Bijq" */
    .noun = "run of jobs",
    .tables = "CREATE TABLE IF NOT EXISTS purpose (text TEXT NOT NULL);"
              "CREATE TABLE IF NOT EXISTS jobs ("
              " id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, payload BLOB NOT NULL,"
              " state INTEGER NOT NULL DEFAULT 0, moment INTEGER NOT NULL DEFAULT 0,"
              " lease INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0,"
              " worker TEXT, reason TEXT);"
              "CREATE INDEX IF NOT EXISTS jobs_by_state ON jobs (state, moment);"
              "CREATE TABLE IF NOT EXISTS results (job INTEGER PRIMARY KEY, bytes BLOB NOT NULL);",
    .purpose = "purpose",
    .busy_ms = BUSY_MS,
};

typedef struct SqliteQueue {
    Queue base;
    sqlite3 *db;
    char path[PATH_SHOWN]; /* for error texts */
} SqliteQueue;

static SqliteQueue *sqlite_of(Queue *queue) {
    return (SqliteQueue *)queue;
}

/* Leases are compared between processes and after a restart of the machine: the monotonic clock
 * cannot do that. */
static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- Statements and transactions ----------------------------------------------------------- */

static bool failed(const SqliteQueue *self, const char *what, Error *error) {
    return database_fail(self->db, self->path, what, error);
}

static bool begin(const SqliteQueue *self, Error *error) {
    return database_run(self->db, "BEGIN IMMEDIATE") ||
           failed(self, "waiting for other programs", error);
}

/* Ends the transaction: keeps it if all went well, and forgets it otherwise. */
static bool end(const SqliteQueue *self, bool ok, const char *what, Error *error) {
    if (ok && !database_run(self->db, "COMMIT")) ok = failed(self, what, error);
    if (!ok) database_run(self->db, "ROLLBACK");
    return ok;
}

/* A statement whose parameters ?1, ?2... are `count` numbers; NULL on failure. */
static sqlite3_stmt *prepare(const SqliteQueue *self, const char *sql, const int64_t *numbers,
                             int count) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(self->db, sql, -1, &statement, NULL) != SQLITE_OK) return NULL;
    for (int i = 0; i < count; i++) sqlite3_bind_int64(statement, i + 1, numbers[i]);
    return statement;
}

#define NUMBERS(...)                                                                               \
    (const int64_t[]){__VA_ARGS__}, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

/* Runs a statement that gives nothing back; `text`, if any, is its last parameter. */
static bool run(const SqliteQueue *self, const char *sql, const int64_t *numbers, int count,
                const char *text) {
    sqlite3_stmt *statement = prepare(self, sql, numbers, count);
    if (statement && text) sqlite3_bind_text(statement, count + 1, text, -1, SQLITE_STATIC);
    bool ok = statement && sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_finalize(statement);
    return ok;
}

/* --- Open, close, purpose ------------------------------------------------------------------ */

static void sqlite_close(Queue *queue) {
    SqliteQueue *self = sqlite_of(queue);
    sqlite3_close(self->db); /* rolls back what was not finished */
    free(self);
}

static Queue *sqlite_open(const char *address, bool may_create, Error *error) {
    SqliteQueue *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "%.100s: no memory", address);
        return NULL;
    }
    self->base.driver = &queue_sqlite;
    strncpy(self->path, address, sizeof self->path - 1);
    if (database_open(&kind, address, may_create, &self->db, error)) return &self->base;
    sqlite_close(&self->base);
    return NULL;
}

static bool sqlite_claim(Queue *queue, const char *purpose, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    return database_claim(&kind, self->db, self->path, purpose, error);
}

static bool sqlite_purpose(Queue *queue, char purpose[QUEUE_PURPOSE_SIZE], Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    sqlite3_stmt *row = prepare(self, "SELECT text FROM purpose", NULL, 0);
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;
    purpose[0] = '\0';
    if (step == SQLITE_ROW && sqlite3_column_text(row, 0))
        strncat(purpose, (const char *)sqlite3_column_text(row, 0), QUEUE_PURPOSE_SIZE - 1);
    sqlite3_finalize(row);
    return step == SQLITE_ROW || step == SQLITE_DONE ||
           failed(self, "reading what it is for", error);
}

/* --- Jobs ---------------------------------------------------------------------------------- */

static bool sqlite_submit(Queue *queue, const Job *jobs, size_t count, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (!begin(self, error)) return false;
    sqlite3_stmt *row =
        prepare(self, "INSERT OR IGNORE INTO jobs (key, payload) VALUES (?1, ?2)", NULL, 0);
    bool ok = row != NULL;
    for (size_t i = 0; i < count && ok; i++) {
        sqlite3_bind_text(row, 1, jobs[i].key, -1, SQLITE_STATIC);
        sqlite3_bind_blob(row, 2, jobs[i].length ? jobs[i].payload : "", (int)jobs[i].length,
                          SQLITE_STATIC);
        ok = jobs[i].length <= QUEUE_PAYLOAD_SIZE && sqlite3_step(row) == SQLITE_DONE;
        sqlite3_reset(row);
    }
    if (!ok) failed(self, "adding jobs", error);
    sqlite3_finalize(row);
    return end(self, ok, "adding jobs", error);
}

/* Fills *lease from the first row that the query finds, and marks it as leased. */
static LeaseAnswer take(const SqliteQueue *self, sqlite3_stmt *row, const char *worker,
                        int64_t until, Lease *lease) {
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;
    if (step == SQLITE_DONE) return LEASE_NONE;
    if (step != SQLITE_ROW) return LEASE_ERROR;
    const char *key = (const char *)sqlite3_column_text(row, 1);
    const void *payload = sqlite3_column_blob(row, 2);
    int length = sqlite3_column_bytes(row, 2);
    if (!key || length < 0 || length > QUEUE_PAYLOAD_SIZE) return LEASE_ERROR;
    lease->job = sqlite3_column_int64(row, 0);
    lease->number = sqlite3_column_int64(row, 3) + 1;
    lease->key[0] = '\0';
    strncat(lease->key, key, sizeof lease->key - 1);
    lease->length = (size_t)length;
    if (length > 0) memcpy(lease->payload, payload, (size_t)length);
    bool ok = run(self,
                  "UPDATE jobs SET failures = failures + (state = 1), state = 1, lease = ?2,"
                  " moment = ?3, worker = ?4 WHERE id = ?1",
                  NUMBERS(lease->job, lease->number, until), worker);
    return ok ? LEASE_TAKEN : LEASE_ERROR;
}

static LeaseAnswer take_any(const SqliteQueue *self, const char *worker, double seconds,
                            Lease *lease) {
    int64_t now = now_ms(), until = now + (int64_t)(seconds * 1000);
    if (!run(self,
             "UPDATE jobs SET state = 3, moment = ?1, reason = ?3 WHERE state = 1 AND moment <= ?1"
             " AND failures + 1 >= ?2",
             NUMBERS(now, QUEUE_MAX_FAILURES), "every worker that took it was lost"))
        return LEASE_ERROR;
    static const char *const queries[] = {
        /* what a lost worker has left, then what no worker has had yet, in order */
        "SELECT id, key, payload, lease FROM jobs WHERE state = 1 AND moment <= ?1"
        " ORDER BY moment, id LIMIT 1",
        "SELECT id, key, payload, lease FROM jobs WHERE state = 0 ORDER BY moment, id LIMIT 1",
    };
    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *row = prepare(self, queries[i], &now, i == 0);
        LeaseAnswer answer = take(self, row, worker, until, lease);
        sqlite3_finalize(row);
        if (answer != LEASE_NONE) return answer;
    }
    sqlite3_stmt *row = prepare(self, "SELECT 1 FROM jobs WHERE state = 1 LIMIT 1", NULL, 0);
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;
    sqlite3_finalize(row);
    return step == SQLITE_ROW ? LEASE_WAIT : step == SQLITE_DONE ? LEASE_NONE : LEASE_ERROR;
}

static LeaseAnswer sqlite_lease(Queue *queue, const char *worker, double seconds, Lease *lease,
                                Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (!begin(self, error)) return LEASE_ERROR;
    LeaseAnswer answer = take_any(self, worker, seconds, lease);
    if (answer == LEASE_ERROR) failed(self, "leasing a job", error);
    return end(self, answer != LEASE_ERROR, "leasing a job", error) ? answer : LEASE_ERROR;
}

static bool sqlite_renew(Queue *queue, const Lease *lease, double seconds, bool *is_held,
                         Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    int64_t until = now_ms() + (int64_t)(seconds * 1000);
    if (!begin(self, error)) return false;
    bool ok = run(self, "UPDATE jobs SET moment = ?3 WHERE id = ?1 AND lease = ?2 AND state = 1",
                  NUMBERS(lease->job, lease->number, until), NULL);
    bool is_changed = sqlite3_changes(self->db) == 1;
    if (!ok) failed(self, "renewing a lease", error);
    ok = end(self, ok, "renewing a lease", error);
    if (ok) *is_held = is_changed;
    return ok;
}

static bool record(const SqliteQueue *self, const Lease *lease, const void *result, size_t length) {
    sqlite3_stmt *row = prepare(self, "INSERT INTO results VALUES (?1, ?2)", NUMBERS(lease->job));
    if (row) sqlite3_bind_blob(row, 2, length ? result : "", (int)length, SQLITE_STATIC);
    bool ok = row && sqlite3_step(row) == SQLITE_DONE;
    sqlite3_finalize(row);
    return ok && run(self, "UPDATE jobs SET state = 2, moment = ?2 WHERE id = ?1",
                     NUMBERS(lease->job, now_ms()), NULL);
}

static bool sqlite_finish(Queue *queue, const Lease *lease, const void *result, size_t length,
                          bool *is_first, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (length > QUEUE_RESULT_SIZE) {
        error_set(error, STATUS_BAD_INPUT, "%.100s: a result of %zu bytes is too long", self->path,
                  length);
        return false;
    }
    if (!begin(self, error)) return false;
    sqlite3_stmt *row = prepare(self, "SELECT state FROM jobs WHERE id = ?1", NUMBERS(lease->job));
    bool ok = row && sqlite3_step(row) == SQLITE_ROW;
    bool is_open = ok && sqlite3_column_int(row, 0) != JOB_DONE;
    sqlite3_finalize(row);
    if (is_open) ok = record(self, lease, result, length);
    if (!ok) failed(self, "recording a result", error);
    ok = end(self, ok, "recording a result", error);
    if (ok) *is_first = is_open;
    return ok;
}

/* Ends a lease without a result. A lease that ran out and went to somebody else is none any more,
 * and nothing changes. */
static bool end_lease(Queue *queue, const Lease *lease, int failures, const char *reason,
                      Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (!begin(self, error)) return false;
    bool ok =
        run(self,
            "UPDATE jobs SET state = iif(failures + ?4 >= ?5, 3, 0),"
            " moment = iif(failures + ?4 >= ?5, ?3, 0), failures = failures + ?4,"
            " reason = ?6 WHERE id = ?1 AND lease = ?2 AND state = 1",
            NUMBERS(lease->job, lease->number, now_ms(), failures, QUEUE_MAX_FAILURES), reason);
    if (!ok) failed(self, "ending a lease", error);
    return end(self, ok, "ending a lease", error);
}

static bool sqlite_fail(Queue *queue, const Lease *lease, const char *reason, Error *error) {
    return end_lease(queue, lease, 1, reason, error);
}

static bool sqlite_give_back(Queue *queue, const Lease *lease, Error *error) {
    return end_lease(queue, lease, 0, NULL, error);
}

static bool sqlite_resume(Queue *queue, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (!begin(self, error)) return false;
    bool ok = run(self,
                  "UPDATE jobs SET state = 0, moment = 0, failures = 0, reason = NULL"
                  " WHERE state = 3",
                  NULL, 0, NULL);
    if (!ok) failed(self, "resuming", error);
    return end(self, ok, "resuming", error);
}

/* --- Looking ------------------------------------------------------------------------------- */

static bool sqlite_results(Queue *queue, QueueVisit *visit, void *context, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    sqlite3_stmt *row = prepare(self,
                                "SELECT key, bytes FROM results JOIN jobs ON jobs.id = results.job"
                                " ORDER BY results.job",
                                NULL, 0);
    int step = row ? SQLITE_ROW : SQLITE_ERROR;
    bool goes_on = true;
    while (row && goes_on && (step = sqlite3_step(row)) == SQLITE_ROW) {
        const char *key = (const char *)sqlite3_column_text(row, 0);
        const uint8_t *bytes = sqlite3_column_blob(row, 1);
        goes_on =
            visit(context, key ? key : "", bytes, (size_t)sqlite3_column_bytes(row, 1), error);
    }
    if (goes_on && step != SQLITE_DONE) failed(self, "reading results", error);
    sqlite3_finalize(row);
    return goes_on && step == SQLITE_DONE;
}

static bool count_states(const SqliteQueue *self, int64_t now, QueueStatus *status) {
    uint64_t *counts[] = {&status->queued, &status->leased, &status->done, &status->failed};
    sqlite3_stmt *row = prepare(
        self, "SELECT state, count(*), sum(moment <= ?1) FROM jobs GROUP BY state", NUMBERS(now));
    int step = SQLITE_ERROR;
    while (row && (step = sqlite3_step(row)) == SQLITE_ROW) {
        int state = sqlite3_column_int(row, 0);
        if (state < JOB_QUEUED || state > JOB_FAILED) continue;
        *counts[state] = (uint64_t)sqlite3_column_int64(row, 1);
        if (state == JOB_LEASED) status->lost = (uint64_t)sqlite3_column_int64(row, 2);
    }
    sqlite3_finalize(row);
    return step == SQLITE_DONE;
}

static bool find_rate(const SqliteQueue *self, int64_t now, QueueStatus *status) {
    sqlite3_stmt *row =
        prepare(self, "SELECT count(*), min(moment) FROM jobs WHERE state = 2 AND moment > ?1",
                NUMBERS(now - RATE_WINDOW_MS));
    bool ok = row && sqlite3_step(row) == SQLITE_ROW;
    if (ok && sqlite3_column_int64(row, 0) > 0) {
        double seconds = (double)(now - sqlite3_column_int64(row, 1)) / 1000;
        status->rate = (double)sqlite3_column_int64(row, 0) / (seconds > 0.001 ? seconds : 0.001);
    }
    sqlite3_finalize(row);
    return ok;
}

static bool find_reason(const SqliteQueue *self, QueueStatus *status) {
    sqlite3_stmt *row = prepare(self,
                                "SELECT key, reason FROM jobs WHERE state = 3"
                                " ORDER BY moment DESC LIMIT 1",
                                NULL, 0);
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;
    if (step == SQLITE_ROW)
        sqlite3_snprintf(sizeof status->reason, status->reason, "%s: %s",
                         sqlite3_column_text(row, 0), sqlite3_column_text(row, 1));
    sqlite3_finalize(row);
    return step == SQLITE_ROW || step == SQLITE_DONE;
}

static bool sqlite_status(Queue *queue, QueueStatus *status, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    QueueStatus found = {0};
    int64_t now = now_ms();
    bool ok = database_run(self->db, "BEGIN") && count_states(self, now, &found) &&
              find_rate(self, now, &found) && find_reason(self, &found);
    if (!ok) failed(self, "counting jobs", error);
    ok = end(self, ok, "counting jobs", error);
    if (ok) *status = found;
    return ok;
}

const QueueDriver queue_sqlite = {
    .open = sqlite_open,
    .close = sqlite_close,
    .claim = sqlite_claim,
    .purpose = sqlite_purpose,
    .submit = sqlite_submit,
    .lease = sqlite_lease,
    .renew = sqlite_renew,
    .finish = sqlite_finish,
    .fail = sqlite_fail,
    .give_back = sqlite_give_back,
    .resume = sqlite_resume,
    .results = sqlite_results,
    .status = sqlite_status,
};

#else /* without SQLite */

static Queue *refuse(const char *address, bool may_create, Error *error) {
    (void)may_create;
    error_set(error, STATUS_UNSUPPORTED, "%.100s: this program was built without SQLite", address);
    return NULL;
}

const QueueDriver queue_sqlite = {.open = refuse};

#endif
