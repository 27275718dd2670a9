/* A hash table of positions by key, and its journal. */
#include "boards/perfect_nodes.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/random.h"

enum { FIRST_CAPACITY = 1 << 12, LINE_SIZE = 120 };

static PerfectNode *slot_of(const PerfectNodes *nodes, uint64_t key) {
    size_t at = (size_t)random_mix(key) & (nodes->capacity - 1);
    while (nodes->slots[at].key && nodes->slots[at].key != key)
        at = (at + 1) & (nodes->capacity - 1);
    return &nodes->slots[at];
}

static bool grow(PerfectNodes *nodes) {
    PerfectNodes larger = *nodes;
    larger.capacity = 2 * nodes->capacity;
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots) return false;
    for (size_t i = 0; i < nodes->capacity; i++)
        if (nodes->slots[i].key) *slot_of(&larger, nodes->slots[i].key) = nodes->slots[i];
    free(nodes->slots);
    nodes->slots = larger.slots;
    nodes->capacity = larger.capacity;
    return true;
}

/* The slot with that key, made if there is none; NULL if memory is short. No position has key 0. */
static PerfectNode *take_slot(PerfectNodes *nodes, uint64_t key) {
    if (2 * nodes->count >= nodes->capacity && !grow(nodes)) {
        nodes->has_failed = true;
        return NULL;
    }
    PerfectNode *slot = slot_of(nodes, key);
    if (!slot->key) {
        slot->key = key;
        nodes->count++;
    }
    return slot;
}

static bool put(PerfectNodes *nodes, const PerfectNode *node) {
    PerfectNode *slot = take_slot(nodes, node->key);
    if (!slot) return false;
    nodes->solved += !slot->is_solved;
    slot->nodes = node->nodes;
    slot->score = node->score;
    slot->square = node->square;
    slot->is_solved = true;
    return true;
}

static bool put_bound(PerfectNodes *nodes, uint64_t key, int bound) {
    PerfectNode *slot = take_slot(nodes, key);
    if (!slot) return false;
    if (!slot->has_bound || slot->bound < bound) slot->bound = (int8_t)bound;
    slot->has_bound = true;
    return true;
}

/* KEY > SCORE */
static bool read_bound(const char *line, int squares, uint64_t *key, int *bound) {
    int length = 0;
    return sscanf(line, "%" SCNu64 " > %d%n", key, bound, &length) == 2 && !line[length] && *key &&
           *bound >= -squares && *bound <= squares;
}

/* KEY SCORE SQUARE NODES */
static bool read_node(const char *line, int squares, PerfectNode *node) {
    int length = 0, score, square;
    uint64_t key, count;
    if (sscanf(line, "%" SCNu64 " %d %d %" SCNu64 "%n", &key, &score, &square, &count, &length) <
            4 ||
        line[length] || !key || score < -squares || score > squares || square < 0 ||
        square >= squares)
        return false;
    *node = (PerfectNode){
        .key = key, .nodes = count, .score = (int8_t)score, .square = (uint8_t)square};
    return true;
}

/* The nodes while their journal is read. */
typedef struct Reading {
    PerfectNodes *nodes;
    const Shape *shape;
} Reading;

static bool take_line(void *context, char *line, Error *error) {
    const Reading *reading = context;
    PerfectNode node;
    uint64_t key;
    int bound;
    bool is_bound = read_bound(line, reading->shape->squares, &key, &bound);
    if (!is_bound && !read_node(line, reading->shape->squares, &node)) {
        error_set(error, STATUS_BAD_INPUT, "is no position: %.60s", line);
        return false;
    }
    if (is_bound ? put_bound(reading->nodes, key, bound) : put(reading->nodes, &node)) return true;
    error_set(error, STATUS_NO_MEMORY, "is one too many for the memory");
    return false;
}

static bool open_journal(PerfectNodes *nodes, const Shape *shape, const char *path, Error *error) {
    char head[LINE_SIZE], noun[LINE_SIZE];
    Reading reading = {nodes, shape};
    snprintf(head, sizeof head, "bianca perfect %dx%d 1\n", shape->width, shape->height);
    snprintf(noun, sizeof noun, "the journal of a %dx%d table", shape->width, shape->height);
    return append_log_open(&nodes->journal, path, head, noun, take_line, &reading, error);
}

bool perfect_nodes_open(PerfectNodes *nodes, const Shape *shape, const char *journal,
                        Error *error) {
    *nodes = (PerfectNodes){.capacity = FIRST_CAPACITY, .journal = {.lock = -1}};
    pthread_mutex_init(&nodes->lock, NULL);
    nodes->slots = calloc(nodes->capacity, sizeof *nodes->slots);
    if (!nodes->slots) error_set(error, STATUS_NO_MEMORY, "no memory for positions");
    if (nodes->slots && (!journal || open_journal(nodes, shape, journal, error))) return true;
    perfect_nodes_release(nodes);
    return false;
}

void perfect_nodes_release(PerfectNodes *nodes) {
    append_log_close(&nodes->journal);
    free(nodes->slots);
    pthread_mutex_destroy(&nodes->lock);
}

bool perfect_nodes_raise(PerfectNodes *nodes, uint64_t key, int allowance) {
    pthread_mutex_lock(&nodes->lock);
    PerfectNode *slot = slot_of(nodes, key);
    bool is_raised = slot->key && slot->allowance < allowance;
    if (is_raised) slot->allowance = (int8_t)allowance;
    pthread_mutex_unlock(&nodes->lock);
    return is_raised;
}

void perfect_nodes_store(PerfectNodes *nodes, const PerfectNode *node) {
    pthread_mutex_lock(&nodes->lock);
    bool ok = put(nodes, node);
    if (ok && nodes->journal.file)
        ok = fprintf(nodes->journal.file, "%" PRIu64 " %d %d %" PRIu64 "\n", node->key, node->score,
                     node->square, node->nodes) > 0 &&
             append_log_flush(&nodes->journal, false, NULL);
    if (!ok) nodes->has_failed = true;
    pthread_mutex_unlock(&nodes->lock);
}

void perfect_nodes_store_bound(PerfectNodes *nodes, uint64_t key, int bound) {
    pthread_mutex_lock(&nodes->lock);
    bool ok = put_bound(nodes, key, bound);
    if (ok && nodes->journal.file)
        ok = fprintf(nodes->journal.file, "%" PRIu64 " > %d\n", key, bound) > 0 &&
             append_log_flush(&nodes->journal, false, NULL);
    if (!ok) nodes->has_failed = true;
    pthread_mutex_unlock(&nodes->lock);
}

bool perfect_nodes_is_above(PerfectNodes *nodes, uint64_t key, int bound) {
    pthread_mutex_lock(&nodes->lock);
    const PerfectNode *slot = slot_of(nodes, key);
    bool is_above = slot->key && slot->has_bound && slot->bound >= bound;
    pthread_mutex_unlock(&nodes->lock);
    return is_above;
}

bool perfect_nodes_find(PerfectNodes *nodes, uint64_t key, PerfectNode *node) {
    pthread_mutex_lock(&nodes->lock);
    const PerfectNode *slot = slot_of(nodes, key);
    bool is_found = slot->key && slot->is_solved;
    if (is_found) *node = *slot;
    pthread_mutex_unlock(&nodes->lock);
    return is_found;
}
