/* Writes the command line of bubblewrap for one program. */
#include "sandbox/box.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OR_TRUST ", or pass --trust to run programs without protection"

/* --- Words ------------------------------------------------------------------------------------ */

static void add_word(Box *box, const char *word) {
    char *copy = box->count < BOX_MAX_WORDS - 1 ? strdup(word) : NULL;
    if (copy != NULL) box->words[box->count++] = copy;
    if (copy == NULL) box->is_incomplete = true;
}

/* Adds the words of a format, which blanks separate. */
__attribute__((format(printf, 2, 3))) static void add(Box *box, const char *format, ...) {
    char text[512], *rest;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        add_word(box, word);
}

/* --- What the box has ------------------------------------------------------------------------- */

/* Of our variables only these are passed on: others may hold secrets. */
static void add_environment(Box *box) {
    static const char *const names[] = {"PATH",      "LANG",           "LC_ALL", "LC_CTYPE",
                                        "TZ",        "JAVA_HOME",      "TERM",   "PYTHONPATH",
                                        "NODE_PATH", "LD_LIBRARY_PATH"};
    add(box, "--clearenv --setenv HOME " BOX_DIRECTORY " --setenv TMPDIR " BOX_DIRECTORY);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL) add_word(box, "--setenv"), add_word(box, names[i]), add_word(box, value);
    }
}

static void add_namespaces(Box *box, const ProcessOptions *options, unsigned uid) {
    add(box, "--unshare-ipc --unshare-pid --unshare-uts --unshare-cgroup-try --new-session "
             "--die-with-parent");
    if (geteuid() != 0) add(box, "--unshare-user");
    if (uid != 0) add(box, "--cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID");
    if (!options->has_network) add(box, "--unshare-net");
}

/* The folders that lead to a path come first, since those that bubblewrap makes by itself can be
 * entered by its own user alone; and links before the read-only binds that they may lie in. */
static void add_places(Box *box) {
    static const char *const options[] = {"--dir", "--symlink", "--ro-bind"};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < box->place_count; i++) {
            const BoxPlace *place = &box->places[i];
            if ((place->kind == PLACE_BIND) != (round == 1)) continue;
            add_word(box, options[place->kind]);
            if (place->kind == PLACE_LINK) add_word(box, place->target);
            if (place->kind == PLACE_BIND) add_word(box, place->path);
            add_word(box, place->path);
        }
    }
}

static void add_files(Box *box, const CommandLine *line, const ProcessOptions *options) {
    unsigned long long size = options->limits.file_bytes;
    /* Mapped, /dev/zero is memory that no process has, and terminals hold some too. Whoever reads
     * /dev/full also gets zeros. */
    add(box, "--proc /proc --dev /dev --dev-bind /dev/full /dev/zero --tmpfs /dev/pts");
    add(box, "--size %llu --perms 1777 --tmpfs /dev/shm --remount-ro /dev/pts", size);
    add(box, "--remount-ro /dev --size %llu --perms 1777 --tmpfs " BOX_DIRECTORY, size);
    box_find_places(box, line, options);
    add_places(box);
    add(box, "--dir " BOX_MARK " --remount-ro / --chdir " BOX_DIRECTORY);
}

/* --- The command ------------------------------------------------------------------------------ */

/* Adds the path of a program that the box needs. */
static bool add_tool(Box *box, const char *name, const char *package, Fault *fault) {
    char *path = command_line_find(name);
    if (path == NULL)
        return fault_set(fault, FAULT_NOT_STARTED,
                         "%s is missing: install it (Debian: %s)" OR_TRUST,
                         strcmp(name, "bwrap") == 0 ? package : name, package);
    add_word(box, path);
    free(path);
    return true;
}

bool box_open(Box *box, const CommandLine *line, const ProcessOptions *options, unsigned uid,
              Fault *fault) {
    *box = (Box){.filter = filter_open(options->has_network)};
    if (!add_tool(box, "bwrap", "bubblewrap", fault)) return false;
    if (box->filter < 0)
        return fault_set(fault, FAULT_NOT_STARTED,
                         "no filter of system calls: build with libseccomp (Debian: "
                         "libseccomp-dev)" OR_TRUST);
    add_namespaces(box, options, uid);
    add_environment(box);
    add_files(box, line, options);
    add(box, "--info-fd %d --block-fd %d --seccomp %d --", BOX_FD_INFO, BOX_FD_BLOCK,
        BOX_FD_FILTER);
    /* If the caller is root, the program becomes a user without rights. */
    if (uid != 0) {
        if (!add_tool(box, "setpriv", "util-linux", fault)) return false;
        add(box, "--reuid=%u --regid=%u --clear-groups --", uid, uid);
    }
    add_word(box, line->program);
    for (int i = 1; i < line->count; i++) add_word(box, line->words[i]);
    return !box->is_incomplete ||
           fault_set(fault, FAULT_NOT_STARTED, "the box: too many paths to show");
}

void box_close(Box *box) {
    for (int i = 0; i < box->count; i++) free(box->words[i]);
    for (int i = 0; i < box->place_count; i++)
        free(box->places[i].path), free(box->places[i].target);
}
