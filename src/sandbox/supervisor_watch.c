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
#include <unistd.h>

#include "base/text.h"
#include "sandbox/supervisor.h"

enum {
    TREE_MAX = 4096,
    PATH_BYTES = 96,
    ENTRY_BYTES = 4096,
    STAT_FIELD_THREADS = 18, /* counted after the name, state being the first */
    STAT_FIELD_RESIDENT = 22,
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

static void add_children(Tree *tree, pid_t process) {
    _Alignas(Entry) char entries[ENTRY_BYTES];
    char folder[PATH_BYTES];
    Text text = text_into(folder, sizeof folder);
    text_format(&text, "/proc/%d/task", (int)process);
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
static const Tree *read_tree(pid_t root) {
    static Tree tree;
    tree.count = 0;
    add_children(&tree, root != 0 ? root : getpid());
    for (int i = 0; i < tree.count; i++) add_children(&tree, tree.pids[i]);
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
static void measure_process(pid_t pid, ResourceUse *use) {
    char path[PATH_BYTES], stat_text[1024];
    Text text = text_into(path, sizeof path);
    text_format(&text, "/proc/%d/stat", (int)pid);
    if (read_file(path, stat_text, sizeof stat_text) <= 0) return;
    const char *name_end = strrchr(stat_text, ')');
    if (name_end == NULL || name_end[1] != ' ' || name_end[2] == 'Z') return;
    use->tasks += (int)stat_field(name_end + 2, STAT_FIELD_THREADS);
    use->resident_bytes +=
        stat_field(name_end + 2, STAT_FIELD_RESIDENT) * (uint64_t)sysconf(_SC_PAGESIZE);
}

ResourceUse supervisor_measure(pid_t root) {
    const Tree *tree = read_tree(root);
    ResourceUse use = {0};
    for (int i = 0; i < tree->count; i++) measure_process(tree->pids[i], &use);
    return use;
}

pid_t supervisor_program_of(pid_t first) {
    const Tree *tree = read_tree(first);
    char path[PATH_BYTES], status[2048];
    if (tree->count == 0) return 0;
    Text text = text_into(path, sizeof path);
    text_format(&text, "/proc/%d/status", (int)tree->pids[0]);
    if (read_file(path, status, sizeof status) <= 0) return 0;
    /* Its numbers in all namespaces, the innermost last. */
    const char *numbers = strstr(status, "\nNSpid:");
    const char *end = numbers != NULL ? strchr(numbers + 1, '\n') : NULL;
    return end != NULL && strncmp(end - 2, "\t2", 2) == 0 ? tree->pids[0] : 0;
}

/* A process whose descriptors cannot be read counts as one that has the pipe open. */
static bool has_pipe(pid_t pid, ino_t pipe) {
    _Alignas(Entry) char entries[ENTRY_BYTES];
    char folder[PATH_BYTES];
    bool found = false;
    Text text = text_into(folder, sizeof folder);
    text_format(&text, "/proc/%d/fd", (int)pid);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return errno == EACCES;
    long got;
    while (!found && (got = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0) {
        for (long at = 0; !found && at < got;) {
            const Entry *entry = (const Entry *)(const void *)(entries + at);
            struct stat info;
            found = entry->name[0] != '.' && fstatat(fd, entry->name, &info, 0) == 0 &&
                    S_ISFIFO(info.st_mode) && info.st_ino == pipe;
            at += entry->size;
        }
    }
    close(fd);
    return found;
}

bool supervisor_holds_pipe(pid_t root, pid_t likely, ino_t pipe) {
    char path[PATH_BYTES];
    struct stat info;
    Text text = text_into(path, sizeof path);
    text_format(&text, "/proc/%d/fd/1", (int)likely);
    if (stat(path, &info) == 0 && info.st_ino == pipe) return true;
    const Tree *tree = read_tree(root);
    for (int i = 0; i < tree->count; i++)
        if (has_pipe(tree->pids[i], pipe)) return true;
    return tree->count == 0; /* it has ended: that is another report */
}

uint64_t supervisor_measure_exactly(pid_t root) {
    const Tree *tree = read_tree(root);
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
void supervisor_kill_descendants(void) {
    int before = -1;
    const Tree *tree = read_tree(0);
    for (int round = 0; round < 100 && tree->count > before; round++) {
        before = tree->count;
        for (int i = 0; i < tree->count; i++) kill(tree->pids[i], SIGSTOP);
        tree = read_tree(0);
    }
    for (int i = 0; i < tree->count; i++) kill(tree->pids[i], SIGKILL);
}
