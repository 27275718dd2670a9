/* The driver of a search: see search.h. It owns the table and the threads, and runs passes of
 * growing depth and selectivity over the root until a limit is reached. Nothing in here is hot. */
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "game/rules.h"
#include "search/dispatch.h"

enum {
    /* Middle-game passes stop this many plies before the end of the game: a solve that has all the
     * time it needs wants less before it than one that may be cut off. */
    MARGIN_LIMITED = 10,
    MARGIN_FREE = 14,
    SOLVE_AT_ONCE = 10,            /* up to here a solve needs no passes before it */
    WINDOW_FIRST = 3 * SCORE_DISC, /* half-width of the first aspiration window */
    WINDOW_SOLVED = SCORE_DISC,    /* ... when a selective solve of the same depth went before */
    DROP = 3 * SCORE_DISC / 2,     /* a fall of the score that asks for more time */
    PAUSE_FIRST = 6000000,         /* ns; what is expected before anything was seen */
    PAUSE_DECAY = 8,               /* a long pause is forgotten in about so many searches */
    TABLE_BYTES_A_NODE = 2,
    TABLE_BYTES_A_SOLVED_NODE = 24,
    TABLE_BYTES_A_MS = 32 << 10, /* that may be taken, for every millisecond left */
    TABLE_SMALL_SOLVE = 26,
    TABLE_SMALL_BYTES = 16 << 20,
    NS_PER_MS = 1000000,
    NS_PER_SECOND = 1000000000,
};

static const Selectivity preparing_selectivity = SELECTIVITY_87;

struct Search {
    Shared shared;
    const SearchKernel *kernel;
    Worker *workers[SEARCH_MAX_THREADS];
    pthread_t threads[SEARCH_MAX_THREADS];
    int started; /* helper threads running: workers 1 .. started */
};

typedef struct HelperStart {
    Worker *worker;
    SplitWork *work;
} HelperStart;

/* One run of search_run(), for the functions below. */
typedef struct Run {
    Search *search;
    const SearchLimits *limits;
    SearchResult *result;
    SearchProgress *progress;
    void *context;
    Position position;
    int empties;
    uint64_t moves; /* legal root moves; empty for a pass */
    int64_t start_ns;
    int unchanged; /* passes in a row with the same best move */
    bool has_dropped;
} Run;

int selectivity_percent(Selectivity selectivity) {
    static const int percents[SELECTIVITIES] = {73, 87, 95, 98, 99, 100};
    return selectivity < SELECTIVITIES ? percents[selectivity] : 100;
}

/* --- Life ---------------------------------------------------------------------------------------
 */

static Worker *worker_new(Search *search, int index) {
    size_t size = (sizeof(Worker) + 63) / 64 * 64;
    Worker *worker = aligned_alloc(64, size);
    if (!worker) return NULL;
    memset(worker, 0, size);
    worker->shared = &search->shared;
    worker->shape = search->shared.shape;
    worker->learned = search->shared.evaluation->learned;
    worker->index = index;
    return worker;
}

static void *helper_main(void *argument) {
    HelperStart start = *(HelperStart *)argument;
    free(argument);
    split_serve(start.worker, start.work);
    return NULL;
}

static bool start_helper(Search *search, int index) {
    search->workers[index] = worker_new(search, index);
    HelperStart *start = malloc(sizeof *start);
    if (!search->workers[index] || !start) {
        free(start);
        return false;
    }
    *start = (HelperStart){search->workers[index], search->kernel->work};
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
    Search *search = calloc(1, sizeof *search);
    if (!search) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a search");
        return NULL;
    }
    Shared *shared = &search->shared;
    shared->shape = evaluation->shape;
    shared->evaluation = evaluation;
    shared->threads = threads;
    atomic_init(&shared->pause_ns, PAUSE_FIRST);
    probcut_init(&shared->probcut, evaluation);
    pthread_mutex_init(&shared->lock, NULL);
    pthread_cond_init(&shared->wake, NULL);
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
    split_quit(shared);
    for (int i = 1; i <= search->started; i++) pthread_join(search->threads[i], NULL);
    for (int i = 0; i < SEARCH_MAX_THREADS; i++) free(search->workers[i]);
    table_release(&shared->table);
    pthread_cond_destroy(&shared->wake);
    pthread_mutex_destroy(&shared->lock);
    free(search);
}

void search_clear(Search *search) {
    table_clear(&search->shared.table);
    for (int i = 0; i < search->shared.threads; i++)
        memset(search->workers[i]->cache, 0, sizeof search->workers[i]->cache);
}

void search_stop(Search *search) {
    atomic_store(&search->shared.is_asked, true);
}

void search_rearm(Search *search) {
    atomic_store(&search->shared.is_asked, false);
}

