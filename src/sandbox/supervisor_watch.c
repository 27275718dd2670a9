/* Counts, measures and kills the processes that a foreign program has started.
 *
 * The tree of processes is read from /proc/PID/task/TID/children, which every /proc has whatever
 * namespace it was mounted in. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "sandbox/supervisor.h"

enum {
    TREE_MAX = 4096,
    PATH_BYTES = 96,
    ENTRY_BYTES = 4096,
    STAT_FIELD_THREADS = 18, /* counted after the name, state being the first */
    STAT_FIELD_RESIDENT = 22,
    FLATTEN_MAX = 1 << 20, /* directories moved up while deleting */
};

/* As getdents64 delivers it. */
typedef struct Entry {
    uint64_t inode;
    int64_t offset;
    unsigned short size;
    unsigned char type;
    char name[];
} Entry;

typedef struct Tree {
    int count;
    pid_t pids[TREE_MAX];
} Tree;

static ssize_t read_file(const char *path, char *bytes, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    size_t used = 0;
    ssize_t got;
    while (used + 1 < size && (got = read(fd, bytes + used, size - 1 - used)) > 0)
        used += (size_t)got;
    close(fd);
    bytes[used] = '\0';
    return (ssize_t)used;
}

static void add_pids(Tree *tree, const char *text) {
    while (*text != '\0') {
        pid_t pid = 0;
        while (*text >= '0' && *text <= '9') pid = pid * 10 + (*text++ - '0');
        if (pid > 0 && tree->count < TREE_MAX) tree->pids[tree->count++] = pid;
        while (*text != '\0' && (*text < '0' || *text > '9')) text++;
    }
}

static void add_children_of_thread(Tree *tree, const char *folder, const char *thread) {
    static char children[1 << 16]; /* the supervisor has one thread */
    char path[PATH_BYTES];
    Text text = text_into(path, sizeof path);
    text_format(&text, "%s/%s/children", folder, thread);
    if (read_file(path, children, sizeof children) > 0) add_pids(tree, children);
}

