/* A file is replaced in the one order that survives a loss of power: its new content is written and
 * on the disk before it gets the old one's name, and then the name itself is.
 *
 * This program's own open, write, fsync, close and rename stand in front of the C library's: they
 * note the call and do it. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"

/* A letter for each call: (w)rite, (s)ync of a file, (c)lose, (r)ename, sync of a (d)irectory. */
static char calls[64];
static bool is_watching, is_sync_broken;
static size_t most_at_once = SIZE_MAX; /* a disk may take less than it is given */

static void note(char letter) {
    size_t length = strlen(calls);
    if (is_watching && length + 1 < sizeof calls) calls[length] = letter;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    note('w');
    return syscall(SYS_write, fd, bytes, length < most_at_once ? length : most_at_once);
}

int fsync(int fd) {
    note(fcntl(fd, F_GETFL) & O_DIRECTORY ? 'd' : 's');
    if (!is_sync_broken) return (int)syscall(SYS_fsync, fd);
    errno = EIO;
    return -1;
}

int close(int fd) {
    note(fcntl(fd, F_GETFL) & O_DIRECTORY ? '.' : 'c');
    return (int)syscall(SYS_close, fd);
}

int rename(const char *from, const char *to) {
    note('r');
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

static bool replace(const char *path, const char *text, Error *error) {
    memset(calls, 0, sizeof calls);
    is_watching = true;
    bool ok = file_replace(path, text, strlen(text), error);
    is_watching = false;
    return ok;
}

static void assert_content(const char *path, const char *expected) {
    char *bytes;
    size_t length;
    Error error;
    assert_true(file_read(path, FILE_LIMIT, &bytes, &length, &error));
    assert_string_equal(bytes, expected);
    free(bytes);
}

static void content_is_on_the_disk_before_it_gets_its_name(void **state) {
    const char *path = *state;
    Error error;
    assert_true(replace(path, "new", &error));
    assert_string_equal(calls, "wscrd.");
    assert_true(replace(path, "newer", &error));
    assert_string_equal(calls, "wscrd.");
    assert_content(path, "newer");
}

static void a_disk_that_does_not_take_it_keeps_the_old_file(void **state) {
    const char *path = *state;
    Error error;
    assert_true(replace(path, "old", &error));
    is_sync_broken = true;
    bool ok = replace(path, "new", &error);
    is_sync_broken = false;
    assert_false(ok);
    assert_string_equal(calls, "wsc");
    assert_non_null(strstr(error.text, "the old file is unchanged"));
    assert_content(path, "old");
}

static void a_disk_that_takes_it_in_pieces_gets_all_of_it(void **state) {
    const char *path = *state;
    Error error;
    most_at_once = 3;
    bool ok = replace(path, "in pieces", &error);
    most_at_once = SIZE_MAX;
    assert_true(ok);
    assert_string_equal(calls, "wwwscrd.");
    assert_content(path, "in pieces");
}

static int place_make(void **state) {
    char *path = calloc(1, 64);
    strcpy(path, "/tmp/bianca-order-XXXXXX");
    if (!mkdtemp(path)) return -1;
    strcat(path, "/file");
    *state = path;
    return 0;
}

/* The folder goes too only if nothing was left behind in it. */
static int place_remove(void **state) {
    char *path = *state;
    unlink(path);
    *strrchr(path, '/') = '\0';
    int status = rmdir(path);
    free(path);
    return status;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, place_make, place_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(content_is_on_the_disk_before_it_gets_its_name),
        TEST(a_disk_that_takes_it_in_pieces_gets_all_of_it),
        TEST(a_disk_that_does_not_take_it_keeps_the_old_file),
    };
    return cmocka_run_group_tests_name("order of calls", tests, NULL, NULL);
}
