/* What the box shows of the user's files, for every way in which a path can be spelled: never a
 * home, a folder that holds one, or a key, unless the caller binds it. Looks at the command line of
 * bubblewrap and runs nothing. tests/cli/hostile.sh tries the same from inside. */
#include <limits.h>
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

#include "sandbox/box.h"

/* A home with keys and installations, two bots that were handed in, and something else beside it.
 * "L": a link, "x": a program, "f": a file, "d": a folder. %s is the folder of everything. */
static const struct {
    char kind;
    const char *path, *text;
} tree[] = {
    {'d', "users", ""},
    {'d', "users/me", ""},
    {'d', "users/me/.ssh", ""},
    {'f', "users/me/.ssh/id", "a key"},
    {'x', "users/me/.ssh/agent", "#!/bin/sh\n"},
    {'d', "users/me/.config", ""},
    {'f', "users/me/.config/tokens", "secret"},
    {'x', "users/me/bot", "#!/bin/sh\n"},
    {'f', "users/me/bot.py", ""},
    {'f', "users/me/.profile", ""},
    {'d', "users/me/bin", ""},
    {'x', "users/me/bin/tool", "#!/bin/sh\n"},
    {'d', "users/me/thesis", ""},
    {'f', "users/me/thesis/draft", ""},
    {'x', "users/me/thesis/build", "#!/bin/sh\n"},
    {'d', "users/me/.pyenv", ""},
    {'d', "users/me/.pyenv/bin", ""},
    {'x', "users/me/.pyenv/bin/python3", ""},
    {'d', "users/me/.pyenv/lib", ""},
    {'d', "users/me/project", ""},
    {'d', "users/me/project/.venv", ""},
    {'d', "users/me/project/.venv/bin", ""},
    {'f', "users/me/project/.venv/pyvenv.cfg", ""},
    {'L', "users/me/project/.venv/bin/python", "%s/users/me/.pyenv/bin/python3"},
    {'d', "users/me/handin", ""},
    {'d', "users/me/handin/eve", ""},
    {'x', "users/me/handin/eve/bot", "#!/bin/sh\n"},
    {'f', "users/me/handin/eve/weights", ""},
    {'x', "users/me/handin/eve/env", ""},
    {'L', "users/me/handin/eve/home", "../.."},
    {'L', "users/me/handin/eve/keys", "%s/users/me/.ssh"},
    {'L', "users/me/handin/eve/key", "../../.ssh/id"},
    {'L', "users/me/handin/eve/agent", "../../.ssh/agent"},
    {'L', "users/me/handin/eve/build", "../../thesis/build"},
    {'L', "users/me/handin/eve/draft", "../../thesis/draft"},
    {'L', "users/me/handin/eve/lib", "../../.ssh"},
    {'d', "users/me/handin/eve/bin", ""},
    {'x', "users/me/handin/eve/bin/bot", "#!/bin/sh\n"},
    {'L', "users/me/handin/eve/loop", "loop"},
    {'x', "users/me/handin/eve/as_env", "#!%s/users/me/handin/eve/env ../../users/me/bot\n"},
    {'x', "users/me/handin/eve/as_env2", "#!/usr/bin/env %s/users/me/bot\n"},
    {'x', "users/me/handin/eve/as_key", "#!%s/users/me/.ssh/id\n"},
    {'x', "users/me/handin/eve/as_agent", "#!%s/users/me/.ssh/agent\n"},
    {'x', "users/me/handin/eve/as_bot", "#!%s/users/me/bot\n"},
    {'x', "users/me/handin/eve/as_build", "#!%s/users/me/thesis/build\n"},
    {'x', "users/me/handin/eve/as_dots", "#!%s/users/me/.ssh/../../../users/me/bot\n"},
    {'x', "users/me/handin/eve/as_usr", "#!/usr/../bin/sh\n"},
    {'x', "users/me/handin/eve/as_root", "#!/proc/self/root/%s/users/me/bot\n"},
    {'f', "users/me/handin/eve/plugin.py", "#!%s/users/me/.ssh/id\n"},
    {'d', "data", ""},
    {'f', "data/book", ""},
    {'L', "home", "users/me"},
};
enum { ENTRIES = sizeof tree / sizeof tree[0] };

