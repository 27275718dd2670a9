/* A queue in an SQLite file, for any number of processes on one machine: see queue.h.
 *
 * `jobs` has a small row for each job, `results` the bytes. Every function is one transaction that
 * begins as a writer, so what it read is still true when it writes. The wall clock, which processes
 * share, says when leases expire: a jump of it makes some expire early or late, and so at worst a
 * job is executed twice. */
#include "jobs/queue_driver.h"

#ifdef WITH_SQLITE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "jobs/queue_sqlite.h"
#include "store/database.h"

enum { BUSY_MS = 20000 }; /* how long to wait for other processes */

/* `moment`, in milliseconds: 0 while waiting; when the lease expires; when it was done or failed.
 */
static const DatabaseKind kind = {
    .application_id = 0x42696a72, /* "Bijr" */
    .noun = "run of jobs",
    .tables =
        "CREATE TABLE IF NOT EXISTS runs ("
        " id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,"
        " version TEXT NOT NULL, parameters TEXT NOT NULL, lease INTEGER NOT NULL);"
        "CREATE TABLE IF NOT EXISTS jobs ("
        " id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL, name TEXT NOT NULL UNIQUE,"
        " payload BLOB NOT NULL, state INTEGER NOT NULL DEFAULT 0,"
        " moment INTEGER NOT NULL DEFAULT 0, lease INTEGER NOT NULL DEFAULT 0,"
        " failures INTEGER NOT NULL DEFAULT 0, worker TEXT, reason TEXT);"
        "CREATE INDEX IF NOT EXISTS jobs_by_state ON jobs (run, state, moment);"
        "CREATE TABLE IF NOT EXISTS results (job INTEGER PRIMARY KEY, bytes BLOB NOT NULL);"
        "CREATE TABLE IF NOT EXISTS workers (name TEXT PRIMARY KEY, version TEXT NOT NULL,"
        " state TEXT NOT NULL, done INTEGER NOT NULL, started INTEGER NOT NULL,"
        " seen INTEGER NOT NULL);",
    .busy_ms = BUSY_MS,
};

/* --- Statements and transactions ----------------------------------------------------------- */

int64_t sqlite_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool sqlite_failed(const SqliteQueue *self, const char *what, Error *error) {
    return database_fail(self->db, self->path, what, error);
}

bool sqlite_begin(const SqliteQueue *self, Error *error) {
    return database_run(self->db, "BEGIN IMMEDIATE") ||
           sqlite_failed(self, "waiting for other programs", error);
}

bool sqlite_end(const SqliteQueue *self, bool ok, const char *what, Error *error) {
    if (!ok) sqlite_failed(self, what, error);
    if (ok && !database_run(self->db, "COMMIT")) ok = sqlite_failed(self, what, error);
    if (!ok) database_run(self->db, "ROLLBACK");
    return ok;
}

sqlite3_stmt *sqlite_prepare(const SqliteQueue *self, const char *sql, const int64_t *numbers,
                             int count, const char *text) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(self->db, sql, -1, &statement, NULL) != SQLITE_OK) return NULL;
    for (int i = 0; i < count; i++) sqlite3_bind_int64(statement, i + 1, numbers[i]);
    if (text) sqlite3_bind_text(statement, count + 1, text, -1, SQLITE_STATIC);
    return statement;
}

bool sqlite_run(const SqliteQueue *self, const char *sql, const int64_t *numbers, int count,
                const char *text) {
    sqlite3_stmt *statement = sqlite_prepare(self, sql, numbers, count, text);
    bool ok = statement && sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_finalize(statement);
    return ok;
}

/* The number that a query finds, or `none` if it finds nothing; false on failure. */
static bool find(const SqliteQueue *self, const char *sql, const char *text, int64_t none,
                 int64_t *number) {
    sqlite3_stmt *row = sqlite_prepare(self, sql, NULL, 0, text);
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;
    *number = step == SQLITE_ROW ? sqlite3_column_int64(row, 0) : none;
    sqlite3_finalize(row);
    return step == SQLITE_ROW || step == SQLITE_DONE;
}

/* --- Open, close --------------------------------------------------------------------------- */

static SqliteQueue *sqlite_of(Queue *queue) {
    return (SqliteQueue *)queue;
}

