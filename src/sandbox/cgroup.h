/* A control group around a foreign program, where the system grants one. Private to the sandbox.
 *
 * The kernel then bounds memory, processes and processor time of all its processes together, to the
 * byte and at once; without a group the supervisor measures from time to time. Root usually gets
 * one; others where their part of version 2 is delegated to them, as systemd does. */
#ifndef SANDBOX_CGROUP_H
#define SANDBOX_CGROUP_H

#include <sys/types.h>

#include "sandbox/limits.h"

enum { CGROUP_MAX_FOLDERS = 3, CGROUP_PATH_SIZE = 512, CGROUP_VALUE_SIZE = 24 };

typedef struct Cgroup {
    int count; /* of folders: 0 without a group, 1 with version 2, one per controller with 1 */
    char folders[CGROUP_MAX_FOLDERS][CGROUP_PATH_SIZE];
} Cgroup;

/* Makes a group with these limits, beside or in that of the calling process; false, and a group
 * without folders, if none can be had. */
bool cgroup_open(Cgroup *group, const ProcessLimits *limits);
/* Moves a process of one thread into the group. */
bool cgroup_add(const Cgroup *group, pid_t pid);
/* Whether the kernel has killed a process because the memory of the group was full. */
bool cgroup_is_exhausted(const Cgroup *group);
/* Removes the group, which must be empty; version 2 kills what is left inside. */
void cgroup_close(Cgroup *group);

#endif
