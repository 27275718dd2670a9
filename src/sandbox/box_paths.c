/* Finds what a program needs to see: its folder, the folders of the files among its arguments, and
 * the installation of its interpreter, wherever that is (pyenv, conda, nvm, a JDK in the home).
 *
 * Invariant: a folder that holds more than programs is never shown as a whole: not the home, nor
 * what the home is in, nor the usual places of the system. Of those the box shows single files. */
#include <ctype.h>
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
    static const char *const places[] = {"/",    "/home", "/root", "/tmp",     "/var", "/var/tmp",
                                         "/etc", "/opt",  "/mnt",  "/dev/shm", "/srv", "/media",
                                         "/run", "/sys",  "/proc", "/dev",     "/boot"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (strcmp(folder, places[i]) == 0) return true;
    char home[PATH_MAX];
    const char *named = getenv("HOME");
    return named != NULL &&
           ((realpath(named, home) != NULL && is_inside(home, folder)) || is_inside(named, folder));
}

static bool exists(const char *path) {
    struct stat info;
    return stat(path, &info) == 0;
}

/* The part before the last '/', "/" for what is at the top. */
static void folder_of(const char *path, char *folder) {
    snprintf(folder, PATH_MAX, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash != NULL) slash[slash == folder] = '\0';
}

static void bind(BoxArguments *arguments, const char *path) {
    if (exists(path)) arguments_add_bind(arguments, path);
}

/* PREFIX/bin/python belongs to an installation in PREFIX. In ~/.local and the like there is more
 * than programs: only libraries and programs are shown. */
static bool bind_installation(BoxArguments *arguments, const char *folder) {
    static const char *const parts[] = {"bin", "lib", "lib64"};
    const char *name = strrchr(folder, '/') + 1;
    char prefix[PATH_MAX], part[PATH_MAX + 8];
    if (strcmp(name, "bin") != 0 && strcmp(name, "shims") != 0) return false;
    folder_of(folder, prefix);
    const char *last = strrchr(prefix, '/') + 1;
    if (!is_too_broad(prefix) && strcmp(last, ".local") != 0) {
        bind(arguments, prefix);
        return true;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        snprintf(part, sizeof part, "%s/%s", prefix, parts[i]);
        bind(arguments, part);
    }
    return true;
}

/* A file with what is next to it; a folder as it is. */
static void bind_with_folder(BoxArguments *arguments, const char *path) {
    struct stat info;
    char folder[PATH_MAX];
    if (stat(path, &info) != 0) return;
    if (S_ISDIR(info.st_mode)) {
        if (!is_too_broad(path)) arguments_add_bind(arguments, path);
        return;
    }
    folder_of(path, folder);
    if (bind_installation(arguments, folder)) return;
    arguments_add_bind(arguments, is_too_broad(folder) ? path : folder);
}

/* A path and everything that it links to on the way: a virtual environment has its own bin/python,
 * which is a link to that of the installation. */
static void bind_links(BoxArguments *arguments, const char *path) {
    char at[PATH_MAX], target[PATH_MAX], folder[PATH_MAX], real[PATH_MAX];
    snprintf(at, sizeof at, "%s", path);
    for (int i = 0; i < LINKS_MAX; i++) {
        bind_with_folder(arguments, at);
        ssize_t length = readlink(at, target, sizeof target - 1);
        if (length <= 0) break;
        target[length] = '\0';
        folder_of(at, folder);
        if (snprintf(at, sizeof at, "%s%s%s", target[0] == '/' ? "" : folder,
                     target[0] == '/' ? "" : "/", target) >= (int)sizeof at)
            break;
    }
    if (realpath(path, real) != NULL && strcmp(real, path) != 0) bind_with_folder(arguments, real);
}

/* The interpreter of a script: "#!/path/to/python3", or "#!/usr/bin/env python3". */
static void bind_interpreter(BoxArguments *arguments, const char *script) {
    char line[PATH_MAX] = "", first[PATH_MAX] = "", second[PATH_MAX] = "";
    FILE *file = fopen(script, "re");
    if (file == NULL) return;
    if (fgets(line, sizeof line, file) != NULL && strncmp(line, "#!", 2) == 0) {
        if (sscanf(line + 2, " %4095s %4095s", first, second) == 2 && strstr(first, "/env")) {
            char *found = command_line_find(second);
            if (found != NULL) bind_links(arguments, found);
            free(found);
        } else if (first[0] == '/') {
            bind_links(arguments, first);
        }
    }
    fclose(file);
}

static void bind_list(BoxArguments *arguments, const char *list, bool is_asked_for) {
    while (list != NULL && *list != '\0') {
        char path[PATH_MAX];
        size_t length = strcspn(list, ":");
        snprintf(path, sizeof path, "%.*s", (int)length, list);
        if (path[0] == '/' && exists(path) && (is_asked_for || !is_too_broad(path)))
            bind(arguments, path);
        list += length + (list[length] == ':');
    }
}

void box_bind_program(BoxArguments *arguments, const CommandLine *line, const char *file,
                      const char *binds) {
    bind_links(arguments, line->program);
    bind_interpreter(arguments, line->program);
    for (int i = 1; i < line->count; i++)
        if (line->words[i][0] == '/') bind_links(arguments, line->words[i]);
    if (file != NULL) {
        bind_links(arguments, file);
        bind_interpreter(arguments, file);
    }
    for (size_t i = 0; i < sizeof searched / sizeof searched[0]; i++)
        bind_list(arguments, getenv(searched[i]), false);
    bind_list(arguments, binds, true);
}
