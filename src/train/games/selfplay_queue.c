/* Self-play through a queue of blocks (selfplay_queue.h). A job's key is "block N", its payload the
 * number, its result the bytes. */
#include "train/games/selfplay_queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/text.h"
#include "base/thread_pool.h"
#include "game/rules.h"

enum {
    SUBMIT_BATCH = 4096,    /* jobs in one transaction */
    RENEWALS = 3,           /* of a lease, before it runs out */
    STATUS_SECONDS = 2,     /* between two countings of the queue */
    FINGERPRINT_GAMES = 20, /* random games whose positions tell evaluations apart */
    FINGERPRINT_SEED = 20240229
};

typedef struct Held {
    bool is_used;
    uint32_t block;
    Lease lease;
} Held;

struct SelfplayQueue {
    SelfplayStore store; /* first */
    Queue *queue;
    Shape shape;
    double lease_seconds;
    double renewed, counted; /* when */
    QueueStatus status;      /* as it was then */
    char worker[64];
    Held held[THREAD_POOL_MAX];
};

/* --- The store ----------------------------------------------------------------------------- */

static SelfplayQueue *queue_of(SelfplayStore *store) {
    return (SelfplayQueue *)store;
}

/* What is held for a block, or an unused place. There is one: there are as many as threads. */
static Held *find_held(SelfplayQueue *self, bool is_used, uint32_t block) {
    Held *held = self->held;
    while (held->is_used != is_used || (is_used && held->block != block)) held++;
    return held;
}

static BlockAnswer take(SelfplayStore *store, uint32_t *block, Error *error) {
    SelfplayQueue *self = queue_of(store);
    Held *held = find_held(self, false, 0);
    switch (queue_lease(self->queue, self->worker, self->lease_seconds, &held->lease, error)) {
    case LEASE_TAKEN: break;
    case LEASE_WAIT: return BLOCK_WAIT;
    case LEASE_NONE: return BLOCK_NONE;
    case LEASE_ERROR: return BLOCK_ERROR;
    }
    uint64_t number = held->lease.length == 4 ? bytes_get(held->lease.payload, 4) : UINT64_MAX;
    if (number >= GAMES_MAX_BLOCKS) {
        error_set(error, STATUS_BAD_INPUT, "the queue has a job '%s', which is no block of games",
                  held->lease.key);
        return BLOCK_ERROR;
    }
    held->is_used = true;
    held->block = *block = (uint32_t)number;
    return BLOCK_TAKEN;
}

/* Somebody else may have made it too, when this process was asleep for long: it is the same. */
static bool put(SelfplayStore *store, uint32_t block, const Game *games, Error *error) {
    SelfplayQueue *self = queue_of(store);
    Held *held = find_held(self, true, block);
    uint8_t bytes[GAMES_BLOCK_SIZE];
    size_t length = games_encode(&self->shape, block, games, GAMES_PER_BLOCK, bytes);
    bool is_first;
    held->is_used = false;
    return queue_finish(self->queue, &held->lease, bytes, length, &is_first, error);
}

static void give_back(SelfplayStore *store, uint32_t block) {
    SelfplayQueue *self = queue_of(store);
    Held *held = find_held(self, true, block);
    Error error; /* the lease runs out anyway */
    queue_give_back(self->queue, &held->lease, &error);
    held->is_used = false;
}

static bool renew_all(SelfplayQueue *self, Error *error) {
    bool is_held;
    for (int i = 0; i < THREAD_POOL_MAX; i++)
        if (self->held[i].is_used &&
            !queue_renew(self->queue, &self->held[i].lease, self->lease_seconds, &is_held, error))
            return false;
    return true;
}

static uint64_t total(const QueueStatus *status) {
    return status->queued + status->leased + status->done + status->failed;
}

static bool tick(SelfplayStore *store, SelfplayStatus *status, Error *error) {
    SelfplayQueue *self = queue_of(store);
    double now = clock_seconds();
    bool ok = true;
    if (now - self->renewed >= self->lease_seconds / RENEWALS) {
        ok = renew_all(self, error);
        self->renewed = now;
    }
    if (ok && now - self->counted >= STATUS_SECONDS) {
        ok = queue_status(self->queue, &self->status, error);
        self->counted = now;
    }
    status->blocks = self->status.done;
    status->blocks_wanted = total(&self->status);
    status->rate = self->status.rate * GAMES_PER_BLOCK;
    return ok;
}

/* --- Opening ------------------------------------------------------------------------------- */

/* A number that differs between evaluations: what they say about the positions of random games. */
static uint64_t fingerprint(const Evaluation *evaluation, const Shape *shape) {
    Random random = random_seeded(FINGERPRINT_SEED);
    uint64_t sum = 0;
    for (int game = 0; game < FINGERPRINT_GAMES; game++) {
        Position position = position_start(shape);
        while (!rules_is_over(shape, position)) {
            uint64_t moves = rules_moves(shape, position.own, position.opp);
            if (!moves) {
                position = position_passed(position);
                continue;
            }
            sum = random_mix(sum + (uint64_t)(int64_t)evaluation_value(evaluation, position));
            int square = rules_random_move(moves, &random);
            uint64_t flips = rules_flips(shape, square, position.own, position.opp);
            position = position_after(position, square, flips);
        }
    }
    return sum;
}

