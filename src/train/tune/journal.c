/* Writes and reads the journal of a tuning as lines of text. */
#include "train/tune/journal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

enum { NUMBER_SIZE = 32, MAX_ROWS = 1 << 20 };

static bool add_row(Journal *journal, const JournalRow *row, Error *error) {
    if (journal->count == journal->capacity) {
        int capacity = journal->capacity ? 2 * journal->capacity : 64;
        JournalRow *rows = journal->count < MAX_ROWS
                               ? realloc(journal->rows, (size_t)capacity * sizeof *rows)
                               : NULL;
        if (!rows) {
            error_set(error, STATUS_NO_MEMORY, "no memory for %d rounds", capacity);
            return false;
        }
        journal->rows = rows;
        journal->capacity = capacity;
    }
    journal->rows[journal->count++] = *row;
    return true;
}

/* PAIRS VALUE VALUE ... up to the newline, which *text then stands after. */
static bool read_row(const Journal *journal, char **text, JournalRow *row) {
    char *at = *text, *end;
    errno = 0;
    row->pairs = strtoull(at, &end, 10);
    if (end == at || errno) return false;
    for (int i = 0; i < journal->values; i++) {
        at = end;
        if (*at != ' ') return false;
        row->values[i] = strtod(at, &end);
        if (end == at || !isfinite(row->values[i])) return false;
    }
    *text = end + 1;
    return *end == '\n';
}

static bool read_rows(Journal *journal, const char *path, char *text, Error *error) {
    uint64_t before = 0;
    while (*text) {
        JournalRow row;
        if (!read_row(journal, &text, &row) || row.pairs <= before) {
            error_set(error, STATUS_BAD_INPUT, "%.150s: round %d cannot be read", path,
                      journal->count + 1);
            return false;
        }
        if (!add_row(journal, &row, error)) return false;
        before = row.pairs;
    }
    return true;
}

bool journal_open(Journal *journal, const char *path, const char *settings, int values,
                  Error *error) {
    *journal = (Journal){.values = values};
    Text text = text_into(journal->settings, sizeof journal->settings);
    text_string(&text, settings);
    if (text.length >= sizeof journal->settings) {
        error_set(error, STATUS_BAD_INPUT, "the settings of the tuning are too long");
        return false;
    }
    if (access(path, F_OK) != 0) return true;
    char *bytes;
    size_t length, head = text.length;
    if (!file_read(path, FILE_LIMIT, &bytes, &length, error)) return false;
    bool ok = length >= head && memcmp(bytes, settings, head) == 0;
    if (!ok)
        error_set(error, STATUS_BAD_INPUT,
                  "%.120s is there and not the journal of this tuning: give its settings, or "
                  "another --out",
                  path);
    ok = ok && read_rows(journal, path, bytes + head, error);
    free(bytes);
    if (!ok) journal_release(journal);
    return ok;
}

void journal_release(Journal *journal) {
    free(journal->rows);
    *journal = (Journal){0};
}

static void write_text(const Journal *journal, Text *text) {
    text_string(text, journal->settings);
    for (int i = 0; i < journal->count; i++) {
        const JournalRow *row = &journal->rows[i];
        text_format(text, "%llu", (unsigned long long)row->pairs);
        for (int v = 0; v < journal->values; v++) text_format(text, " %.17g", row->values[v]);
        text_byte(text, '\n');
    }
}

bool journal_add(Journal *journal, const char *path, const JournalRow *row, Error *error) {
    if (!add_row(journal, row, error)) return false;
    size_t size = sizeof journal->settings +
                  (size_t)journal->count * (size_t)(journal->values + 1) * NUMBER_SIZE;
    char *bytes = malloc(size);
    if (!bytes) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the journal");
        return false;
    }
    Text text = text_into(bytes, size);
    write_text(journal, &text);
    bool ok = file_replace(path, bytes, text.length, error);
    free(bytes);
    return ok;
}
