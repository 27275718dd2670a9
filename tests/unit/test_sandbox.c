/* The sandbox by itself: command lines, conversations with deadlines, limits, and the end of a
 * program. tests/cli/hostile.sh has the programs that try to get out. */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "sandbox/cgroup.h"
#include "sandbox/process.h"

#define SECOND_NS INT64_C(1000000000)

static void command_lines_are_split_like_in_a_shell(void **state) {
    (void)state;
    CommandLine line;
    Error error;
    assert_true(command_line_parse(&line, " sh -c 'a  b'  \"c\\\"d\" e\\ f '' ", &error));
    assert_int_equal(line.count, 6);
    assert_string_equal(line.words[0], "sh");
    assert_string_equal(line.words[2], "a  b");
    assert_string_equal(line.words[3], "c\"d");
    assert_string_equal(line.words[4], "e f");
    assert_string_equal(line.words[5], "");
    assert_null(line.words[6]);
    assert_int_equal(line.program[0], '/');
    command_line_release(&line);
}

static void existing_files_become_absolute(void **state) {
    (void)state;
    CommandLine line;
    Error error;
    assert_true(command_line_parse(&line, "sh Makefile no-such-file -x ./Makefile", &error));
    assert_int_equal(line.words[1][0], '/');
    assert_string_equal(line.words[2], "no-such-file");
    assert_string_equal(line.words[3], "-x");
    assert_string_equal(line.words[4], line.words[1]);
    command_line_release(&line);
}

static void commands_that_cannot_run_are_refused(void **state) {
    (void)state;
    const char *const bad[][2] = {
        {"", "there is none"},
        {"   ", "there is none"},
        {"sh 'a", "a quote is not closed"},
        {"./no-such-program", "No such file"},
        {"no-such-program-anywhere", "No such file"},
        {"./Makefile", "is not executable"},
        {"./src", "is not a file"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CommandLine line;
        Error error;
        assert_false(command_line_parse(&line, bad[i][0], &error));
        assert_non_null(strstr(error.text, bad[i][1]));
    }
    char *many = calloc(1, 2 * COMMAND_LINE_MAX_BYTES);
    CommandLine line;
    Error error;
    assert_non_null(many);
    for (int i = 0; i <= COMMAND_LINE_MAX_WORDS; i++) strcat(many, "sh ");
    assert_false(command_line_parse(&line, many, &error));
    memset(many, 'x', COMMAND_LINE_MAX_BYTES + 1);
    assert_false(command_line_parse(&line, many, &error));
    free(many);
}

static void the_isolation_is_spelled_out(void **state) {
    (void)state;
    char text[ISOLATION_TEXT_SIZE];
    isolation_format(ISOLATION_LIMITS | ISOLATION_SUBREAPER, text);
    assert_string_equal(text, "trusted+limits");
    isolation_format(ISOLATION_LIMITS | ISOLATION_BOX | ISOLATION_FILTER | ISOLATION_OFFLINE, text);
    assert_string_equal(text, "bubblewrap+seccomp+no-network+limits");
    isolation_format(511, text);
    assert_string_equal(text, "bubblewrap+seccomp+no-network+pid-namespace+trusted+cgroup+"
                              "read-only+own-user+limits");
}

static void fault_texts_are_printable(void **state) {
    (void)state;
    Fault fault;
    assert_false(fault_set(&fault, FAULT_CRASHED, "'%s'", "a\x1b[31m\n\xff"));
    assert_string_equal(fault.text, "'a?[31m?"
                                    "?'");
}

/* --- Programs --------------------------------------------------------------------------------- */

/* Once in a box, once trusted. */
enum { KINDS = 2 };

static Process *started(const char *command, const ProcessOptions *options,
                        const ProcessFile *file) {
    CommandLine line;
    Error error;
    Fault fault;
    if (!command_line_parse(&line, command, &error)) fail_msg("%s", error.text);
    Process *process = process_start(&line, options, file, file != NULL, &fault);
    if (process == NULL) fail_msg("%s: %s", command, fault.text);
    command_line_release(&line);
    process_new_turn(process);
    return process;
}

static ProcessOptions options_of(int kind) {
    return (ProcessOptions){.limits = process_default_limits, .is_trusted = kind == 1};
}

static int64_t deadline(double seconds) {
    return clock_ns() + (int64_t)(seconds * (double)SECOND_NS);
}

static void a_conversation_goes_line_by_line(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        ProcessOptions options = options_of(kind);
        Process *process = started("cat", &options, NULL);
        const char *line;
        size_t length;
        Fault fault;
        static const char words[] = "hello\r\nworld\n";
        assert_true(process_write(process, words, strlen(words), deadline(20), &fault));
        assert_true(process_read_line(process, deadline(20), &line, &length, &fault));
        assert_string_equal(line, "hello");
        assert_true(process_read_line(process, deadline(20), &line, &length, &fault));
        assert_string_equal(line, "world");
        assert_int_equal(length, 5);
        assert_true((process_isolation(process) & ISOLATION_LIMITS) != 0);
        process_free(process);
    }
}

