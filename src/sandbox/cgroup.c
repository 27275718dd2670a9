/* Control groups of both versions, by their files under /sys/fs/cgroup. */
#include "sandbox/cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

enum { CLOSE_ROUNDS = 200, PERIOD_US = 100000, BOX_TASKS = 2 };
#define ROUND_NS INT64_C(5000000)
#define ROOT     "/sys/fs/cgroup"

/* The group also pays for bubblewrap and for what the kernel keeps about its processes. */
static uint64_t memory_of(const ProcessLimits *limits) {
    return limits->memory_bytes + limits->memory_bytes / 32 + (2 << 20);
}

/* False if there is no such file, or if the kernel refuses the text. */
static bool put(const char *folder, const char *file, const char *format, ...) {
    char path[2 * CGROUP_PATH_SIZE], text[64];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(path, sizeof path, "%s/%s", folder, file);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && write(fd, text, (size_t)length) == length;
    if (fd >= 0) close(fd);
    return ok;
}

/* Kills what is left in a group: version 2 does it at a word. */
static void kill_members(const char *folder) {
    char path[2 * CGROUP_PATH_SIZE];
    int pid;
    put(folder, "cgroup.kill", "1");
    snprintf(path, sizeof path, "%s/cgroup.procs", folder);
    FILE *file = fopen(path, "re");
    while (file != NULL && fscanf(file, "%d", &pid) == 1) kill(pid, SIGKILL);
    if (file != NULL) fclose(file);
}

/* Groups of callers that were killed before they could remove them. Bubblewrap may be left inside,
 * waiting, if that happened while it started. */
static void remove_stale(const char *parent) {
    char path[CGROUP_PATH_SIZE + 300];
    DIR *folder = opendir(parent);
    struct dirent *entry;
    int caller;
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (sscanf(entry->d_name, "bianca-%d-", &caller) != 1 || kill(caller, 0) == 0 ||
            errno != ESRCH)
            continue;
        snprintf(path, sizeof path, "%s/%s", parent, entry->d_name);
        if (rmdir(path) == 0 || errno != EBUSY) continue;
        kill_members(path);
        for (int k = 0; k < CLOSE_ROUNDS && rmdir(path) != 0 && errno == EBUSY; k++)
            clock_sleep_ns(ROUND_NS);
    }
    if (folder != NULL) closedir(folder);
}

/* Makes a folder of the group with this limit, which must be accepted. */
static bool add_folder(Cgroup *group, const char *parent, const char *entrance, const char *file,
                       uint64_t limit) {
    char *folder = group->folders[group->count], path[CGROUP_PATH_SIZE + 64];
    remove_stale(parent);
    if (snprintf(folder, CGROUP_PATH_SIZE, "%s/bianca-%d-%zx", parent, (int)getpid(),
                 (size_t)(uintptr_t)group) >= CGROUP_PATH_SIZE ||
        mkdir(folder, 0755) != 0)
        return false;
    snprintf(path, sizeof path, "%s/%s", folder, entrance);
    bool is_set = put(folder, file, "%llu", (unsigned long long)limit);
    int fd = is_set ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    if (fd < 0) {
        rmdir(folder);
        return false;
    }
    group->entrances[group->count++] = fd;
    return true;
}

/* Version 2. A group with processes can have no groups with controllers inside, so ours is made
 * beside that of the caller; at the top, where this does not hold, within it. */
static bool open_unified(Cgroup *group, const char *own, const ProcessLimits *limits) {
    char parent[CGROUP_PATH_SIZE];
    snprintf(parent, sizeof parent, ROOT "%s", own);
    *strrchr(parent, '/') = '\0';
    put(parent, "cgroup.subtree_control", "+memory +pids +cpu");
    if (!add_folder(group, parent, "cgroup.procs", "memory.max", memory_of(limits))) return false;
    const char *folder = group->folders[0];
    put(folder, "memory.swap.max", "0");
    put(folder, "memory.oom.group", "1");
    put(folder, "pids.max", "%d", limits->processes + BOX_TASKS);
    if (limits->cpus > 0)
        put(folder, "cpu.max", "%lld %d", (long long)limits->cpus * PERIOD_US, PERIOD_US);
    return true;
}

/* Version 1: a tree for each controller. Returns whether this one bounds memory. A single thread
 * may enter by "tasks" without the lock that "cgroup.procs" waits for, 25 ms at times. */
static bool open_controller(Cgroup *group, const char *name, const char *own,
                            const ProcessLimits *limits) {
    char parent[CGROUP_PATH_SIZE];
    snprintf(parent, sizeof parent, ROOT "/%s%s", name, strcmp(own, "/") == 0 ? "" : own);
    if (strcmp(name, "memory") == 0)
        return add_folder(group, parent, "tasks", "memory.limit_in_bytes", memory_of(limits));
    if (strcmp(name, "pids") == 0)
        add_folder(group, parent, "tasks", "pids.max", (uint64_t)limits->processes + BOX_TASKS);
    if ((strcmp(name, "cpu") == 0 || strncmp(name, "cpu,", 4) == 0) && limits->cpus > 0)
        add_folder(group, parent, "tasks", "cpu.cfs_quota_us", (uint64_t)limits->cpus * PERIOD_US);
    return false;
}

bool cgroup_open(Cgroup *group, const ProcessLimits *limits) {
    char line[CGROUP_PATH_SIZE];
    FILE *file = fopen("/proc/self/cgroup", "re");
    bool has_memory = false;
    group->count = 0;
    /* NUMBER:CONTROLLERS:PATH, with no controllers for version 2. */
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *name = strchr(line, ':');
        char *own = name != NULL ? strchr(name + 1, ':') : NULL;
        if (own == NULL || group->count == CGROUP_MAX_FOLDERS) continue;
        *name++ = *own++ = '\0';
        own[strcspn(own, "\n")] = '\0';
        if (name[0] != '\0')
            has_memory |= open_controller(group, name, own, limits);
        else if (group->count == 0)
            has_memory = open_unified(group, own, limits);
    }
    if (file != NULL) fclose(file);
    if (!has_memory) cgroup_close(group);
    return has_memory;
}

bool cgroup_enter(const Cgroup *group) {
    for (int i = 0; i < group->count; i++)
        if (write(group->entrances[i], "0", 1) != 1) return false;
    return true;
}

bool cgroup_is_exhausted(const Cgroup *group) {
    static const char *const files[] = {"memory.events", "memory.oom_control"};
    char path[CGROUP_PATH_SIZE + 64], line[128];
    long kills = 0;
    for (int i = 0; i < 2 * group->count && kills == 0; i++) {
        snprintf(path, sizeof path, "%s/%s", group->folders[i / 2], files[i % 2]);
        FILE *file = fopen(path, "re");
        while (file != NULL && kills == 0 && fgets(line, sizeof line, file) != NULL)
            if (strncmp(line, "oom_kill ", 9) == 0) kills = strtol(line + 9, NULL, 10);
        if (file != NULL) fclose(file);
    }
    return kills > 0;
}

void cgroup_close(Cgroup *group) {
    for (int i = 0; i < group->count; i++) {
        close(group->entrances[i]);
        kill_members(group->folders[i]);
        for (int k = 0; k < CLOSE_ROUNDS && rmdir(group->folders[i]) != 0 && errno == EBUSY; k++)
            clock_sleep_ns(ROUND_NS);
    }
    group->count = 0;
}