static void close_queue(Queue *queue) {
    SqliteQueue *self = sqlite_of(queue);
    sqlite3_close(self->db); /* rolls back what was not finished */
    free(self);
}

static Queue *open_queue(const char *address, const QueueOptions *options, Error *error) {
    SqliteQueue *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "%.100s: no memory", address);
        return NULL;
    }
    self->base.driver = &queue_sqlite;
    strncpy(self->path, address, sizeof self->path - 1);
    if (database_open(&kind, address, options->may_create, &self->db, error)) return &self->base;
    close_queue(&self->base);
    return NULL;
}

/* --- Runs and jobs ------------------------------------------------------------------------- */

static bool add_run(Queue *queue, const QueueRun *run, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    int64_t lease = (int64_t)(run->lease_seconds * 1000);
    if (!sqlite_begin(self, error)) return false;
    sqlite3_stmt *row = sqlite_prepare(
        self,
        "INSERT INTO runs (lease, name, kind, version, parameters) VALUES (?1, ?2, ?3, ?4, ?5)"
        " ON CONFLICT (name) DO UPDATE SET lease = ?1",
        &lease, 1, run->id);
    if (row) {
        sqlite3_bind_text(row, 3, run->kind, -1, SQLITE_STATIC);
        sqlite3_bind_text(row, 4, run->version, -1, SQLITE_STATIC);
        sqlite3_bind_text(row, 5, run->parameters, -1, SQLITE_STATIC);
    }
    bool ok = row && sqlite3_step(row) == SQLITE_DONE;
    sqlite3_finalize(row);
    return sqlite_end(self, ok, "adding a run", error);
}

static bool insert_jobs(const SqliteQueue *self, int64_t run, const Job *jobs, size_t count) {
    sqlite3_stmt *row = sqlite_prepare(
        self, "INSERT OR IGNORE INTO jobs (run, name, payload) VALUES (?1, ?2, ?3)", &run, 1, NULL);
    bool ok = row != NULL;
    for (size_t i = 0; i < count && ok; i++) {
        sqlite3_bind_text(row, 2, jobs[i].id, -1, SQLITE_STATIC);
        sqlite3_bind_blob(row, 3, jobs[i].length ? jobs[i].payload : "", (int)jobs[i].length,
                          SQLITE_STATIC);
        ok = sqlite3_step(row) == SQLITE_DONE;
        sqlite3_reset(row);
    }
    sqlite3_finalize(row);
    return ok;
}

static bool submit(Queue *queue, const char *run, const Job *jobs, size_t count, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    int64_t id;
    if (!sqlite_begin(self, error)) return false;
    bool ok = find(self, "SELECT id FROM runs WHERE name = ?1", run, -1, &id);
    if (ok && id < 0) {
        database_run(self->db, "ROLLBACK");
        error_set(error, STATUS_STOPPED, "%.100s: the run is gone", self->path);
        return false;
    }
    ok = ok && insert_jobs(self, id, jobs, count);
    return sqlite_end(self, ok, "adding jobs", error);
}

/* --- Leases -------------------------------------------------------------------------------- */

/* Fills *lease from the first row that the query finds, and marks it as leased. */
static LeaseAnswer take(const SqliteQueue *self, sqlite3_stmt *row, const char *worker, int64_t now,
                        Lease *lease) {
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;
    if (step == SQLITE_DONE) return LEASE_NONE;
    if (step != SQLITE_ROW) return LEASE_ERROR;
    int64_t job = sqlite3_column_int64(row, 0), number = sqlite3_column_int64(row, 3) + 1;
    int64_t lease_ms = sqlite3_column_int64(row, 4);
    const char *name = (const char *)sqlite3_column_text(row, 1);
    const void *payload = sqlite3_column_blob(row, 2);
    int length = sqlite3_column_bytes(row, 2);
    if (!name || length < 0 || length > QUEUE_PAYLOAD_SIZE) return LEASE_ERROR;
    snprintf(lease->entry, sizeof lease->entry, "%lld %lld", (long long)job, (long long)number);
    snprintf(lease->job, sizeof lease->job, "%s", name);
    snprintf(lease->worker, sizeof lease->worker, "%s", worker);
    lease->seconds = (double)lease_ms / 1000;
    lease->length = (size_t)length;
    if (length > 0) memcpy(lease->payload, payload, (size_t)length);
    bool ok = sqlite_run(self,
                         "UPDATE jobs SET failures = failures + (state = 1), state = 1, lease = ?2,"
                         " moment = ?3, worker = ?4 WHERE id = ?1",
                         NUMBERS(job, number, now + lease_ms), worker);
    return ok ? LEASE_TAKEN : LEASE_ERROR;
}

