/* What the two files of the SQLite driver share: queue_sqlite.c, where jobs move, and
 * queue_sqlite_look.c, which collects, shows and clears. */
#ifndef JOBS_QUEUE_SQLITE_H
#define JOBS_QUEUE_SQLITE_H

#include <sqlite3.h>

#include "jobs/queue_driver.h"

typedef enum JobState { JOB_WAITING, JOB_RUNNING, JOB_DONE, JOB_FAILED } JobState;

typedef struct SqliteQueue {
    Queue base;
    sqlite3 *db;
    char path[256]; /* for error texts */
} SqliteQueue;

int64_t sqlite_now_ms(void);

/* Says what SQLite has against it. Returns false. */
bool sqlite_failed(const SqliteQueue *self, const char *what, Error *error);

/* A transaction as a writer. Its end keeps it if all went well, and otherwise undoes it and says
 * what failed. */
bool sqlite_begin(const SqliteQueue *self, Error *error);
bool sqlite_end(const SqliteQueue *self, bool ok, const char *what, Error *error);

/* A statement whose parameters ?1, ?2... are `count` numbers and then the text, if any; NULL on
 * failure. The second one runs it; it gives nothing back. */
sqlite3_stmt *sqlite_prepare(const SqliteQueue *self, const char *sql, const int64_t *numbers,
                             int count, const char *text);
bool sqlite_run(const SqliteQueue *self, const char *sql, const int64_t *numbers, int count,
                const char *text);

#define NUMBERS(...)                                                                               \
    (const int64_t[]){__VA_ARGS__}, (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

/* Rows of the driver's table (queue_driver.h). */
bool sqlite_collect(Queue *queue, const char *run, const char (*jobs)[QUEUE_ID_SIZE], size_t count,
                    QueueVisit *visit, void *context, size_t *taken, Error *error);
bool sqlite_runs(Queue *queue, QueueRunVisit *visit, void *context, Error *error);
bool sqlite_report(Queue *queue, const QueueWorker *worker, Error *error);
bool sqlite_sign_off(Queue *queue, const char *worker, Error *error);
bool sqlite_workers(Queue *queue, QueueWorkerVisit *visit, void *context, Error *error);
bool sqlite_failures(Queue *queue, QueueFailureVisit *visit, void *context, Error *error);
bool sqlite_retry(Queue *queue, const char *run, uint64_t *retried, Error *error);
bool sqlite_purge(Queue *queue, bool is_all, uint64_t *removed, Error *error);

#endif
