/* The search tree of plain alpha-beta as JSON: it draws the search that `best --search alphabeta`
 * does (engine/alphabeta.h), every node with its window, its value and the reason why the search
 * left it, every cut-off with the moves it saved. Beside it stands the number of nodes that minimax
 * visits.
 *
 * The first SHOWN_NODES nodes are drawn; the others are counted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/alphabeta.h"
#include "game/rules.h"
#include "web/api.h"
#include "web/fields.h"
#include "web/think.h"

enum {
    MAX_DEPTH = 6,
    SHOWN_NODES = 2500,        /* as many as a page can draw */
    MAX_PLUGIN_NODES = 100000, /* the same where every value is asked of another process */
    MAX_NODES = 20 * 1000000,  /* after which minimax is only "more than", and a tree too large */
};

static const char *const order_names[] = {
    [ALPHABETA_AS_PROGRAM] = "program",
    [ALPHABETA_BEST_FIRST] = "sorted",
    [ALPHABETA_WORST_FIRST] = "reversed",
};

typedef struct Plan {
    Shape shape;
    Board board;            /* borrows shape */
    Evaluation *evaluation; /* borrows shape; owned. NULL: of the program below */
    char program[PROGRAM_NAME_SIZE];
    int depth;
    AlphabetaOrder order;
    bool prunes;
} Plan;

/* What the visitor draws. */
typedef struct Drawing {
    const Shape *shape;
    json_t *path[MAX_DEPTH + 1]; /* the nodes from the root to where the search is; borrowed, NULL
                                  * where a node is only counted */
    int length;                  /* of path */
    json_t *root;                /* owned */
    int shown;
    long leaves, cutoffs;
} Drawing;

static bool read_order(const json_t *request, AlphabetaOrder *order, Error *error) {
    const char *text;
    if (!fields_text(request, "order", "program", 16, &text, error)) return false;
    for (size_t i = 0; i < sizeof order_names / sizeof order_names[0]; i++) {
        if (strcmp(text, order_names[i]) != 0) continue;
        *order = (AlphabetaOrder)i;
        return true;
    }
    error_set(error, STATUS_BAD_INPUT, "field 'order': program, sorted or reversed");
    return false;
}

static void release_tree(void *work) {
    Plan *plan = work;
    evaluations_close(plan->evaluation);
    free(plan);
}

static bool read_tree(Plan *plan, const json_t *request, Error *error) {
    long depth;
    if (!position_input_read(&plan->shape, &plan->board, request, error) ||
        !fields_integer(request, "depth", 3, 1, MAX_DEPTH, &depth, error) ||
        !fields_flag(request, "pruning", true, &plan->prunes, error) ||
        !read_order(request, &plan->order, error))
        return false;
    plan->depth = (int)depth;
    /* What is no classic program may be a plug-in of the server, which the job looks up. */
    const char *name;
    if (!fields_text(request, "eval", "positional", EVALUATION_NAME_LIMIT, &name, error))
        return false;
    snprintf(plan->program, sizeof plan->program, "%s", name);
    if (!evaluations_has(name)) return true;
    plan->evaluation = evaluation_read(&plan->shape, request, error);
    return plan->evaluation != NULL;
}

static void *plan_tree(const json_t *request, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a tree");
        return NULL;
    }
    plan->evaluation = NULL;
    if (read_tree(plan, request, error)) return plan;
    release_tree(plan);
    return NULL;
}

static json_t *json_bound(double bound) {
    return isinf(bound) ? json_null() : json_real(bound);
}

/* A new node of the drawing, or NULL if this one is only counted. */
static json_t *draw_node(Drawing *drawing, const AlphabetaNode *node) {
    if (drawing->length == 0) return drawing->root;
    json_t *parent = drawing->path[drawing->length - 1];
    if (!parent || drawing->shown >= SHOWN_NODES) return NULL;
    json_t *child = json_object(), *children = json_object_get(parent, "children");
    json_object_set_new(child, "move", json_square(drawing->shape, node->move));
    if (!children) {
        children = json_array();
        json_object_set_new(parent, "children", children);
    }
    json_array_append_new(children, child);
    return child;
}

static void enter(void *context, const AlphabetaNode *node) {
    Drawing *drawing = context;
    json_t *drawn = draw_node(drawing, node);
    drawing->path[drawing->length++] = drawn;
    if (!drawn) return;
    drawing->shown++;
    json_object_set_new(drawn, "alpha", json_bound(node->alpha));
    json_object_set_new(drawn, "beta", json_bound(node->beta));
}

