/* An append-only log: a text file that grows by whole lines while long work is done, so that work
 * that was killed resumes from it. The first line says what the file is. One process at a time
 * writes it; a last line that was being written when the process was killed is cut off. */
#ifndef BASE_APPEND_LOG_H
#define BASE_APPEND_LOG_H

#include "base/file.h"

typedef struct AppendLog {
    FILE *file; /* NULL: closed, or only read */
    const char *path;
    int lock;
} AppendLog;

/* Takes a line, without its newline, of which it may change the bytes; false with the bare reason
 * if it makes no sense. */
typedef bool AppendLogTake(void *context, char *line, Error *error);

/* Opens or begins the log: checks that it begins with `head` (a line with its newline, which
 * begins a new one), gives every whole line after it to `take`, and is ready for more. `noun` is
 * what the file should be, for the message about one that is something else. The path is borrowed.
 * A log that was opened must be closed. */
bool append_log_open(AppendLog *log, const char *path, const char *head, const char *noun,
                     AppendLogTake *take, void *context, Error *error);
/* The same for a file that must be there and is only read, without a lock. */
bool append_log_read(AppendLog *log, const char *path, const char *head, const char *noun,
                     AppendLogTake *take, void *context, Error *error);
void append_log_close(AppendLog *log);

/* Makes what was printed to `file` outlive a kill; or a crash of the machine, if it is `durable`.
 */
bool append_log_flush(const AppendLog *log, bool is_durable, Error *error);

#endif
