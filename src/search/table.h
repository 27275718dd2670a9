/* The transposition table: bounds and best moves from earlier visits of a position, shared by all
 * threads without locks.
 *
 * An entry is two words: the data, and the position's 64-bit hash xor the data. A reader takes
 * both words as they are; if another thread was writing, they do not match and the entry
 * reads as a miss. Four entries share a cache line, so a probe costs one miss at most.
 *
 * Scores are bounds in 1/EVAL_DISC disc for the side to move. */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { TABLE_WAYS = 4, TABLE_NO_MOVE = 255, TABLE_AGES = 32 };

/* What is known of a position: its score lies within [lower, upper] as far as a search of `depth`
 * plies with `selectivity` can tell. */
typedef struct TableData {
    int16_t lower, upper;
    uint8_t move;        /* the best move, or TABLE_NO_MOVE */
    uint8_t second_move; /* the best before that, or TABLE_NO_MOVE */
    uint8_t depth;
    uint8_t selectivity : 3;
    uint8_t age : 5;
} TableData;

typedef struct TableSlot {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} TableSlot;

typedef struct Table {
    TableSlot *slots;
    size_t mask;     /* number of buckets in use - 1; a bucket is TABLE_WAYS slots */
    size_t bytes;    /* in use; what lies beyond is 0 and mostly untouched */
    size_t capacity; /* in bytes */
    unsigned age;
} Table;

/* Allocates the largest power of two that fits `megabytes`, cleared. Only a small part is in use at
 * first: the system takes half a second to hand out 256 MB, and most searches need far less. */
bool table_init(Table *table, size_t megabytes, Error *error);
void table_release(Table *table);

/* Forgets everything, and makes the table small again. */
void table_clear(Table *table);

/* Takes at least `bytes` into use, as far as the capacity goes. No entry is lost. Only while no
 * other thread uses the table. */
void table_grow(Table *table, size_t bytes);

/* A new search begins: entries of older ones are replaced first. */
void table_new_search(Table *table);

static inline TableSlot *table_bucket(const Table *table, uint64_t hash) {
    return &table->slots[(hash & table->mask) * TABLE_WAYS];
}

static inline void table_prefetch(const Table *table, uint64_t hash) {
    __builtin_prefetch(table_bucket(table, hash));
}

static inline uint64_t table_pack(TableData data) {
    uint64_t word;
    _Static_assert(sizeof data == sizeof word, "a table entry is two words");
    __builtin_memcpy(&word, &data, sizeof word);
    return word;
}

static inline TableData table_unpack(uint64_t word) {
    TableData data;
    __builtin_memcpy(&data, &word, sizeof data);
    return data;
}

/* Finds the entry for `hash`. Copies it to *out and returns true only if the stored check fits the
 * data, so a torn write by another thread reads as a miss. Any thread, never blocks. */
static inline bool table_probe(const Table *table, uint64_t hash, TableData *out) {
    TableSlot *slot = table_bucket(table, hash);
    for (int way = 0; way < TABLE_WAYS; way++, slot++) {
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        if ((atomic_load_explicit(&slot->check, memory_order_relaxed) ^ data) != hash) continue;
        *out = table_unpack(data);
        return true;
    }
    return false;
}

/* Whether the bounds come from a search at least as deep and no more selective. */
static inline bool table_is_sufficient(const TableData *data, int depth, int selectivity) {
    return data->depth >= depth && data->selectivity >= selectivity;
}

/* What a search of a position found, to be stored. */
typedef struct TableFinding {
    int alpha, beta, score; /* the window and the (fail-soft) result */
    int depth, selectivity;
    int move; /* best move, or TABLE_NO_MOVE */
} TableFinding;

/* Merges the finding with what is there, or replaces the least valuable entry of the bucket. */
void table_store(Table *table, uint64_t hash, const TableFinding *finding);

#endif
