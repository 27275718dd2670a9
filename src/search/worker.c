/* When a worker stops: a limit is reached, a stop is requested, or another thread has done its
 * work.
 */
#include "search/worker.h"

#include "base/bits.h"
#include "base/clock.h"

enum { LOOK_UP_INTERVAL = 1 << 10 }; /* nodes between two looks for settled frames */

void worker_share(Worker *worker, bool is_sharing) {
    worker->is_sharing = is_sharing;
    worker->frame_count = 0;
    worker->settled = -1;
    worker->next_look_up = is_sharing ? worker->nodes + LOOK_UP_INTERVAL : UINT64_MAX;
}

/* Whether the table has what the frame's search is to find out. */
static bool is_settled(const Worker *worker, const Frame *frame, int *score, bool *is_improved) {
    TableData known;
    if (!table_probe(&worker->shared->table, frame->hash, &known) ||
        !table_is_sufficient(&known, frame->depth, (int)frame->selectivity))
        return false;
    if (known.lower > frame->bound && known.move < 64 && bits_has(frame->squares, known.move))
        *is_improved = true;
    if (frame->beta == INT32_MAX) return false;
    *score = known.lower >= frame->beta ? known.lower : known.upper;
    return known.lower >= frame->beta || known.upper <= frame->alpha || known.lower == known.upper;
}

void worker_look_up(Worker *worker, int first) {
    worker->next_look_up = worker->nodes + LOOK_UP_INTERVAL;
    if (worker->settled >= 0) return;
    for (int i = first; i < worker->frame_count; i++) {
        bool is_improved = false;
        bool is_done = is_settled(worker, &worker->frames[i], &worker->settled_score, &is_improved);
        if (!is_done && !is_improved) continue;
        worker->settled = i;
        worker->is_improved = !is_done;
        return;
    }
}

static void stop_for(Shared *shared, SearchEnd why) {
    int none = SEARCH_FINISHED;
    atomic_compare_exchange_strong(&shared->stop_reason, &none, (int)why);
    atomic_store(&shared->stop, true);
    atomic_store(&shared->cancel, true);
}

/* The deadline is kept even if the next clock read comes as late as the latest one did: on a busy
 * machine a thread waits many milliseconds for a processor, and thread 0 for the others as well.
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
    if (worker->nodes >= worker->next_look_up) worker_look_up(worker, 0);
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
