/* See file.h. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_BUFFER = 1 << 16, PATH_SIZE = 4096 };

static bool read_all(int fd, const char *name, size_t limit, char **bytes, size_t *length,
                     Error *error) {
    size_t capacity = FIRST_BUFFER, used = 0;
    char *buffer = malloc(capacity + 1);
    while (buffer) {
        ssize_t got = read(fd, buffer + used, capacity - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            error_set(error, STATUS_IO, "%s: %s", name, strerror(errno));
            free(buffer);
            return false;
        }
        if (got == 0) {
            buffer[used] = '\0';
            *bytes = buffer;
            *length = used;
            return true;
        }
        used += (size_t)got;
        if (used > limit) {
            error_set(error, STATUS_BAD_INPUT, "%s: larger than the limit of %zu bytes", name,
                      limit);
            free(buffer);
            return false;
        }
        if (used == capacity) {
            capacity *= 2;
            char *larger = realloc(buffer, capacity + 1);
            if (!larger) free(buffer);
            buffer = larger;
        }
    }
    error_set(error, STATUS_NO_MEMORY, "%s: no memory to read it", name);
    return false;
}

bool file_read(const char *path, size_t limit, char **bytes, size_t *length, Error *error) {
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, "standard input", limit, bytes, length, error);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        error_set(error, STATUS_IO, "%s: %s", path, strerror(errno));
        return false;
    }
    bool ok = read_all(fd, path, limit, bytes, length, error);
    close(fd);
    return ok;
}

static bool write_all(int fd, const char *bytes, size_t length) {
    while (length) {
        ssize_t put = write(fd, bytes, length);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        bytes += put;
        length -= (size_t)put;
    }
    return fsync(fd) == 0;
}

/* Makes the rename itself durable. Not every file system can; that is no reason to fail. */
static void sync_directory_of(const char *path) {
    char directory[PATH_SIZE];
    snprintf(directory, sizeof directory, "%s", path);
    char *slash = strrchr(directory, '/');
    if (slash) slash[slash == directory ? 1 : 0] = '\0';
    int fd = open(slash ? directory : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

bool file_replace(const char *path, const void *bytes, size_t length, Error *error) {
    char temporary[PATH_SIZE];
    int size = snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid());
    if (size < 0 || size >= PATH_SIZE) {
        error_set(error, STATUS_BAD_INPUT, "the file name is longer than %d bytes", PATH_SIZE - 32);
        return false;
    }
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        error_set(error, STATUS_IO, "%s: %s", temporary, strerror(errno));
        return false;
    }
    bool ok = write_all(fd, bytes, length);
    int why = errno;
    if (close(fd) != 0 && ok) ok = false, why = errno;
    if (ok && rename(temporary, path) != 0) ok = false, why = errno;
    if (!ok) {
        unlink(temporary);
        error_set(error, STATUS_IO, "%s: %s; the old file is unchanged", path, strerror(why));
        return false;
    }
    sync_directory_of(path);
    return true;
}
