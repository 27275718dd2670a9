/* Finds what a program needs to see: the system's programs and libraries, its own folder, the
 * folders of the files among its arguments, and the installation of its interpreter, wherever that
 * is (pyenv, conda, nvm, a JDK in the home).
 *
 * Who wrote the program also chose the names, links and first lines of scripts in its folder. So
 * nothing is decided by a path as it is spelled: it is followed to where it leads, the box gets the
 * same links, and the rules are about that place.
 *
 * Invariant: unless the caller binds it, no folder is shown that is a home or holds one, nor a
 * usual place of the system, nor one with a hidden folder on its way (keys, profiles, histories).
 * Of those the box shows the program alone, and what belongs to an installation. A link or first
 * line that leads out of the folder can only lead to programs. */
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/box.h"

enum { LINKS_MAX = 40, SCRIPTS_MAX = 4, FIRST_LINE_SIZE = 256, ACCOUNT_SIZE = 4096 };

/* --- Places ----------------------------------------------------------------------------------- */

static bool is_inside(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* The box has its own. */
static bool is_of_box(const char *path) {
    return is_inside(path, "/proc") || is_inside(path, "/sys") ||
           (is_inside(path, "/dev") && !is_inside(path, "/dev/shm"));
}

static bool is_shown(const Box *box, const char *path) {
    for (int i = 0; i < box->place_count; i++)
        if (box->places[i].kind == PLACE_BIND && is_inside(path, box->places[i].path)) return true;
    return is_of_box(path);
}

static BoxPlace *add_place(Box *box, PlaceKind kind, const char *path, const char *target) {
    for (int i = 0; i < box->place_count; i++) {
        BoxPlace *place = &box->places[i];
        bool is_same_kind = (place->kind == PLACE_BIND) == (kind == PLACE_BIND);
        if (is_same_kind && strcmp(place->path, path) == 0) return place;
    }
    BoxPlace place = {.kind = kind};
    if (box->place_count < BOX_MAX_PLACES) place.path = strdup(path), place.target = strdup(target);
    if (place.path == NULL || place.target == NULL) {
        free(place.path), free(place.target);
        box->is_incomplete = true;
        return NULL;
    }
    box->places[box->place_count] = place;
    return &box->places[box->place_count++];
}

/* Shows a path that follow() has found, read-only. */
static void show(Box *box, const char *real) {
    struct stat info;
    if (is_shown(box, real) || lstat(real, &info) != 0) return;
    BoxPlace *place = add_place(box, PLACE_BIND, real, "");
    if (place != NULL) place->device = info.st_dev, place->inode = info.st_ino;
}

/* Goes on from `real` along an existing path, name by name, and leaves there where it leads. The
 * box gets the folders and links on the way, and so the path leads to the same place inside. */
static bool go_along(Box *box, const char *path, char *real, int *links) {
    char target[PATH_MAX];
    if (path[0] == '/') real[0] = '\0';
    for (size_t length; *path != '\0'; path += length + (path[length] == '/')) {
        size_t at = strlen(real);
        length = strcspn(path, "/");
        if (length == 0 || (length == 1 && path[0] == '.')) continue;
        if (at > 0 && !is_shown(box, real)) add_place(box, PLACE_FOLDER, real, "");
        if (length == 2 && strncmp(path, "..", 2) == 0) {
            if (at > 0) *strrchr(real, '/') = '\0';
            continue;
        }
        if (at + length + 2 > PATH_MAX) return false;
        snprintf(real + at, PATH_MAX - at, "/%.*s", (int)length, path);
        ssize_t size = readlink(real, target, sizeof target - 1);
        if (size < 0 && errno == EINVAL) continue; /* no link */
        if (size < 0 || ++*links > LINKS_MAX) return false;
        target[size] = '\0';
        if (!is_shown(box, real)) add_place(box, PLACE_LINK, real, target);
        real[at] = '\0';
        if (!go_along(box, target, real, links)) return false;
    }
    return true;
}

/* Where a path leads, without links and dots; false if nowhere. `real` has room for PATH_MAX. */
static bool follow(Box *box, const char *path, char *real) {
    int links = 0;
    real[0] = '\0';
    if (path[0] != '/' || access(path, F_OK) != 0 || !go_along(box, path, real, &links))
        return false;
    if (real[0] == '\0') strcpy(real, "/");
    return true;
}

/* Cuts off the last name; "/" is left of what is at the top. */
static void go_up(char *path) {
    char *slash = strrchr(path, '/');
    slash[slash == path] = '\0';
}

static void folder_of(const char *path, char *folder) {
    snprintf(folder, PATH_MAX, "%s", path);
    go_up(folder);
}

/* --- What is not shown as a whole ------------------------------------------------------------- */

static bool is_hidden(const char *real) {
    return strstr(real, "/.") != NULL || is_inside(real, "/etc") || is_inside(real, "/boot") ||
           is_inside(real, "/run/user");
}

/* Compares files, not names: a folder may be mounted in two places. */
static bool is_or_holds(const struct stat *folder, const char *path) {
    char at[PATH_MAX];
    struct stat info;
    if (path == NULL || path[0] != '/') return false;
    if (realpath(path, at) == NULL) snprintf(at, sizeof at, "%s", path);
    for (;;) {
        if (stat(at, &info) == 0 && info.st_dev == folder->st_dev && info.st_ino == folder->st_ino)
            return true;
        if (strcmp(at, "/") == 0) return false;
        go_up(at);
    }
}

static bool holds_home_of(const struct stat *folder, uid_t uid) {
    struct passwd account, *found = NULL;
    char text[ACCOUNT_SIZE];
    return getpwuid_r(uid, &account, text, sizeof text, &found) == 0 && found != NULL &&
           is_or_holds(folder, account.pw_dir);
}

static bool is_broad(const char *real) {
    static const char places[] = " / /home /root /tmp /var /var/tmp /etc /opt /mnt /dev/shm /srv "
                                 "/media /run /sys /proc /dev /boot /usr /usr/local ";
    char word[PATH_MAX + 2], parent[PATH_MAX];
    struct stat info;
    snprintf(word, sizeof word, " %s ", real);
    folder_of(real, parent);
    return strstr(places, word) != NULL || strcmp(parent, "/home") == 0 ||
           strcmp(strrchr(parent, '/'), "/Users") == 0 || stat(real, &info) != 0 ||
           is_or_holds(&info, getenv("HOME")) || holds_home_of(&info, geteuid()) ||
           holds_home_of(&info, getuid());
}

/* --- Programs --------------------------------------------------------------------------------- */

/* PREFIX/bin/python belongs to an installation in PREFIX, where there may be much else: the fewer
 * parts of it are shown, the more that is likely. */
static bool show_installation(Box *box, const char *folder) {
    static const char *const parts[] = {"bin",   "lib",      "lib64", "libexec", "pyvenv.cfg",
                                        "shims", "versions", "conf",  "share"};
    enum { PARTS = sizeof parts / sizeof parts[0], IN_HIDDEN = PARTS - 1, IN_BROAD = 5 };
    const char *name = strrchr(folder, '/') + 1;
    char prefix[PATH_MAX], part[PATH_MAX + 16], real[PATH_MAX];
    if (strcmp(name, "bin") != 0 && strcmp(name, "shims") != 0) return false;
    folder_of(folder, prefix);
    int count = is_broad(prefix) ? IN_BROAD : is_hidden(prefix) ? IN_HIDDEN : PARTS;
    for (int i = 0; i < count; i++) {
        snprintf(part, sizeof part, "%s/%s", prefix, parts[i]);
        if (follow(box, part, real) && is_inside(real, prefix)) show(box, real);
    }
    return true;
}

/* A program with what is beside it, if the caller names it; and what it is a link to: a virtual
 * environment has its own bin/python, which is a link to that of the installation. */
static void show_program(Box *box, const char *path, bool is_named) {
    char folder[PATH_MAX], named[PATH_MAX], real[PATH_MAX];
    folder_of(path, folder);
    if (!command_line_is_program(path) || !follow(box, folder, named) || !follow(box, path, real))
        return;
    is_named =
        is_named && strcmp(folder, named) == 0; /* is the folder no link since it was named? */
    if (!is_shown(box, named) && !show_installation(box, named) && is_named && !is_hidden(named) &&
        !is_broad(named))
        show(box, named);
    folder_of(real, folder);
    if (!is_shown(box, real)) show_installation(box, folder);
    if (!is_hidden(real) || (is_named && strcmp(folder, named) == 0)) show(box, real);
}

/* The program in the first line of a script, "#!/path/to/python3" or "#!/usr/bin/env python3", to
 * be freed; NULL if there is none. */
static char *interpreter_of(const char *script) {
    char line[FIRST_LINE_SIZE] = "", *rest;
    FILE *file = fopen(script, "re");
    if (file == NULL) return NULL;
    if (fgets(line, sizeof line, file) == NULL || strncmp(line, "#!", 2) != 0) line[0] = '\0';
    fclose(file);
    if (line[0] == '\0') return NULL;
    char *word = strtok_r(line + 2, " \t\n", &rest);
    if (word == NULL) return NULL;
    if (strcmp(word, "/usr/bin/env") != 0 && strcmp(word, "/bin/env") != 0) return strdup(word);
    do word = strtok_r(NULL, " \t\n", &rest);
    while (word != NULL && (word[0] == '-' || strchr(word, '=') != NULL));
    return word != NULL && strchr(word, '/') == NULL ? command_line_find(word) : NULL;
}

/* A program that is executed: if it is a script also its interpreter, which may be a script. */
static void show_executed(Box *box, const char *program) {
    char *path = strchr(program, '/') != NULL ? strdup(program) : command_line_find(program);
    for (int i = 0; i <= SCRIPTS_MAX && path != NULL && command_line_is_program(path); i++) {
        show_program(box, path, i == 0);
        char *next = interpreter_of(path);
        free(path);
        path = next;
    }
    free(path);
}

/* --- Files ------------------------------------------------------------------------------------ */

/* A file with what is beside it, a folder as it is. Of a link to a file elsewhere only the link. */
static void show_argument(Box *box, const char *path) {
    char folder[PATH_MAX], real[PATH_MAX];
    struct stat info;
    if (path[0] != '/' || lstat(path, &info) != 0) return;
    if (command_line_is_program(path)) {
        show_program(box, path, true);
        return;
    }
    bool is_folder = S_ISDIR(info.st_mode), is_file = S_ISREG(info.st_mode);
    snprintf(folder, sizeof folder, "%s", path);
    if (!is_folder) go_up(folder);
    if (!follow(box, folder, real) || strcmp(folder, real) != 0 || is_hidden(path)) return;
    if (!is_broad(folder))
        show(box, folder);
    else if (is_file && follow(box, path, real) && strcmp(path, real) == 0)
        show(box, path);
}

static void show_list(Box *box, const char *list, bool is_asked_for) {
    while (list != NULL && *list != '\0') {
        char path[PATH_MAX], real[PATH_MAX];
        size_t length = strcspn(list, ":");
        snprintf(path, sizeof path, "%.*s", (int)length, list);
        if (follow(box, path, real) && (is_asked_for || !is_broad(real))) show(box, real);
        list += length + (list[length] == ':');
    }
}

static void show_matches(Box *box, const char *pattern) {
    char real[PATH_MAX];
    glob_t found;
    if (glob(pattern, GLOB_BRACE, NULL, &found) != 0) return;
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (follow(box, found.gl_pathv[i], real)) show(box, real);
    globfree(&found);
}

/* Of /etc only what programs of /usr read to run at all: no accounts, no passwords, no keys.
 * Debian's Java and Python keep a part of themselves there. */
void box_find_places(Box *box, const CommandLine *line, const ProcessOptions *options) {
    static const char *const searched[] = {"PYTHONPATH", "NODE_PATH", "LD_LIBRARY_PATH",
                                           "JAVA_HOME"};
    show_matches(box, "/{usr,bin,sbin,lib,lib32,lib64,libx32}");
    show_matches(box, "/etc/{alternatives,ld.so.c*,localtime,ssl/certs,java*,python*}");
    if (options->has_network) show_matches(box, "/etc/{resolv.conf,hosts,nsswitch.conf}");
    show_executed(box, line->program);
    for (int i = 1; i < line->count; i++) show_argument(box, line->words[i]);
    if (options->file != NULL) show_argument(box, options->file);
    if (options->program != NULL) show_executed(box, options->program);
    for (size_t i = 0; i < sizeof searched / sizeof searched[0]; i++)
        show_list(box, getenv(searched[i]), false);
    show_list(box, options->binds, true);
}
