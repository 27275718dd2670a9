/* The loop that grows a book: choose a batch, search it on all threads, add what was found, back
 * up, save. */
#include "engine/book_builder.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/thread_pool.h"
#include "book/graph.h"
#include "game/rules.h"

enum {
    START_DISCS = 4,
    RANK_LINES = BOOK_SEARCH_LINES, /* moves that the quick search ranks */
    RANK_DEPTH = 10,                /* depth of the ranking search if leaves are limited by nodes */
    SLACK = 3 * BOOK_DISC / 2,      /* margin for errors of the ranking search */
    PLY_COST = BOOK_DISC / 8        /* penalty per ply of line length */
};

/* Between two saves of a quick build, in seconds. */
#define SAVE_INTERVAL 2.0

/* A unit of work for one thread, and its result. */
typedef struct Task {
    Position position;
    bool is_expansion; /* else: search the position as a leaf */
    bool is_done;
    int cost, loss;
    int count;                    /* leaves that were searched */
    BookEntry leaves[RANK_LINES]; /* of an expansion: after the moves; else [0] is the leaf */
    int rest;                     /* the best move that leads out of the book, or NO_MOVE */
    int rest_score;
} Task;

typedef struct Builder {
    const BookBuildOptions *options;
    const Shape *shape;
    Graph graph;
    int *roots; /* nodes */
    int root_count;
    Engine **engines; /* one per thread */
    int threads;
    Task *tasks; /* of this batch */
    int task_count;
    int margin;
    double deadline;
    BookSearch *searches; /* of this batch, made elsewhere; the first `known` are made */
    int search_count, known;
    _Atomic bool must_stop; /* read by the searches */
    _Atomic int searched;
    BookBuildStatus status;
} Builder;

/* --- Searching, on any thread ------------------------------------------------------------------
 */

static int in_units(double discs) {
    return (int)lround(discs * BOOK_DISC);
}

bool book_search(Engine *engine, const EngineLimits *limits, const _Atomic bool *stop,
                 BookSearch *search) {
    int depth = limits->level ? limits->level : limits->depth;
    EngineLimits own = *limits;
    EngineResult result;
    if (search->is_ranking)
        own = (EngineLimits){.depth = depth ? (depth + 1) / 2 : RANK_DEPTH, .lines = RANK_LINES};
    own.stop = stop;
    engine_clear(engine);
    engine_think(engine, search->position, &own, NULL, NULL, &result);
    if (result.end == ENGINE_STOPPED) return false;
    search->count = result.count < RANK_LINES ? result.count : RANK_LINES;
    for (int i = 0; i < search->count; i++) {
        const EngineLine *line = &result.lines[i];
        search->lines[i].move = line->pv[0];
        search->lines[i].score = line->score;
        search->lines[i].depth = line->depth;
        search->lines[i].selectivity = line->selectivity;
        search->lines[i].is_exact = line->is_exact;
    }
    return true;
}

/* What a search elsewhere has found; false if it is not made yet: then it is in the list. */
static bool find_search(Builder *self, BookSearch *search) {
    for (int i = 0; i < self->search_count; i++) {
        const BookSearch *listed = &self->searches[i];
        if (listed->is_ranking != search->is_ranking ||
            listed->position.own != search->position.own ||
            listed->position.opp != search->position.opp)
            continue;
        if (i < self->known) *search = *listed;
        return i < self->known;
    }
    self->searches[self->search_count++] = *search;
    return false;
}

static bool make_search(Builder *self, Engine *engine, BookSearch *search) {
    if (self->options->search_all) return find_search(self, search);
    if (!book_search(engine, &self->options->limits, &self->must_stop, search)) return false;
    if (!search->is_ranking) self->searched++;
    return true;
}

/* Searches a position as a leaf of the book; false if it was stopped. */
static bool search_leaf(Builder *self, Engine *engine, Position position, BookEntry *entry) {
    *entry = (BookEntry){.position = position, .move = NO_MOVE, .selectivity = 100};
    if (rules_is_over(self->shape, position)) {
        entry->score = rules_score(self->shape, position) * BOOK_DISC;
        entry->is_exact = true;
        return true;
    }
    BookSearch search = {.position = position};
    if (!make_search(self, engine, &search)) return false;
    entry->score = entry->move_score = in_units(search.lines[0].score);
    entry->move = search.lines[0].move;
    entry->depth = search.lines[0].depth;
    entry->selectivity = search.lines[0].selectivity;
    entry->is_exact = search.lines[0].is_exact;
    return true;
}

