/* Lends engines to jobs: one lock guards the list, and a job waits until one is free. */
#include "web/engines.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread_pool.h"

enum { MAX_ENGINES = 64, SESSION_SIZE = 64 };

typedef struct Slot {
    Engine *engine; /* NULL: none yet */
    Shape shape;    /* the engine borrows it */
    int threads;
    char session[SESSION_SIZE];
    uint64_t used; /* when it was taken last, counted in takings */
    bool is_busy;
} Slot;

struct Engines {
    EnginesOptions options;
    pthread_mutex_t lock;
    pthread_cond_t freed;
    uint64_t takings;
    Slot *slots;
};

Engines *engines_new(const EnginesOptions *options, Error *error) {
    Engines *engines = calloc(1, sizeof *engines);
    if (engines) {
        engines->options = *options;
        if (engines->options.count < 1) engines->options.count = 1;
        if (engines->options.threads < 1) engines->options.threads = thread_pool_size(0);
        if (engines->options.count > MAX_ENGINES) engines->options.count = MAX_ENGINES;
        size_t size = (size_t)engines->options.count * sizeof(Slot);
        engines->slots = aligned_alloc(_Alignof(Slot), size);
        if (engines->slots) {
            memset(engines->slots, 0, size);
            pthread_mutex_init(&engines->lock, NULL);
            pthread_cond_init(&engines->freed, NULL);
            return engines;
        }
    }
    free(engines);
    error_set(error, STATUS_NO_MEMORY, "no memory for engines");
    return NULL;
}

void engines_free(Engines *engines) {
    if (!engines) return;
    for (int i = 0; i < engines->options.count; i++) engine_free(engines->slots[i].engine);
    pthread_cond_destroy(&engines->freed);
    pthread_mutex_destroy(&engines->lock);
    free(engines->slots);
    free(engines);
}

static bool fits(const Slot *slot, const Shape *shape, int threads) {
    return slot->engine && slot->threads == threads && slot->shape.width == shape->width &&
           slot->shape.height == shape->height;
}

/* How much a free slot suits: the page's own engine, one of the kind, an unused place, any. */
static int suit(const Slot *slot, const Shape *shape, int threads, const char *session) {
    if (fits(slot, shape, threads)) return strcmp(slot->session, session) == 0 ? 3 : 2;
    return slot->engine ? 0 : 1;
}

static Slot *best_slot(Engines *engines, const Shape *shape, int threads, const char *session) {
    Slot *best = NULL;
    for (int i = 0; i < engines->options.count; i++) {
        Slot *slot = &engines->slots[i];
        if (slot->is_busy) continue;
        int more =
            best ? suit(slot, shape, threads, session) - suit(best, shape, threads, session) : 1;
        if (more > 0 || (more == 0 && slot->used < best->used)) best = slot;
    }
    return best;
}

/* Called without the lock: making an engine takes a while, and the slot is ours. */
static bool prepare(const Engines *engines, Slot *slot, const Shape *shape, int threads,
                    Error *error) {
    if (fits(slot, shape, threads)) return true;
    engine_free(slot->engine);
    slot->shape = *shape;
    slot->threads = threads;
    EngineOptions options = {.threads = threads, .hash_mb = engines->options.hash_mb};
    slot->engine = engine_new(&slot->shape, &options, error);
    return slot->engine != NULL;
}

static void set_free(Engines *engines, Slot *slot) {
    pthread_mutex_lock(&engines->lock);
    slot->is_busy = false;
    pthread_cond_broadcast(&engines->freed);
    pthread_mutex_unlock(&engines->lock);
}

int engines_threads(const Engines *engines) {
    return engines->options.threads;
}

bool engines_take(Engines *engines, const Shape *shape, int threads, const char *session,
                  const _Atomic bool *stop, EngineLoan *loan, Error *error) {
    if (threads < 1 || threads > engines->options.threads) threads = engines->options.threads;
    Slot *slot = NULL;
    pthread_mutex_lock(&engines->lock);
    while (!atomic_load(stop) && !(slot = best_slot(engines, shape, threads, session)))
        pthread_cond_wait(&engines->freed, &engines->lock);
    if (slot) {
        slot->is_busy = true;
        slot->used = ++engines->takings;
    }
    pthread_mutex_unlock(&engines->lock);
    if (!slot) {
        error_set(error, STATUS_STOPPED, "stopped");
        return false;
    }
    snprintf(slot->session, sizeof slot->session, "%s", session);
    if (!prepare(engines, slot, shape, threads, error)) {
        set_free(engines, slot);
        return false;
    }
    *loan = (EngineLoan){slot->engine, (int)(slot - engines->slots)};
    return true;
}

void engines_give(Engines *engines, EngineLoan loan) {
    engine_rearm(loan.engine);
    set_free(engines, &engines->slots[loan.place]);
}

const char *engines_book(const Engines *engines) {
    return engines->options.book;
}

void engines_wake(Engines *engines) {
    pthread_mutex_lock(&engines->lock);
    pthread_cond_broadcast(&engines->freed);
    pthread_mutex_unlock(&engines->lock);
}
