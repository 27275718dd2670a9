/* Sets up the sandbox around a foreign program (namespaces, mounts, private directory) and drops
 * the privileges of the process that becomes the program. */
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/text.h"
#include "sandbox/supervisor.h"

#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

/* Of the new mount interface only this much is needed, and older C libraries lack it. */
typedef struct MountAttributes {
    uint64_t set, clear, propagation, user_namespace;
} MountAttributes;

enum {
    MOUNT_READ_ONLY = 1,
    MOUNT_NO_SETUID = 2,
    DIRECTORY_INODES = 1024, /* files in the private directory */
    STACK_BYTES = 64 << 20,
};

static bool write_text(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return false;
    bool ok = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return ok;
}

/* Inside its own namespace of users the supervisor keeps the number it has outside. */
static bool map_user(const SupervisorPlan *plan) {
    char map[64];
    Text text = text_into(map, sizeof map);
    text_format(&text, "%u %u 1\n", plan->our_uid, plan->our_uid);
    if (!write_text("/proc/self/setgroups", "deny")) return false;
    if (!write_text("/proc/self/uid_map", map)) return false;
    text = text_into(map, sizeof map);
    text_format(&text, "%u %u 1\n", plan->our_gid, plan->our_gid);
    return write_text("/proc/self/gid_map", map);
}

/* A file system in memory that no other process sees and that ends with the namespace. */
static bool mount_directory(const SupervisorPlan *plan) {
    char options[160];
    Text text = text_into(options, sizeof options);
    uid_t uid = plan->uid != 0 ? plan->uid : plan->our_uid;
    gid_t gid = plan->uid != 0 ? (gid_t)plan->uid : plan->our_gid;
    text_format(&text, "size=%llu,nr_inodes=%d,mode=0700,uid=%u,gid=%u",
                (unsigned long long)plan->limits.file_bytes, DIRECTORY_INODES, uid, gid);
    return mount("bianca", plan->directory, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

static bool write_file(const SupervisorPlan *plan, const ProcessFile *file) {
    int fd = open(file->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    bool ok = write(fd, file->bytes, file->length) == (ssize_t)file->length;
    if (ok && plan->uid != 0) ok = fchown(fd, plan->uid, (gid_t)plan->uid) == 0;
    close(fd);
    return ok;
}

static unsigned enter_namespaces(const SupervisorPlan *plan, const char **stage) {
    unsigned isolation = ISOLATION_PIDS;
    *stage = "mapping users";
    if (plan->has_user_namespace && !map_user(plan)) return 0;
    *stage = "private mounts";
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return 0;
    MountAttributes attributes = {.set = MOUNT_READ_ONLY | MOUNT_NO_SETUID};
    if (syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof attributes) ==
        0)
        isolation |= ISOLATION_READ_ONLY;
    *stage = "private directory";
    if (!mount_directory(plan)) return 0;
    /* The old /proc still shows all processes of the machine; some containers forbid a new one. */
    (void)!mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
    return isolation;
}

unsigned supervisor_set_up_sandbox(const SupervisorPlan *plan, const char **stage) {
    unsigned isolation = ISOLATION_LIMITS;
    if (plan->has_namespaces) {
        unsigned parts = enter_namespaces(plan, stage);
        if (parts == 0) return 0;
        isolation |= parts;
    } else {
        *stage = "subreaper";
        if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return 0;
        isolation |= ISOLATION_SUBREAPER;
        *stage = "private directory";
        if (plan->uid != 0 && chown(plan->directory, plan->uid, (gid_t)plan->uid) != 0) return 0;
    }
    if (plan->uid != 0) isolation |= ISOLATION_USER;
    *stage = "private directory";
    if (chdir(plan->directory) != 0) return 0;
    for (int i = 0; i < plan->file_count; i++)
        if (!write_file(plan, &plan->files[i])) return 0;
    return isolation;
}

static bool limit(int resource, uint64_t value) {
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return false;
    rlim_t wanted = (rlim_t)value;
    if (now.rlim_max != RLIM_INFINITY && wanted > now.rlim_max) wanted = now.rlim_max;
    return setrlimit((__rlimit_resource_t)resource, &(struct rlimit){wanted, wanted}) == 0;
}

static bool set_limits(const SupervisorPlan *plan) {
    uint64_t processes = (uint64_t)plan->limits.processes;
    /* The limit is one of the user: with a user of its own the program is alone; in a namespace of
     * users there is the supervisor as well; otherwise there is all that the user has running. */
    if (plan->has_user_namespace)
        processes += 1;
    else if (plan->uid == 0)
        processes += (uint64_t)supervisor_tasks_of_user(plan->our_uid);
    /* Data and not address space: programs that reserve much and use little (Java, JavaScript) are
     * allowed. What is mapped and shared is left to supervisor_measure(). */
    return limit(RLIMIT_DATA, plan->limits.memory_bytes) && limit(RLIMIT_STACK, STACK_BYTES) &&
           limit(RLIMIT_FSIZE, plan->limits.file_bytes) && limit(RLIMIT_CORE, 0) &&
           limit(RLIMIT_NOFILE, (uint64_t)plan->limits.open_files) &&
           limit(RLIMIT_NPROC, processes);
}

/* The system calls themselves: the C library's functions would try to carry other threads along,
 * which exist in the caller and not here. */
static bool switch_user(const SupervisorPlan *plan) {
    if (plan->uid != 0) {
        if (syscall(SYS_setgroups, 0, NULL) != 0) return false;
        if (syscall(SYS_setresgid, plan->uid, plan->uid, plan->uid) != 0) return false;
        if (syscall(SYS_setresuid, plan->uid, plan->uid, plan->uid) != 0) return false;
    }
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

bool supervisor_drop_privileges(const SupervisorPlan *plan, const char **stage) {
    *stage = "descriptors";
    if (dup2(plan->input, 0) < 0 || dup2(plan->output, 1) < 0 || dup2(plan->errors, 2) < 0)
        return false;
    *stage = "process group";
    if (setpgid(0, 0) != 0) return false;
    *stage = "limits";
    if (!set_limits(plan)) return false;
    *stage = "unprivileged user";
    if (!switch_user(plan)) return false;
    umask(077);
    return true;
}