static void a_silent_program_runs_into_the_deadline(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        ProcessOptions options = options_of(kind);
        Process *process = started("sleep 600", &options, NULL);
        const char *line;
        size_t length;
        Fault fault;
        assert_false(process_read_line(process, deadline(0.05), &line, &length, &fault));
        assert_int_equal(fault.kind, FAULT_TIMEOUT);
        int64_t begin = clock_ns();
        process_free(process);
        assert_true(clock_ns() - begin < 30 * SECOND_NS);
    }
}

static void the_end_of_a_program_is_described(void **state) {
    (void)state;
    static const struct {
        const char *command;
        FaultKind kind;
        const char *text;
    } rows[] = {
        {"true", FAULT_NONE, "status 0"},
        {"sh -c 'echo first >&2; echo oops >&2; exit 3'", FAULT_CRASHED, "status 3: oops"},
        {"sh -c 'kill -SEGV $$'", FAULT_CRASHED, "Segmentation fault"},
    };
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            ProcessOptions options = options_of(kind);
            Process *process = started(rows[i].command, &options, NULL);
            Fault fault;
            assert_true(process_wait(process, deadline(20), &fault));
            assert_int_equal(fault.kind, rows[i].kind);
            assert_non_null(strstr(fault.text, rows[i].text));
            process_free(process);
        }
    }
}

static void files_go_in_and_come_out(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        ProcessOptions options = options_of(kind);
        ProcessFile file = {"question", "abc", 3};
        Process *process = started("sh -c 'cat question question > answer'", &options, &file);
        char answer[16];
        size_t length;
        Fault fault;
        assert_true(process_wait(process, deadline(20), &fault));
        assert_int_equal(fault.kind, FAULT_NONE);
        assert_true(process_read_file(process, "answer", answer, sizeof answer, &length));
        assert_string_equal(answer, "abcabc");
        assert_false(process_read_file(process, "nothing", answer, sizeof answer, &length));
        process_free(process);
    }
}

static void output_without_end_is_cut_off(void **state) {
    (void)state;
    static const struct {
        const char *command, *text;
    } rows[] = {{"sh -c 'yes | tr -d \"\\n\"'", "a line of more than 1000 bytes"},
                {"yes", "more than 50000 bytes in one turn"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ProcessOptions options = options_of(0);
        options.limits.line_bytes = 1000;
        options.limits.turn_bytes = 50000;
        Process *process = started(rows[i].command, &options, NULL);
        const char *line;
        size_t length;
        Fault fault;
        while (process_read_line(process, deadline(20), &line, &length, &fault)) continue;
        assert_int_equal(fault.kind, FAULT_OUTPUT_LIMIT);
        assert_string_equal(fault.text, rows[i].text);
        process_free(process);
    }
}

static void a_stop_ends_the_waiting(void **state) {
    (void)state;
    static _Atomic bool stop = true;
    ProcessOptions options = options_of(0);
    options.stop = &stop;
    Process *process = started("sleep 600", &options, NULL);
    const char *line;
    size_t length;
    Fault fault;
    assert_false(process_read_line(process, deadline(600), &line, &length, &fault));
    assert_int_equal(fault.kind, FAULT_STOPPED);
    process_free(process);
}

/* Root's programs have numbers that no account has, or that of nobody where there are no others. */
static void root_lends_its_rights_to_nobody(void **state) {
    (void)state;
    if (geteuid() != 0) skip();
    ProcessOptions options = options_of(0);
    Process *process = started("id -u", &options, NULL);
    const char *line;
    size_t length;
    Fault fault;
    assert_true(process_read_line(process, deadline(20), &line, &length, &fault));
    long uid = strtol(line, NULL, 10);
    assert_true(uid == 65534 || uid >= 0x40000000);
    process_free(process);
}

static void secrets_of_the_environment_stay_here(void **state) {
    (void)state;
    setenv("BIANCA_TEST_SECRET", "hush", 1);
    ProcessOptions options = options_of(0);
    Process *process = started("sh -c 'echo \"[$BIANCA_TEST_SECRET]\"'", &options, NULL);
    const char *line;
    size_t length;
    Fault fault;
    assert_true(process_read_line(process, deadline(20), &line, &length, &fault));
    assert_string_equal(line, "[]");
    process_free(process);
}

/* "bot --data /opt/bot/book": the folder's files are there for the program. */
static void a_folder_among_the_arguments_is_seen(void **state) {
    (void)state;
    char folder[] = "/tmp/bianca-folder-XXXXXX", path[64], command[64];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(path, sizeof path, "%s/book", folder);
    snprintf(command, sizeof command, "ls %s", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    for (int kind = 0; kind < KINDS; kind++) {
        ProcessOptions options = options_of(kind);
        Process *process = started(command, &options, NULL);
        const char *line;
        size_t length;
        Fault fault;
        if (!process_read_line(process, deadline(20), &line, &length, &fault))
            fail_msg("%s: %s", command, fault.text);
        assert_string_equal(line, "book");
        process_free(process);
    }
    unlink(path);
    rmdir(folder);
}

/* "bot --data ~": a home holds more than programs. Nor is the folder shown that it is in. */
static void the_home_among_the_arguments_stays_hidden(void **state) {
    (void)state;
    char folder[] = "/tmp/bianca-folder-XXXXXX", home[64], command[80];
    char *before = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(home, sizeof home, "%s/home", folder);
    assert_int_equal(mkdir(home, 0755), 0);
    setenv("HOME", home, 1);
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command, "ls -d %s", i == 0 ? home : folder);
        ProcessOptions options = options_of(0);
        Process *process = started(command, &options, NULL);
        const char *line;
        size_t length;
        Fault fault;
        if (process_read_line(process, deadline(20), &line, &length, &fault))
            fail_msg("%s: %s is shown", command, line);
        assert_int_equal(fault.kind, FAULT_CRASHED); /* there is no such folder */
        process_free(process);
    }
    rmdir(home);
    rmdir(folder);
    if (before) setenv("HOME", before, 1);
    if (!before) unsetenv("HOME");
    free(before);
}