/* --- Passes -------------------------------------------------------------------------------------
 */

static uint64_t total_nodes(const Search *search) {
    uint64_t nodes = 0;
    for (int i = 0; i < search->shared.threads; i++) nodes += search->workers[i]->nodes;
    return nodes;
}

static void tell(Run *run) {
    run->result->nodes = total_nodes(run->search);
    run->result->seconds = (double)(clock_ns() - run->start_ns) / NS_PER_SECOND;
    if (run->progress) run->progress(run->context, run->result);
}

static int clamp_score(int score) {
    return score > SCORE_INFINITE    ? SCORE_INFINITE
           : score < -SCORE_INFINITE ? -SCORE_INFINITE
                                     : score;
}

/* Searches the root within a window around `guess`. Where it fails, that side opens and the other
 * stays: a selective search may contradict itself, and must not be chased from side to side. False
 * if the pass was stopped; the best so far is then in shared->root, if any. */
static bool search_window(Search *search, int depth, int guess, int half) {
    Shared *shared = &search->shared;
    int alpha = clamp_score(guess - half), beta = clamp_score(guess + half);
    for (;; half *= 2) {
        shared->root.is_set = false;
        int score = search->kernel->pv_search(search->workers[0], 0, alpha, beta, depth);
        if (atomic_load(&shared->stop)) return false;
        if (score <= alpha && alpha > -SCORE_INFINITE)
            alpha = clamp_score(score - half);
        else if (score >= beta && beta < SCORE_INFINITE)
            beta = clamp_score(score + half);
        else
            return true;
    }
}

/* Makes lines[rank] free for `move`. The lines of the last pass move down, without the one that
 * began with the same move: if this pass is stopped they still stand, and no move stands twice. */
static void make_room(SearchResult *result, int rank, int move, int wanted) {
    int from = rank;
    while (from < result->count && result->lines[from].pv[0] != move) from++;
    if (from == result->count && from < wanted) result->count++;
    if (from == wanted) from--;
    for (; from > rank; from--) result->lines[from] = result->lines[from - 1];
}

static void set_result_line(Run *run, int rank, int wanted, int depth, Selectivity selectivity) {
    const RootBest *root = &run->search->shared.root;
    SearchLine *line = &run->result->lines[rank];
    make_room(run->result, rank, root->line.moves[0], wanted);
    line->score = root->score;
    line->depth = depth;
    line->selectivity = selectivity;
    line->is_exact = depth >= run->empties && selectivity == SELECTIVITY_NONE;
    line->length = root->line.length;
    memcpy(line->pv, root->line.moves, (size_t)line->length);
}

static void note_change(Run *run, int old_move, int old_score) {
    const SearchLine *line = &run->result->lines[0];
    run->unchanged = line->pv[0] == old_move ? run->unchanged + 1 : 0;
    run->has_dropped = line->score < old_score - DROP;
}

static int by_score(const void *a, const void *b) {
    const SearchLine *x = (const SearchLine *)a, *y = (const SearchLine *)b;
    return (y->score > x->score) - (y->score < x->score);
}

/* Takes as much of the table into use as the next pass may need. A pass takes about twice the nodes
 * of all before it and keeps fewer than one in twenty. A solve may take 50 times as many; but one
 * of 26 squares does well with the first part (FFO 40-49: 16 MB cost no more nodes than 256), and
 * each square more asks for about twice as much (FFO 53 to 58: no more nodes than with four times
 * that). */
static void make_table_fit(Run *run, int depth) {
    uint64_t nodes = total_nodes(run->search), bytes = nodes * TABLE_BYTES_A_NODE;
    if (depth >= run->empties) {
        int more = run->empties - TABLE_SMALL_SOLVE;
        uint64_t enough = TABLE_SMALL_BYTES;
        if (more > 0) enough <<= more < 30 ? more : 30;
        bytes = nodes * TABLE_BYTES_A_SOLVED_NODE;
        if (bytes > enough) bytes = enough;
    }
    /* Fresh pages take about 2 ms a megabyte, and nobody looks at the clock meanwhile. */
    Table *table = &run->search->shared.table;
    uint64_t most = UINT64_MAX;
    if (run->limits->deadline_ns) {
        int64_t left_ms = (run->limits->deadline_ns - clock_ns()) / NS_PER_MS;
        most = table->bytes + (left_ms > 0 ? (uint64_t)left_ms * TABLE_BYTES_A_MS : 0);
    }
    for (size_t before = 0;
         table->bytes < bytes && 2 * (uint64_t)table->bytes <= most && before != table->bytes;) {
        before = table->bytes;
        table_grow(table, before + 1);
    }
}

