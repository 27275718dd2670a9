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
#include <unistd.h>

static const char *const refused[] = {
    /* Memory that neither a resource limit nor the size of /tmp bounds. */
    "memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "msgget", "semget", "mq_open",
    "add_key", "request_key", "keyctl", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register",
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

static int add_rules(scmp_filter_ctx filter) {
    int bad = 0;
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
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                            SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, TIOCSTI));
    return bad;
}

int filter_open(void) {
    int fd = memfd_create("filter", MFD_CLOEXEC);
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (fd < 0 || filter == NULL || add_rules(filter) != 0 || seccomp_export_bpf(filter, fd) != 0 ||
        lseek(fd, 0, SEEK_SET) != 0) {
        if (fd >= 0) close(fd);
        fd = -1;
    }
    if (filter != NULL) seccomp_release(filter);
    return fd;
}

#else

int filter_open(void) {
    return -1;
}

#endif