static bool claim(SelfplayQueue *self, const SelfplayPlan *plan, Error *error) {
    const GamesHeader *header = &plan->header;
    char purpose[QUEUE_PURPOSE_SIZE];
    Text text = text_into(purpose, sizeof purpose);
    text_format(&text, "work: selfplay, blocks of %d games\n", GAMES_PER_BLOCK);
    text_format(&text, "board: %dx%d\n", header->width, header->height);
    text_format(&text, "depth: %d\n", header->depth);
    text_format(&text, "selectivity: %d\n", header->selectivity);
    text_format(&text, "exact from: %d\n", header->exact_from);
    text_format(&text, "play on: %d\n", header->play_on);
    text_format(&text, "random plies: %d-%d\n", header->random_min, header->random_max);
    text_format(&text, "deviate: %d\n", header->deviate_permille);
    text_format(&text, "generation: %d\n", header->generation);
    text_format(&text, "seed: %llu\n", (unsigned long long)header->seed);
    text_format(&text, "evaluation: %s %016llx\n", plan->evaluation->name,
                (unsigned long long)fingerprint(plan->evaluation, &self->shape));
    return queue_claim(self->queue, purpose, error);
}

/* Blocks are submitted in order, so those that are there are the first ones. */
static bool submit(SelfplayQueue *self, uint32_t wanted, Error *error) {
    Job *jobs = calloc(SUBMIT_BATCH, sizeof *jobs);
    uint8_t(*numbers)[4] = calloc(SUBMIT_BATCH, sizeof *numbers);
    bool ok = jobs && numbers;
    if (!ok) error_set(error, STATUS_NO_MEMORY, "no memory for a queue");
    for (uint64_t next = total(&self->status); ok && next < wanted;) {
        size_t count = 0;
        for (; count < SUBMIT_BATCH && next < wanted; count++, next++) {
            bytes_put(numbers[count], next, 4);
            jobs[count] = (Job){.payload = numbers[count], .length = 4};
            snprintf(jobs[count].key, sizeof jobs[count].key, "block %u", (unsigned)next);
        }
        ok = queue_submit(self->queue, jobs, count, error);
    }
    free(numbers);
    free(jobs);
    return ok;
}

SelfplayQueue *selfplay_queue_open(const char *address, const SelfplayPlan *plan, uint64_t games,
                                   double lease_seconds, Error *error) {
    uint32_t wanted;
    if (!selfplay_blocks(games, &wanted, error)) return NULL;
    SelfplayQueue *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a queue");
        return NULL;
    }
    self->store = (SelfplayStore){take, put, give_back, tick};
    self->lease_seconds = lease_seconds;
    self->renewed = clock_seconds();
    char host[32] = "";
    gethostname(host, sizeof host - 1);
    snprintf(self->worker, sizeof self->worker, "%s:%ld", host, (long)getpid());
    self->queue = queue_open(address, true, error);
    if (self->queue && shape_init(&self->shape, plan->header.width, plan->header.height, error) &&
        claim(self, plan, error) && queue_resume(self->queue, error) &&
        queue_status(self->queue, &self->status, error) && submit(self, wanted, error))
        return self;
    selfplay_queue_close(self);
    return NULL;
}

void selfplay_queue_close(SelfplayQueue *queue) {
    if (!queue) return;
    queue_close(queue->queue);
    free(queue);
}

SelfplayStore *selfplay_queue_store(SelfplayQueue *queue) {
    return &queue->store;
}

/* --- Gathering ----------------------------------------------------------------------------- */

bool selfplay_queue_is_complete(SelfplayQueue *queue, uint64_t *blocks, Error *error) {
    QueueStatus status;
    if (!queue_status(queue->queue, &status, error)) return false;
    *blocks = status.done;
    if (status.failed > 0)
        error_set(error, STATUS_IO, "%llu blocks failed, the last one %.150s",
                  (unsigned long long)status.failed, status.reason);
    else if (status.done < total(&status))
        error_set(error, STATUS_STOPPED, "%llu blocks are missing",
                  (unsigned long long)(total(&status) - status.done));
    return status.done == total(&status);
}

static bool gather_one(void *context, const char *key, const uint8_t *result, size_t length,
                       Error *error) {
    GamesWriter *writer = context;
    unsigned block;
    if (sscanf(key, "block %u", &block) != 1 || block >= GAMES_MAX_BLOCKS) {
        error_set(error, STATUS_BAD_INPUT,
                  "the queue has a job '%.40s', which is no block of games", key);
        return false;
    }
    return games_is_done(writer, block) || games_append_bytes(writer, block, result, length, error);
}

bool selfplay_queue_gather(SelfplayQueue *queue, GamesWriter *writer, Error *error) {
    return queue_results(queue->queue, gather_one, writer, error) && games_sync(writer, error);
}
