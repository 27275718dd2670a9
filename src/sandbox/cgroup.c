/* Control groups of both versions, by their files under /sys/fs/cgroup. */
#include "sandbox/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

enum { CLOSE_ROUNDS = 200, PERIOD_US = 100000, BOX_TASKS = 2, LIST_SIZE = 1 << 13 };
#define ROUND_NS INT64_C(5000000)
#define ROOT     "/sys/fs/cgroup"

/* The files that hold the limits. Version 2 has all of them in one folder and names no controllers;
 * version 1 has a tree of folders for each. */
enum { NO_SWAP, ALL_DIE, MEMORY, TASKS, PROCESSORS, VALUES };
static const struct {
    const char *controller, *file;
    int value;
} files[] = {
    {"", "memory.max", MEMORY},        {"", "memory.swap.max", NO_SWAP},
    {"", "memory.oom.group", ALL_DIE}, {"", "pids.max", TASKS},
    {"", "cpu.max", PROCESSORS},       {"memory", "memory.limit_in_bytes", MEMORY},
    {"pids", "pids.max", TASKS},       {"cpu", "cpu.cfs_quota_us", PROCESSORS},
};
enum { FILES = sizeof files / sizeof files[0] };

static int open_file(const char *folder, const char *file, int flags) {
    char path[2 * CGROUP_PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return open(path, flags | O_CLOEXEC);
}

/* False if there is no such file, or if the kernel refuses the text. */
static bool put(const char *folder, const char *file, const char *text) {
    int fd = open_file(folder, file, O_WRONLY);
    bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0) close(fd);
    return ok;
}

static void read_file(const char *folder, const char *file, char *text, size_t size) {
    int fd = open_file(folder, file, O_RDONLY);
    ssize_t length = fd >= 0 ? read(fd, text, size - 1) : 0;
    if (fd >= 0) close(fd);
    text[length > 0 ? length : 0] = '\0';
}

/* Makes the folder of the group for these controllers; `own` is the caller's. With version 2 a
 * group that has processes can have no groups with controllers inside, so ours is made beside the
 * caller's; at the top, where this does not hold, within it. */
static bool add_folder(Cgroup *group, const char *controllers, const char *own) {
    char parent[CGROUP_PATH_SIZE], *folder = group->folders[group->count];
    bool is_unified = controllers[0] == '\0';
    snprintf(parent, sizeof parent, "%s%s%s%s", ROOT, is_unified ? "" : "/", controllers, own);
    if (is_unified || own[1] == '\0') *strrchr(parent, '/') = '\0';
    if (is_unified) put(parent, "cgroup.subtree_control", "+memory +pids +cpu");
    int size = snprintf(folder, CGROUP_PATH_SIZE, "%s/bianca-%d-%zx", parent, (int)getpid(),
                        (size_t)(uintptr_t)group);
    bool ok = size < CGROUP_PATH_SIZE && mkdir(folder, 0755) == 0;
    group->count += ok;
    return ok;
}

/* Sets the limits that these controllers have; true if memory is among them. */
static bool limit(Cgroup *group, const char *controllers, const char *own,
                  char (*values)[CGROUP_VALUE_SIZE]) {
    bool has_memory = false, has_folder = false;
    for (int i = 0; i < FILES; i++) {
        const char *name = files[i].controller, *value = values[files[i].value];
        size_t length = strlen(name);
        if (strncmp(controllers, name, length) != 0 || value[0] == '\0' ||
            (controllers[length] != '\0' && (length == 0 || controllers[length] != ',')))
            continue;
        if (!has_folder && !add_folder(group, controllers, own)) return false;
        has_folder = true;
        bool is_set = put(group->folders[group->count - 1], files[i].file, value);
        if (files[i].value == MEMORY && is_set) has_memory = true;
    }
    return has_memory;
}

bool cgroup_open(Cgroup *group, const ProcessLimits *limits) {
    char text[LIST_SIZE], values[VALUES][CGROUP_VALUE_SIZE] = {"0", "1"};
    /* The group also pays for bubblewrap and for what the kernel keeps about its processes. */
    unsigned long long memory = limits->memory_bytes + limits->memory_bytes / 32 + (2 << 20);
    snprintf(values[MEMORY], CGROUP_VALUE_SIZE, "%llu", memory);
    snprintf(values[TASKS], CGROUP_VALUE_SIZE, "%d", limits->processes + BOX_TASKS);
    if (limits->cpus > 0)
        snprintf(values[PROCESSORS], CGROUP_VALUE_SIZE, "%lld",
                 (long long)limits->cpus * PERIOD_US);
    bool has_memory = false;
    group->count = 0;
    read_file("/proc/self", "cgroup", text, sizeof text);
    /* NUMBER:CONTROLLERS:PATH, with no controllers for version 2. */
    for (char *rest, *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        char *name = strchr(line, ':');
        char *own = name != NULL ? strchr(name + 1, ':') : NULL;
        if (own == NULL || group->count == CGROUP_MAX_FOLDERS) continue;
        *name++ = *own++ = '\0';
        if (name[0] != '\0' || !has_memory) has_memory |= limit(group, name, own, values);
    }
    if (!has_memory) cgroup_close(group);
    return has_memory;
}

/* With version 1 a single thread may enter by "tasks" without the lock that "cgroup.procs" waits
 * for, 25 ms at times. */
bool cgroup_add(const Cgroup *group, pid_t pid) {
    char text[CGROUP_VALUE_SIZE];
    bool ok = true;
    snprintf(text, sizeof text, "%d", (int)pid);
    for (int i = 0; i < group->count; i++)
        ok = ok && (put(group->folders[i], "tasks", text) ||
                    put(group->folders[i], "cgroup.procs", text));
    return ok;
}

bool cgroup_is_exhausted(const Cgroup *group) {
    static const char *const counters[] = {"memory.events", "memory.oom_control"};
    char text[512];
    for (int i = 0; i < 2 * group->count; i++) {
        read_file(group->folders[i / 2], counters[i % 2], text, sizeof text);
        const char *kills = strstr(text, "oom_kill ");
        if (kills != NULL && strtol(kills + strlen("oom_kill "), NULL, 10) > 0) return true;
    }
    return false;
}

void cgroup_close(Cgroup *group) {
    for (int i = 0; i < group->count; i++) {
        put(group->folders[i], "cgroup.kill", "1");
        /* The kernel needs a moment to see that a group is empty. */
        for (int k = 0; k < CLOSE_ROUNDS && rmdir(group->folders[i]) != 0 && errno == EBUSY; k++)
            clock_sleep_ns(ROUND_NS);
    }
    group->count = 0;
}
