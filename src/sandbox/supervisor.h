/* The keeper: a small process between the arena and a foreign program.
 *
 * The arena forks it; it shuts itself off (namespaces, read-only files), starts the program with
 * its limits, watches over it, and at the end kills everything that the program has started.
 *
 *     arena --fork--> keeper --fork--> program and whatever it starts
 *       ^---reports-----'  '-- first process of a PID namespace, or a child subreaper
 *
 * The program's input and output are pipes to the arena; the keeper does not touch them. Invariant:
 * when the keeper has ended, no process and no file of the program is left. The processes end when
 * the program ends, when it breaks a limit, or when the arena writes a byte to the socket; the
 * keeper and the files when the arena closes the socket, which also happens if it is killed.
 *
 * The code of the keeper runs in a fork of a program with many threads: it must not allocate, lock,
 * or call what does. */
#ifndef SANDBOX_SUPERVISOR_H
#define SANDBOX_SUPERVISOR_H

#include <stdbool.h>
#include <sys/types.h>

#include "sandbox/limits.h"

/* A file put into the private directory before the program starts. */
typedef struct ProcessFile {
    const char *name;
    const void *bytes;
    size_t length;
} ProcessFile;

/* Everything the keeper needs, made ready by the arena before it forks. */
typedef struct KeeperPlan {
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
    uid_t uid;               /* the user to run as; 0: nobody else than us */
    uid_t our_uid;
    gid_t our_gid;
    int control; /* socket for reports */
    int input, output, errors;
} KeeperPlan;

typedef enum KeeperEvent {
    KEEPER_STARTED,     /* `value` is the isolation; comes with a descriptor of the directory */
    KEEPER_NOT_STARTED, /* `value` is an errno */
    KEEPER_EXITED,      /* `value` is a status as of waitpid */
    KEEPER_KILLED,      /* because the arena asked for it */
    KEEPER_PROCESSES,   /* killed: too many processes */
    KEEPER_MEMORY,      /* killed: too much memory */
} KeeperEvent;

typedef struct KeeperReport {
    KeeperEvent event;
    int value;
    int tasks;           /* processes and threads left when it ended */
    uint64_t peak_bytes; /* the most memory it had, as far as seen */
    bool is_disk_full;   /* its private directory is full to the last byte */
    char stage[32];      /* what failed, for KEEPER_NOT_STARTED */
} KeeperReport;

/* Never returns. */
_Noreturn void keeper_run(const KeeperPlan *plan);

/* --- Parts of the keeper ------------------------------------------------------------------- */

/* keeper_box.c: sets up the namespaces' inside and the private directory with its files, and makes
 * it the working directory. Returns what of the isolation is in force, 0 with errno and *stage. */
unsigned keeper_enclose(const KeeperPlan *plan, const char **stage);
/* In the process that is to become the program: limits, user, descriptors. */
bool keeper_confine(const KeeperPlan *plan, const char **stage);

/* keeper_watch.c: what the program's processes use. */
typedef struct KeeperUse {
    int tasks;
    uint64_t resident_bytes;
} KeeperUse;

KeeperUse keeper_measure(void);
/* Processes and threads of a user on the whole machine. */
int keeper_tasks_of_user(uid_t uid);
/* What all of them really use, where pages they share count once; slow. */
uint64_t keeper_measure_exactly(void);
/* Kills and reaps all descendants until there are none. */
void keeper_kill_all(const KeeperPlan *plan);
/* Deletes what is in the directory, however deep, and the directory itself. */
void keeper_remove_directory(const char *path);

#endif
