/* Finds what a program needs to see: its folder, the folders of the files among its arguments, and
 * the installation of its interpreter, wherever that is (pyenv, conda, nvm, a JDK in the home).
 *
 * Invariant: a folder that holds more than programs is never shown as a whole: not the home, nor
 * what the home is in, nor the usual places of the system. Of those the box shows single files. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/box.h"

enum { LINKS_MAX = 8 };

/* Variables that hold folders of programs, and that the program receives. */
static const char *const searched[] = {"PYTHONPATH", "NODE_PATH", "LD_LIBRARY_PATH", "JAVA_HOME"};

static bool is_inside(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static bool is_too_broad(const char *folder) {
    static const char places[] = " / /home /root /tmp /var /var/tmp /etc /opt /mnt /dev/shm /srv "
                                 "/media /run /sys /proc /dev /boot ";
    char home[PATH_MAX], word[PATH_MAX + 2];
    snprintf(word, sizeof word, " %s ", folder);
    const char *named = getenv("HOME");
    return strstr(places, word) != NULL ||
           (named != NULL && (is_inside(named, folder) ||
                              (realpath(named, home) != NULL && is_inside(home, folder))));
}

/* The part before the last '/', "/" for what is at the top. */
static void folder_of(const char *path, char *folder) {
    snprintf(folder, PATH_MAX, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL) slash[slash == folder] = '\0';
}

/* PREFIX/bin/python belongs to an installation in PREFIX. In ~/.local and the like there is more
 * than programs: only libraries and programs are shown. */
static bool bind_installation(Box *box, const char *folder) {
    static const char *const parts[] = {"bin", "lib", "lib64"};
    const char *name = strrchr(folder, '/') + 1;
    char prefix[PATH_MAX], part[PATH_MAX + 8];
    if (strcmp(name, "bin") != 0 && strcmp(name, "shims") != 0) return false;
    folder_of(folder, prefix);
    if (!is_too_broad(prefix) && strcmp(strrchr(prefix, '/'), "/.local") != 0) {
        box_bind(box, prefix);
        return true;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        snprintf(part, sizeof part, "%s/%s", prefix, parts[i]);
        box_bind(box, part);
    }
    return true;
}

/* A file with what is next to it; a folder as it is. */
static void bind_with_folder(Box *box, const char *path) {
    struct stat info;
    char folder[PATH_MAX];
    if (stat(path, &info) != 0 || (S_ISDIR(info.st_mode) && is_too_broad(path))) return;
    folder_of(path, folder);
    if (S_ISDIR(info.st_mode))
        box_bind(box, path);
    else if (!bind_installation(box, folder))
        box_bind(box, is_too_broad(folder) ? path : folder);
}

/* A path and everything that it links to on the way: a virtual environment has its own bin/python,
 * which is a link to that of the installation. */
static void bind_links(Box *box, const char *path) {
    char at[PATH_MAX], target[PATH_MAX], folder[PATH_MAX], real[PATH_MAX];
    ssize_t length;
    snprintf(at, sizeof at, "%s", path);
    bind_with_folder(box, at);
    for (int i = 0; i < LINKS_MAX && (length = readlink(at, target, PATH_MAX - 1)) > 0; i++) {
        target[length] = '\0';
        folder_of(at, folder);
        if (target[0] == '/') folder[0] = '\0';
        if (snprintf(at, sizeof at, "%s/%s", folder, target) >= (int)sizeof at) break;
        bind_with_folder(box, at);
    }
    if (realpath(path, real) != NULL) bind_with_folder(box, real);
}

/* A script with its interpreter: "#!/path/to/python3", or "#!/usr/bin/env python3". */
static void bind_program(Box *box, const char *script) {
    char line[PATH_MAX] = "", first[PATH_MAX] = "", second[PATH_MAX] = "";
    bind_links(box, script);
    FILE *file = fopen(script, "re");
    if (file == NULL) return;
    if (fgets(line, sizeof line, file) != NULL) sscanf(line, "#! %4095s %4095s", first, second);
    fclose(file);
    char *found = strstr(first, "/env") != NULL ? command_line_find(second) : strdup(first);
    if (found != NULL && found[0] == '/') bind_links(box, found);
    free(found);
}

static void bind_list(Box *box, const char *list, bool is_asked_for) {
    while (list != NULL && *list != '\0') {
        char path[PATH_MAX];
        size_t length = strcspn(list, ":");
        snprintf(path, sizeof path, "%.*s", (int)length, list);
        if (path[0] == '/' && (is_asked_for || !is_too_broad(path))) box_bind(box, path);
        list += length + (list[length] == ':');
    }
}

void box_bind_program(Box *box, const CommandLine *line, const ProcessOptions *options) {
    bind_program(box, line->program);
    for (int i = 1; i < line->count; i++)
        if (line->words[i][0] == '/') bind_links(box, line->words[i]);
    if (options->file != NULL) bind_program(box, options->file);
    for (size_t i = 0; i < sizeof searched / sizeof searched[0]; i++)
        bind_list(box, getenv(searched[i]), false);
    bind_list(box, options->binds, true);
}
