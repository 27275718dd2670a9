/* Files, safely: read with a limit, as a whole or line by line; replaced as a whole or not at all.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

/* The largest file any reader of Bianca takes. */
#define FILE_LIMIT ((size_t)256 << 20)

/* Reads the whole file (or standard input for "-") into *bytes, allocated with malloc and owned by
 * the caller, with a NUL after the last byte that *length does not count. A file larger than
 * `limit` is refused. */
bool file_read(const char *path, size_t limit, char **bytes, size_t *length, Error *error);

/* Replaces the file: writes a temporary beside it, fsyncs, renames. After a failure or a crash the
 * old content is still there, whole. Keeps the permissions; follows links; a device or a pipe is
 * simply written to. Several threads or programs may replace one file: the last one wins. */
bool file_replace(const char *path, const void *bytes, size_t length, Error *error);

/* The same for a file that is written piece by piece: write to `stream`, then commit, which makes
 * it the file, or abandon, which leaves the old one. Both close the stream. The stream can be read
 * and moved in, unless it is a device or a pipe. */
typedef struct FileReplacement {
    FILE *stream;
    bool is_in_place;
    char path[4096], temporary[4096];
} FileReplacement;

bool file_replace_begin(FileReplacement *file, const char *path, Error *error);
bool file_replace_commit(FileReplacement *file, Error *error);
void file_replace_abandon(FileReplacement *file);

/* Whether file_replace() could begin now: for long work whose result goes there. Changes nothing.
 */
bool file_replace_try(const char *path, Error *error);

/* Makes sure that one process at a time works on `path`, by a lock on the file PATH.lock, which
 * ends with the process. Returns a descriptor for file_unlock(), or -1 with the reason: another is
 * at work, or the file cannot be made. */
int file_lock(const char *path, Error *error);
/* Accepts -1. */
void file_unlock(const char *path, int lock);

typedef enum LineRead {
    LINE_READ,
    LINE_CUT,    /* longer than the buffer: its beginning is there, the rest was read over */
    LINE_END,    /* the input had ended before */
    LINE_FAILED, /* errno says why */
} LineRead;

/* Reads a line from a stream: up to a newline, which is not kept, or to the end of the input.
 * Writes at most `size` bytes and no NUL. */
LineRead line_read(FILE *in, char *buffer, size_t size, size_t *length);

#endif
