/* Whole files: read within a limit, replaced whole or not at all. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"

static char folder[200];

/* A path in the test's own folder; valid until the second next call. */
static const char *in_folder(const char *name) {
    static char paths[2][300];
    static int turn;
    turn = !turn;
    snprintf(paths[turn], sizeof paths[turn], "%s/%s", folder, name);
    return paths[turn];
}

static int make_folder(void **state) {
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/bianca-file-XXXXXX", parent ? parent : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static int files_in_folder(void) {
    char command[300];
    int count = -1;
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", folder);
    FILE *list = popen(command, "r");
    assert_non_null(list);
    assert_int_equal(fscanf(list, "%d", &count), 1);
    pclose(list);
    return count;
}

static void put(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void assert_content(const char *path, const char *text) {
    char *bytes = NULL;
    size_t length = 0;
    assert_true(file_read(path, FILE_LIMIT, &bytes, &length, NULL));
    assert_int_equal(length, strlen(text));
    assert_string_equal(bytes, text);
    free(bytes);
}

/* Reading fails with this status, says `text`, and leaves the caller's variables alone. */
static void assert_unreadable(const char *path, size_t limit, Status status, const char *text) {
    char untouched, *bytes = &untouched;
    size_t length = 77;
    Error error;
    assert_false(file_read(path, limit, &bytes, &length, &error));
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.text, text));
    assert_ptr_equal(bytes, &untouched);
    assert_int_equal(length, 77);
}

static void bytes_are_read_as_they_are_and_a_nul_follows(void **state) {
    (void)state;
    const char *path = in_folder("bytes");
    put(path, "a\0b\xff\n", 5);
    char *bytes;
    size_t length;
    assert_true(file_read(path, 5, &bytes, &length, NULL));
    assert_int_equal(length, 5);
    assert_memory_equal(bytes, "a\0b\xff\n", 6);
    free(bytes);
}

static void an_empty_file_is_no_bytes(void **state) {
    (void)state;
    put(in_folder("empty"), "", 0);
    assert_content(in_folder("empty"), "");
}

static void sizes_around_the_limit_and_the_buffer(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 65535, 65536, 65537, 131072, 200000};
    const char *path = in_folder("sized");
    char *content = malloc(200000);
    assert_non_null(content);
    for (size_t i = 0; i < 200000; i++) content[i] = (char)(i * 7 % 251);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char *bytes;
        size_t length;
        put(path, content, sizes[i]);
        assert_true(file_read(path, sizes[i], &bytes, &length, NULL));
        assert_int_equal(length, sizes[i]);
        assert_memory_equal(bytes, content, length);
        assert_int_equal(bytes[length], '\0');
        free(bytes);
        assert_unreadable(path, sizes[i] - 1, STATUS_BAD_INPUT, "larger than the limit");
    }
    free(content);
}

static void a_file_without_end_stops_at_the_limit(void **state) {
    (void)state;
    assert_unreadable("/dev/zero", 1 << 20, STATUS_BAD_INPUT, "limit of 1048576 bytes");
}

static void what_cannot_be_read_says_why(void **state) {
    (void)state;
    assert_unreadable(in_folder("nothing"), 10, STATUS_IO, "No such file");
    assert_unreadable(folder, 10, STATUS_IO, "directory");
    assert_unreadable("", 10, STATUS_IO, "No such file");
}

static void a_file_is_created_or_replaced(void **state) {
    (void)state;
    const char *path = in_folder("created");
    int before = files_in_folder();
    assert_true(file_replace(path, "first", 5, NULL));
    assert_content(path, "first");
    assert_true(file_replace(path, "", 0, NULL));
    assert_content(path, "");
    assert_true(file_replace(path, "a longer second", 15, NULL));
    assert_content(path, "a longer second");
    assert_int_equal(files_in_folder(), before + 1);
}

static void a_name_without_a_folder_is_in_this_one(void **state) {
    (void)state;
    char *here = getcwd(NULL, 0);
    assert_non_null(here);
    assert_int_equal(chdir(folder), 0);
    assert_true(file_replace("plain", "here", 4, NULL));
    assert_content("plain", "here");
    assert_int_equal(chdir(here), 0);
    free(here);
}