/* Whoever owns a folder can put a link to a key in its place between the decision to show it and
 * the mount that does. */
typedef struct Swap {
    char folder[64], link[64];
    _Atomic bool must_end;
} Swap;

static void *swap_for_ever(void *argument) {
    Swap *swap = argument;
    while (!swap->must_end) {
        renameat2(AT_FDCWD, swap->folder, AT_FDCWD, swap->link, RENAME_EXCHANGE);
        clock_sleep_ns(1000000);
    }
    return NULL;
}

static void a_folder_that_becomes_a_link_shows_nothing_else(void **state) {
    (void)state;
    char root[] = "/tmp/bianca-swap-XXXXXX", keys[64], key[80], place[64], command[80];
    Swap swap = {.must_end = false};
    assert_non_null(mkdtemp(root));
    assert_int_equal(chmod(root, 0755), 0);
    snprintf(keys, sizeof keys, "%s/keys", root);
    snprintf(key, sizeof key, "%s/id", keys);
    snprintf(place, sizeof place, "%s/eve", root);
    snprintf(swap.folder, sizeof swap.folder, "%s/eve/bot", root);
    snprintf(swap.link, sizeof swap.link, "%s/eve/link", root);
    snprintf(command, sizeof command, "ls %s/", swap.folder);
    assert_int_equal(mkdir(keys, 0755), 0);
    assert_int_equal(mkdir(place, 0755), 0);
    assert_int_equal(mkdir(swap.folder, 0755), 0);
    assert_int_equal(symlink(keys, swap.link), 0);
    fclose(fopen(key, "w"));
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, swap_for_ever, &swap), 0);
    for (int i = 0; i < 60; i++) {
        ProcessOptions options = options_of(0);
        CommandLine line;
        Error error;
        Fault fault;
        const char *text = "";
        size_t length;
        assert_true(command_line_parse(&line, command, &error));
        Process *process = process_start(&line, &options, NULL, 0, &fault);
        if (process != NULL) process_read_line(process, deadline(20), &text, &length, &fault);
        assert_string_not_equal(text, "id");
        process_free(process);
        command_line_release(&line);
    }
    swap.must_end = true;
    pthread_join(thread, NULL);
    unlink(key), rmdir(keys);
    remove(swap.folder), remove(swap.link), rmdir(place), rmdir(root);
}

/* In a box nobody else sees them; otherwise their mode must keep others out. */
static void files_of_a_trusted_program_are_its_own(void **state) {
    (void)state;
    mode_t before = umask(022);
    ProcessOptions options = options_of(1);
    Process *process = started("sh -c umask", &options, NULL);
    umask(before);
    const char *line;
    size_t length;
    Fault fault;
    assert_true(process_read_line(process, deadline(20), &line, &length, &fault));
    assert_string_equal(line, "0077");
    process_free(process);
}

/* Each file is within the limit, both together are not; and an almost full directory is no fault of
 * a program that fails for another reason. Only a directory in a box has an end. */
