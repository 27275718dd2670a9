/* The inside of a Process, which process.c and process_start.c share. */
#ifndef SANDBOX_PROCESS_PRIVATE_H
#define SANDBOX_PROCESS_PRIVATE_H

#include "sandbox/process.h"
#include "sandbox/supervisor.h"

enum { ERROR_LINE_SIZE = 120, DIRECTORY_SIZE = 256 };

struct Process {
    ProcessLimits limits;
    const _Atomic bool *stop;
    unsigned isolation;
    Supervisor supervisor;
    int input, output, errors, directory; /* descriptors, -1 when closed */
    char directory_path[DIRECTORY_SIZE];  /* of a trusted program; otherwise empty */

    char *buffer; /* output that was read and not yet returned: buffer[begin .. end) */
    size_t begin, end;
    size_t turn_bytes;
    bool has_ended_output;

    bool has_report; /* the supervisor has reported the end */
    SupervisorReport report;

    char error_line[ERROR_LINE_SIZE]; /* the last line on standard error, for messages */
    size_t error_length;
    bool is_error_line_complete;
};

/* Starts supervisor and program, with limits and stop filled. True also for a program that may have
 * ended already. */
bool process_launch(Process *process, const CommandLine *line, const ProcessOptions *options,
                    const ProcessFile *files, int file_count, Fault *fault);

/* Ends the program and everything it started, and removes its files. */
void process_end(Process *process);

/* The last line that is in the pipe of standard error, in process->error_line. */
void process_read_errors(Process *process);

#endif
