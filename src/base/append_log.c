/* Reads, cuts and continues logs (append_log.h). */
#include "base/append_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool fail(const AppendLog *log, Error *error) {
    error_set(error, STATUS_IO, "%.150s: %s", log->path, strerror(errno));
    return false;
}

/* Takes all whole lines; *used is how many bytes they are. */
static bool take_lines(const AppendLog *log, const char *head, const char *noun, char *text,
                       size_t *used, AppendLogTake *take, void *context, Error *error) {
    if (strncmp(text, head, strlen(head)) != 0) {
        error_set(error, STATUS_BAD_INPUT, "%.150s is not %.60s", log->path, noun);
        return false;
    }
    Error reason;
    int number = 1;
    char *at = text + strlen(head), *end;
    for (; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        number++;
        if (take(context, at, &reason)) continue;
        error_set(error, reason.status, "%.120s: line %d %.100s", log->path, number, reason.text);
        return false;
    }
    *used = (size_t)(at - text);
    return true;
}

bool append_log_read(AppendLog *log, const char *path, const char *head, const char *noun,
                     AppendLogTake *take, void *context, Error *error) {
    char *bytes;
    size_t length, used;
    *log = (AppendLog){.path = path, .lock = -1};
    if (!file_read(path, FILE_LIMIT, &bytes, &length, error)) return false;
    bool ok = take_lines(log, head, noun, bytes, &used, take, context, error);
    free(bytes);
    return ok;
}

/* Opens the file for more after its first `used` bytes; a new one, if there are none, with its
 * head. */
static bool open_for_more(AppendLog *log, const char *head, size_t used, Error *error) {
    log->file = fopen(log->path, used == 0 ? "w" : "r+");
    if (log->file && (used == 0 ? fputs(head, log->file) >= 0
                                : ftruncate(fileno(log->file), (off_t)used) == 0 &&
                                      fseek(log->file, 0, SEEK_END) == 0))
        return true;
    return fail(log, error);
}

bool append_log_open(AppendLog *log, const char *path, const char *head, const char *noun,
                     AppendLogTake *take, void *context, Error *error) {
    size_t length = 0, used = 0;
    *log = (AppendLog){.path = path, .lock = file_lock(path, error)};
    if (log->lock < 0) return false;
    bool ok = true;
    if (access(path, F_OK) == 0) {
        char *bytes;
        ok = file_read(path, FILE_LIMIT, &bytes, &length, error);
        if (ok) {
            ok = length == 0 || take_lines(log, head, noun, bytes, &used, take, context, error);
            free(bytes);
        }
    }
    if (ok && open_for_more(log, head, used, error)) return true;
    append_log_close(log);
    return false;
}

void append_log_close(AppendLog *log) {
    if (log->file) fclose(log->file);
    if (log->path) file_unlock(log->path, log->lock);
    *log = (AppendLog){.lock = -1};
}

bool append_log_flush(const AppendLog *log, bool is_durable, Error *error) {
    if (fflush(log->file) != 0 || ferror(log->file)) return fail(log, error);
    if (!is_durable || fsync(fileno(log->file)) == 0 || errno == EINVAL) return true;
    return fail(log, error);
}