static void a_program_that_fills_its_directory_is_told_so(void **state) {
    (void)state;
    static const struct {
        const char *command;
        FaultKind kind;
    } rows[] = {
        {"sh -c 'head -c 900000 /dev/zero >a; head -c 900000 /dev/zero >b'", FAULT_FILE_LIMIT},
        {"sh -c 'head -c 900000 /dev/zero >a; exit 1'", FAULT_CRASHED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ProcessOptions options = options_of(0);
        options.limits.file_bytes = 1 << 20;
        Process *process = started(rows[i].command, &options, NULL);
        bool is_bounded = (process_isolation(process) & ISOLATION_BOX) != 0;
        Fault fault;
        assert_true(process_wait(process, deadline(20), &fault));
        if (is_bounded) assert_int_equal(fault.kind, rows[i].kind);
        process_free(process);
    }
}

/* The file alone is within its limit, and the program, one process, hardly needs memory. It waits
 * for its input then, and its output is still open. */
static void files_in_the_box_count_as_memory(void **state) {
    (void)state;
    ProcessOptions options = options_of(0);
    options.limits.memory_bytes = 16 << 20;
    options.limits.file_bytes = 32 << 20;
    Process *process =
        started("sh -c 'exec head -q -c 20000000 /dev/zero - 3>&1 >a'", &options, NULL);
    Fault fault;
    assert_true(process_wait(process, deadline(20), &fault));
    assert_int_equal(fault.kind, FAULT_MEMORY_LIMIT);
    const char *found = strstr(fault.text, "16 MB of memory: ");
    assert_non_null(found);
    assert_true(strtoul(strrchr(found, ' '), NULL, 10) < 32);
    process_free(process);
}

static void a_program_that_cannot_be_executed_is_not_started(void **state) {
    (void)state;
    CommandLine line;
    Error error;
    Fault fault;
    ProcessOptions options = options_of(0);
    assert_true(command_line_parse(&line, "true", &error));
    free(line.program);
    line.program = strdup("/no/such/program");
    assert_null(process_start(&line, &options, NULL, 0, &fault));
    assert_int_equal(fault.kind, FAULT_NOT_STARTED);
    assert_non_null(strstr(fault.text, "No such file"));
    command_line_release(&line);
}

/* What the kernel has counted in a control group; here in a folder of ours. The file is longer than
 * what is read of it, 511 bytes, and the count begins at byte `at`. */
static bool is_exhausted(const char *folder, int at, const char *count) {
    Cgroup group = {.count = 1};
    char path[CGROUP_PATH_SIZE];
    snprintf(group.folders[0], sizeof group.folders[0], "%.400s", folder);
    snprintf(path, sizeof path, "%.400s/memory.events", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%*s%s\n%300s", at, "oom_kill ", count, "");
    fclose(file);
    bool is = cgroup_is_exhausted(&group);
    unlink(path);
    return is;
}

static void the_kills_of_a_group_are_read_as_far_as_there_is_room(void **state) {
    (void)state;
    char folder[] = "/tmp/bianca-group-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_false(is_exhausted(folder, 100, "0"));
    assert_true(is_exhausted(folder, 100, "1"));
    assert_true(is_exhausted(folder, 510, "1"));
    assert_false(is_exhausted(folder, 511, "1"));
    assert_false(is_exhausted(folder, 510, "01"));
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(command_lines_are_split_like_in_a_shell),
        cmocka_unit_test(existing_files_become_absolute),
        cmocka_unit_test(commands_that_cannot_run_are_refused),
        cmocka_unit_test(the_isolation_is_spelled_out),
        cmocka_unit_test(fault_texts_are_printable),
        cmocka_unit_test(a_conversation_goes_line_by_line),
        cmocka_unit_test(a_silent_program_runs_into_the_deadline),
        cmocka_unit_test(the_end_of_a_program_is_described),
        cmocka_unit_test(files_go_in_and_come_out),
        cmocka_unit_test(output_without_end_is_cut_off),
        cmocka_unit_test(a_stop_ends_the_waiting),
        cmocka_unit_test(root_lends_its_rights_to_nobody),
        cmocka_unit_test(secrets_of_the_environment_stay_here),
        cmocka_unit_test(a_folder_among_the_arguments_is_seen),
        cmocka_unit_test(the_home_among_the_arguments_stays_hidden),
        cmocka_unit_test(a_folder_that_becomes_a_link_shows_nothing_else),
        cmocka_unit_test(files_of_a_trusted_program_are_its_own),
        cmocka_unit_test(a_program_that_fills_its_directory_is_told_so),
        cmocka_unit_test(files_in_the_box_count_as_memory),
        cmocka_unit_test(a_program_that_cannot_be_executed_is_not_started),
        cmocka_unit_test(the_kills_of_a_group_are_read_as_far_as_there_is_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