/* A disk that is full, as far as the program can tell: no file may grow beyond a page. */
static void a_file_written_piece_by_piece_is_replaced_at_the_end(void **state) {
    (void)state;
    FileReplacement file;
    Error error;
    put(in_folder("pieces"), "old", 3);
    int files = files_in_folder();
    assert_true(file_replace_begin(&file, in_folder("pieces"), &error));
    fputs("new", file.stream);
    fflush(file.stream);
    assert_content(in_folder("pieces"), "old");
    file_replace_abandon(&file);
    assert_content(in_folder("pieces"), "old");
    assert_int_equal(files_in_folder(), files);
    assert_true(file_replace_begin(&file, in_folder("pieces"), &error));
    fputs("xew content", file.stream);
    rewind(file.stream);
    fputs("n", file.stream);
    assert_true(file_replace_commit(&file, &error));
    assert_content(in_folder("pieces"), "new content");
    assert_int_equal(files_in_folder(), files);
    assert_false(file_replace_begin(&file, folder, &error));
    assert_false(file_replace_begin(&file, in_folder("none/pieces"), &error));
    assert_true(file_replace_begin(&file, "/dev/full", &error));
    fputs("lost", file.stream);
    assert_false(file_replace_commit(&file, &error));
    assert_non_null(strstr(error.text, "No space left"));
}

static void a_try_changes_nothing(void **state) {
    (void)state;
    Error error;
    put(in_folder("tried"), "old", 3);
    assert_true(file_replace_try(in_folder("tried"), &error));
    assert_content(in_folder("tried"), "old");
    assert_true(file_replace_try(in_folder("fresh"), &error));
    assert_int_not_equal(access(in_folder("fresh"), F_OK), 0);
    assert_true(file_replace_try("/dev/full", &error));
    assert_false(file_replace_try(folder, &error));
    assert_false(file_replace_try(in_folder("none/pieces"), &error));
    assert_int_equal(error.status, STATUS_IO);
}

static void a_failed_write_keeps_the_old_file(void **state) {
    (void)state;
    const char *path = in_folder("kept");
    static char large[1 << 20];
    struct rlimit unlimited, page = {4096, RLIM_INFINITY};
    put(path, "old", 3);
    int before = files_in_folder();
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    page.rlim_max = unlimited.rlim_max;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &page), 0);
    Error error;
    bool ok = file_replace(path, large, sizeof large, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &unlimited), 0);
    signal(SIGXFSZ, handler);
    assert_false(ok);
    assert_int_equal(error.status, STATUS_IO);
    assert_non_null(strstr(error.text, "the old file is unchanged"));
    assert_content(path, "old");
    assert_int_equal(files_in_folder(), before); /* no half-written file stays behind */
}

static void assert_not_replaced(const char *path, const char *text) {
    Error error = {STATUS_OK, ""};
    int before = files_in_folder();
    assert_false(file_replace(path, "new", 3, &error));
    assert_int_equal(error.status, STATUS_IO);
    if (!strstr(error.text, text)) fail_msg("expected '%s' in: %s", text, error.text);
    assert_int_equal(files_in_folder(), before);
}

static void a_place_that_cannot_be_written_is_refused(void **state) {
    (void)state;
    put(in_folder("file"), "old", 3);
    assert_not_replaced(in_folder("file/inside"), "Not a directory");
    assert_not_replaced(in_folder("missing/inside"), "No such file");
    assert_not_replaced(folder, "directory");
    assert_content(in_folder("file"), "old");
}

static void a_read_only_folder_is_refused(void **state) {
    (void)state;
    if (geteuid() == 0) skip(); /* root may write everywhere */
    assert_int_equal(mkdir(in_folder("locked"), 0700), 0);
    put(in_folder("locked/file"), "old", 3);
    assert_int_equal(chmod(in_folder("locked"), 0500), 0);
    assert_not_replaced(in_folder("locked/file"), "Permission denied");
    assert_content(in_folder("locked/file"), "old");
    assert_int_equal(chmod(in_folder("locked"), 0700), 0);
}

