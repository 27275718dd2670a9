/* The moves that are being searched now: a small table without locks that all threads of a search
 * share. A thread enters a move before it searches it and takes it out afterwards; another one that
 * meets the move meanwhile searches others first.
 *
 * The table is a hint: an entry that finds no room is left out, which costs time only. */
#ifndef SEARCH_BUSY_H
#define SEARCH_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { BUSY_BITS = 11, BUSY_WAYS = 8, BUSY_COUNT = 1023 };

typedef struct BusyMoves {
    /* The key, and in its last bits how many threads search the move; 0: free. */
    _Alignas(64) _Atomic uint64_t entries[1 << BUSY_BITS][BUSY_WAYS];
} BusyMoves;

/* Of a move, by the hash of the position after it, searched `depth` plies deep. Never 0; its last
 * bits are those of the count. */
static inline uint64_t busy_key(uint64_t hash, int depth) {
    uint64_t key = (hash + (uint64_t)depth * 0x9e3779b97f4a7c15) & ~(uint64_t)BUSY_COUNT;
    return key ? key : BUSY_COUNT + 1;
}

/* How many threads search the move. */
static inline int busy_count(const BusyMoves *busy, uint64_t key) {
    const _Atomic uint64_t *entries = busy->entries[key >> (64 - BUSY_BITS)];
    int count = 0;
    for (int way = 0; way < BUSY_WAYS; way++) {
        uint64_t entry = atomic_load_explicit(&entries[way], memory_order_relaxed);
        if ((entry & ~(uint64_t)BUSY_COUNT) == key) count += (int)(entry & BUSY_COUNT);
    }
    return count;
}

/* Enters a move; returns its entry, for busy_leave(), or NULL if there is no room. */
static inline _Atomic uint64_t *busy_enter(BusyMoves *busy, uint64_t key) {
    _Atomic uint64_t *entries = busy->entries[key >> (64 - BUSY_BITS)];
    for (int way = 0; way < BUSY_WAYS; way++) {
        uint64_t entry = atomic_load_explicit(&entries[way], memory_order_relaxed);
        while ((entry & ~(uint64_t)BUSY_COUNT) == key)
            if (atomic_compare_exchange_weak_explicit(&entries[way], &entry, entry + 1,
                                                      memory_order_relaxed, memory_order_relaxed))
                return &entries[way];
    }
    for (int way = 0; way < BUSY_WAYS; way++) {
        uint64_t none = 0;
        if (atomic_compare_exchange_strong_explicit(&entries[way], &none, key + 1,
                                                    memory_order_relaxed, memory_order_relaxed))
            return &entries[way];
    }
    return NULL;
}

static inline void busy_leave(_Atomic uint64_t *entry) {
    if (!entry) return;
    uint64_t old = atomic_load_explicit(entry, memory_order_relaxed), left;
    do {
        left = (old & BUSY_COUNT) == 1 ? 0 : old - 1;
    } while (!atomic_compare_exchange_weak_explicit(entry, &old, left, memory_order_relaxed,
                                                    memory_order_relaxed));
}

#endif