static char root[PATH_MAX], home[PATH_MAX + 16];
static char *home_before;

static void make(int index) {
    char path[PATH_MAX + 80], text[PATH_MAX + 80];
    const char *mark = strstr(tree[index].text, "%s");
    snprintf(path, sizeof path, "%s/%s", root, tree[index].path);
    snprintf(text, sizeof text, "%.*s%s%s",
             mark != NULL ? (int)(mark - tree[index].text) : (int)strlen(tree[index].text),
             tree[index].text, mark != NULL ? root : "", mark != NULL ? mark + 2 : "");
    if (tree[index].kind == 'd') assert_int_equal(mkdir(path, 0755), 0);
    if (tree[index].kind == 'L') assert_int_equal(symlink(text, path), 0);
    if (tree[index].kind != 'f' && tree[index].kind != 'x') return;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(path, tree[index].kind == 'x' ? 0755 : 0644), 0);
}

static int make_tree(void **state) {
    (void)state;
    char name[] = "/tmp/bianca-paths-XXXXXX";
    home_before = getenv("HOME") ? strdup(getenv("HOME")) : NULL;
    assert_non_null(mkdtemp(name));
    assert_non_null(realpath(name, root));
    for (int i = 0; i < ENTRIES; i++) make(i);
    snprintf(home, sizeof home, "%s/users/me", root);
    setenv("HOME", home, 1);
    return chdir(home);
}

static int remove_tree(void **state) {
    (void)state;
    char path[PATH_MAX + 80];
    assert_int_equal(chdir("/"), 0);
    for (int i = ENTRIES - 1; i >= 0; i--) {
        snprintf(path, sizeof path, "%s/%s", root, tree[i].path);
        remove(path);
    }
    if (home_before) setenv("HOME", home_before, 1);
    free(home_before);
    return rmdir(root);
}

static bool is_inside(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Whether a path of the tree can be read in the box. */
static bool shows(const Box *box, const char *path) {
    char whole[PATH_MAX + 80], real[PATH_MAX];
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    assert_non_null(realpath(whole, real));
    for (int i = 0; i + 2 < box->count; i++)
        if (strncmp(box->words[i], "--ro-bind", 9) == 0 && is_inside(real, box->words[i + 1]))
            return true;
    return false;
}

static void open_box(Box *box, CommandLine *line, const char *command, const char *file,
                     const char *program) {
    ProcessOptions options = {.limits = process_default_limits, .file = file, .program = program};
    Error error;
    Fault fault;
    if (!command_line_parse(line, command, &error)) fail_msg("%s: %s", command, error.text);
    if (!box_open(box, line, &options, 0, &fault) && strstr(fault.text, "Debian") == NULL)
        fail_msg("%s: %s", command, fault.text);
}

static void close_box(Box *box, CommandLine *line) {
    if (box->filter >= 0) close(box->filter);
    box_close(box);
    command_line_release(line);
}

/* What no command may show. */
static void expect_nothing_private(const char *command, const char *file) {
    static const char *const secrets[] = {"users/me/.ssh/id",
                                          "users/me/.ssh/agent",
                                          "users/me/.config/tokens",
                                          "users/me/.profile",
                                          "users/me/thesis/draft",
                                          "users/me/.ssh",
                                          "users/me",
                                          "users",
                                          ""};
    Box box;
    CommandLine line;
    open_box(&box, &line, command, file, file);
    assert_true(box.count > 0);
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++)
        if (shows(&box, secrets[i]))
            fail_msg("'%s' in %s shows %s", command, getcwd((char[PATH_MAX]){0}, PATH_MAX),
                     secrets[i]);
    close_box(&box, &line);
}

/* --- Spellings -------------------------------------------------------------------------------- */

/* Each of these leads to the home. */
static const char *const ways[] = {"%s/users/me",
                                   "%s/users/me/",
                                   "%s//users//me//",
                                   "%s/users/./me/.",
                                   "%s/users/me/thesis/..",
                                   "%s/users/me/.ssh/..",
                                   "%s/data/../users/me",
                                   "%s/home",
                                   "%s/home/",
                                   "%s/home/handin/eve/home",
                                   "%s/users/me/handin/eve/home/",
                                   "%s/users/me/handin/eve/keys/..",
                                   "/proc/self/root%s/users/me",
                                   "/proc/self/cwd",
                                   "/proc/self/cwd/../me",
                                   "/proc/thread-self/root/%s/home",
                                   "/dev/../%s/home",
                                   "/usr/..%s/users/me"};