/* One pass over the root for every line wanted. False when stopped. */
static bool run_pass(Run *run, int depth, Selectivity selectivity, int half) {
    Search *search = run->search;
    Shared *shared = &search->shared;
    SearchResult *result = run->result;
    int wanted = run->limits->lines > 1 ? run->limits->lines : 1, moves = bits_count(run->moves);
    if (wanted > moves) wanted = moves ? moves : 1;
    int old_move = result->lines[0].pv[0], old_score = result->lines[0].score;
    bool is_first = result->count == 0;
    make_table_fit(run, depth);
    search->workers[0]->selectivity = selectivity;
    shared->excluded = 0;
    for (int rank = 0; rank < wanted; rank++) {
        int guess = rank < result->count ? result->lines[rank].score
                                         : result->lines[rank ? rank - 1 : 0].score;
        bool is_done = search_window(search, depth, guess, half);
        /* What a stopped pass found is worth having only if it is the best move of all. */
        if (shared->root.is_set && (is_done || rank == 0))
            set_result_line(run, rank, wanted, depth, selectivity);
        if (!is_done) {
            shared->excluded = 0;
            if (rank == 0 && shared->root.is_set) result->lines[0].is_exact = false;
            qsort(result->lines, (size_t)rank, sizeof result->lines[0], by_score);
            return false;
        }
        shared->excluded |= bits_square(result->lines[rank].pv[0] & 63);
    }
    shared->excluded = 0;
    if (wanted > 1) qsort(result->lines, (size_t)result->count, sizeof result->lines[0], by_score);
    if (!is_first) note_change(run, old_move, old_score);
    tell(run);
    return true;
}

/* Whether there is time for one more pass. A steady best move needs less than its share, a falling
 * score or a new best move is worth more. */
static bool has_time(const Run *run) {
    const SearchLimits *limits = run->limits;
    if (!limits->soft_ns) return true;
    double share = run->has_dropped || run->unchanged == 0 ? 1.4 : run->unchanged >= 4 ? 0.5 : 0.8;
    double budget = (double)(limits->soft_ns - run->start_ns) * share;
    return (double)(clock_ns() - run->start_ns) < budget;
}

static void run_passes(Run *run) {
    const SearchLimits *limits = run->limits;
    int target = limits->depth > 0 && limits->depth < run->empties ? limits->depth : run->empties;
    bool is_solve = target == run->empties;
    int margin = limits->deadline_ns || limits->nodes ? MARGIN_LIMITED : MARGIN_FREE;
    int last_middle = is_solve ? target - margin : target;
    if (is_solve && target <= SOLVE_AT_ONCE) last_middle = 0;
    Selectivity middle =
        is_solve && limits->selectivity > SELECTIVITY_73 ? SELECTIVITY_73 : limits->selectivity;
    bool is_forced = bits_count(run->moves) <= 1 && limits->deadline_ns && limits->lines <= 1;
    for (int depth = 1; depth <= last_middle; depth++) {
        if (!run_pass(run, depth, middle, WINDOW_FIRST)) return;
        if (is_forced && depth >= 4) {
            run->result->end = SEARCH_ONLY_MOVE;
            return;
        }
        if (!has_time(run)) {
            run->result->end = SEARCH_TIME_LIMIT;
            return;
        }
    }
    if (!is_solve) return;
    int half = WINDOW_FIRST;
    /* One selective solve before the one that was asked for. More of them cost more than they save:
     * 73, 87, 95, 98, 99 % before the exact one took FFO 40-49 from 15.2 to 20.7 s. */
    if (limits->selectivity > preparing_selectivity && run->empties > SOLVE_AT_ONCE) {
        if (!run_pass(run, run->empties, preparing_selectivity, WINDOW_FIRST)) return;
        half = WINDOW_SOLVED;
        if (!has_time(run)) {
            run->result->end = SEARCH_TIME_LIMIT;
            return;
        }
    }
    run_pass(run, run->empties, limits->selectivity, half);
}

/* --- The line to the end ------------------------------------------------------------------------
 */

/* A move that keeps the exact score of a position, found with zero window; NO_MOVE if stopped. */
static int keeping_move(Search *search, Position position, int score) {
    const Shape *shape = search->shared.shape;
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    while (moves) {
        int square = bits_pop(&moves);
        uint64_t flips = rules_flips(shape, square, position.own, position.opp);
        Worker *worker = search->workers[0];
        search->kernel->place(worker, 1, position_after(position, square, flips));
        int reply = search->kernel->zero_window_search(worker, 1, -score, worker->stack[1].empties);
        if (atomic_load(&search->shared.stop)) return NO_MOVE;
        if (reply <= -score) return square;
    }
    return NO_MOVE;
}

