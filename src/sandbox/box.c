/* Writes the command line of bubblewrap for one program. */
#include "sandbox/box.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Words ------------------------------------------------------------------------------------ */

void words_add(Words *words, const char *format, ...) {
    if (words->count + 2 > words->room) {
        int room = words->room * 2 + 64;
        char **grown = realloc(words->words, (size_t)room * sizeof *grown);
        if (grown == NULL) {
            words->has_failed = true;
            return;
        }
        words->words = grown;
        words->room = room;
    }
    char *word = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&word, format, args) < 0) words->has_failed = true, word = NULL;
    va_end(args);
    if (word != NULL) words->words[words->count++] = word;
    words->words[words->count] = NULL;
}

static bool has_word(const Words *words, const char *word, size_t length) {
    for (int i = 0; i < words->count; i++)
        if (strncmp(words->words[i], word, length) == 0 && words->words[i][length] == '\0')
            return true;
    return false;
}

/* The folders that lead to a path. Those that bubblewrap makes by itself can be entered by its own
 * user alone. */
static void add_parents(Words *words, const char *path) {
    for (const char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        size_t length = (size_t)(at - path);
        if (has_word(words, path, length)) continue;
        words_add(words, "--dir"), words_add(words, "%.*s", (int)length, path);
    }
}

void words_add_bind(Words *words, const char *path) {
    if (has_word(words, path, strlen(path))) return;
    add_parents(words, path);
    words_add(words, "--ro-bind"), words_add(words, "%s", path), words_add(words, "%s", path);
}

void words_release(Words *words) {
    for (int i = 0; i < words->count; i++) free(words->words[i]);
    free(words->words);
    *words = (Words){0};
}

static void add_all(Words *words, const char *const *list) {
    for (; *list != NULL; list++) words_add(words, "%s", *list);
}

/* --- The parts of the command ----------------------------------------------------------------- */

static void add_namespaces(Words *words, const ProcessOptions *options, unsigned uid) {
    static const char *const always[] = {"--unshare-ipc",
                                         "--unshare-pid",
                                         "--unshare-uts",
                                         "--unshare-cgroup-try",
                                         "--new-session",
                                         "--die-with-parent",
                                         NULL};
    static const char *const as_root[] = {"--cap-drop", "ALL",        "--cap-add", "CAP_SETUID",
                                          "--cap-add",  "CAP_SETGID", NULL};
    add_all(words, always);
    if (geteuid() != 0) words_add(words, "--unshare-user");
    if (geteuid() == 0 && uid != 0) add_all(words, as_root);
    if (!options->has_network) words_add(words, "--unshare-net");
}

/* On most systems /bin, /lib and so on are links into /usr: the box has the same links. */
static void add_system(Words *words) {
    static const char *const roots[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
    words_add_bind(words, "/usr");
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        char target[256];
        ssize_t length = readlink(roots[i], target, sizeof target - 1);
        struct stat info;
        if (length > 0) {
            words_add(words, "--symlink");
            words_add(words, "%.*s", (int)length, target), words_add(words, "%s", roots[i]);
        } else if (stat(roots[i], &info) == 0) {
            words_add_bind(words, roots[i]);
        }
    }
}

static void add_setting(Words *words, const char *name) {
    char path[300];
    snprintf(path, sizeof path, "/etc/%s", name);
    add_parents(words, path);
    words_add(words, "--ro-bind-try");
    words_add(words, "/etc/%s", name), words_add(words, "/etc/%s", name);
}

/* Of /etc only what programs of /usr read to run at all: no accounts, no passwords, no keys. */
static void add_settings(Words *words, bool has_network) {
    static const char *const always[] = {"alternatives", "ld.so.cache", "ld.so.conf",
                                         "ld.so.conf.d", "localtime",   "ssl/certs"};
    static const char *const online[] = {"resolv.conf", "hosts", "nsswitch.conf"};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) add_setting(words, always[i]);
    for (size_t i = 0; has_network && i < sizeof online / sizeof online[0]; i++)
        add_setting(words, online[i]);
    /* Debian's Java and Python keep a part of themselves there. */
    DIR *folder = opendir("/etc");
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (strncmp(entry->d_name, "java", 4) == 0 || strncmp(entry->d_name, "python", 6) == 0)
            add_setting(words, entry->d_name);
    if (folder != NULL) closedir(folder);
}

static void add_tmpfs(Words *words, const char *place, uint64_t size) {
    words_add(words, "--size"), words_add(words, "%llu", (unsigned long long)size);
    words_add(words, "--perms"), words_add(words, "1777");
    words_add(words, "--tmpfs"), words_add(words, "%s", place);
}

static void add_private(Words *words, const ProcessLimits *limits) {
    words_add(words, "--proc"), words_add(words, "/proc");
    words_add(words, "--dev"), words_add(words, "/dev");
    add_tmpfs(words, "/dev/shm", limits->file_bytes);
    words_add(words, "--remount-ro"), words_add(words, "/dev");
    add_tmpfs(words, BOX_DIRECTORY, limits->file_bytes);
}

static void add_files(Words *words, const ProcessFile *files, int file_count) {
    for (int i = 0; i < file_count; i++) {
        words_add(words, "--perms"), words_add(words, "0644");
        words_add(words, "--file"), words_add(words, "%d", BOX_FD_FILES + i);
        words_add(words, BOX_DIRECTORY "/%s", files[i].name);
    }
}

/* What bubblewrap runs: the program; if the caller is root, by way of setpriv, which makes it a
 * user without rights. */
static bool add_program(Words *words, const CommandLine *line, unsigned uid, Fault *fault) {
    if (uid != 0) {
        char *setpriv = command_line_find("setpriv");
        if (setpriv == NULL)
            return fault_set(fault, FAULT_NOT_STARTED,
                             "setpriv is missing: install it (Debian: util-linux), do not run as "
                             "root, or pass --trust to run programs without protection");
        words_add(words, "%s", setpriv);
        words_add(words, "--reuid=%u", uid), words_add(words, "--regid=%u", uid);
        words_add(words, "--clear-groups"), words_add(words, "--");
        free(setpriv);
    }
    words_add(words, "%s", line->program);
    for (int i = 1; i < line->count; i++) words_add(words, "%s", line->words[i]);
    return true;
}

bool box_command(Words *words, const CommandLine *line, const ProcessOptions *options,
                 const ProcessFile *files, int file_count, unsigned uid, Fault *fault) {
    char *bwrap = command_line_find("bwrap");
    if (bwrap == NULL)
        return fault_set(fault, FAULT_NOT_STARTED,
                         "bubblewrap is missing: install it (Debian: bubblewrap), or pass --trust "
                         "to run programs without protection");
    words_add(words, "%s", bwrap);
    free(bwrap);
    add_namespaces(words, options, uid);
    add_system(words);
    add_settings(words, options->has_network);
    add_private(words, &options->limits);
    box_bind_program(words, line, options->binds);
    add_files(words, files, file_count);
    words_add(words, "--dir"), words_add(words, BOX_MARK);
    words_add(words, "--remount-ro"), words_add(words, "/");
    words_add(words, "--chdir"), words_add(words, BOX_DIRECTORY);
    words_add(words, "--info-fd"), words_add(words, "%d", BOX_FD_INFO);
    words_add(words, "--block-fd"), words_add(words, "%d", BOX_FD_BLOCK);
    words_add(words, "--seccomp"), words_add(words, "%d", BOX_FD_FILTER);
    words_add(words, "--");
    if (!add_program(words, line, uid, fault)) return false;
    return !words->has_failed || fault_set(fault, FAULT_NOT_STARTED, "no memory for its box");
}
