/* The life of a Search: it is allocated with its table and its threads, cleared, stopped from
 * outside, and freed. What it does while it runs begins in run.c. */
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "search/driver.h"

typedef struct HelperStart {
    Worker *worker;
    const SearchKernel *kernel;
} HelperStart;

static const int percents[SELECTIVITIES] = {73, 87, 95, 98, 99, 100};

int selectivity_percent(Selectivity selectivity) {
    return selectivity < SELECTIVITIES ? percents[selectivity] : 100;
}

bool selectivity_from_percent(int percent, Selectivity *selectivity) {
    for (int i = 0; i < SELECTIVITIES; i++) {
        if (percents[i] != percent) continue;
        *selectivity = (Selectivity)i;
        return true;
    }
    return false;
}

/* Where the last ply looks first and last: see Shared. */
static void set_last_ply_order(Shared *shared) {
    const Shape *shape = shared->shape;
    uint64_t corners = shape->corners, beside = shape_neighbours(shape, corners), edges = 0;
    for (int i = 0; i < shape->squares; i++) {
        int square = shape_from_index(shape, i), column = shape_column(shape, square);
        int row = shape_row(shape, square);
        if (column == 0 || column == shape->width - 1 || row == 0 || row == shape->height - 1)
            edges |= bits_square(square);
    }
    shared->first_squares = edges & ~beside;
    shared->last_squares = beside;
}

static Worker *worker_new(Search *search, int index) {
    size_t size = (sizeof(Worker) + 63) / 64 * 64;
    Worker *worker = aligned_alloc(64, size);
    if (!worker) return NULL;
    memset(worker, 0, size);
    worker->shared = &search->shared;
    worker->shape = search->shared.shape;
    worker->learned = search->shared.evaluation->learned;
    worker->index = index;
    worker->gathers_fast = search_gathers_fast();
    worker_share(worker, false);
    return worker;
}

static void *helper_main(void *argument) {
    HelperStart start = *(HelperStart *)argument;
    free(argument);
    pass_serve(start.worker, start.kernel);
    return NULL;
}

static bool start_helper(Search *search, int index) {
    search->workers[index] = worker_new(search, index);
    HelperStart *start = malloc(sizeof *start);
    if (!search->workers[index] || !start) {
        free(start);
        return false;
    }
    *start = (HelperStart){search->workers[index], search->kernel};
    if (pthread_create(&search->threads[index], NULL, helper_main, start) != 0) {
        free(start);
        return false;
    }
    search->started++;
    return true;
}

Search *search_new(const Evaluation *evaluation, const SearchOptions *options, Error *error) {
    int threads = options->threads;
    if (threads < 1 || threads > SEARCH_MAX_THREADS) {
        error_set(error, STATUS_BAD_INPUT, "threads must be 1 to %d", SEARCH_MAX_THREADS);
        return NULL;
    }
    Search *search = aligned_alloc(64, (sizeof *search + 63) / 64 * 64);
    if (!search) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a search");
        return NULL;
    }
    memset(search, 0, sizeof *search);
    Shared *shared = &search->shared;
    shared->shape = evaluation->shape;
    shared->evaluation = evaluation;
    shared->threads = threads;
    shared->share_empties = threads < MANY_THREADS ? SHARE_MIN_EMPTIES_FEW : SHARE_MIN_EMPTIES;
    atomic_init(&shared->clock_gap_ns, CLOCK_GAP_FIRST_NS);
    SearchParameters standard = search_parameters_standard();
    search_set_parameters(search, options->parameters ? options->parameters : &standard);
    set_last_ply_order(shared);
    pthread_mutex_init(&shared->lock, NULL);
    pthread_cond_init(&shared->wake, NULL);
    pthread_cond_init(&shared->done, NULL);
    search->kernel = search_kernel(evaluation->shape, options->isa);
    bool ok = table_init(&shared->table, options->hash_mb ? options->hash_mb : 1, error);
    if (ok) {
        ok = (search->workers[0] = worker_new(search, 0)) != NULL;
        for (int i = 1; i < threads && ok; i++) ok = start_helper(search, i);
        if (!ok) error_set(error, STATUS_NO_MEMORY, "cannot start %d search threads", threads);
    }
    if (ok) return search;
    search_free(search);
    return NULL;
}

void search_free(Search *search) {
    if (!search) return;
    Shared *shared = &search->shared;
    pass_quit(shared);
    for (int i = 1; i <= search->started; i++) pthread_join(search->threads[i], NULL);
    for (int i = 0; i < SEARCH_MAX_THREADS; i++) free(search->workers[i]);
    table_release(&shared->table);
    pthread_cond_destroy(&shared->wake);
    pthread_cond_destroy(&shared->done);
    pthread_mutex_destroy(&shared->lock);
    free(search);
}

void search_set_parameters(Search *search, const SearchParameters *parameters) {
    Shared *shared = &search->shared;
    shared->parameters = *parameters;
    probcut_init(&shared->probcut, shared->evaluation, parameters);
}

void search_clear(Search *search) {
    table_clear(&search->shared.table);
    for (int i = 0; i < search->shared.threads; i++)
        memset(search->workers[i]->cache, 0, sizeof search->workers[i]->cache);
    /* The static values stay true: a search keeps its evaluation for life. */
}

void search_stop(Search *search) {
    atomic_store(&search->shared.is_stop_requested, true);
}

void search_rearm(Search *search) {
    atomic_store(&search->shared.is_stop_requested, false);
}
