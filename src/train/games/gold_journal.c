/* The journal of a gold set: OBF lines behind a comment that names the build. A line that was being
 * written when the program was killed is cut off. */
#include "train/games/gold_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

enum { TITLE_SIZE = 64, FILE_MODE = 0666 };

static bool fail(const GoldJournal *journal, Error *error) {
    error_set(error, STATUS_IO, "%.150s: %s", journal->path, strerror(errno));
    return false;
}

static void take_scores(const char *bytes, size_t length, ObfEntry *entries, int count) {
    ObfReader reader = {.shape = entries[0].board.shape, .bytes = bytes, .length = length};
    ObfEntry known;
    Error ignored;
    while (obf_next(&reader, &known, &ignored) == OBF_ENTRY)
        for (int i = 0; i < count && known.count > 0; i++)
            if (entries[i].board.position.own == known.board.position.own &&
                entries[i].board.position.opp == known.board.position.opp &&
                entries[i].board.side == known.board.side) {
                memcpy(entries[i].moves, known.moves, sizeof known.moves);
                entries[i].count = known.count;
            }
}

/* Reads what is there; *whole: the bytes up to the end of the last whole line. */
static bool read_journal(GoldJournal *journal, const char *title, ObfEntry *entries, int count,
                         size_t *whole, Error *error) {
    char *bytes;
    size_t length;
    *whole = 0;
    if (access(journal->path, F_OK) != 0) return true;
    if (!file_read(journal->path, FILE_LIMIT, &bytes, &length, error)) return false;
    while (length > 0 && bytes[length - 1] != '\n') length--;
    bool ok = length == 0 || (length >= strlen(title) && memcmp(bytes, title, strlen(title)) == 0);
    if (!ok)
        error_set(error, STATUS_BAD_INPUT,
                  "%.150s: begun with other options or another evaluation; remove it to begin anew",
                  journal->path);
    else if (length > 0 && count > 0)
        take_scores(bytes, length, entries, count);
    free(bytes);
    *whole = length;
    return ok;
}

bool gold_journal_open(GoldJournal *journal, const char *path, uint64_t build, ObfEntry *entries,
                       int count, Error *error) {
    char title[TITLE_SIZE];
    size_t whole;
    journal->fd = -1;
    snprintf(journal->path, sizeof journal->path, "%s.part", path);
    size_t length = (size_t)snprintf(title, sizeof title, "%% gold build %016" PRIx64 "\n", build);
    if (!read_journal(journal, title, entries, count, &whole, error)) return false;
    journal->fd = open(journal->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, FILE_MODE);
    if (journal->fd >= 0 && ftruncate(journal->fd, (off_t)whole) == 0 &&
        (whole > 0 || write(journal->fd, title, length) == (ssize_t)length))
        return true;
    fail(journal, error);
    gold_journal_close(journal, false);
    return false;
}

bool gold_journal_add(const GoldJournal *journal, const ObfEntry *entry, Error *error) {
    char line[OBF_TEXT_SIZE + 1];
    size_t length = obf_format(entry, line, sizeof line);
    line[length++] = '\n';
    return write(journal->fd, line, length) == (ssize_t)length || fail(journal, error);
}

void gold_journal_close(GoldJournal *journal, bool is_written) {
    if (journal->fd >= 0) close(journal->fd);
    if (is_written) unlink(journal->path);
    journal->fd = -1;
}
