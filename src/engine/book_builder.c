/* The loop that grows a book: choose a batch, search it on all threads (book_search.c), add what
 * was found, back up, save. */
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
#include "engine/book_task.h"
#include "game/rules.h"

enum { START_DISCS = 4, PLY_COST = BOOK_DISC / 8 /* penalty per ply of line length */ };

/* Between two saves of a quick build, in seconds. */
#define SAVE_INTERVAL 2.0

/* --- Choosing what comes next ----------------------------------------------------------------- */

static int plies_of(Position position) {
    return bits_count(position.own | position.opp) - START_DISCS;
}

/* An expanded position needs another look if its best move outside may be within the margin. */
static bool must_expand(const BookBuilder *self, const GraphNode *node) {
    const BookEntry *entry = &node->entry;
    if (entry->is_exact || plies_of(entry->position) >= self->options->plies) return false;
    if (!entry->is_expanded) return true;
    return entry->move != NO_MOVE &&
           entry->move_score >= entry->score - (self->margin - node->loss) - BOOK_RANK_SLACK;
}

/* The depth that the limits name; 0 if they name none. */
static int wanted_depth(const BookBuilder *self) {
    const EngineLimits *limits = &self->options->limits;
    return limits->level ? limits->level : limits->depth;
}

/* A leaf that stays a leaf is searched again if it was searched less deeply than is asked for. */
static bool must_search(const BookBuilder *self, const GraphNode *node) {
    const BookEntry *entry = &node->entry;
    int empties = bits_count(position_empties(self->shape, entry->position));
    int depth = wanted_depth(self);
    return !entry->is_exact && !entry->is_expanded &&
           entry->depth < (depth < empties ? depth : empties);
}

static int compare_tasks(const void *a, const void *b) {
    const BookTask *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    if (x->position.own != y->position.own) return x->position.own < y->position.own ? -1 : 1;
    return (x->position.opp > y->position.opp) - (x->position.opp < y->position.opp);
}

/* The positions with the lowest cost, sorted. Keeps twice a batch and throws half of it away when
 * that is full. */
static void offer_task(BookBuilder *self, const BookTask *task) {
    int batch = self->options->batch;
    if (self->task_count == 2 * batch) {
        qsort(self->tasks, (size_t)self->task_count, sizeof *self->tasks, compare_tasks);
        self->task_count = batch;
    }
    self->tasks[self->task_count++] = *task;
}

static void choose_batch(BookBuilder *self) {
    self->task_count = 0;
    self->status.waiting = 0;
    for (int i = 0; i < self->graph.count; i++) {
        const GraphNode *node = &self->graph.nodes[i];
        if (node->loss > self->margin) continue;
        bool is_expansion = must_expand(self, node);
        if (!is_expansion && !must_search(self, node)) continue;
        Position position = node->entry.position;
        self->status.waiting++;
        offer_task(self, &(BookTask){.position = position,
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
    BookBuilder *self = context;
    const BookBuildOptions *options = self->options;
    bool is_late = options->seconds > 0 && clock_seconds() > self->deadline;
    if (is_late || (options->stop && *options->stop)) self->must_stop = true;
    self->status.searched = self->searched;
    if (options->progress) options->progress(options->context, &self->status);
}

static bool add_findings(BookBuilder *self, Error *error) {
    for (int i = 0; i < self->task_count; i++) {
        const BookTask *task = &self->tasks[i];
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

static void count_positions(BookBuilder *self) {
    self->status.positions = self->graph.count;
    self->status.expanded = 0;
    for (int i = 0; i < self->graph.count; i++)
        self->status.expanded += self->graph.nodes[i].entry.is_expanded;
}

/* The tasks go as far as they can with the searches that are made, and list what they need; until
 * they need nothing more. */
static bool search_elsewhere(BookBuilder *self, Error *error) {
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
            if (!self->tasks[i].is_done) book_task_run(self, 0, (size_t)i);
        tick(self);
    } while (self->search_count > self->known && !self->must_stop);
    return true;
}

static bool run_tasks(BookBuilder *self, ThreadPool *pool, Error *error) {
    if (self->options->search_all) return search_elsewhere(self, error);
    return thread_pool_run_watched(pool, (size_t)self->task_count, book_task_run, tick, self,
                                   error);
}

static bool run_batch(BookBuilder *self, ThreadPool *pool, Error *error) {
    if (!run_tasks(self, pool, error) || !add_findings(self, error)) return false;
    count_positions(self);
    return true;
}

static bool save(BookBuilder *self, Error *error) {
    return graph_save(&self->graph, self->options->path, self->options->settings, error);
}

/* The roots that the book does not have yet are searched first, a batch at a time. */
static bool add_roots(BookBuilder *self, ThreadPool *pool, Error *error) {
    const BookRoots *roots = self->options->roots;
    for (int next = 0; next < roots->count && !self->must_stop;) {
        self->task_count = 0;
        for (; next < roots->count && self->task_count < self->options->batch; next++)
            if (graph_find(&self->graph, roots->positions[next]) == GRAPH_NONE)
                self->tasks[self->task_count++] = (BookTask){.position = roots->positions[next]};
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

static bool is_full(const BookBuilder *self) {
    return self->options->positions > 0 && self->graph.count >= self->options->positions;
}

static bool grow(BookBuilder *self, ThreadPool *pool, Error *error) {
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

static bool load(BookBuilder *self, Error *error) {
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

static bool open_builder(BookBuilder *self, Error *error) {
    const BookBuildOptions *options = self->options;
    self->engines = calloc((size_t)self->threads, sizeof *self->engines);
    self->tasks = calloc(2 * (size_t)options->batch, sizeof *self->tasks);
    self->roots = calloc((size_t)options->roots->count + 1, sizeof *self->roots);
    if (options->search_all)
        self->searches =
            calloc((size_t)options->batch * (BOOK_SEARCH_LINES + 1), sizeof *self->searches);
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

static void release_builder(BookBuilder *self) {
    for (int i = 0; self->engines && i < self->threads; i++) engine_free(self->engines[i]);
    free(self->engines);
    free(self->tasks);
    free(self->roots);
    free(self->searches);
    graph_release(&self->graph);
}

static bool work(BookBuilder *self, Error *error) {
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
    BookBuilder self = {.options = options,
                        .shape = shape,
                        .threads = options->search_all ? 1 : thread_pool_size(options->threads),
                        .margin = book_units(options->margin),
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
