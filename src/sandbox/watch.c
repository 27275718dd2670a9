/* How a supervisor watches a program: what it uses, and how it ends. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "sandbox/supervisor.h"

enum { SLOW_AHEAD = 16, SLOW_NICE = 10 }; /* looks until the limit at which growth is slowed down */
enum { MAPPING_BYTES = 4096, ENDING_MS = 300 };

#define WATCH_NS       INT64_C(50000000) /* between two measurements, at most */
#define WATCH_LEAST_NS INT64_C(1000000)  /* and at least */
#define FILL_RATE      INT64_C(8)        /* bytes of memory a program can fill in a nanosecond */

/* --- What it uses ----------------------------------------------------------------------------- */

/* Adds the bytes in the file systems of the box; returns the number of their files. */
static int measure_files(Process *self, uint64_t *bytes) {
    static const int places[] = {DIRECTORY, SHARED};
    struct statvfs space;
    uint64_t files = 0;
    for (int i = 0; i < 2 && self->is_boxed; i++) {
        if (fstatvfs(self->fds[places[i]], &space) != 0 || space.f_blocks == 0) continue;
        *bytes += (uint64_t)(space.f_blocks - space.f_bfree) * space.f_frsize;
        files += space.f_files - space.f_ffree;
        if (space.f_bfree == 0) self->is_disk_full = true;
    }
    return (int)files;
}

/* What no process is seen to have: tables of pages; what waits in sockets, of which each sender can
 * fill its buffer and be a message above it; the kernel's list of mappings, of which each counts as
 * a page, ten times what it takes, so that there are never too many to count. Only the own network
 * of a box can be asked for its sockets. */
static uint64_t measure_kernel(const Process *self, uint64_t tables) {
    uint64_t sockets = 0, mappings = tree_mappings(&self->tree);
    if ((self->isolation & ISOLATION_OFFLINE) != 0)
        sockets = tree_number(self->root, "net/sockstat", "sockets: used");
    return tables + sockets * self->socket_bytes + mappings * MAPPING_BYTES;
}

/* Whether the program has more memory than it may, or will have. Without a cgroup several processes
 * together can grow past the limit between two looks: they are slowed down on the way there, and
 * ended if the next interval, were it half as long again as the last, would be too late. Pages that
 * several processes share are counted once for each, which is quick, until it matters. */
static bool is_out_of_memory(Process *self, uint64_t resident, uint64_t tables, uint64_t files) {
    static const char *const shares[] = {"\nPss:", "\nSwapPss:"};
    uint64_t most = self->limits.memory_bytes, before = self->bytes + self->kernel_bytes;
    uint64_t kernel = measure_kernel(self, tables), shared[2] = {0};
    bool is_several = self->tree.count > 1 || kernel > most / 8;
    self->kernel_bytes = kernel;
    self->bytes = resident + files;
    if (5 * (self->bytes + kernel) > 2 * most + 3 * before) {
        tree_sum(&self->tree, "smaps_rollup", shares, 2, shared);
        self->bytes = ((shared[0] + shared[1]) << 10) + files;
    }
    uint64_t bytes = self->bytes + kernel;
    bool can_jump = is_several && self->cgroup.count == 0 && bytes > before;
    uint64_t growth = can_jump ? bytes - before : 0;
    if (self->bytes > self->peak_bytes) self->peak_bytes = self->bytes;
    for (int i = 0; i < self->tree.count && bytes + SLOW_AHEAD * growth > most; i++)
        setpriority(PRIO_PROCESS, (id_t)self->tree.pids[i], SLOW_NICE);
    return bytes > most || bytes + growth + growth / 2 > most;
}

static bool fail_memory(Process *self) {
    uint64_t most = self->limits.memory_bytes, peak = self->peak_bytes;
    if (self->kernel_bytes > most / 4)
        return fault_set(&self->fault, FAULT_MEMORY_LIMIT,
                         "more than %u MB of memory with its sockets, mappings and page tables",
                         (unsigned)(most >> 20));
    return fault_set(&self->fault, FAULT_MEMORY_LIMIT,
                     peak > most ? "more than %u MB of memory: %u"
                                 : "grows too fast for %u MB of memory: %u",
                     (unsigned)(most >> 20), (unsigned)(peak >> 20));
}

static bool fail_processes(Process *self) {
    return fault_set(&self->fault, FAULT_PROCESS_LIMIT, "more than %d processes and threads",
                     self->limits.processes - 1);
}

