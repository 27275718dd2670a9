/* The processes that a foreign program has started: found, measured and killed by way of /proc.
 * Private to the sandbox. */
#ifndef SANDBOX_TREE_H
#define SANDBOX_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { TREE_MAX = 4096 };

typedef struct Tree {
    int count;
    pid_t pids[TREE_MAX]; /* parents before their children */
} Tree;

/* Finds all descendants of `root`. */
void tree_read(Tree *tree, pid_t root);

/* The number after a name in the file /proc/PID/FILE; 0 if there is none. */
uint64_t tree_number(pid_t pid, const char *file, const char *name);

/* Adds the numbers after each name in that file of all that are not dead to `sums`. */
void tree_sum(const Tree *tree, const char *file, const char *const *names, int count,
              uint64_t *sums);

/* The number of parts into which the kernel divides the memory of all. */
uint64_t tree_mappings(const Tree *tree);

/* Whether one of them has this pipe open. One that cannot be asked counts as one that has. */
bool tree_has_pipe(const Tree *tree, ino_t pipe);

/* Kills all descendants of the calling process, which must be a subreaper, and waits for them. */
void tree_kill(Tree *tree);

#endif
