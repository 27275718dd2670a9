/* The default patterns of a board, derived from its geometry: the references that pattern.c makes a
 * PatternSet of.
 *
 * On 8x8 these are edges with X squares, corners 3x3 and 5x2, rows 2 to 4 and diagonals of 4 to 8,
 * from which pattern evaluations have long been built (docs/evaluation.md has a picture); the
 * corner triangle and the edge block no longer fit. Other boards get their analogues. Patterns are
 * offered the most useful first; one whose instances do not fit any more, or that is there already,
 * is skipped. */
#include "eval/pattern.h"

#include <string.h>

enum {
    SHORTEST_DIAGONAL = 4,
    TRIANGLE_SIDE = 4, /* 4 + 3 + 2 + 1 squares */
    ARROW_LENGTH = 4,  /* a diagonal of 4 from the corner, and 3 on each side of it */
    THICK_WIDTH = 6,   /* on boards up to this wide, lines are widened by part of the next one */
    BLOCK_DEPTH = 3    /* rows of an edge block at most */
};

typedef struct Builder {
    const Shape *shape;
    PatternReference *references;
    int count;
    int instances;                     /* so far */
    uint64_t masks[PATTERN_INSTANCES]; /* of each */
    PatternReference draft;
    bool is_spoilt; /* the draft left the board or grew too large */
} Builder;

static void begin(Builder *builder) {
    builder->draft = (PatternReference){0};
    builder->is_spoilt = false;
}

/* Adds a square to the draft. `is_turned` exchanges columns and rows, for the patterns of vertical
 * edges on boards that are not square. */
static void put(Builder *builder, bool is_turned, int column, int row) {
    int c = is_turned ? row : column, r = is_turned ? column : row;
    const Shape *shape = builder->shape;
    PatternReference *draft = &builder->draft;
    if (c < 0 || r < 0 || c >= shape->width || r >= shape->height ||
        draft->size == PATTERN_SQUARES) {
        builder->is_spoilt = true;
        return;
    }
    int square = shape_square(shape, c, r);
    for (int k = 0; k < draft->size; k++)
        if (draft->squares[k] == square) builder->is_spoilt = true;
    draft->squares[draft->size++] = (uint8_t)square;
}

static bool has_mask(const uint64_t *masks, int count, uint64_t mask) {
    for (int i = 0; i < count; i++)
        if (masks[i] == mask) return true;
    return false;
}

/* Takes the draft over if all its instances are new and fit. */
static void finish(Builder *builder) {
    const PatternReference *draft = &builder->draft;
    if (builder->is_spoilt || draft->size == 0) return;
    uint64_t orbit[8];
    int size = 0;
    for (int s = 0; s < builder->shape->symmetries; s++) {
        uint64_t mask = 0;
        for (int k = 0; k < draft->size; k++)
            mask |= bits_square(builder->shape->where[s][draft->squares[k]]);
        if (has_mask(builder->masks, builder->instances, mask)) return;
        if (!has_mask(orbit, size, mask)) orbit[size++] = mask;
    }
    if (builder->instances + size > PATTERN_INSTANCES) return;
    memcpy(builder->masks + builder->instances, orbit, (size_t)size * sizeof orbit[0]);
    builder->instances += size;
    builder->references[builder->count++] = *draft;
}

/* The row, then squares of the next one: the X squares, and what lies between them from outside to
 * inside, in pairs while they fit. A row of 9 takes the X square of one end. */
static void add_wide_row(Builder *builder, bool is_turned, int row, int width) {
    begin(builder);
    for (int column = 0; column < width; column++) put(builder, is_turned, column, row);
    int room = PATTERN_SQUARES - width;
    if (room == 1) put(builder, is_turned, 1, row + 1);
    for (int column = 1; column < width - 1 - column && room >= 2; column++, room -= 2) {
        put(builder, is_turned, column, row + 1);
        put(builder, is_turned, width - 1 - column, row + 1);
    }
    finish(builder);
}

