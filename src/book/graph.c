/* Nodes in an array, found by a hash table with open addressing; links in an array of their own. */
#include "book/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "book/book_write.h"
#include "game/rules.h"

enum { FIRST_CAPACITY = 1024, MAX_NODES = 1 << 28, DISC_COUNTS = SHAPE_MAX_SQUARES + 1 };

void graph_init(Graph *graph, const Shape *shape) {
    *graph = (Graph){.shape = shape};
}

void graph_release(Graph *graph) {
    free(graph->nodes);
    free(graph->links);
    free(graph->slots);
    free(graph->order);
    *graph = (Graph){.shape = graph->shape};
}

static bool fail_memory(Error *error) {
    error_set(error, STATUS_NO_MEMORY, "no memory for the positions of the book");
    return false;
}

/* --- Finding and adding ----------------------------------------------------------------------- */

static bool is_same(Position a, Position b) {
    return a.own == b.own && a.opp == b.opp;
}

/* The slot that has the position, or the free one where it belongs. */
static size_t slot_of(const Graph *graph, Position position) {
    size_t mask = graph->slot_count - 1, slot = (size_t)position_hash(position) & mask;
    while (graph->slots[slot] != GRAPH_NONE &&
           !is_same(graph->nodes[graph->slots[slot]].entry.position, position))
        slot = (slot + 1) & mask;
    return slot;
}

int graph_find(const Graph *graph, Position position) {
    return graph->slot_count ? graph->slots[slot_of(graph, position)] : GRAPH_NONE;
}

static bool grow_slots(Graph *graph) {
    size_t count = graph->slot_count ? 2 * graph->slot_count : 2 * FIRST_CAPACITY;
    int *slots = malloc(count * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0xff, count * sizeof *slots); /* GRAPH_NONE */
    free(graph->slots);
    graph->slots = slots;
    graph->slot_count = count;
    for (int i = 0; i < graph->count; i++)
        graph->slots[slot_of(graph, graph->nodes[i].entry.position)] = i;
    return true;
}

static bool grow_nodes(Graph *graph) {
    int capacity = graph->capacity ? 2 * graph->capacity : FIRST_CAPACITY;
    if (graph->count >= MAX_NODES) return false;
    GraphNode *nodes = realloc(graph->nodes, (size_t)capacity * sizeof *nodes);
    if (!nodes) return false;
    graph->nodes = nodes;
    graph->capacity = capacity;
    return true;
}

int graph_put(Graph *graph, const BookEntry *entry, Error *error) {
    int node = graph_find(graph, entry->position);
    if (node == GRAPH_NONE) {
        bool ok = graph->count < graph->capacity || grow_nodes(graph);
        ok = ok && ((size_t)graph->count * 2 < graph->slot_count || grow_slots(graph));
        if (!ok) {
            fail_memory(error);
            return GRAPH_NONE;
        }
        node = graph->count++;
        graph->nodes[node] = (GraphNode){.entry = *entry, .loss = GRAPH_FAR};
        graph->slots[slot_of(graph, entry->position)] = node;
    } else {
        bool is_expanded = graph->nodes[node].entry.is_expanded;
        graph->nodes[node].entry = *entry;
        graph->nodes[node].entry.is_expanded = is_expanded;
    }
    if (entry->is_expanded && !graph_expand(graph, node, error)) return GRAPH_NONE;
    return node;
}

static bool grow_links(Graph *graph) {
    size_t capacity = graph->link_capacity ? 2 * graph->link_capacity : 4 * FIRST_CAPACITY;
    GraphLink *links = realloc(graph->links, capacity * sizeof *links);
    if (!links) return false;
    graph->links = links;
    graph->link_capacity = capacity;
    return true;
}

