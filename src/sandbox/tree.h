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

/* The sum of the numbers after a name in the file /proc/PID/FILE of each that is not dead. */
uint64_t tree_sum(const Tree *tree, const char *file, const char *name);

/* Whether one of them has this pipe open. One that cannot be asked counts as one that has. */
bool tree_has_pipe(const Tree *tree, ino_t pipe);

/* Kills all descendants of the calling process, which must be a subreaper, and waits for them. */
void tree_kill(Tree *tree);

#endif