/* Measures once; false if the program may not go on. */
static bool check_use(Process *self) {
    static const char *const names[] = {"\nThreads:", "\nVmRSS:", "\nVmSwap:", "\nVmPTE:"};
    uint64_t use[4] = {0}, files = 0;
    tree_read(&self->tree, self->root);
    tree_sum(&self->tree, "status", names, 4, use);
    /* In a box the processes of bubblewrap hold the output open: its end is not seen by reading. */
    if (self->is_boxed && self->tree.count > 0 && !tree_has_pipe(&self->tree, self->output))
        return fault_set(&self->fault, FAULT_CRASHED, "closed its output");
    if (use[0] >= (uint64_t)self->limits.processes) return fail_processes(self);
    if (measure_files(self, &files) > self->limits.files)
        return fault_set(&self->fault, FAULT_FILE_LIMIT, "more than %d files", self->limits.files);
    bool is_out = is_out_of_memory(self, (use[1] + use[2]) << 10, use[3] << 10, files);
    return (!is_out && !cgroup_is_exhausted(&self->cgroup)) || fail_memory(self);
}

/* The nearer the program is to its limit, the sooner comes the next look. */
static int64_t until_next_check(const Process *self) {
    uint64_t bytes = self->bytes + self->kernel_bytes;
    int64_t until_full = (int64_t)(self->limits.memory_bytes - bytes) / FILL_RATE;
    return until_full < WATCH_LEAST_NS ? WATCH_LEAST_NS
           : until_full < WATCH_NS     ? until_full
                                       : WATCH_NS;
}

/* --- Its end ---------------------------------------------------------------------------------- */

/* A program that failed near a limit most likely failed because of it: allocation failed, and it
 * did not expect that. bubblewrap passes on a death by signal N as 128 + N. */
static void describe_exit(Process *self, int status) {
    Fault *fault = &self->fault;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (self->is_boxed && code > 128 && code < 128 + NSIG) signal = code - 128;
    if (code == 0 && signal == 0)
        fault_set(fault, FAULT_NONE, "exited with status 0");
    else if (signal == SIGXFSZ)
        fault_set(fault, FAULT_FILE_LIMIT, "wrote a file beyond the limit");
    else if (self->is_disk_full)
        fault_set(fault, FAULT_FILE_LIMIT, "filled its directory and ended");
    else if (self->peak_bytes >= self->limits.memory_bytes / 4 * 3)
        fault_set(fault, FAULT_MEMORY_LIMIT, "ended with %u MB of memory",
                  (unsigned)(self->peak_bytes >> 20));
    else if (signal != 0)
        fault_set(fault, FAULT_CRASHED, "killed by signal %d (%s)", signal, sigdescr_np(signal));
    else
        fault_set(fault, FAULT_CRASHED, "exited with status %d", code);
}

/* The program has ended: finds out how, before the box is gone. */
static void note_exit(Process *self) {
    struct rusage use = {0};
    int status = 0;
    uint64_t tasks = 0, ignored = 0;
    tree_read(&self->tree, self->root);
    tree_sum(&self->tree, "status", &(const char *){"\nThreads:"}, 1, &tasks);
    measure_files(self, &ignored);
    kill(self->child, SIGCONT);
    while (wait4(self->child, &status, 0, &use) < 0 && errno == EINTR) continue;
    /* What it used last may have come and gone between two measurements. */
    uint64_t most = (uint64_t)use.ru_maxrss << 10;
    if (most > self->peak_bytes) self->peak_bytes = most;
    if (tasks + 1 >= (uint64_t)self->limits.processes)
        fail_processes(self);
    else if (cgroup_is_exhausted(&self->cgroup))
        fail_memory(self);
    else
        describe_exit(self, status);
}

void supervisor_watch(Process *self) {
    struct pollfd polls[] = {{.fd = self->fds[ENDED], .events = POLLIN},
                             {.fd = self->fds[REPORTS], .events = POLLIN},
                             {.fd = self->fds[CALLER], .events = POLLIN}};
    int64_t next_check = clock_ns();
    bool has_ended = self->fds[ENDED] < 0, may_run = true;
    while (!has_ended && may_run) {
        int ready = poll_until(polls, 3, next_check);
        has_ended = ready > 0 && polls[0].revents != 0;
        if (ready > 0 && (polls[1].revents | polls[2].revents) != 0)
            may_run = fault_set(&self->fault, FAULT_CRASHED, "was stopped");
        else if (!has_ended && clock_ns() >= next_check) {
            may_run = check_use(self);
            next_check = clock_ns() + until_next_check(self);
            /* Without output because it is just ending? */
            has_ended = self->fault.kind == FAULT_CRASHED && poll(polls, 1, ENDING_MS) > 0;
        }
    }
    if (has_ended) note_exit(self);
}