static const char *const relative[] = {".", "./", "./.", "../me", ".//", "..//me/", "handin/../"};
enum { WAYS = sizeof ways / sizeof ways[0], RELATIVE = sizeof relative / sizeof relative[0] };

/* With a bot at its end the path can also be the program. */
static void try_way(const char *way, const char *rest) {
    static const char *const forms[] = {"%s", "sh %s", "sh -c true %s", "env %s"};
    char path[2 * PATH_MAX], command[2 * PATH_MAX + 32];
    const char *mark = strstr(way, "%s");
    snprintf(path, sizeof path, "%.*s%s%s%s", mark != NULL ? (int)(mark - way) : (int)strlen(way),
             way, mark != NULL ? root : "", mark != NULL ? mark + 2 : "", rest);
    for (size_t i = strstr(rest, "bot") == NULL; i < sizeof forms / sizeof forms[0]; i++) {
        const char *at = strstr(forms[i], "%s");
        snprintf(command, sizeof command, "%.*s%s", (int)(at - forms[i]), forms[i], path);
        expect_nothing_private(command, NULL);
    }
}

static void no_spelling_shows_the_home(void **state) {
    (void)state;
    static const char *const rests[] = {"", "/..", "/bot", "//bot", "/./bot", "/../me/bot"};
    for (size_t k = 0; k < sizeof rests / sizeof rests[0]; k++) {
        for (int i = 0; i < WAYS; i++) try_way(ways[i], rests[k]);
        for (int i = 0; i < RELATIVE; i++) try_way(relative[i], rests[k]);
    }
}

/* HOME is not set, or lies: the account says where the home is; here only that nothing of it may be
 * needed to protect the usual places. */
static void without_a_home_the_usual_places_are_still_hidden(void **state) {
    (void)state;
    Box box;
    CommandLine line;
    unsetenv("HOME");
    static const char *const commands[] = {"ls /root",
                                           "ls /home",
                                           "ls /",
                                           "ls /root/",
                                           "ls /tmp/.",
                                           "ls /var/../root",
                                           "ls /proc/self/root/root"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        open_box(&box, &line, commands[i], NULL, NULL);
        for (int k = 0; k + 2 < box.count; k++)
            if (strncmp(box.words[k], "--ro-bind", 9) == 0 && strlen(box.words[k + 1]) < 6)
                assert_true(strcmp(box.words[k + 1], "/usr") == 0 ||
                            strncmp(box.words[k + 1], "/bin", 4) == 0 ||
                            strncmp(box.words[k + 1], "/sbin", 5) == 0 ||
                            strncmp(box.words[k + 1], "/lib", 4) == 0);
        close_box(&box, &line);
    }
    setenv("HOME", home, 1);
}

/* --- What the author of a bot can write ------------------------------------------------------- */

static void neither_links_nor_first_lines_lead_to_the_home(void **state) {
    (void)state;
    static const char *const programs[] = {"bot",      "as_env",  "as_env2", "as_key",  "as_agent",
                                           "as_bot",   "as_dots", "as_usr",  "as_root", "agent",
                                           "as_build", "build",   "bin/bot"};
    static const char *const arguments[] = {"key",      "keys",          "keys/",
                                            "home",     "home/",         "draft",
                                            "weights",  "keys/id",       "home/.config/tokens",
                                            "loop",     "home/.profile", "lib/id",
                                            "plugin.py"};
    char command[2 * PATH_MAX], file[2 * PATH_MAX];
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        snprintf(command, sizeof command, "%s/handin/eve/%s", home, programs[i]);
        expect_nothing_private(command, NULL);
        snprintf(command, sizeof command, "sh %s/handin/eve/%s", home, programs[i]);
        expect_nothing_private(command, NULL);
        snprintf(file, sizeof file, "%s/handin/eve/%s", home, programs[i]);
        expect_nothing_private("true", file);
    }
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
        snprintf(command, sizeof command, "handin/eve/bot handin/eve/%s", arguments[i]);
        expect_nothing_private(command, NULL);
        snprintf(file, sizeof file, "%s/handin/eve/%s", home, arguments[i]);
        expect_nothing_private("true", file);
    }
}

