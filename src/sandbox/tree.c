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
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 96, TEXT_BYTES = 1 << 14, KILL_ROUNDS = 100, SLOW_NICE = 10 };

/* Reads /proc/PID/NAME up to the size; returns the length, 0 if there is nothing. */
static size_t read_about(pid_t pid, const char *name, char *text, size_t size) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t used = 0;
    ssize_t got;
    while (fd >= 0 && used + 1 < size && (got = read(fd, text + used, size - 1 - used)) > 0)
        used += (size_t)got;
    if (fd >= 0) close(fd);
    text[used] = '\0';
    return used;
}

static DIR *open_about(pid_t pid, const char *name) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    return opendir(path);
}

static bool has_mark(pid_t pid, const char *mark) {
    char environment[TEXT_BYTES];
    size_t length = read_about(pid, "environ", environment, sizeof environment);
    return memmem(environment, length, mark, strlen(mark)) != NULL;
}

static void add_children(Tree *tree, pid_t process, const char *mark) {
    char list[TEXT_BYTES], name[48];
    DIR *threads = open_about(process, "task");
    struct dirent *entry;
    while (threads != NULL && (entry = readdir(threads)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "task/%.16s/children", entry->d_name);
        char *at = list;
        if (read_about(process, name, list, sizeof list) == 0) continue;
        for (long pid; (pid = strtol(at, &at, 10)) > 0;)
            if (tree->count < TREE_MAX && (mark == NULL || has_mark((pid_t)pid, mark)))
                tree->pids[tree->count++] = (pid_t)pid;
    }
    if (threads != NULL) closedir(threads);
}

void tree_read(Tree *tree, pid_t root, const char *mark) {
    tree->count = 0;
    add_children(tree, root, mark);
    for (int i = 0; i < tree->count; i++) add_children(tree, tree->pids[i], NULL);
}

/* The number after a name in /proc/PID/FILE; 0 if there is none. */
static uint64_t number_about(pid_t pid, const char *file, const char *name) {
    char text[TEXT_BYTES];
    read_about(pid, file, text, sizeof text);
    const char *at = strstr(text, name);
    bool is_dead = strstr(text, "\nState:\tZ") != NULL;
    return at != NULL && !is_dead ? strtoull(at + strlen(name), NULL, 10) : 0;
}

int tree_tasks(const Tree *tree) {
    uint64_t tasks = 0;
    for (int i = 0; i < tree->count; i++)
        tasks += number_about(tree->pids[i], "status", "\nThreads:");
    return (int)tasks;
}

uint64_t tree_exact_bytes(const Tree *tree) {
    uint64_t kilobytes = 0;
    for (int i = 0; i < tree->count; i++)
        kilobytes += number_about(tree->pids[i], "smaps_rollup", "\nPss:");
    return kilobytes << 10;
}

void tree_slow_down(const Tree *tree) {
    for (int i = 0; i < tree->count; i++) setpriority(PRIO_PROCESS, (id_t)tree->pids[i], SLOW_NICE);
}

uint64_t tree_resident_bytes(const Tree *tree) {
    char text[TEXT_BYTES];
    unsigned long long pages, sum = 0;
    for (int i = 0; i < tree->count; i++)
        if (read_about(tree->pids[i], "statm", text, sizeof text) > 0 &&
            sscanf(text, "%*u %llu", &pages) == 1)
            sum += pages;
    return sum * (uint64_t)sysconf(_SC_PAGESIZE);
}

static bool has_pipe(pid_t pid, ino_t pipe) {
    DIR *folder = open_about(pid, "fd");
    struct dirent *entry;
    struct stat info;
    bool found = folder == NULL && errno == EACCES;
    while (folder != NULL && !found && (entry = readdir(folder)) != NULL)
        found = fstatat(dirfd(folder), entry->d_name, &info, 0) == 0 && S_ISFIFO(info.st_mode) &&
                info.st_ino == pipe;
    if (folder != NULL) closedir(folder);
    return found;
}

bool tree_has_pipe(const Tree *tree, ino_t pipe) {
    for (int i = 0; i < tree->count; i++)
        if (has_pipe(tree->pids[i], pipe)) return true;
    return false;
}

/* Stops all processes first, round after round until no new one appears: a stopped process cannot
 * fork, so after that the kill reaches all. Those whose parents are dead are children of ours. */
void tree_kill_marked(const char *mark) {
    Tree tree = {0};
    for (int round = 0, before = -1; round < KILL_ROUNDS && tree.count > before; round++) {
        before = tree.count;
        tree_read(&tree, getpid(), mark);
        for (int i = 0; i < tree.count; i++) kill(tree.pids[i], SIGSTOP);
    }
    for (int i = 0; i < tree.count; i++) kill(tree.pids[i], SIGKILL);
    for (int i = 0; i < tree.count; i++) waitpid(tree.pids[i], NULL, 0);
}
