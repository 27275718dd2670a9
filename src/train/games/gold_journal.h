/* What a `gold build` has scored so far: the file PATH.part, a line for each finished position, so
 * that a build that was interrupted or killed goes on where it was. */
#ifndef TRAIN_GAMES_GOLD_JOURNAL_H
#define TRAIN_GAMES_GOLD_JOURNAL_H

#include "record/obf.h"

typedef struct GoldJournal {
    char path[4096];
    int fd;
} GoldJournal;

/* Opens or begins the journal of the set `path`. Entries that it knows get their score. `build` is
 * a number for the order that the scores belong to; a journal of another build is refused. */
bool gold_journal_open(GoldJournal *journal, const char *path, uint64_t build, ObfEntry *entries,
                       int count, Error *error);

/* Notes a finished position. Safe from any thread. */
bool gold_journal_add(const GoldJournal *journal, const ObfEntry *entry, Error *error);

/* Closes the journal, and removes it if the set is written. */
void gold_journal_close(GoldJournal *journal, bool is_written);

#endif