/* The depth that the limits name; 0 if they name none. */
static int wanted_depth(const Builder *self) {
    const EngineLimits *limits = &self->options->limits;
    return limits->level ? limits->level : limits->depth;
}

/* The ranked move that continues the book's best line, or the first one. */
static int find_top(Builder *self, Position position, const BookSearch *ranked) {
    int top = 0, best = INT32_MIN;
    for (int i = 0; i < ranked->count; i++) {
        int sign;
        Position child = book_child(self->shape, position, ranked->lines[i].move, &sign);
        int node = graph_find(&self->graph, child);
        if (node == GRAPH_NONE) continue;
        int score = sign * self->graph.nodes[node].entry.score;
        if (score > best) best = score, top = i;
    }
    return top;
}

/* Searches the moves that the ranking puts within the margin, unless the book has them already. Of
 * the others the best is noted: if the moves in the book turn out worse, it may be needed. */
static bool expand(Builder *self, Engine *engine, Task *task) {
    BookSearch ranked = {.position = task->position, .is_ranking = true};
    bool is_complete = true;
    task->count = task->rest_score = 0;
    if (!make_search(self, engine, &ranked)) return false;
    int node = graph_find(&self->graph, task->position);
    bool is_again = self->graph.nodes[node].entry.is_expanded;
    double top = ranked.lines[is_again ? find_top(self, task->position, &ranked) : 0].score;
    double room = (double)(self->margin - task->loss + SLACK) / BOOK_DISC;
    int best = INT32_MIN;
    task->rest = NO_MOVE;
    for (int i = 0; i < ranked.count; i++) {
        int move = ranked.lines[i].move, sign;
        double score = ranked.lines[i].score;
        Position child = book_child(self->shape, task->position, move, &sign);
        int known = graph_find(&self->graph, child);
        BookEntry *leaf = &task->leaves[task->count];
        if (known != GRAPH_NONE) {
            leaf = &self->graph.nodes[known].entry;
        } else if (score < top - room) {
            if (task->rest == NO_MOVE) {
                task->rest = move;
                task->rest_score = in_units(score - top);
            }
            continue;
        } else if (search_leaf(self, engine, child, leaf)) {
            task->count++;
        } else if (self->options->search_all) {
            is_complete = false; /* all that are missing are made together */
            continue;
        } else {
            return false;
        }
        if (sign * leaf->score > best) best = sign * leaf->score;
    }
    if (is_complete) task->rest_score += best; /* otherwise there may be no best yet */
    return is_complete;
}

static void run_task(void *context, int worker, size_t number) {
    Builder *self = context;
    Task *task = &self->tasks[number];
    if (self->must_stop) return;
    if (task->is_expansion) {
        task->is_done = expand(self, self->engines[worker], task);
    } else {
        task->is_done = search_leaf(self, self->engines[worker], task->position, &task->leaves[0]);
        task->count = 1;
    }
}

/* --- Choosing what comes next ----------------------------------------------------------------- */

static int plies_of(Position position) {
    return bits_count(position.own | position.opp) - START_DISCS;
}

/* An expanded position needs another look if its best move outside may be within the margin. */
static bool must_expand(const Builder *self, const GraphNode *node) {
    const BookEntry *entry = &node->entry;
    if (entry->is_exact || plies_of(entry->position) >= self->options->plies) return false;
    if (!entry->is_expanded) return true;
    return entry->move != NO_MOVE &&
           entry->move_score >= entry->score - (self->margin - node->loss) - SLACK;
}

/* A leaf that stays a leaf is searched again if it was searched less deeply than is asked for. */
static bool must_search(const Builder *self, const GraphNode *node) {
    const BookEntry *entry = &node->entry;
    int empties = bits_count(position_empties(self->shape, entry->position));
    int depth = wanted_depth(self);
    return !entry->is_exact && !entry->is_expanded &&
           entry->depth < (depth < empties ? depth : empties);
}

static int compare_tasks(const void *a, const void *b) {
    const Task *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    if (x->position.own != y->position.own) return x->position.own < y->position.own ? -1 : 1;
    return (x->position.opp > y->position.opp) - (x->position.opp < y->position.opp);
}

/* The positions with the lowest cost, sorted. Keeps twice a batch and throws half of it away when
 * that is full. */
static void offer_task(Builder *self, const Task *task) {
    int batch = self->options->batch;
    if (self->task_count == 2 * batch) {
        qsort(self->tasks, (size_t)self->task_count, sizeof *self->tasks, compare_tasks);
        self->task_count = batch;
    }
    self->tasks[self->task_count++] = *task;
}

