/* The SQLite driver's other half: results in order, counts, workers, dead letters, clearing. */
#include "jobs/queue_driver.h"

#ifdef WITH_SQLITE

#include <stdio.h>
#include <string.h>

#include "jobs/queue_sqlite.h"
#include "store/database.h"

enum { RATE_WINDOW_MS = 60000, FORGET_WORKER_MS = 3600000 };

static const SqliteQueue *sqlite_of(const Queue *queue) {
    return (const SqliteQueue *)queue;
}

/* Copies a column of text; what is not there becomes empty. */
static void copy_text(sqlite3_stmt *row, int column, char *out, size_t size) {
    const char *text = (const char *)sqlite3_column_text(row, column);
    snprintf(out, size, "%s", text ? text : "");
}

static const char *text_of(sqlite3_stmt *row, int column) {
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text ? text : "";
}

bool sqlite_collect(Queue *queue, const char *run, const char (*jobs)[QUEUE_ID_SIZE], size_t count,
                    QueueVisit *visit, void *context, size_t *taken, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    sqlite3_stmt *row = sqlite_prepare(
        self, "SELECT bytes FROM jobs JOIN results ON job = id WHERE name = ?1", NULL, 0, NULL);
    bool ok = row != NULL, goes_on = true;
    (void)run; /* the name of a job has the run in it */
    while (ok && goes_on && *taken < count) {
        sqlite3_bind_text(row, 1, jobs[*taken], -1, SQLITE_STATIC);
        int step = sqlite3_step(row);
        if (step == SQLITE_DONE) break;
        ok = step == SQLITE_ROW;
        if (ok)
            goes_on = visit(context, *taken, sqlite3_column_blob(row, 0),
                            (size_t)sqlite3_column_bytes(row, 0), error);
        if (ok && goes_on) ++*taken;
        sqlite3_reset(row);
    }
    if (!ok) sqlite_failed(self, "reading results", error);
    sqlite3_finalize(row);
    return ok && goes_on;
}

/* --- Counting ------------------------------------------------------------------------------ */

static bool count_states(const SqliteQueue *self, int64_t run, int64_t now, QueueStatus *status) {
    uint64_t *counts[] = {&status->waiting, &status->running, &status->done, &status->failed};
    sqlite3_stmt *row = sqlite_prepare(
        self, "SELECT state, count(*), sum(moment <= ?1) FROM jobs WHERE run = ?2 GROUP BY state",
        NUMBERS(now, run), NULL);
    int step = SQLITE_ERROR;
    while (row && (step = sqlite3_step(row)) == SQLITE_ROW) {
        int state = sqlite3_column_int(row, 0);
        if (state < JOB_WAITING || state > JOB_FAILED) continue;
        *counts[state] = (uint64_t)sqlite3_column_int64(row, 1);
        if (state == JOB_RUNNING) status->lost = (uint64_t)sqlite3_column_int64(row, 2);
    }
    sqlite3_finalize(row);
    return step == SQLITE_DONE;
}

static bool find_rate(const SqliteQueue *self, int64_t run, int64_t now, QueueStatus *status) {
    sqlite3_stmt *row = sqlite_prepare(
        self, "SELECT count(*), min(moment) FROM jobs WHERE run = ?2 AND state = 2 AND moment > ?1",
        NUMBERS(now - RATE_WINDOW_MS, run), NULL);
    bool ok = row && sqlite3_step(row) == SQLITE_ROW;
    if (ok && sqlite3_column_int64(row, 0) > 0) {
        double seconds = (double)(now - sqlite3_column_int64(row, 1)) / 1000;
        status->rate = (double)sqlite3_column_int64(row, 0) / (seconds > 1 ? seconds : 1);
    }
    sqlite3_finalize(row);
    return ok;
}

static bool visit_runs(const SqliteQueue *self, QueueRunVisit *visit, void *context) {
    int64_t now = sqlite_now_ms();
    sqlite3_stmt *row = sqlite_prepare(
        self, "SELECT id, name, kind, version, parameters, lease FROM runs ORDER BY id", NULL, 0,
        NULL);
    int step = SQLITE_ERROR;
    bool ok = true;
    while (ok && row && (step = sqlite3_step(row)) == SQLITE_ROW) {
        QueueStatus status = {0};
        QueueRun run = {.kind = text_of(row, 2),
                        .version = text_of(row, 3),
                        .parameters = text_of(row, 4),
                        .lease_seconds = (double)sqlite3_column_int64(row, 5) / 1000};
        int64_t id = sqlite3_column_int64(row, 0);
        copy_text(row, 1, run.id, sizeof run.id);
        ok = count_states(self, id, now, &status) && find_rate(self, id, now, &status);
        if (ok) visit(context, &run, &status);
    }
    sqlite3_finalize(row);
    return ok && step == SQLITE_DONE;
}

bool sqlite_runs(Queue *queue, QueueRunVisit *visit, void *context, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    bool ok = database_run(self->db, "BEGIN") && visit_runs(self, visit, context);
    return sqlite_end(self, ok, "counting jobs", error);
}

