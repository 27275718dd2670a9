/* Reads and replaces files; every error names the file and says why. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_BUFFER = 1 << 16, PATH_SIZE = PATH_MAX, TEMPORARY_ATTEMPTS = 100, NAME_SHOWN = 150 };

/* Cut, so that the reason is seen after any name. */
static bool refuse(const char *path, int why, const char *rest, Error *error) {
    error_set(error, STATUS_IO, "%.*s: %s%s", NAME_SHOWN, path, strerror(why), rest);
    return false;
}

static bool read_all(int fd, const char *name, size_t limit, char **bytes, size_t *length,
                     Error *error) {
    size_t capacity = FIRST_BUFFER, used = 0;
    char *buffer = malloc(capacity + 1);
    while (buffer) {
        ssize_t got = read(fd, buffer + used, capacity - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            refuse(name, errno, "", error);
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
            error_set(error, STATUS_BAD_INPUT, "%.*s: larger than the limit of %zu bytes",
                      NAME_SHOWN, name, limit);
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
    error_set(error, STATUS_NO_MEMORY, "%.*s: no memory to read it", NAME_SHOWN, name);
    return false;
}

bool file_read(const char *path, size_t limit, char **bytes, size_t *length, Error *error) {
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, "standard input", limit, bytes, length, error);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return refuse(path, errno, "", error);
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
    return true;
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

/* Opens a new file beside `path` and puts its name into `temporary`. Other threads and programs
 * may do the same: the one that creates a name has it. Returns -1 and sets errno if that fails. */
static int open_temporary(const char *path, char temporary[PATH_SIZE]) {
    int fd = -1;
    for (int i = 0; fd < 0 && i < TEMPORARY_ATTEMPTS; i++) {
        int size = snprintf(temporary, PATH_SIZE, "%s.%ld-%d.tmp", path, (long)getpid(), i);
        if (size < 0 || size >= PATH_SIZE) {
            errno = ENAMETOOLONG;
            return -1;
        }
        fd = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) return -1;
    }
    return fd;
}

/* A device or a pipe has no content to keep; a rename would make a plain file of it. */
static bool write_in_place(const char *path, const void *bytes, size_t length, Error *error) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return refuse(path, errno, "", error);
    bool ok = write_all(fd, (const char *)bytes, length);
    int why = errno;
    if (close(fd) != 0 && ok) ok = false, why = errno;
    return ok || refuse(path, why, "", error);
}

bool file_replace(const char *path, const void *bytes, size_t length, Error *error) {
    char target[PATH_SIZE], temporary[PATH_SIZE];
    struct stat old;
    bool has_old = stat(path, &old) == 0;
    if (has_old && S_ISDIR(old.st_mode)) return refuse(path, EISDIR, "", error);
    if (has_old && !S_ISREG(old.st_mode)) return write_in_place(path, bytes, length, error);
    /* A link stays a link: what it leads to is replaced. */
    if (has_old && realpath(path, target)) path = target;

    int fd = open_temporary(path, temporary);
    if (fd < 0) return refuse(path, errno, "", error);
    if (has_old) (void)!fchmod(fd, old.st_mode & 07777);
    bool ok = write_all(fd, (const char *)bytes, length) && fsync(fd) == 0;
    int why = errno;
    if (close(fd) != 0 && ok) ok = false, why = errno;
    if (ok && rename(temporary, path) != 0) ok = false, why = errno;
    if (!ok) {
        unlink(temporary);
        return refuse(path, why, "; the old file is unchanged", error);
    }
    sync_directory_of(path);
    return true;
}

bool file_replace_begin(FileReplacement *file, const char *path, Error *error) {
    struct stat old;
    bool has_old = stat(path, &old) == 0;
    if (has_old && S_ISDIR(old.st_mode)) return refuse(path, EISDIR, "", error);
    if (strlen(path) >= sizeof file->path) return refuse(path, ENAMETOOLONG, "", error);
    strcpy(file->path, path);
    file->temporary[0] = '\0';
    file->is_in_place = has_old && !S_ISREG(old.st_mode);
    if (!file->is_in_place && has_old && !realpath(path, file->path)) strcpy(file->path, path);
    int fd = file->is_in_place ? open(path, O_WRONLY | O_CLOEXEC)
                               : open_temporary(file->path, file->temporary);
    if (fd < 0) return refuse(path, errno, "", error);
    if (has_old && !file->is_in_place) (void)!fchmod(fd, old.st_mode & 07777);
    file->stream = fdopen(fd, file->is_in_place ? "w" : "w+");
    if (file->stream) return true;
    refuse(path, errno, "", error);
    close(fd);
    if (!file->is_in_place) unlink(file->temporary);
    return false;
}

bool file_replace_try(const char *path, Error *error) {
    struct stat old;
    FileReplacement file;
    /* A reader of a pipe would take the end of a try for the end of everything. */
    bool is_special = stat(path, &old) == 0 && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode);
    if (is_special) return access(path, W_OK) == 0 || refuse(path, errno, "", error);
    if (!file_replace_begin(&file, path, error)) return false;
    file_replace_abandon(&file);
    return true;
}

bool file_replace_commit(FileReplacement *file, Error *error) {
    errno = EIO; // for an error that came before
    bool ok = !ferror(file->stream) && fflush(file->stream) == 0 &&
              (file->is_in_place || fsync(fileno(file->stream)) == 0);
    int why = errno;
    if (fclose(file->stream) != 0 && ok) ok = false, why = errno;
    if (file->is_in_place) return ok || refuse(file->path, why, "", error);
    if (ok && rename(file->temporary, file->path) != 0) ok = false, why = errno;
    if (!ok) {
        unlink(file->temporary);
        return refuse(file->path, why, "; the old file is unchanged", error);
    }
    sync_directory_of(file->path);
    return true;
}

void file_replace_abandon(FileReplacement *file) {
    fclose(file->stream);
    if (!file->is_in_place) unlink(file->temporary);
}

LineRead line_read(FILE *in, char *buffer, size_t size, size_t *length) {
    size_t count = 0;
    int byte;
    while ((byte = getc(in)) != EOF && byte != '\n') {
        if (count < size) buffer[count] = (char)byte;
        count++;
    }
    if (byte == EOF && ferror(in)) return LINE_FAILED;
    if (byte == EOF && count == 0) return LINE_END;
    *length = count < size ? count : size;
    return count > size ? LINE_CUT : LINE_READ;
}

/* --- One at a time ---------------------------------------------------------------------------- */

int file_lock(const char *path, Error *error) {
    char name[PATH_SIZE];
    if (snprintf(name, sizeof name, "%s.lock", path) >= (int)sizeof name) {
        refuse(path, ENAMETOOLONG, "", error);
        return -1;
    }
    for (;;) {
        struct stat info;
        int lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock < 0) {
            refuse(name, errno, "", error);
            return -1;
        }
        if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
            error_set(error, STATUS_IO, "%.150s: another process is at work on it", path);
            close(lock);
            return -1;
        }
        /* The one before may have removed the file between our open and our lock. */
        if (fstat(lock, &info) == 0 && info.st_nlink > 0) return lock;
        close(lock);
    }
}

void file_unlock(const char *path, int lock) {
    char name[PATH_SIZE];
    if (lock < 0) return;
    snprintf(name, sizeof name, "%s.lock", path);
    unlink(name);
    close(lock);
}
