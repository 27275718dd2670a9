/* A hash table of positions by key, and its journal. */
#include "boards/perfect_nodes.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
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

static void head_line(const Shape *shape, char line[LINE_SIZE]) {
    snprintf(line, LINE_SIZE, "bianca perfect %dx%d 1\n", shape->width, shape->height);
}

/* KEY > SCORE and a newline, likewise. */
static bool read_bound(const char *at, int squares, uint64_t *key, int *bound, const char **end) {
    int length = 0;
    if (sscanf(at, "%" SCNu64 " > %d%n", key, bound, &length) < 2 || at[length] != '\n' || !*key ||
        *bound < -squares || *bound > squares)
        return false;
    *end = at + length + 1;
    return true;
}

/* KEY SCORE SQUARE NODES and a newline; `end` receives what follows. */
static bool read_line(const char *at, int squares, PerfectNode *node, const char **end) {
    int length = 0, score, square;
    uint64_t key, count;
    if (sscanf(at, "%" SCNu64 " %d %d %" SCNu64 "%n", &key, &score, &square, &count, &length) < 4 ||
        at[length] != '\n' || !key || score < -squares || score > squares || square < 0 ||
        square >= squares)
        return false;
    *node = (PerfectNode){
        .key = key, .nodes = count, .score = (int8_t)score, .square = (uint8_t)square};
    *end = at + length + 1;
    return true;
}

/* Takes all whole lines; *used is how many bytes they are. */
static bool read_lines(PerfectNodes *nodes, const Shape *shape, const char *path, const char *text,
                       size_t *used, Error *error) {
    char head[LINE_SIZE];
    head_line(shape, head);
    if (strncmp(text, head, strlen(head)) != 0) {
        error_set(error, STATUS_BAD_INPUT, "%.150s is not the journal of a %dx%d table", path,
                  shape->width, shape->height);
        return false;
    }
    const char *at = text + strlen(head);
    for (PerfectNode node; strchr(at, '\n');) {
        uint64_t key;
        int bound;
        bool is_bound = read_bound(at, shape->squares, &key, &bound, &at);
        if (!is_bound && !read_line(at, shape->squares, &node, &at)) {
            error_set(error, STATUS_BAD_INPUT, "%.150s: byte %zu: this is no position", path,
                      (size_t)(at - text));
            return false;
        }
        if (is_bound ? !put_bound(nodes, key, bound) : !put(nodes, &node)) {
            error_set(error, STATUS_NO_MEMORY, "no memory for the positions of %.150s", path);
            return false;
        }
    }
    *used = (size_t)(at - text);
    return true;
}

/* Reads what is there, cuts off a torn last line, and opens the journal for more. */
static bool open_journal(PerfectNodes *nodes, const Shape *shape, const char *path, Error *error) {
    size_t used = 0, length;
    char head[LINE_SIZE], *bytes;
    nodes->file_lock = file_lock(path, error);
    if (nodes->file_lock < 0) return false;
    bool is_new = access(path, F_OK) != 0;
    if (!is_new) {
        if (!file_read(path, FILE_LIMIT, &bytes, &length, error)) return false;
        is_new = length == 0;
        bool ok = is_new || read_lines(nodes, shape, path, bytes, &used, error);
        free(bytes);
        if (!ok) return false;
    }
    nodes->journal = fopen(path, is_new ? "w" : "r+");
    head_line(shape, head);
    bool ok = nodes->journal && (is_new ? fputs(head, nodes->journal) >= 0
                                        : ftruncate(fileno(nodes->journal), (off_t)used) == 0 &&
                                              fseek(nodes->journal, 0, SEEK_END) == 0);
    if (!ok) error_set(error, STATUS_IO, "%.150s: %s", path, strerror(errno));
    return ok;
}

bool perfect_nodes_open(PerfectNodes *nodes, const Shape *shape, const char *journal,
                        Error *error) {
    *nodes = (PerfectNodes){.capacity = FIRST_CAPACITY, .path = journal, .file_lock = -1};
    pthread_mutex_init(&nodes->lock, NULL);
    nodes->slots = calloc(nodes->capacity, sizeof *nodes->slots);
    if (!nodes->slots) error_set(error, STATUS_NO_MEMORY, "no memory for positions");
    if (nodes->slots && (!journal || open_journal(nodes, shape, journal, error))) return true;
    perfect_nodes_release(nodes);
    return false;
}

void perfect_nodes_release(PerfectNodes *nodes) {
    if (nodes->journal) fclose(nodes->journal);
    file_unlock(nodes->path, nodes->file_lock);
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
    if (ok && nodes->journal)
        ok = fprintf(nodes->journal, "%" PRIu64 " %d %d %" PRIu64 "\n", node->key, node->score,
                     node->square, node->nodes) > 0 &&
             fflush(nodes->journal) == 0;
    if (!ok) nodes->has_failed = true;
    pthread_mutex_unlock(&nodes->lock);
}

void perfect_nodes_store_bound(PerfectNodes *nodes, uint64_t key, int bound) {
    pthread_mutex_lock(&nodes->lock);
    bool ok = put_bound(nodes, key, bound);
    if (ok && nodes->journal)
        ok = fprintf(nodes->journal, "%" PRIu64 " > %d\n", key, bound) > 0 &&
             fflush(nodes->journal) == 0;
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