/* --- Workers ------------------------------------------------------------------------------- */

bool sqlite_report(Queue *queue, const QueueWorker *worker, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    int64_t now = sqlite_now_ms();
    if (!sqlite_begin(self, error)) return false;
    sqlite3_stmt *row =
        sqlite_prepare(self,
                       "INSERT INTO workers (done, started, seen, name, version, state)"
                       " VALUES (?1, ?2, ?2, ?3, ?4, ?5)"
                       " ON CONFLICT (name) DO UPDATE SET done = ?1, seen = ?2, state = ?5",
                       NUMBERS((int64_t)worker->done, now), worker->name);
    if (row) {
        sqlite3_bind_text(row, 4, worker->version, -1, SQLITE_STATIC);
        sqlite3_bind_text(row, 5, worker->state, -1, SQLITE_STATIC);
    }
    bool ok = row && sqlite3_step(row) == SQLITE_DONE;
    sqlite3_finalize(row);
    ok = ok && sqlite_run(self, "DELETE FROM workers WHERE seen < ?1",
                          NUMBERS(now - FORGET_WORKER_MS), NULL);
    return sqlite_end(self, ok, "reporting a worker", error);
}

bool sqlite_sign_off(Queue *queue, const char *worker, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (!sqlite_begin(self, error)) return false;
    bool ok = sqlite_run(self, "DELETE FROM workers WHERE name = ?1", NULL, 0, worker);
    return sqlite_end(self, ok, "reporting a worker", error);
}

bool sqlite_workers(Queue *queue, QueueWorkerVisit *visit, void *context, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    int64_t now = sqlite_now_ms();
    sqlite3_stmt *row = sqlite_prepare(
        self, "SELECT name, version, state, done, started, seen FROM workers ORDER BY name", NULL,
        0, NULL);
    int step = SQLITE_ERROR;
    while (row && (step = sqlite3_step(row)) == SQLITE_ROW) {
        QueueWorker worker = {.done = (uint64_t)sqlite3_column_int64(row, 3),
                              .started = (double)(now - sqlite3_column_int64(row, 4)) / 1000,
                              .seen = (double)(now - sqlite3_column_int64(row, 5)) / 1000};
        copy_text(row, 0, worker.name, sizeof worker.name);
        copy_text(row, 1, worker.version, sizeof worker.version);
        copy_text(row, 2, worker.state, sizeof worker.state);
        visit(context, &worker);
    }
    sqlite3_finalize(row);
    return step == SQLITE_DONE || sqlite_failed(self, "reading workers", error);
}

/* --- Dead letters and clearing ------------------------------------------------------------- */

bool sqlite_failures(Queue *queue, QueueFailureVisit *visit, void *context, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    sqlite3_stmt *row = sqlite_prepare(
        self,
        "SELECT runs.name, jobs.name, kind, reason FROM jobs JOIN runs ON runs.id = run"
        " WHERE state = 3 ORDER BY jobs.id",
        NULL, 0, NULL);
    int step = SQLITE_ERROR;
    while (row && (step = sqlite3_step(row)) == SQLITE_ROW) {
        QueueFailure failure = {.kind = text_of(row, 2), .reason = text_of(row, 3)};
        copy_text(row, 0, failure.run, sizeof failure.run);
        copy_text(row, 1, failure.job, sizeof failure.job);
        visit(context, &failure);
    }
    sqlite3_finalize(row);
    return step == SQLITE_DONE || sqlite_failed(self, "reading failures", error);
}

bool sqlite_retry(Queue *queue, const char *run, uint64_t *retried, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (!sqlite_begin(self, error)) return false;
    bool ok = sqlite_run(self,
                         "UPDATE jobs SET state = 0, moment = 0, failures = 0, reason = NULL"
                         " WHERE state = 3 AND (?1 IS NULL OR run ="
                         " (SELECT id FROM runs WHERE name = ?1))",
                         NULL, 0, run);
    *retried = (uint64_t)sqlite3_changes(self->db);
    return sqlite_end(self, ok, "trying again", error);
}

bool sqlite_purge(Queue *queue, bool is_all, uint64_t *removed, Error *error) {
    const SqliteQueue *self = sqlite_of(queue);
    if (!sqlite_begin(self, error)) return false;
    bool ok = sqlite_run(self,
                         "DELETE FROM runs WHERE ?1 OR NOT EXISTS"
                         " (SELECT 1 FROM jobs WHERE run = runs.id AND state IN (0, 1))",
                         NUMBERS(is_all), NULL);
    *removed = (uint64_t)sqlite3_changes(self->db);
    ok = ok &&
         sqlite_run(self, "DELETE FROM jobs WHERE run NOT IN (SELECT id FROM runs)", NULL, 0,
                    NULL) &&
         sqlite_run(self, "DELETE FROM results WHERE job NOT IN (SELECT id FROM jobs)", NULL, 0,
                    NULL);
    return sqlite_end(self, ok, "purging", error);
}

#else

/* A file of C must declare something. */
typedef int QueueSqliteLookIsLeftOut;

#endif