/* An estimated line ends where the table answered instead of a search: the table's moves go on. */
static void continue_line(Run *run, SearchLine *line) {
    Search *search = run->search;
    const Shape *shape = search->shared.shape;
    Position position = run->position;
    for (int i = 0; i < SEARCH_MAX_PV && i < line->depth; i++) {
        Move move;
        if (i >= line->length) {
            bool is_pass = !rules_moves(shape, position.own, position.opp);
            TableData known = {.move = PASS};
            if (!is_pass && !table_probe(&search->shared.table, position_hash(position), &known))
                return;
            if (!rules_find_move(shape, position, known.move, &move)) return;
            line->pv[line->length++] = (uint8_t)move.square;
        } else if (!rules_find_move(shape, position, line->pv[i], &move)) {
            return;
        }
        position_play(&position, move);
    }
}

/* The search stores no line below its lower layers: an exact one is played out to the end here. */
static void complete_line(Run *run, SearchLine *line) {
    Search *search = run->search;
    const Shape *shape = search->shared.shape;
    Position position = run->position;
    int score = line->score;
    if (!line->is_exact) {
        continue_line(run, line);
        return;
    }
    search->workers[0]->selectivity = SELECTIVITY_NONE;
    for (int i = 0; i < SEARCH_MAX_PV && !rules_is_over(shape, position); i++) {
        if (i >= line->length) {
            bool is_pass = !rules_moves(shape, position.own, position.opp);
            int square = is_pass ? PASS : keeping_move(search, position, score);
            if (square == NO_MOVE) return;
            line->pv[line->length++] = (uint8_t)square;
        }
        Move move;
        if (!rules_find_move(shape, position, line->pv[i], &move)) {
            line->length = i;
            return;
        }
        position_play(&position, move);
        score = -score;
    }
}

/* --- Running ------------------------------------------------------------------------------------
 */

/* A legal answer before anything is searched, so that no limit is too small. */
static void set_first_answer(Run *run) {
    Search *search = run->search;
    SearchLine *line = &run->result->lines[0];
    *line = (SearchLine){.selectivity = SELECTIVITY_73, .length = 1};
    line->pv[0] = (uint8_t)(run->moves ? bits_first(run->moves) : PASS);
    line->score = evaluation_value(search->shared.evaluation, run->position);
}

static void prepare(Run *run) {
    Shared *shared = &run->search->shared;
    const SearchLimits *limits = run->limits;
    shared->start_ns = run->start_ns;
    shared->deadline_ns = limits->deadline_ns;
    int64_t pause = atomic_load(&shared->pause_ns);
    atomic_store(&shared->pause_ns, pause - pause / PAUSE_DECAY);
    shared->node_limit = limits->nodes;
    shared->excluded = 0;
    atomic_store(&shared->stop, false);
    atomic_store(&shared->why, SEARCH_FINISHED);
    /* Time that is up already is noticed after the first few plies only: they take less than a
     * millisecond, and the first answer is merely legal. A stop that was asked for holds at once.
     */
    uint64_t share = shared->node_limit / (uint64_t)shared->threads;
    uint64_t first_check = CLOCK_INTERVAL;
    if (shared->node_limit && share < first_check) first_check = share;
    if (atomic_load(&shared->is_asked)) first_check = 0;
    for (int i = 0; i < shared->threads; i++) {
        run->search->workers[i]->nodes = 0;
        run->search->workers[i]->clock_check = first_check;
    }
    run->search->workers[0]->looked_ns = 0;
    table_new_search(&shared->table);
    run->search->kernel->place(run->search->workers[0], 0, run->position);
}

void search_run(Search *search, Position position, const SearchLimits *limits,
                SearchProgress *progress, void *context, SearchResult *result) {
    const Shape *shape = search->shared.shape;
    Run run = {.search = search,
               .limits = limits,
               .result = result,
               .progress = progress,
               .context = context,
               .position = position,
               .empties = bits_count(position_empties(shape, position)),
               .moves = rules_moves(shape, position.own, position.opp),
               .start_ns = clock_ns()};
    memset(result, 0, sizeof *result);
    if (rules_is_over(shape, position)) {
        result->lines[0] = (SearchLine){.score = rules_score(shape, position) * SCORE_DISC,
                                        .selectivity = SELECTIVITY_NONE,
                                        .is_exact = true};
        result->end = SEARCH_GAME_OVER;
        return;
    }
    set_first_answer(&run);
    prepare(&run);
    run_passes(&run);
    if (atomic_load(&search->shared.stop))
        result->end = (SearchEnd)atomic_load(&search->shared.why);
    if (result->count == 0) result->count = 1;
    for (int i = 0; i < result->count; i++) complete_line(&run, &result->lines[i]);
    result->nodes = total_nodes(search);
    result->seconds = (double)(clock_ns() - run.start_ns) / NS_PER_SECOND;
}