static void a_name_that_is_too_long_is_refused(void **state) {
    (void)state;
    char path[6000];
    Error error;
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0';
    assert_false(file_replace(path, "new", 3, &error));
    assert_int_equal(error.status, STATUS_IO);
    assert_non_null(strstr(error.text, "too long"));
    assert_unreadable(path, 10, STATUS_IO, "too long");
}

static void the_permissions_of_a_replaced_file_stay(void **state) {
    (void)state;
    const char *path = in_folder("private");
    struct stat found;
    put(path, "old", 3);
    assert_int_equal(chmod(path, 0640), 0);
    assert_true(file_replace(path, "new", 3, NULL));
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 07777, 0640);
}

static void a_link_stays_a_link_and_its_file_is_replaced(void **state) {
    (void)state;
    struct stat found;
    put(in_folder("target"), "old", 3);
    assert_int_equal(symlink("target", in_folder("link")), 0);
    assert_true(file_replace(in_folder("link"), "new", 3, NULL));
    assert_int_equal(lstat(in_folder("link"), &found), 0);
    assert_true(S_ISLNK(found.st_mode));
    assert_content(in_folder("target"), "new");
}

/* Renaming onto a device would make a plain file of it. */
static void a_device_is_written_to_and_stays_a_device(void **state) {
    (void)state;
    struct stat found;
    assert_true(file_replace("/dev/null", "new", 3, NULL));
    assert_int_equal(stat("/dev/null", &found), 0);
    assert_true(S_ISCHR(found.st_mode));
    if (access("/dev/full", W_OK) != 0) return;
    Error error;
    assert_false(file_replace("/dev/full", "new", 3, &error));
    assert_int_equal(error.status, STATUS_IO);
    assert_non_null(strstr(error.text, "No space left"));
    assert_int_equal(stat("/dev/full", &found), 0);
    assert_true(S_ISCHR(found.st_mode));
}

typedef struct Writer {
    const char *path, *text;
    bool has_failed;
} Writer;

static void *replace_often(void *argument) {
    Writer *writer = argument;
    for (int i = 0; i < 100; i++)
        if (!file_replace(writer->path, writer->text, strlen(writer->text), NULL))
            writer->has_failed = true;
    return NULL;
}

static void two_threads_replace_one_file_and_it_is_always_whole(void **state) {
    (void)state;
    char path[300];
    snprintf(path, sizeof path, "%s", in_folder("contested"));
    int before = files_in_folder();
    Writer writers[2] = {{path, "one", false}, {path, "another one", false}};
    pthread_t threads[2];
    put(path, "one", 3);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, replace_often, &writers[i]), 0);
    for (int i = 0; i < 500; i++) {
        char *bytes;
        size_t length;
        assert_true(file_read(path, 100, &bytes, &length, NULL));
        assert_true(strcmp(bytes, "one") == 0 || strcmp(bytes, "another one") == 0);
        free(bytes);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_false(writers[i].has_failed);
    }
    assert_int_equal(files_in_folder(), before + 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_read_as_they_are_and_a_nul_follows),
        cmocka_unit_test(an_empty_file_is_no_bytes),
        cmocka_unit_test(sizes_around_the_limit_and_the_buffer),
        cmocka_unit_test(a_file_without_end_stops_at_the_limit),
        cmocka_unit_test(what_cannot_be_read_says_why),
        cmocka_unit_test(a_file_is_created_or_replaced),
        cmocka_unit_test(a_name_without_a_folder_is_in_this_one),
        cmocka_unit_test(a_file_written_piece_by_piece_is_replaced_at_the_end),
        cmocka_unit_test(a_try_changes_nothing),
        cmocka_unit_test(a_failed_write_keeps_the_old_file),
        cmocka_unit_test(a_place_that_cannot_be_written_is_refused),
        cmocka_unit_test(a_read_only_folder_is_refused),
        cmocka_unit_test(a_name_that_is_too_long_is_refused),
        cmocka_unit_test(the_permissions_of_a_replaced_file_stay),
        cmocka_unit_test(a_link_stays_a_link_and_its_file_is_replaced),
        cmocka_unit_test(a_device_is_written_to_and_stays_a_device),
        cmocka_unit_test(two_threads_replace_one_file_and_it_is_always_whole),
    };
    return cmocka_run_group_tests_name("file", tests, make_folder, remove_folder);
}
