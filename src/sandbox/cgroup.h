/* A control group around a foreign program, where the system grants one. Private to the sandbox.
 *
 * The kernel then bounds memory, processes and processor time of all its processes together, to the
 * byte and at once; without a group the supervisor measures from time to time. Root usually gets
 * one; others where their part of version 2 is delegated to them, as systemd does. */
#ifndef SANDBOX_CGROUP_H
#define SANDBOX_CGROUP_H

#include "sandbox/limits.h"

enum { CGROUP_MAX_FOLDERS = 3, CGROUP_PATH_SIZE = 512 };

typedef struct Cgroup {
    int count; /* of folders: 0 without a group, 1 with version 2, one per controller with 1 */
    char folders[CGROUP_MAX_FOLDERS][CGROUP_PATH_SIZE];
    int entrances[CGROUP_MAX_FOLDERS]; /* a process enters by writing "0" to each */
} Cgroup;

/* Makes a group with these limits; false, and a group without folders, if none can be had. */
bool cgroup_open(Cgroup *group, const ProcessLimits *limits);
/* Moves the calling process into the group. Safe between fork and exec. */
bool cgroup_enter(const Cgroup *group);
/* Whether the kernel has killed a process because the memory of the group was full. */
bool cgroup_is_exhausted(const Cgroup *group);
/* Kills what is left inside, and removes the group. */
void cgroup_close(Cgroup *group);

#endif
