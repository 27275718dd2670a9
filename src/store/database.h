/* SQLite files of ours: opened only if they are what they should be, and refused with the reason.
 *
 * A file belongs to one kind (a tournament, a run of jobs: known by SQLite's application id)
 * and to one purpose, the lines of `key: value` that every program that opens it must repeat. With
 * a write-ahead log a finished transaction survives the death of the process without waiting for
 * the disk. */
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#ifdef WITH_SQLITE

#include <sqlite3.h>
#include <stdbool.h>

#include "base/status.h"

typedef struct DatabaseKind {
    int application_id;
    const char *noun;    /* "tournament" */
    const char *tables;  /* CREATE TABLE IF NOT EXISTS ... */
    const char *purpose; /* the table whose only column is the purpose, NOT NULL */
    int busy_ms;         /* how long to wait for other processes */
} DatabaseKind;

/* Opens the file, or makes it if it `may_create`. *db is NULL after a failure; whatever is opened
 * ends with sqlite3_close(). */
bool database_open(const DatabaseKind *kind, const char *path, bool may_create, sqlite3 **db,
                   Error *error);

/* The first process stores the purpose. Later ones must give the same, or fail with the first line
 * that differs. */
bool database_claim(const DatabaseKind *kind, sqlite3 *db, const char *path, const char *purpose,
                    Error *error);

/* Says what SQLite has against it: "PATH: what: reason". Returns false. */
bool database_fail(sqlite3 *db, const char *path, const char *what, Error *error);

/* Runs SQL that gives nothing back. */
bool database_run(sqlite3 *db, const char *sql);

#endif
#endif