static bool fail_lost(const SqliteQueue *self, int64_t now, int64_t run) {
    return sqlite_run(self,
                      "UPDATE jobs SET state = 3, moment = ?1, reason = ifnull(reason, ?4)"
                      " WHERE run = ?3 AND state = 1 AND moment <= ?1 AND failures + 1 >= ?2",
                      NUMBERS(now, QUEUE_MAX_FAILURES, run), "every worker that took it was lost");
}

static LeaseAnswer take_of_run(const SqliteQueue *self, int64_t run, const char *worker,
                               Lease *lease) {
    int64_t now = sqlite_now_ms();
    if (!fail_lost(self, now, run)) return LEASE_ERROR;
    static const char *const queries[] = {
        /* what a lost worker has left, then what no worker has had yet, in order */
        "SELECT jobs.id, jobs.name, payload, jobs.lease, runs.lease FROM jobs JOIN runs"
        " ON runs.id = run WHERE run = ?1 AND state = 1 AND moment <= ?2"
        " ORDER BY moment, jobs.id LIMIT 1",
        "SELECT jobs.id, jobs.name, payload, jobs.lease, runs.lease FROM jobs JOIN runs"
        " ON runs.id = run WHERE run = ?1 AND state = 0 ORDER BY moment, jobs.id LIMIT 1",
    };
    for (int i = 0; i < 2; i++) {
        sqlite3_stmt *row =
            sqlite_prepare(self, queries[i], (const int64_t[]){run, now}, 2 - i, NULL);
        LeaseAnswer answer = take(self, row, worker, now, lease);
        sqlite3_finalize(row);
        if (answer != LEASE_NONE) return answer;
    }
    sqlite3_stmt *row = sqlite_prepare(
        self, "SELECT 1 FROM jobs WHERE run = ?1 AND state = 1 LIMIT 1", &run, 1, NULL);
    int step = row ? sqlite3_step(row) : SQLITE_ERROR;
    sqlite3_finalize(row);
    return step == SQLITE_ROW ? LEASE_WAIT : step == SQLITE_DONE ? LEASE_NONE : LEASE_ERROR;
}

static LeaseAnswer take_any(const SqliteQueue *self, const char (*runs)[QUEUE_ID_SIZE], int count,
                            const char *worker, Lease *lease) {
    LeaseAnswer all = LEASE_NONE;
    for (int i = 0; i < count; i++) {
        int64_t run;
        if (!find(self, "SELECT id FROM runs WHERE name = ?1", runs[i], -1, &run))
            return LEASE_ERROR;
        LeaseAnswer answer = run < 0 ? LEASE_NONE : take_of_run(self, run, worker, lease);
        memcpy(lease->run, runs[i], sizeof lease->run);
        if (answer == LEASE_TAKEN || answer == LEASE_ERROR) return answer;
        if (answer == LEASE_WAIT) all = LEASE_WAIT;
    }
    return all;
}

static LeaseAnswer lease_job(Queue *queue, const char (*runs)[QUEUE_ID_SIZE], int count,
                             const char *worker, Lease *lease, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (!sqlite_begin(self, error)) return LEASE_ERROR;
    LeaseAnswer answer = take_any(self, runs, count, worker, lease);
    return sqlite_end(self, answer != LEASE_ERROR, "leasing a job", error) ? answer : LEASE_ERROR;
}

/* The job's row and the lease's number. */
static void read_entry(const Lease *lease, int64_t *job, int64_t *number) {
    long long a = 0, b = 0;
    sscanf(lease->entry, "%lld %lld", &a, &b);
    *job = a, *number = b;
}

static bool renew(Queue *queue, const Lease *lease, bool *is_held, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    int64_t job, number, until = sqlite_now_ms() + (int64_t)(lease->seconds * 1000);
    read_entry(lease, &job, &number);
    if (!sqlite_begin(self, error)) return false;
    bool ok =
        sqlite_run(self, "UPDATE jobs SET moment = ?3 WHERE id = ?1 AND lease = ?2 AND state = 1",
                   NUMBERS(job, number, until), NULL);
    bool is_changed = sqlite3_changes(self->db) == 1;
    ok = sqlite_end(self, ok, "renewing a lease", error);
    if (ok) *is_held = is_changed;
    return ok;
}

