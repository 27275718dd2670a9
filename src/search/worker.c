/* When a worker stops: a limit is reached, a stop is requested, or a split point above is cut. */
#include "search/worker.h"

#include "base/clock.h"
#include "search/split.h"

bool worker_is_cancelled(const Worker *worker) {
    if (atomic_load_explicit(&worker->shared->stop, memory_order_relaxed)) return true;
    for (const SplitPoint *split = worker->split; split; split = split->parent)
        if (atomic_load_explicit(&split->is_cut, memory_order_relaxed)) return true;
    return false;
}

static void stop_for(Shared *shared, SearchEnd why) {
    int none = SEARCH_FINISHED;
    atomic_compare_exchange_strong(&shared->stop_reason, &none, (int)why);
    atomic_store(&shared->stop, true);
}

/* The deadline is kept even if the next clock read comes as late as the latest one did: on a busy
 * machine a thread waits many milliseconds for a processor, and a master for its helpers' as well.
 * At most half of the time is given up for that. */
static bool is_time_up(Worker *worker) {
    Shared *shared = worker->shared;
    int64_t now = clock_ns();
    int64_t gap = atomic_load_explicit(&shared->clock_gap_ns, memory_order_relaxed);
    if (worker->clock_read_ns && now - worker->clock_read_ns > gap) {
        gap = now - worker->clock_read_ns;
        atomic_store_explicit(&shared->clock_gap_ns, gap, memory_order_relaxed);
    }
    worker->clock_read_ns = now;
    if (now >= shared->deadline_ns) return true;
    if (shared->threads > 1) gap += gap / 2;
    int64_t most = (shared->deadline_ns - shared->start_ns) / 2;
    return now >= shared->deadline_ns - (gap < most ? gap : most);
}

void worker_check_limits(Worker *worker) {
    Shared *shared = worker->shared;
    if (worker->nodes < worker->next_check) return;
    uint64_t share = shared->node_limit / (uint64_t)shared->threads;
    worker->next_check = worker->nodes + CLOCK_INTERVAL;
    if (worker->nodes < share && share < worker->next_check) worker->next_check = share;
    const _Atomic bool *flag = shared->stop_flag;
    if (atomic_load_explicit(&shared->is_stop_requested, memory_order_relaxed) || (flag && *flag))
        stop_for(shared, SEARCH_STOPPED);
    if (shared->deadline_ns && is_time_up(worker)) stop_for(shared, SEARCH_TIME_LIMIT);
    /* With several threads each gets an equal share of the nodes: close enough, and no counter
     * that all of them write. */
    if (shared->node_limit && worker->nodes >= share) stop_for(shared, SEARCH_NODE_LIMIT);
}