static void the_path_does_not_show_the_home(void **state) {
    (void)state;
    static const char *const paths[] = {"%s/users/me", ".", "..", "%s/users/me/handin/eve/home",
                                        "%s/home/bin"};
    char *before = strdup(getenv("PATH")), path[2 * PATH_MAX];
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const char *mark = strstr(paths[i], "%s");
        snprintf(path, sizeof path, "%s:%s%s", before, mark != NULL ? root : "",
                 mark != NULL ? mark + 2 : paths[i]);
        setenv("PATH", path, 1);
        expect_nothing_private(i == 2 ? "true" : i == 4 ? "tool" : "bot", NULL);
    }
    setenv("PATH", before, 1);
    free(before);
}

static void variables_do_not_show_the_home(void **state) {
    (void)state;
    static const char *const names[] = {"PYTHONPATH", "NODE_PATH", "LD_LIBRARY_PATH", "JAVA_HOME"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *before = getenv(names[i]) ? strdup(getenv(names[i])) : NULL, value[3 * PATH_MAX];
        snprintf(value, sizeof value, "%s/home/:%s/users/me/thesis/../../me::.", root, root);
        setenv(names[i], value, 1);
        expect_nothing_private("true", NULL);
        if (before) setenv(names[i], before, 1);
        if (!before) unsetenv(names[i]);
        free(before);
    }
}

/* --- What must be there ----------------------------------------------------------------------- */

static void what_a_program_needs_is_shown(void **state) {
    (void)state;
    static const struct {
        const char *command, *shown;
    } rows[] = {
        {"./bot", "users/me/bot"},
        {"sh bot.py", "users/me/bot.py"},
        {"handin/eve/bot", "users/me/handin/eve/weights"},
        {"sh handin/eve/weights", "users/me/handin/eve/bot"},
        {"handin/eve/home/handin/eve/bot", "users/me/handin/eve/weights"},
        {"handin/eve/bin/bot", "users/me/handin/eve/bin"},
        {"thesis/build", "users/me/thesis/draft"},
        {"sh ../../data/book", "data/book"},
        {"ls ../../data", "data/book"},
        {"bin/tool", "users/me/bin/tool"},
        {"project/.venv/bin/python handin/eve/weights", "users/me/.pyenv/lib"},
        {"project/.venv/bin/python handin/eve/weights", "users/me/project/.venv/pyvenv.cfg"},
        {"project/.venv/bin/python handin/eve/weights", "users/me/handin/eve/weights"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Box box;
        CommandLine line;
        open_box(&box, &line, rows[i].command, NULL, NULL);
        if (!shows(&box, rows[i].shown)) fail_msg("%s: no %s", rows[i].command, rows[i].shown);
        close_box(&box, &line);
    }
}

static void what_is_asked_for_is_shown(void **state) {
    (void)state;
    char binds[3 * PATH_MAX];
    CommandLine line;
    Box box;
    Error error;
    Fault fault;
    snprintf(binds, sizeof binds, "%s/users/me/handin/eve/keys:%s/data", root, root);
    ProcessOptions options = {.limits = process_default_limits, .binds = binds};
    assert_true(command_line_parse(&line, "true", &error));
    if (!box_open(&box, &line, &options, 0, &fault)) assert_non_null(strstr(fault.text, "Debian"));
    assert_true(shows(&box, "users/me/.ssh/id"));
    assert_true(shows(&box, "data/book"));
    close_box(&box, &line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_spelling_shows_the_home),
        cmocka_unit_test(without_a_home_the_usual_places_are_still_hidden),
        cmocka_unit_test(neither_links_nor_first_lines_lead_to_the_home),
        cmocka_unit_test(the_path_does_not_show_the_home),
        cmocka_unit_test(variables_do_not_show_the_home),
        cmocka_unit_test(what_a_program_needs_is_shown),
        cmocka_unit_test(what_is_asked_for_is_shown),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
