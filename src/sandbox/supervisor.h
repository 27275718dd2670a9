/* The inside of a Process, and its supervisor, a process beside each foreign program. Private to
 * the sandbox.
 *
 *     caller ---> supervisor ---> bubblewrap ---> first process of the box ---> program
 *                     '---------> a trusted program
 *
 * The supervisor starts the program, watches what it uses, and at the end kills everything that it
 * has started. A program in the box can neither see nor signal it. It does not touch the program's
 * input and output, which are pipes to the caller. It shares memory and descriptors with the caller
 * like a thread, but outlives it: if the caller is killed, at whatever moment, it cleans up alone.
 * Invariant: after its last report no process of the program is left. */
#ifndef SANDBOX_SUPERVISOR_H
#define SANDBOX_SUPERVISOR_H

#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <unistd.h>

#include "sandbox/box.h"
#include "sandbox/cgroup.h"
#include "sandbox/process.h"
#include "sandbox/tree.h"

/* Descriptors of a Process; -1: closed. */
enum {
    INPUT, /* our ends of the program's pipes */
    OUTPUT,
    ERRORS,
    THEIRS,                           /* what the program gets, in its order: box.h */
    BUBBLEWRAP = THEIRS + BOX_FD_END, /* talks to bubblewrap while it starts */
    ORDERS,                           /* to the supervisor, and its reports; the other end: */
    REPORTS,
    CALLER,    /* readable when the caller is dead */
    ENDED,     /* readable when the program has ended */
    DIRECTORY, /* the private directory */
    SHARED,    /* /dev/shm in a box */
    DESCRIPTORS,
};
enum { ERROR_LINE_SIZE = 120, DIRECTORY_SIZE = 256, READ_CHUNK = 1 << 14 };

struct Process {
    ProcessLimits limits;
    const _Atomic bool *stop;
    unsigned isolation;
    int fds[DESCRIPTORS];
    Cgroup cgroup;
    char directory_path[DIRECTORY_SIZE]; /* of a trusted program; otherwise empty */

    /* The start; what is pointed to lasts until the first report. */
    const char *program; /* bubblewrap, or a trusted one */
    char *const *words;
    const Box *box;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    const ProcessFile *files;
    int file_count;
    bool is_boxed, has_own_user;

    /* The caller's. */
    size_t begin, end; /* output that was read and not yet returned: buffer[begin .. end) */
    size_t turn_bytes;
    bool has_ended_output;
    char error_line[ERROR_LINE_SIZE]; /* the last line on standard error, for messages */
    size_t error_length;
    bool is_error_line_complete;
    pthread_t thread;
    bool is_supervised, has_ended; /* the last report is here: */
    Fault fault; /* how it ended. Not started, without a text: bubblewrap says why */

    /* The supervisor's. */
    pid_t supervisor;
    pid_t child; /* bubblewrap, or a trusted program */
    pid_t root;  /* the program and all it starts descend from this one */
    pid_t main;  /* the program itself */
    ino_t output;
    bool is_disk_full;          /* its private directory is full to the last byte */
    uint64_t socket_bytes;      /* that a socket can hold */
    uint64_t bytes, peak_bytes; /* of its memory and files: now, and at most */
    uint64_t kernel_bytes;      /* that the kernel may keep for it, now */
    Tree tree;

    char buffer[]; /* room for a line, a chunk and a NUL */
};

static inline void fd_close(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* poll() until a moment. */
int poll_until(struct pollfd *polls, nfds_t count, int64_t deadline_ns);

/* False with errno. */
bool supervisor_start(Process *self);

/* Waits until the moment for the next report: the first is that the program runs or has ended, the
 * second that it has ended. False if there is none by then. */
bool supervisor_receive(Process *self, int64_t deadline_ns);

/* Asks for the end of the program; its report follows. */
void supervisor_kill(const Process *self);

/* Kills and waits; nothing if it was not started. */
void supervisor_end(Process *self);

/* Returns when the program has come to its end, or must; self->fault says why: watch.c. */
void supervisor_watch(Process *self);

/* The last line that is in the pipe of standard error, in process->error_line: process.c. */
void process_read_errors(Process *process);

#endif
