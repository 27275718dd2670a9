/* How a Process comes to life: the part of process.c that forks. Private to it. */
#ifndef SANDBOX_PROCESS_START_H
#define SANDBOX_PROCESS_START_H

#include "sandbox/process.h"

enum { ERROR_LINE_SIZE = 100, DIRECTORY_SIZE = 256 };

struct Process {
    ProcessLimits limits;
    const _Atomic bool *stop;
    pid_t keeper;
    unsigned isolation;
    int control, input, output, errors, directory; /* descriptors, -1 when closed */
    char directory_path[DIRECTORY_SIZE];           /* ours to remove; empty with namespaces */

    char *buffer; /* output that was read and not yet handed on: buffer[begin .. end) */
    size_t begin, end, size;
    size_t turn_bytes;
    bool has_ended_output;

    bool has_report; /* the keeper has told the end */
    KeeperReport report;

    char error_line[ERROR_LINE_SIZE]; /* the last line on standard error, for messages */
    size_t error_length;
    bool is_error_line_complete;
};

/* Waits until the moment for a report. On KEEPER_STARTED the descriptor that came along is in
 * *directory. False if there is none by then, or never will be. */
bool process_receive(int control, int64_t deadline_ns, KeeperReport *report, int *directory);

/* Forks keeper and program. Fills the first five fields of a Process and the descriptors. */
bool process_fork(Process *process, const CommandLine *line, const ProcessOptions *options,
                  const ProcessFile *files, int file_count, Failure *failure);

#endif
