/* The supervisor: a small process between the caller (process.h) and a foreign program. Private to
 * the sandbox.
 *
 * The caller forks it; it sets up the sandbox around itself (namespaces, read-only files), starts
 * the program with its limits, watches what the program uses, and at the end kills everything that
 * the program has started.
 *
 *     caller --fork--> supervisor --fork--> program and whatever it starts
 *       ^---reports-----'  '-- first process of a PID namespace, or a child subreaper
 *
 * The program's input and output are pipes to the caller; the supervisor does not touch them.
 * Invariant: when the supervisor has ended, no process and no file of the program is left. The
 * supervisor kills the processes when the program ends, when it breaks a limit, or when the caller
 * writes a byte to the socket; it removes the files and ends when the caller closes the socket,
 * which also happens if the caller is killed.
 *
 * The supervisor runs in a fork of a program with many threads: it must not allocate, lock, or call
 * what does. */
#ifndef SANDBOX_SUPERVISOR_H
#define SANDBOX_SUPERVISOR_H

#include <sys/types.h>

#include "sandbox/process.h"

/* Everything the supervisor needs; the caller fills it before it forks. */
typedef struct SupervisorPlan {
    const char *program; /* absolute path */
    char *const *argv;
    char *const *envp;
    const ProcessFile *files;
    int file_count;
    ProcessLimits limits;
    const char *directory;   /* becomes the working directory: a place to mount something private
                              * with namespaces, an empty directory of our own without */
    bool has_namespaces;     /* the fork made PID, mount and IPC namespaces */
    bool has_user_namespace; /* and one of users, because we are not root */
    uid_t uid;               /* the user to run as; 0: the caller's */
    uid_t our_uid;
    gid_t our_gid;
    int control; /* socket for reports */
    int input, output, errors;
} SupervisorPlan;

typedef enum SupervisorEvent {
    SUPERVISOR_STARTED,     /* `value` is the isolation; comes with a descriptor of the directory */
    SUPERVISOR_NOT_STARTED, /* `value` is an errno */
    SUPERVISOR_EXITED,      /* `value` is a status as of waitpid */
    SUPERVISOR_KILLED,      /* because the caller asked for it */
    SUPERVISOR_PROCESSES,   /* killed: too many processes */
    SUPERVISOR_MEMORY,      /* killed: too much memory */
} SupervisorEvent;

typedef struct SupervisorReport {
    SupervisorEvent event;
    int value;
    int tasks;           /* processes and threads left when it ended */
    uint64_t peak_bytes; /* the most memory it had, as far as seen */
    bool is_disk_full;   /* its private directory is full to the last byte */
    char stage[32];      /* what failed, for SUPERVISOR_NOT_STARTED */
} SupervisorReport;

/* Never returns. */
_Noreturn void supervisor_run(const SupervisorPlan *plan);

/* --- Parts of the supervisor ------------------------------------------------------------------ */

/* supervisor_setup.c: sets up the sandbox inside the namespaces and the private directory with its
 * files, and makes it the working directory. Returns the isolation that is in force; 0 with errno
 * and *stage if something failed. */
unsigned supervisor_set_up_sandbox(const SupervisorPlan *plan, const char **stage);
/* In the process that is to become the program: descriptors, limits, user. */
bool supervisor_drop_privileges(const SupervisorPlan *plan, const char **stage);

/* supervisor_watch.c: what the program's processes use. */
typedef struct ResourceUse {
    int tasks;
    uint64_t resident_bytes;
} ResourceUse;

ResourceUse supervisor_measure(void);
/* Processes and threads of a user on the whole machine. */
int supervisor_tasks_of_user(uid_t uid);
/* The memory of all processes, shared pages counted once; slow. */
uint64_t supervisor_measure_exactly(void);
/* Kills and reaps all descendants until there are none. */
void supervisor_kill_all(const SupervisorPlan *plan);
/* Deletes what is in the directory, however deep, and the directory itself. */
void supervisor_remove_directory(const char *path);

#endif
