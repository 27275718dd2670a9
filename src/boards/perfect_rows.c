/* Puts a table of perfect play together from the positions that were solved. */
#include <stdlib.h>
#include <string.h>

#include "boards/perfect_private.h"

typedef struct Rows {
    PerfectRow *rows;
    size_t count;
    bool is_wrong; /* a score contradicts those one move later */
} Rows;

/* The minimum score over the opponent's replies to a stored move, and the reply that reaches it.
 * Replies beyond the loss budget are not solved; they cannot be the minimum. */
typedef struct Reply {
    int score; /* of the side that plays perfectly */
    int square;
    bool is_complete; /* the table has the positions after all replies */
} Reply;

static Reply best_reply(PerfectMaker *maker, Position position) {
    const Shape *shape = maker->shape;
    Reply best = {.score = SHAPE_MAX_SQUARES + 1, .square = PASS, .is_complete = true};
    for (uint64_t moves = perfect_moves_of(shape, position); moves;) {
        PerfectNode node;
        int square = bits_pop(&moves);
        Position next = perfect_after(shape, position, square);
        if (!perfect_nodes_find(&maker->nodes, perfect_key(shape, next, NULL), &node)) {
            best.is_complete = false;
            if (!rules_is_over(shape, next)) continue;
            node.score = (int8_t)rules_score(shape, next);
        } else if (!node.allowance ||
                   !perfect_is_wanted(maker, &node, perfect_empties_of(shape, next))) {
            best.is_complete = false;
        }
        if (node.score < best.score) best.score = node.score, best.square = square;
    }
    return best;
}

/* The position after a stored move, where the other side is to move: no reply may be better than
 * the score says. A row of its own lets the engine play that side too. */
static void add_reply(PerfectMaker *maker, Rows *rows, Position position, int score) {
    const Shape *shape = maker->shape;
    Reply best = best_reply(maker, position);
    int symmetry = 0;
    if (best.square == PASS) return;
    if (best.score < score) rows->is_wrong = true;
    if (best.is_complete || best.score != score) return;
    uint64_t key = perfect_key(shape, position, &symmetry);
    rows->rows[rows->count++] =
        (PerfectRow){key, -score, (uint8_t)shape_index(shape, shape->where[symmetry][best.square])};
}

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const PerfectRow *)a)->key, y = ((const PerfectRow *)b)->key;
    return x < y ? -1 : x > y;
}

/* A position may be there twice, once for each side that plays perfectly. */
static void remove_doubles(Rows *rows) {
    size_t kept = 0;
    if (rows->count > 0) qsort(rows->rows, rows->count, sizeof *rows->rows, by_key);
    for (size_t i = 0; i < rows->count; i++) {
        bool is_double = kept > 0 && rows->rows[kept - 1].key == rows->rows[i].key;
        if (is_double && rows->rows[kept - 1].score != rows->rows[i].score) rows->is_wrong = true;
        if (!is_double) rows->rows[kept++] = rows->rows[i];
    }
    rows->count = kept;
}

static void collect(PerfectMaker *maker, Rows *rows) {
    const Shape *shape = maker->shape;
    for (size_t i = 0; i < maker->nodes.capacity; i++) {
        PerfectNode node = maker->nodes.slots[i];
        if (!node.allowance || !node.is_solved) continue;
        Position position = perfect_position(shape, node.key);
        if (!perfect_is_wanted(maker, &node, perfect_empties_of(shape, position))) continue;
        rows->rows[rows->count++] = (PerfectRow){node.key, node.score, node.square};
        add_reply(maker, rows, perfect_after(shape, position, shape_from_index(shape, node.square)),
                  node.score);
    }
    remove_doubles(rows);
}

uint8_t *perfect_rows_make(PerfectMaker *maker, size_t *length, Error *error) {
    Rows rows = {.rows = malloc(2 * maker->nodes.solved * sizeof(PerfectRow) + 1)};
    uint8_t *bytes = NULL;
    if (rows.rows) {
        collect(maker, &rows);
        maker->report->rows = rows.count;
        if (!rows.is_wrong)
            bytes = perfect_encode(maker->shape->width, maker->shape->height, rows.rows, rows.count,
                                   length);
    }
    if (rows.is_wrong)
        error_set(error, STATUS_BAD_INPUT, "the scores of the table contradict each other");
    else if (!bytes)
        error_set(error, STATUS_NO_MEMORY, "no memory for the table");
    free(rows.rows);
    return bytes;
}
