/* Reads /proc/PID/task/TID/children, which every /proc has whatever namespace it was mounted in,
 * and what it says about each process. */
#include "sandbox/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { PATH_BYTES = 96, TEXT_BYTES = 1 << 14, LIST_ROUNDS = 8 };
#define REAP_NS INT64_C(200000)

static int open_about(pid_t pid, const char *name) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* Reads /proc/PID/NAME up to the size; empty if there is nothing. */
static void read_about(pid_t pid, const char *name, char *text) {
    int fd = open_about(pid, name);
    size_t used = 0;
    ssize_t got;
    while (fd >= 0 && (got = read(fd, text + used, TEXT_BYTES - 1 - used)) > 0) used += (size_t)got;
    if (fd >= 0) close(fd);
    text[used] = '\0';
}

/* The names in a folder, one after the other; opendir() would allocate. */
typedef struct Names {
    int fd;
    ssize_t at, size;
    _Alignas(struct dirent64) char bytes[TEXT_BYTES];
} Names;

static const char *next_name(Names *names) {
    if (names->at >= names->size) {
        names->at = 0;
        names->size = names->fd >= 0 ? getdents64(names->fd, names->bytes, TEXT_BYTES) : 0;
        if (names->size <= 0) return NULL;
    }
    struct dirent64 *entry = (struct dirent64 *)(void *)(names->bytes + names->at);
    names->at += entry->d_reclen;
    return entry->d_name;
}

/* While the kernel lists children, one that is reaped hides another that follows it: only of two
 * equal lists in a row is it certain that they lack none. An empty one after others: the thread has
 * ended, and they are children of one whose list may have been read before. */
static void read_children(pid_t process, const char *thread, char *list) {
    char path[48], again[TEXT_BYTES];
    snprintf(path, sizeof path, "task/%.16s/children", thread);
    read_about(process, path, list);
    for (int round = 0; round < LIST_ROUNDS && list[0] != '\0'; round++) {
        read_about(process, path, again);
        if (again[0] == '\0' || strcmp(again, list) == 0) return;
        strcpy(list, again);
    }
}

static void add_children(Tree *tree, pid_t process) {
    char list[TEXT_BYTES];
    Names threads = {.fd = open_about(process, "task")};
    for (const char *name; (name = next_name(&threads)) != NULL;) {
        read_children(process, name, list);
        char *at = list;
        for (long pid; (pid = strtol(at, &at, 10)) > 0;)
            if (tree->count < TREE_MAX) tree->pids[tree->count++] = (pid_t)pid;
    }
    if (threads.fd >= 0) close(threads.fd);
}

void tree_read(Tree *tree, pid_t root) {
    tree->count = 0;
    add_children(tree, root);
    for (int i = 0; i < tree->count; i++) add_children(tree, tree->pids[i]);
}

static uint64_t number_after(const char *text, const char *name) {
    const char *at = strstr(text, name);
    return at != NULL ? strtoull(at + strlen(name), NULL, 10) : 0;
}

uint64_t tree_number(pid_t pid, const char *file, const char *name) {
    char text[TEXT_BYTES];
    read_about(pid, file, text);
    return number_after(text, name);
}

void tree_sum(const Tree *tree, const char *file, const char *const *names, int count,
              uint64_t *sums) {
    char text[TEXT_BYTES];
    for (int i = 0; i < tree->count; i++) {
        read_about(tree->pids[i], file, text);
        if (strstr(text, "\nState:\tZ") != NULL) continue;
        for (int k = 0; k < count; k++) sums[k] += number_after(text, names[k]);
    }
}

uint64_t tree_mappings(const Tree *tree) {
    char text[TEXT_BYTES];
    uint64_t lines = 0;
    for (int i = 0; i < tree->count; i++) {
        int fd = open_about(tree->pids[i], "maps");
        for (ssize_t got; fd >= 0 && (got = read(fd, text, sizeof text)) > 0;)
            for (ssize_t k = 0; k < got; k++) lines += text[k] == '\n';
        if (fd >= 0) close(fd);
    }
    return lines;
}

static bool has_pipe(pid_t pid, ino_t pipe) {
    Names files = {.fd = open_about(pid, "fd")};
    struct stat info;
    bool found = files.fd < 0 && errno == EACCES;
    for (const char *name; !found && (name = next_name(&files)) != NULL;)
        found =
            fstatat(files.fd, name, &info, 0) == 0 && S_ISFIFO(info.st_mode) && info.st_ino == pipe;
    if (files.fd >= 0) close(files.fd);
    return found;
}

bool tree_has_pipe(const Tree *tree, ino_t pipe) {
    for (int i = 0; i < tree->count; i++)
        if (has_pipe(tree->pids[i], pipe)) return true;
    return false;
}

static void signal_all(const Tree *tree, int number) {
    for (int i = 0; i < tree->count; i++) kill(tree->pids[i], number);
}

/* Stops all processes first, round after round until no new one appears: a stopped process cannot
 * fork, so after that the kill reaches all. */
void tree_kill(Tree *tree) {
    for (pid_t reaped = 0; reaped >= 0;) {
        for (int before = -1; tree_read(tree, getpid()), tree->count > before;) {
            before = tree->count;
            signal_all(tree, SIGSTOP);
        }
        signal_all(tree, SIGKILL);
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0) continue;
        if (reaped == 0) clock_sleep_ns(REAP_NS);
    }
}