static void add_children(Tree *tree, const char *process) {
    _Alignas(Entry) char entries[ENTRY_BYTES];
    char folder[PATH_BYTES];
    Text text = text_into(folder, sizeof folder);
    text_format(&text, "/proc/%s/task", process);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    long got;
    while ((got = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0) {
        for (long at = 0; at < got;) {
            const Entry *entry = (const Entry *)(const void *)(entries + at);
            if (entry->name[0] != '.') add_children_of_thread(tree, folder, entry->name);
            at += entry->size;
        }
    }
    close(fd);
}

/* All descendants, parents before their children. The result is in memory of its own: the
 * supervisor has one thread and asks one question at a time. */
static const Tree *read_tree(void) {
    static Tree tree;
    tree.count = 0;
    add_children(&tree, "self");
    for (int i = 0; i < tree.count; i++) {
        char name[16];
        Text text = text_into(name, sizeof name);
        text_format(&text, "%d", (int)tree.pids[i]);
        add_children(&tree, name);
    }
    return &tree;
}

/* The number at `field` of /proc/PID/stat, after the name, which may contain anything. */
static uint64_t stat_field(const char *after_name, int field) {
    while (*after_name != '\0' && field > 1)
        if (*after_name++ == ' ') field--;
    uint64_t value = 0;
    while (*after_name >= '0' && *after_name <= '9')
        value = value * 10 + (uint64_t)(*after_name++ - '0');
    return value;
}

/* Adds up what one process uses; nothing for one that has ended. */
static void measure_process(const char *pid, ResourceUse *use) {
    char path[PATH_BYTES], stat_text[1024];
    Text text = text_into(path, sizeof path);
    text_format(&text, "/proc/%s/stat", pid);
    if (read_file(path, stat_text, sizeof stat_text) <= 0) return;
    const char *name_end = strrchr(stat_text, ')');
    if (name_end == NULL || name_end[1] != ' ' || name_end[2] == 'Z') return;
    use->tasks += (int)stat_field(name_end + 2, STAT_FIELD_THREADS);
    use->resident_bytes +=
        stat_field(name_end + 2, STAT_FIELD_RESIDENT) * (uint64_t)sysconf(_SC_PAGESIZE);
}

ResourceUse supervisor_measure(void) {
    const Tree *tree = read_tree();
    ResourceUse use = {0};
    for (int i = 0; i < tree->count; i++) {
        char pid[16];
        Text text = text_into(pid, sizeof pid);
        text_format(&text, "%d", (int)tree->pids[i]);
        measure_process(pid, &use);
    }
    return use;
}

int supervisor_tasks_of_user(uid_t uid) {
    _Alignas(Entry) char entries[ENTRY_BYTES];
    ResourceUse use = {0};
    int fd = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long got;
    while (fd >= 0 && (got = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0) {
        for (long at = 0; at < got;) {
            const Entry *entry = (const Entry *)(const void *)(entries + at);
            struct stat info;
            at += entry->size;
            if (entry->name[0] < '0' || entry->name[0] > '9') continue;
            if (fstatat(fd, entry->name, &info, 0) == 0 && info.st_uid == uid)
                measure_process(entry->name, &use);
        }
    }
    if (fd >= 0) close(fd);
    return use.tasks;
}

uint64_t supervisor_measure_exactly(void) {
    const Tree *tree = read_tree();
    uint64_t kilobytes = 0;
    for (int i = 0; i < tree->count; i++) {
        char path[PATH_BYTES], rollup[2048];
        Text text = text_into(path, sizeof path);
        text_format(&text, "/proc/%d/smaps_rollup", (int)tree->pids[i]);
        if (read_file(path, rollup, sizeof rollup) <= 0) continue;
        const char *pss = strstr(rollup, "\nPss:");
        if (pss == NULL) continue;
        pss += strlen("\nPss:");
        while (*pss == ' ') pss++;
        kilobytes += stat_field(pss, 1);
    }
    return kilobytes << 10;
}

/* Stops all processes first, round after round until no new one appears: a stopped process cannot
 * fork, so after that the kill reaches all. */
static void kill_tree(void) {
    int before = -1;
    const Tree *tree = read_tree();
    for (int round = 0; round < 100 && tree->count > before; round++) {
        before = tree->count;
        for (int i = 0; i < tree->count; i++) kill(tree->pids[i], SIGSTOP);
        tree = read_tree();
    }
    for (int i = 0; i < tree->count; i++) kill(tree->pids[i], SIGKILL);
}

void supervisor_kill_all(const SupervisorPlan *plan) {
    for (;;) {
        if (plan->has_namespaces)
            kill(-1, SIGKILL); /* from the first process: all others of the namespace at once */
        else
            kill_tree();
        pid_t pid;
        while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) continue;
        if (pid < 0 && errno == ECHILD) return;
        clock_sleep_ns(200000);
    }
}

/* Deletes the entries of one directory; a directory inside is moved up to `top` first, under a new
 * name, so that no depth of nesting costs more than one level here. True if some were moved. */
static bool remove_entries(int top, int fd, long *moved) {
    _Alignas(Entry) char entries[ENTRY_BYTES];
    bool has_moved = false;
    long got;
    while ((got = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0) {
        for (long at = 0; at < got;) {
            const Entry *entry = (const Entry *)(const void *)(entries + at);
            at += entry->size;
            if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
            if (unlinkat(fd, entry->name, 0) == 0) continue;
            if (unlinkat(fd, entry->name, AT_REMOVEDIR) == 0) continue;
            char name[32];
            Text text = text_into(name, sizeof name);
            text_format(&text, ".bianca-%ld", (*moved)++);
            if (fd != top && renameat(fd, entry->name, top, name) == 0) has_moved = true;
        }
    }
    return has_moved;
}

void supervisor_remove_directory(const char *path) {
    long moved = 0;
    for (int round = 0; round < FLATTEN_MAX; round++) {
        int top = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (top < 0) return;
        remove_entries(top, top, &moved);
        lseek(top, 0, SEEK_SET);
        /* Only directories with something in them are left; empty each one into the top. */
        _Alignas(Entry) char entries[ENTRY_BYTES];
        long got = syscall(SYS_getdents64, top, entries, sizeof entries);
        for (long at = 0; at < got;) {
            const Entry *entry = (const Entry *)(const void *)(entries + at);
            at += entry->size;
            if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0) continue;
            if (fchmodat(top, entry->name, 0700, 0) != 0) continue;
            int inner = openat(top, entry->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (inner < 0) continue;
            remove_entries(top, inner, &moved);
            close(inner);
        }
        close(top);
        if (rmdir(path) == 0) return;
    }
}