static void choose_batch(Builder *self) {
    self->task_count = 0;
    self->status.waiting = 0;
    for (int i = 0; i < self->graph.count; i++) {
        const GraphNode *node = &self->graph.nodes[i];
        if (node->loss > self->margin) continue;
        bool is_expansion = must_expand(self, node);
        if (!is_expansion && !must_search(self, node)) continue;
        Position position = node->entry.position;
        self->status.waiting++;
        offer_task(self, &(Task){.position = position,
                                 .is_expansion = is_expansion,
                                 .loss = node->loss,
                                 .cost = node->loss + PLY_COST * plies_of(position)});
    }
    qsort(self->tasks, (size_t)self->task_count, sizeof *self->tasks, compare_tasks);
    if (self->task_count > self->options->batch) self->task_count = self->options->batch;
    if (self->task_count > 0) self->status.loss = (double)self->tasks[0].loss / BOOK_DISC;
}

/* --- Batches ---------------------------------------------------------------------------------- */

static void tick(void *context) {
    Builder *self = context;
    const BookBuildOptions *options = self->options;
    bool is_late = options->seconds > 0 && clock_seconds() > self->deadline;
    if (is_late || (options->stop && *options->stop)) self->must_stop = true;
    self->status.searched = self->searched;
    if (options->progress) options->progress(options->context, &self->status);
}

static bool add_findings(Builder *self, Error *error) {
    for (int i = 0; i < self->task_count; i++) {
        const Task *task = &self->tasks[i];
        if (!task->is_done) continue;
        for (int k = 0; k < task->count; k++) {
            /* Two tasks of a batch may have found the same position, in the same way. */
            if (task->is_expansion &&
                graph_find(&self->graph, task->leaves[k].position) != GRAPH_NONE)
                continue;
            if (graph_put(&self->graph, &task->leaves[k], error) == GRAPH_NONE) return false;
        }
        if (!task->is_expansion) continue;
        int node = graph_find(&self->graph, task->position);
        self->graph.nodes[node].entry.move = task->rest;
        self->graph.nodes[node].entry.move_score = task->rest == NO_MOVE ? 0
                                                   : task->rest_score < -BOOK_MAX_SCORE
                                                       ? -BOOK_MAX_SCORE
                                                       : task->rest_score;
        if (!graph_expand(&self->graph, node, error)) return false;
    }
    return graph_back_up(&self->graph, error);
}

static void count_positions(Builder *self) {
    self->status.positions = self->graph.count;
    self->status.expanded = 0;
    for (int i = 0; i < self->graph.count; i++)
        self->status.expanded += self->graph.nodes[i].entry.is_expanded;
}

/* The tasks go as far as they can with the searches that are made, and list what they need; until
 * they need nothing more. */
static bool search_elsewhere(Builder *self, Error *error) {
    const BookBuildOptions *options = self->options;
    self->search_count = self->known = 0;
    do {
        int count = self->search_count - self->known;
        if (count > 0 && !options->search_all(options->search_context, self->searches + self->known,
                                              count, error)) {
            self->must_stop = true;
            return error->status == STATUS_STOPPED; /* the tasks that are done count */
        }
        for (int i = self->known; i < self->search_count; i++)
            self->searched += !self->searches[i].is_ranking;
        self->known = self->search_count;
        for (int i = 0; i < self->task_count; i++)
            if (!self->tasks[i].is_done) run_task(self, 0, (size_t)i);
        tick(self);
    } while (self->search_count > self->known && !self->must_stop);
    return true;
}

static bool run_tasks(Builder *self, ThreadPool *pool, Error *error) {
    if (self->options->search_all) return search_elsewhere(self, error);
    return thread_pool_run_watched(pool, (size_t)self->task_count, run_task, tick, self, error);
}

static bool run_batch(Builder *self, ThreadPool *pool, Error *error) {
    if (!run_tasks(self, pool, error) || !add_findings(self, error)) return false;
    count_positions(self);
    return true;
}

static bool save(Builder *self, Error *error) {
    return graph_save(&self->graph, self->options->path, self->options->settings, error);
}

