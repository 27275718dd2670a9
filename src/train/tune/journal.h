/* The journal of a tuning: what was asked for, and the values after every round.
 *
 * One text file, replaced as a whole after each round, so that a killed tuning loses the round it
 * was in and nothing else. Its first lines say what the tuning is; only the same tuning may
 * continue it. Numbers are written with all their digits: a resumed tuning goes on as if it had
 * never stopped. */
#ifndef TRAIN_TUNE_JOURNAL_H
#define TRAIN_TUNE_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "train/tune/spsa.h"

enum { JOURNAL_SETTINGS_SIZE = 2048 };

/* The values after `pairs` pairs. */
typedef struct JournalRow {
    uint64_t pairs;
    double values[SPSA_MAX_VALUES];
} JournalRow;

typedef struct Journal {
    char settings[JOURNAL_SETTINGS_SIZE]; /* lines that say what the tuning is */
    int values;                           /* in each row */
    JournalRow *rows;
    int count, capacity;
} Journal;

/* Reads the file if there is one; without it the journal has no rows. A journal of another tuning,
 * and one that cannot be read, are refused. `settings` ends with a newline. */
bool journal_open(Journal *journal, const char *path, const char *settings, int values,
                  Error *error);
void journal_release(Journal *journal);

/* Adds a row and replaces the file. */
bool journal_add(Journal *journal, const char *path, const JournalRow *row, Error *error);

#endif
