/* The filter of system calls for foreign programs, compiled with libseccomp.
 *
 * It refuses the calls that get around the limits (memory that no limit counts, kernel objects that
 * outlive the program) and those that only an attack on the kernel needs. All others are allowed:
 * interpreters of many languages must run. */
#include "sandbox/box.h"

#ifdef WITH_SECCOMP

#include <errno.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *const refused[] = {
    /* Memory that neither a resource limit nor the size of /tmp bounds. */
    "memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "msgget", "semget", "mq_open",
    "add_key", "request_key", "keyctl", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "io_setup", "vmsplice", "inotify_init", "inotify_init1",
    "landlock_create_ruleset",
    /* Other processes. */
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd",
    "perf_event_open",
    /* Mounts and namespaces. */
    "mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "open_tree", "move_mount",
    "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "name_to_handle_at",
    "open_by_handle_at",
    /* The machine. */
    "bpf", "fanotify_init", "quotactl", "quotactl_fd", "acct", "swapon", "swapoff", "syslog",
    "reboot", "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module",
    "iopl", "ioperm", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname",
    "setdomainname", "personality", "lookup_dcookie", "vhangup"};

#define NAMESPACES                                                                                 \
    (CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |     \
     CLONE_NEWCGROUP)

/* The low half of an argument: the kernel does not look at the other. */
#define LOW(argument, value) SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, value)

/* Sockets between the program's own processes, and to the network if it has one. Without one not
 * even to itself: the buffers of TCP grow as they like. */
static int add_families(scmp_filter_ctx filter, bool has_network) {
    int bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socketpair), 1,
                               SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0)) |
              seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
                               SCMP_A0(SCMP_CMP_GE, AF_MAX, 0));
    for (unsigned family = 0; family < AF_MAX; family++) {
        bool is_network = family == AF_INET || family == AF_INET6 || family == AF_NETLINK;
        if (family != AF_UNIX && !(has_network && is_network))
            bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), SCMP_SYS(socket), 1,
                                    LOW(0, family));
    }
    return bad;
}

/* Memory in other clothes. Shared memory without a file stays when no process has it any more, and
 * is counted nowhere. A socket keeps the buffer it has; the system may always choose another size
 * than it is asked for, so this counts as done. */
static int add_memory(scmp_filter_ctx filter) {
    static const int sizes[] = {SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE};
    const uint64_t shared = MAP_SHARED | MAP_ANONYMOUS;
    int bad = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mmap), 1,
                               SCMP_A3(SCMP_CMP_MASKED_EQ, shared, shared));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(0), SCMP_SYS(setsockopt), 2,
                                LOW(1, SOL_SOCKET), LOW(2, (scmp_datum_t)sizes[i]));
    return bad;
}

static int add_rules(scmp_filter_ctx filter, bool has_network) {
    int bad = add_families(filter, has_network) | add_memory(filter);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        /* Names that this processor or this libseccomp does not have cannot be called by name. */
        int number = seccomp_syscall_resolve_name(refused[i]);
        if (number >= 0) bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0);
    }
    /* One bit after the other: a rule compares, it cannot ask for any bit of several. */
    for (uint64_t bit = 1; bit != 0 && bit <= NAMESPACES; bit <<= 1)
        if ((bit & NAMESPACES) != 0)
            bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                    SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit));
    /* A filter cannot read the flags of clone3; the C library then uses clone. */
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1, LOW(1, TIOCSTI));
    return bad;
}

int filter_open(bool has_network) {
    int fd = memfd_create("filter", MFD_CLOEXEC);
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (fd < 0 || filter == NULL || add_rules(filter, has_network) != 0 ||
        seccomp_export_bpf(filter, fd) != 0 || lseek(fd, 0, SEEK_SET) != 0) {
        if (fd >= 0) close(fd);
        fd = -1;
    }
    if (filter != NULL) seccomp_release(filter);
    return fd;
}

#else

int filter_open(bool has_network) {
    (void)has_network;
    return -1;
}

#endif