/* The final score for MAX, empty squares to the winner. */
static int final_score(const Shape *shape, const AlphabetaNode *node) {
    return rules_score(shape, node->position) * (node->is_max ? 1 : -1);
}

static void leave(void *context, const AlphabetaNode *node) {
    Drawing *drawing = context;
    const Shape *shape = drawing->shape;
    json_t *drawn = drawing->path[--drawing->length];
    drawing->leaves += node->best == NO_MOVE;
    drawing->cutoffs += node->skipped_count > 0;
    if (!drawn) return;
    json_object_set_new(drawn, "value", json_real(node->value));
    json_object_set_new(drawn, "reason", json_string(alphabeta_reason_name(node->reason)));
    if (node->best != NO_MOVE) json_object_set_new(drawn, "best", json_square(shape, node->best));
    if (node->reason == ALPHABETA_GAME_OVER)
        json_object_set_new(drawn, "score", json_integer(final_score(shape, node)));
    if (node->skipped_count == 0) return;
    json_t *skipped = json_array();
    for (int i = 0; i < node->skipped_count; i++)
        json_array_append_new(skipped, json_square(shape, node->skipped[i]));
    json_object_set_new(drawn, "skipped", skipped);
}

static json_t *tree_json(const Plan *plan, const Drawing *drawing, const AlphabetaResult *result,
                         const AlphabetaResult *minimax) {
    return json_pack("{s:s, s:s, s:s, s:i, s:s, s:I, s:I, s:I, s:I, s:b, s:i, s:O}", "eval",
                     plan->program, "search", result->is_minimax ? "minimax" : "alphabeta", "side",
                     json_side(plan->board.side), "depth", plan->depth, "order",
                     order_names[plan->order], "nodes", (json_int_t)result->nodes, "leaves",
                     (json_int_t)drawing->leaves, "cutoffs", (json_int_t)drawing->cutoffs,
                     "minimax_nodes", (json_int_t)minimax->nodes, "minimax_complete",
                     minimax->is_complete, "shown", drawing->shown, "tree", drawing->root);
}

/* Opens the plug-in of a program of the server, in a process of its own. */
static bool open_plugin(WebJob *job, Plan *plan) {
    const ServerProgram *program = programs_find(job_programs(job), plan->program);
    char name[PLAYER_WORD_SIZE + 16];
    Error error;
    if (program && player_has_plugin(&program->spec)) {
        snprintf(name, sizeof name, "plugin-apart:%s", strchr(program->spec.eval, ':') + 1);
        plan->evaluation = evaluations_open(&plan->shape, name, NULL, &error);
        if (!plan->evaluation) job_fail(job, 422, "program-failed", error.text);
    } else {
        error_set(&error, STATUS_BAD_INPUT, "field 'eval': there is no evaluation '%.40s'",
                  plan->program);
        job_fail(job, 400, "bad-input", error.text);
    }
    return plan->evaluation != NULL;
}

static void run_tree(WebJob *job, void *work) {
    Plan *plan = work;
    bool is_plugin = !plan->evaluation;
    if (is_plugin && !open_plugin(job, plan)) return;
    Drawing drawing = {.shape = &plan->shape, .root = json_object()};
    AlphabetaVisitor visitor = {enter, leave, &drawing};
    AlphabetaOptions options = {.depth = plan->depth,
                                .is_minimax = !plan->prunes,
                                .order = plan->order,
                                .nodes = is_plugin ? MAX_PLUGIN_NODES : MAX_NODES,
                                .stop = job_stop_flag(job),
                                .visitor = &visitor};
    AlphabetaResult result, minimax;
    alphabeta_run(plan->evaluation, plan->board.position, &options, &result);
    options.is_minimax = true;
    options.visitor = NULL;
    alphabeta_run(plan->evaluation, plan->board.position, &options, &minimax);
    Error error;
    if (!job_is_stopped(job)) {
        if (evaluations_failure(plan->evaluation, &error))
            job_fail(job, 422, "program-failed", error.text);
        else if (result.is_complete)
            job_answer(job, tree_json(plan, &drawing, &result, &minimax));
        else
            job_fail(job, 422, "too-large", "this tree is too large");
    }
    json_decref(drawing.root);
}

const ThinkVerb think_tree = {
    .name = "tree",
    .fields = "session " POSITION_FIELDS " eval depth order pruning",
    .plan = plan_tree,
    .run = run_tree,
    .release = release_tree,
};
