/* `bianca best --search alphabeta`: plain alpha-beta instead of the engine's. */
#ifndef CLI_BEST_ALPHABETA_H
#define CLI_BEST_ALPHABETA_H

#include "cli/command.h"
#include "game/position.h"

typedef struct BestAlphabeta {
    const char *eval, *weights; /* NULL: the best for the board, its own weights */
    int depth;                  /* 0: as the evaluation's program does */
    double time;                /* seconds; negative: no limit */
    int lines;                  /* how many moves to rank */
    bool no_pruning;
    bool json;
} BestAlphabeta;

/* Searches and prints; returns the command's exit status. */
int best_alphabeta(const Arguments *args, const BestAlphabeta *request, const Board *board);

#endif