static bool record(const SqliteQueue *self, int64_t job, const void *result, size_t length) {
    sqlite3_stmt *row = sqlite_prepare(self, "INSERT INTO results VALUES (?1, ?2)", &job, 1, NULL);
    if (row) sqlite3_bind_blob(row, 2, length ? result : "", (int)length, SQLITE_STATIC);
    bool ok = row && sqlite3_step(row) == SQLITE_DONE;
    sqlite3_finalize(row);
    return ok &&
           sqlite_run(self, "UPDATE jobs SET state = 2, moment = ?2, reason = NULL WHERE id = ?1",
                      NUMBERS(job, sqlite_now_ms()), NULL);
}

static bool finish(Queue *queue, const Lease *lease, const void *result, size_t length,
                   bool *is_first, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    int64_t job;
    if (!sqlite_begin(self, error)) return false;
    bool ok =
        find(self, "SELECT id FROM jobs WHERE name = ?1 AND state <> 2", lease->job, -1, &job);
    bool is_open = ok && job >= 0;
    if (is_open) ok = record(self, job, result, length);
    ok = sqlite_end(self, ok, "recording a result", error);
    if (ok) *is_first = is_open;
    return ok;
}

/* Ends a lease without a result. A lease that expired and went to another worker is none any more,
 * and nothing changes. */
static bool end_lease(Queue *queue, const Lease *lease, int failures, const char *reason,
                      Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    int64_t job, number;
    read_entry(lease, &job, &number);
    if (!sqlite_begin(self, error)) return false;
    bool ok =
        sqlite_run(self,
                   "UPDATE jobs SET state = iif(failures + ?4 >= ?5, 3, 0),"
                   " moment = iif(failures + ?4 >= ?5, ?3, 0), failures = failures + ?4,"
                   " reason = ?6 WHERE id = ?1 AND lease = ?2 AND state = 1",
                   NUMBERS(job, number, sqlite_now_ms(), failures, QUEUE_MAX_FAILURES), reason);
    return sqlite_end(self, ok, "ending a lease", error);
}

static bool fail(Queue *queue, const Lease *lease, const char *reason, Error *error) {
    return end_lease(queue, lease, 1, reason, error);
}

static bool give_back(Queue *queue, const Lease *lease, Error *error) {
    return end_lease(queue, lease, 0, NULL, error);
}

static bool fail_worker(Queue *queue, const char *worker, const char *reason, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (!sqlite_begin(self, error)) return false;
    sqlite3_stmt *row =
        sqlite_prepare(self,
                       "UPDATE jobs SET state = iif(failures + 1 >= ?2, 3, 0),"
                       " moment = iif(failures + 1 >= ?2, ?1, 0), failures = failures + 1,"
                       " reason = ?3 WHERE state = 1 AND worker = ?4",
                       NUMBERS(sqlite_now_ms(), QUEUE_MAX_FAILURES), reason);
    if (row) sqlite3_bind_text(row, 4, worker, -1, SQLITE_STATIC);
    bool ok = row && sqlite3_step(row) == SQLITE_DONE;
    sqlite3_finalize(row);
    return sqlite_end(self, ok, "ending a lease", error);
}

const QueueDriver queue_sqlite = {
    .open = open_queue,
    .close = close_queue,
    .add_run = add_run,
    .submit = submit,
    .lease = lease_job,
    .renew = renew,
    .finish = finish,
    .fail = fail,
    .give_back = give_back,
    .fail_worker = fail_worker,
    .collect = sqlite_collect,
    .runs = sqlite_runs,
    .report = sqlite_report,
    .sign_off = sqlite_sign_off,
    .workers = sqlite_workers,
    .failures = sqlite_failures,
    .retry = sqlite_retry,
    .purge = sqlite_purge,
};

#else /* without SQLite */

static Queue *refuse(const char *address, const QueueOptions *options, Error *error) {
    (void)options;
    error_set(error, STATUS_UNSUPPORTED, "%.100s: this program was built without SQLite", address);
    return NULL;
}

const QueueDriver queue_sqlite = {.open = refuse};

#endif
