/* The searches that grow a book, on any thread: positions as leaves, and the ranked moves of a
 * position that is expanded. */
#include "engine/book_task.h"

#include "game/rules.h"

enum { RANK_DEPTH = 10 /* of the ranking search if leaves are limited by nodes */ };

bool book_search(Engine *engine, const EngineLimits *limits, const _Atomic bool *stop,
                 BookSearch *search) {
    int depth = limits->level ? limits->level : limits->depth;
    EngineLimits own = *limits;
    EngineResult result;
    if (search->is_ranking)
        own = (EngineLimits){.depth = depth ? (depth + 1) / 2 : RANK_DEPTH,
                             .lines = BOOK_SEARCH_LINES};
    own.stop = stop;
    engine_clear(engine);
    engine_think(engine, search->position, &own, NULL, NULL, &result);
    if (result.end == ENGINE_STOPPED) return false;
    search->count = result.count < BOOK_SEARCH_LINES ? result.count : BOOK_SEARCH_LINES;
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
static bool find_search(BookBuilder *self, BookSearch *search) {
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

static bool make_search(BookBuilder *self, Engine *engine, BookSearch *search) {
    if (self->options->search_all) return find_search(self, search);
    if (!book_search(engine, &self->options->limits, &self->must_stop, search)) return false;
    if (!search->is_ranking) self->searched++;
    return true;
}

/* Searches a position as a leaf of the book; false if it was stopped. */
static bool search_leaf(BookBuilder *self, Engine *engine, Position position, BookEntry *entry) {
    *entry = (BookEntry){.position = position, .move = NO_MOVE, .selectivity = 100};
    if (rules_is_over(self->shape, position)) {
        entry->score = rules_score(self->shape, position) * BOOK_DISC;
        entry->is_exact = true;
        return true;
    }
    BookSearch search = {.position = position};
    if (!make_search(self, engine, &search)) return false;
    entry->score = entry->move_score = book_units(search.lines[0].score);
    entry->move = search.lines[0].move;
    entry->depth = search.lines[0].depth;
    entry->selectivity = search.lines[0].selectivity;
    entry->is_exact = search.lines[0].is_exact;
    return true;
}

/* The ranked move that continues the book's best line, or the first one. */
static int find_top(BookBuilder *self, Position position, const BookSearch *ranked) {
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
static bool expand(BookBuilder *self, Engine *engine, BookTask *task) {
    BookSearch ranked = {.position = task->position, .is_ranking = true};
    bool is_complete = true;
    task->count = task->rest_score = 0;
    if (!make_search(self, engine, &ranked)) return false;
    int node = graph_find(&self->graph, task->position);
    bool is_again = self->graph.nodes[node].entry.is_expanded;
    double top = ranked.lines[is_again ? find_top(self, task->position, &ranked) : 0].score;
    double room = (double)(self->margin - task->loss + BOOK_RANK_SLACK) / BOOK_DISC;
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
                task->rest_score = book_units(score - top);
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

void book_task_run(void *context, int worker, size_t number) {
    BookBuilder *self = context;
    BookTask *task = &self->tasks[number];
    if (self->must_stop) return;
    if (task->is_expansion) {
        task->is_done = expand(self, self->engines[worker], task);
    } else {
        task->is_done = search_leaf(self, self->engines[worker], task->position, &task->leaves[0]);
        task->count = 1;
    }
}