bool graph_expand(Graph *graph, int number, Error *error) {
    GraphNode *node = &graph->nodes[number];
    Position position = node->entry.position;
    uint64_t moves = rules_moves(graph->shape, position.own, position.opp);
    if (node->link_count > 0) {
        node->entry.is_expanded = true;
        return true;
    }
    while (graph->link_capacity - graph->link_count < SHAPE_MAX_SQUARES)
        if (!grow_links(graph)) return fail_memory(error);
    if (graph->link_count > UINT32_MAX - SHAPE_MAX_SQUARES) return fail_memory(error);
    node->first_link = (uint32_t)graph->link_count;
    while (moves) {
        int square = bits_pop(&moves), sign;
        GraphLink *link = &graph->links[graph->link_count++];
        link->position = book_child(graph->shape, position, square, &sign);
        link->square = (int8_t)square;
        link->sign = (int8_t)sign;
        link->node = GRAPH_NONE;
        node->link_count++;
    }
    node->entry.is_expanded = node->link_count > 0;
    if (node->entry.is_expanded) node->entry.depth = node->entry.selectivity = 0; /* of a leaf */
    return true;
}

bool graph_load(Graph *graph, const Book *book, Error *error) {
    for (size_t i = 0; i < book_count(book); i++) {
        BookEntry entry;
        if (!book_entry(book, graph->shape, i, &entry, error) ||
            graph_put(graph, &entry, error) == GRAPH_NONE)
            return false;
    }
    return graph_back_up(graph, error);
}

/* --- Sweeps ----------------------------------------------------------------------------------- */

static int discs_of(const GraphNode *node) {
    return bits_count(node->entry.position.own | node->entry.position.opp);
}

/* A counting sort. */
static bool put_in_order(Graph *graph, Error *error) {
    int starts[DISC_COUNTS + 1] = {0};
    if (graph->ordered == graph->count) return true;
    int *order = realloc(graph->order, (size_t)graph->count * sizeof *order);
    if (!order) return fail_memory(error);
    graph->order = order;
    for (int i = 0; i < graph->count; i++) starts[discs_of(&graph->nodes[i]) + 1]++;
    for (int d = 1; d <= DISC_COUNTS; d++) starts[d] += starts[d - 1];
    for (int i = 0; i < graph->count; i++) order[starts[discs_of(&graph->nodes[i])]++] = i;
    graph->ordered = graph->count;
    return true;
}

static void back_up_node(Graph *graph, GraphNode *node) {
    int best = INT32_MIN;
    for (int i = 0; i < node->link_count; i++) {
        GraphLink *link = &graph->links[node->first_link + (uint32_t)i];
        if (link->node == GRAPH_NONE) link->node = graph_find(graph, link->position);
        if (link->node == GRAPH_NONE) continue;
        int score = link->sign * graph->nodes[link->node].entry.score;
        if (score > best) best = score;
        if (node->entry.move == link->square) node->entry.move = NO_MOVE; /* no longer outside */
    }
    if (best != INT32_MIN) node->entry.score = best;
}

bool graph_back_up(Graph *graph, Error *error) {
    if (!put_in_order(graph, error)) return false;
    for (int i = graph->count - 1; i >= 0; i--) {
        GraphNode *node = &graph->nodes[graph->order[i]];
        if (node->entry.is_expanded) back_up_node(graph, node);
    }
    return true;
}

void graph_measure(Graph *graph, const int *roots, int root_count) {
    for (int i = 0; i < graph->count; i++) graph->nodes[i].loss = GRAPH_FAR;
    for (int i = 0; i < root_count; i++) graph->nodes[roots[i]].loss = 0;
    for (int i = 0; i < graph->count; i++) {
        const GraphNode *node = &graph->nodes[graph->order[i]];
        if (node->loss == GRAPH_FAR) continue;
        for (int k = 0; k < node->link_count; k++) {
            const GraphLink *link = &graph->links[node->first_link + (uint32_t)k];
            if (link->node == GRAPH_NONE) continue;
            GraphNode *child = &graph->nodes[link->node];
            int loss = node->loss + node->entry.score - link->sign * child->entry.score;
            if (loss < child->loss) child->loss = loss;
        }
    }
}

bool graph_save(const Graph *graph, const char *path, const char *settings, Error *error) {
    BookEntry *entries = malloc((size_t)(graph->count + 1) * sizeof *entries);
    if (!entries) return fail_memory(error);
    for (int i = 0; i < graph->count; i++) entries[i] = graph->nodes[i].entry;
    bool ok = book_write(path, graph->shape, settings, entries, (size_t)graph->count, error);
    free(entries);
    return ok;
}
