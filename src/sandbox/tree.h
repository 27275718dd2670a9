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

/* Finds all descendants of `root`; with a mark, which is a text in their environment, only the
 * children that have it, and their descendants. */
void tree_read(Tree *tree, pid_t root, const char *mark);

/* Processes and threads. */
int tree_tasks(const Tree *tree);
/* A page that several processes share counts once for each: quick. */
uint64_t tree_resident_bytes(const Tree *tree);
/* Such pages count once: slow. */
uint64_t tree_exact_bytes(const Tree *tree);

/* Gives them less of the processors than all others get, for ever. */
void tree_slow_down(const Tree *tree);

/* Whether one of them has this pipe open. One that cannot be asked counts as one that has. */
bool tree_has_pipe(const Tree *tree, ino_t pipe);

/* Kills all children of the caller that have the mark, with everything they have started. */
void tree_kill_marked(const char *mark);

#endif