/* The roots that the book does not have yet are searched first, a batch at a time. */
static bool add_roots(Builder *self, ThreadPool *pool, Error *error) {
    const BookRoots *roots = self->options->roots;
    for (int next = 0; next < roots->count && !self->must_stop;) {
        self->task_count = 0;
        for (; next < roots->count && self->task_count < self->options->batch; next++)
            if (graph_find(&self->graph, roots->positions[next]) == GRAPH_NONE)
                self->tasks[self->task_count++] = (Task){.position = roots->positions[next]};
        self->status.waiting = self->task_count;
        if (self->task_count > 0 && (!run_batch(self, pool, error) || !save(self, error)))
            return false;
    }
    for (int i = 0; i < roots->count; i++) {
        int node = graph_find(&self->graph, roots->positions[i]);
        if (node != GRAPH_NONE) self->roots[self->root_count++] = node;
    }
    return true;
}

static bool is_full(const Builder *self) {
    return self->options->positions > 0 && self->graph.count >= self->options->positions;
}

static bool grow(Builder *self, ThreadPool *pool, Error *error) {
    double saved = clock_seconds();
    bool is_saved = true;
    if (!add_roots(self, pool, error)) return false;
    while (!self->must_stop && !is_full(self)) {
        graph_measure(&self->graph, self->roots, self->root_count);
        choose_batch(self);
        self->status.is_finished = self->task_count == 0;
        if (self->status.is_finished) break;
        if (!run_batch(self, pool, error)) return false;
        is_saved = clock_seconds() < saved + SAVE_INTERVAL ? false : save(self, error);
        if (is_saved) saved = clock_seconds();
    }
    return is_saved || save(self, error);
}

/* --- Life ------------------------------------------------------------------------------------- */

static bool load(Builder *self, Error *error) {
    const BookBuildOptions *options = self->options;
    if (access(options->path, F_OK) != 0 && errno == ENOENT) return true;
    Book *book = book_open(options->path, error);
    if (!book) return false;
    bool ok = book_is_for(book, self->shape);
    if (!ok)
        error_set(error, STATUS_BAD_INPUT, "%.150s is a book for %dx%d", options->path,
                  book_width(book), book_height(book));
    if (ok && options->is_resumed_only && strcmp(book_settings(book), options->settings) != 0) {
        error_set(error, STATUS_BAD_INPUT,
                  "%.80s is there, built with '%.90s': give the same to resume, or use extend",
                  options->path, book_settings(book));
        ok = false;
    }
    ok = ok && graph_load(&self->graph, book, error);
    book_close(book);
    return ok;
}

static bool open_builder(Builder *self, Error *error) {
    const BookBuildOptions *options = self->options;
    self->engines = calloc((size_t)self->threads, sizeof *self->engines);
    self->tasks = calloc(2 * (size_t)options->batch, sizeof *self->tasks);
    self->roots = calloc((size_t)options->roots->count + 1, sizeof *self->roots);
    if (options->search_all)
        self->searches = calloc((size_t)options->batch * (RANK_LINES + 1), sizeof *self->searches);
    if (!self->engines || !self->tasks || !self->roots ||
        (options->search_all && !self->searches)) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a batch of %d positions", options->batch);
        return false;
    }
    EngineOptions engine = options->engine;
    engine.threads = 1;
    for (int i = 0; i < self->threads; i++) {
        self->engines[i] = engine_new(self->shape, &engine, error);
        if (!self->engines[i]) return false;
    }
    return load(self, error);
}

static void release_builder(Builder *self) {
    for (int i = 0; self->engines && i < self->threads; i++) engine_free(self->engines[i]);
    free(self->engines);
    free(self->tasks);
    free(self->roots);
    free(self->searches);
    graph_release(&self->graph);
}

static bool work(Builder *self, Error *error) {
    ThreadPool pool;
    if (!open_builder(self, error)) return false;
    count_positions(self);
    thread_pool_start(&pool, self->threads);
    bool ok = grow(self, &pool, error);
    thread_pool_stop(&pool);
    self->status.searched = self->searched;
    if (!ok || !self->options->stop || !*self->options->stop || self->status.is_finished) return ok;
    error_set(error, STATUS_STOPPED, "stopped with %d positions", self->graph.count);
    return false;
}

bool book_build(const BookBuildOptions *options, BookBuildStatus *status, Error *error) {
    const Shape *shape = options->roots->shape;
    Builder self = {.options = options,
                    .shape = shape,
                    .threads = options->search_all ? 1 : thread_pool_size(options->threads),
                    .margin = in_units(options->margin),
                    .deadline = clock_seconds() + options->seconds};
    graph_init(&self.graph, shape);
    int lock = file_lock(options->path, error);
    if (lock < 0) return false;
    bool ok = work(&self, error);
    *status = self.status;
    release_builder(&self);
    file_unlock(options->path, lock);
    return ok;
}