static void add_block(Builder *builder, bool is_turned, int column, int row, int width,
                      int height) {
    begin(builder);
    for (int r = row; r < row + height; r++)
        for (int c = column; c < column + width; c++) put(builder, is_turned, c, r);
    finish(builder);
}

/* A line of any length; one of more than 10 squares in windows, whose mirror images cover the
 * other end. */
static void add_line(Builder *builder, int column, int row, int dc, int dr, int length) {
    int window = length < PATTERN_SQUARES ? length : PATTERN_SQUARES;
    int last = (length - window) / 2;
    for (int start = 0; start <= last; start += last > 0 ? last : 1) {
        begin(builder);
        for (int k = start; k < start + window; k++)
            put(builder, false, column + k * dc, row + k * dr);
        finish(builder);
    }
}

/* Edges of up to 9 squares are there already, with X squares. */
static void add_lines(Builder *builder) {
    int width = builder->shape->width, height = builder->shape->height;
    for (int row = width < PATTERN_SQUARES; row <= (height - 1) / 2; row++)
        add_line(builder, 0, row, 1, 0, width);
    for (int column = height < PATTERN_SQUARES; column <= (width - 1) / 2; column++)
        add_line(builder, column, 0, 0, 1, height);
    for (int column = 0; column < width; column++) {
        int length = width - column < height ? width - column : height;
        if (length >= SHORTEST_DIAGONAL) add_line(builder, column, 0, 1, 1, length);
    }
    for (int row = 1; row < height; row++) {
        int length = height - row < width ? height - row : width;
        if (length >= SHORTEST_DIAGONAL) add_line(builder, 0, row, 1, 1, length);
    }
}

static void add_triangle(Builder *builder) {
    begin(builder);
    for (int row = 0; row < TRIANGLE_SIDE; row++)
        for (int column = 0; column < TRIANGLE_SIDE - row; column++)
            put(builder, false, column, row);
    finish(builder);
}

/* The middle of an edge, two or three rows deep, with the corners if there is room. */
static void add_edge_block(Builder *builder, bool is_turned, int width) {
    int middle = width - 4, depth = middle > 0 ? PATTERN_SQUARES / middle : 0;
    if (depth < 2) return;
    if (depth > BLOCK_DEPTH) depth = BLOCK_DEPTH;
    begin(builder);
    for (int row = 0; row < depth; row++)
        for (int column = 2; column < width - 2; column++) put(builder, is_turned, column, row);
    if (middle * depth + 2 <= PATTERN_SQUARES) {
        put(builder, is_turned, 0, 0);
        put(builder, is_turned, width - 1, 0);
    }
    finish(builder);
}

static void add_arrow(Builder *builder) {
    begin(builder);
    for (int k = 0; k < ARROW_LENGTH; k++) put(builder, false, k, k);
    for (int k = 0; k < ARROW_LENGTH - 1; k++) {
        put(builder, false, k + 1, k);
        put(builder, false, k, k + 1);
    }
    finish(builder);
}

int pattern_references(const Shape *shape, PatternReference *references) {
    Builder builder = {.shape = shape, .references = references};
    int sides[2] = {shape->width, shape->height};
    for (int turned = 0; turned < 2; turned++) add_wide_row(&builder, turned, 0, sides[turned]);
    add_block(&builder, false, 0, 0, 3, 3);
    for (int turned = 0; turned < 2; turned++) add_block(&builder, turned, 0, 0, 5, 2);
    add_lines(&builder);
    add_triangle(&builder);
    for (int turned = 0; turned < 2; turned++) add_edge_block(&builder, turned, sides[turned]);
    if (shape->squares < SHAPE_MAX_SQUARES) add_arrow(&builder);
    for (int turned = 0; turned < 2; turned++)
        for (int row = 1; row <= (sides[!turned] - 1) / 2 && sides[turned] <= THICK_WIDTH; row++)
            add_wide_row(&builder, turned, row, sides[turned]);
    return builder.count;
}
