/* The course of a game as a graph of characters: Black's score after each move, and where the
 * mistakes are. */
#ifndef CLI_REVIEW_GRAPH_H
#define CLI_REVIEW_GRAPH_H

#include <stdio.h>

#include "engine/review.h"

/* One column for each of the moves[0 .. count-1]. */
void review_graph(FILE *out, const ReviewMove *moves, int count, bool has_unicode);

#endif
