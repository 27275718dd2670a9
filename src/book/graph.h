/* A book in memory, as it grows: positions that know the moves between them.
 *
 * Every expanded position has a link for each of its legal moves; a link finds its position as soon
 * as that is in the book, by whichever way it came there (transpositions). A move adds a disc, so
 * the links go from fewer discs to more, and scores are backed up in one sweep from the fullest
 * boards to the emptiest. */
#ifndef BOOK_GRAPH_H
#define BOOK_GRAPH_H

#include "book/book.h"

enum { GRAPH_NONE = -1 };

typedef struct GraphLink {
    Position position; /* after the move, as book_child() has it */
    int node;          /* its number, or GRAPH_NONE */
    int8_t square;     /* of the canonical position that the link leaves */
    int8_t sign;       /* 1 if the same side moves again */
} GraphLink;

typedef struct GraphNode {
    BookEntry entry;
    uint32_t first_link;
    uint8_t link_count;
    int loss; /* graph_measure(): what the sides have given away on the best way here */
} GraphNode;

typedef struct Graph {
    const Shape *shape;
    GraphNode *nodes;
    int count, capacity;
    GraphLink *links;
    size_t link_count, link_capacity;
    int *slots;        /* a hash table of nodes by position */
    size_t slot_count; /* a power of 2 */
    int *order;        /* nodes by number of discs, ascending */
    int ordered;       /* how many nodes `order` covers */
} Graph;

#define GRAPH_FAR INT32_MAX /* the loss of a node that no way leads to */

/* An empty graph. The shape is borrowed. */
void graph_init(Graph *graph, const Shape *shape);
void graph_release(Graph *graph);

/* Adds all positions of a book; fails on a damaged one, or without memory. */
bool graph_load(Graph *graph, const Book *book, Error *error);

/* The node of a canonical position, or GRAPH_NONE. */
int graph_find(const Graph *graph, Position position);

/* Adds a position, or replaces what is known about it. Returns its node, or GRAPH_NONE without
 * memory. Nodes keep their numbers, but `nodes` may move. */
int graph_put(Graph *graph, const BookEntry *entry, Error *error);

/* Makes a node expanded: from now on its score comes from the positions that its moves lead to. */
bool graph_expand(Graph *graph, int node, Error *error);

/* Finds the nodes of links that had none, and backs all scores up. */
bool graph_back_up(Graph *graph, Error *error);

/* Sets `loss` of every node: 0 for the roots, else the smallest sum of score differences, over both
 * sides, between the best moves and the moves on a way from a root. For a graph that is backed up.
 */
void graph_measure(Graph *graph, const int *roots, int root_count);

/* Writes it to a file with book_write(). */
bool graph_save(const Graph *graph, const char *path, const char *settings, Error *error);

#endif
