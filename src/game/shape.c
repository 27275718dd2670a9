/* Fills a Shape and translates between its numbering of squares and the packed one. Everything is
 * derived from width, height and stride, square by square: this runs
 * once per board, so it is written to be obviously right, not fast. */
#include "game/shape.h"

#include <string.h>

#include "base/bits.h"

static const int column_step[RAYS] = {1, 0, 1, -1, -1, 0, -1, 1};
static const int row_step[RAYS] = {0, 1, 1, 1, 0, -1, -1, -1};

static bool is_on_board(const Shape *shape, int column, int row) {
    return column >= 0 && column < shape->width && row >= 0 && row < shape->height;
}

static void fill_rays_of(Shape *shape, int column, int row) {
    int square = shape_square(shape, column, row);
    for (int ray = 0; ray < RAYS; ray++) {
        int c = column + column_step[ray], r = row + row_step[ray];
        while (is_on_board(shape, c, r)) {
            shape->rays[square][ray] |= bits_square(shape_square(shape, c, r));
            c += column_step[ray], r += row_step[ray];
        }
    }
}

static void fill_masks_of(Shape *shape, int column, int row) {
    uint64_t bit = bits_square(shape_square(shape, column, row));
    shape->playable |= bit;
    for (int axis = 0; axis < AXES; axis++) {
        int dc = column_step[axis], dr = row_step[axis];
        bool has_both =
            is_on_board(shape, column + dc, row + dr) && is_on_board(shape, column - dc, row - dr);
        if (has_both)
            shape->inner[axis] |= bit;
        else
            shape->ends[axis] |= bit;
        for (int k = 0; k < REACH_DOUBLINGS; k++)
            if (is_on_board(shape, column - dc * (1 << k), row - dr * (1 << k)))
                shape->reach[k][axis] |= bit;
    }
}

static void fill_quarter_of(Shape *shape, int column, int row) {
    int square = shape_square(shape, column, row);
    int quarter = (row >= shape->height / 2) * 2 + (column >= shape->width / 2);
    shape->quarter[square] = (uint8_t)(1 << quarter);
    for (int bits = 0; bits < 16; bits++)
        if (bits >> quarter & 1) shape->odd[bits] |= bits_square(square);
}

/* Symmetries are numbered by bits: 1 mirrors left-right, 2 mirrors top-bottom, 4 transposes
 * afterwards (square boards only). */
static void fill_symmetries_of(Shape *shape, int column, int row) {
    int square = shape_square(shape, column, row);
    for (int s = 0; s < 8; s++) {
        int c = s & 1 ? shape->width - 1 - column : column;
        int r = s & 2 ? shape->height - 1 - row : row;
        if (s & 4 && shape->symmetries == 8) {
            int swap = c;
            c = r, r = swap;
        }
        shape->where[s][square] = (uint8_t)shape_square(shape, c, r);
    }
}

/* How many discs of the other side lie between `at` and the nearest disc of `own` in one direction
 * of a full line; 0 if there is none. */
static int flips_along(unsigned own, int at, int length, int step) {
    int i = at + step;
    while (i >= 0 && i < length && !(own >> i & 1)) i += step;
    return i >= 0 && i < length ? (i - at) * step - 1 : 0;
}

static int flips_on_line(unsigned own, int at, int length) {
    return flips_along(own, at, length, 1) + flips_along(own, at, length, -1);
}

static void fill_last_flips(Shape *shape) {
    uint16_t first[8 + 1][8], next = 0;
    for (int length = 1; length <= 8; length++) {
        for (int at = 0; at < length; at++) {
            first[length][at] = next;
            for (unsigned row = 0; row < 1u << (length - 1); row++) {
                unsigned below = row & ((1u << at) - 1), own = below | (row ^ below) << 1;
                unsigned opp = ((1u << length) - 1) ^ own ^ 1u << at;
                shape->last_flips[next++] = (uint16_t)(flips_on_line(own, at, length) << 8 |
                                                       flips_on_line(opp, at, length));
            }
        }
    }
    for (int square = 0; square < 64; square++) {
        for (int axis = 0; axis < AXES; axis++) {
            uint64_t up = shape->rays[square][axis], down = shape->rays[square][axis + AXES];
            shape->last_flip_masks[square][axis] = up | down;
            shape->last_flip_rows[square][axis] =
                first[bits_count(up | down) + 1][bits_count(down)];
        }
    }
}

static bool check_size(int width, int height, Error *error) {
    if (width < SHAPE_MIN_SIDE || height < SHAPE_MIN_SIDE) {
        error_set(error, STATUS_BAD_INPUT, "board %dx%d: each side must be at least %d", width,
                  height, SHAPE_MIN_SIDE);
        return false;
    }
    if (width > SHAPE_MAX_SIDE || height > SHAPE_MAX_SIDE || width * height > SHAPE_MAX_SQUARES) {
        error_set(error, STATUS_BAD_INPUT, "board %dx%d: more than %d squares", width, height,
                  SHAPE_MAX_SQUARES);
        return false;
    }
    return true;
}

static void fill(Shape *shape, int width, int height, int stride) {
    memset(shape, 0, sizeof *shape);
    shape->width = width;
    shape->height = height;
    shape->stride = stride;
    shape->squares = width * height;
    shape->symmetries = width == height ? 8 : 4;
    shape->is_long = width > 12 || height > 12;
    const uint64_t steps[AXES] = {1, (uint64_t)stride, (uint64_t)stride + 1, (uint64_t)stride - 1};
    memcpy(shape->steps, steps, sizeof steps);
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
            fill_rays_of(shape, column, row);
            fill_masks_of(shape, column, row);
            fill_quarter_of(shape, column, row);
            fill_symmetries_of(shape, column, row);
        }
    }
    for (int square = 0; square < 64; square++)
        if (bits_has(shape->playable, square))
            shape->near[square] = shape_neighbours(shape, bits_square(square));
    for (int row = 0; row < height; row += height - 1)
        for (int column = 0; column < width; column += width - 1)
            shape->corners |= bits_square(shape_square(shape, column, row));
}

bool shape_init(Shape *shape, int width, int height, Error *error) {
    if (!check_size(width, height, error)) return false;
    bool is_grid8 = width <= 8 && height <= 8;
    fill(shape, width, height, is_grid8 ? 8 : width);
    shape->is_grid8 = is_grid8;
    if (is_grid8) fill_last_flips(shape);
    return true;
}

bool shape_init_any(Shape *shape, int width, int height, Error *error) {
    if (!check_size(width, height, error)) return false;
    fill(shape, width, height, width);
    return true;
}

/* Reads up to three digits, so that 100x100 is refused as too large; *at moves past them. A leading
 * zero is refused: every board has one name. */
static int parse_side(const char *text, size_t length, size_t *at) {
    int value = 0;
    size_t start = *at;
    while (*at < length && *at - start < 3 && text[*at] >= '0' && text[*at] <= '9')
        value = value * 10 + (text[(*at)++] - '0');
    bool has_zero = *at - start > 1 && text[start] == '0';
    return *at == start || has_zero ? -1 : value;
}

bool shape_parse(Shape *shape, const char *text, size_t length, Error *error) {
    size_t at = 0;
    int width = parse_side(text, length, &at), height = -1;
    if (at < length && (text[at] == 'x' || text[at] == 'X')) {
        at++;
        height = parse_side(text, length, &at);
    }
    if (width < 0 || height < 0 || at != length) {
        error_set(error, STATUS_BAD_INPUT,
                  "board '%.*s': expected columns x rows, such as 8x8, 6x6 or 9x7",
                  (int)(length < 24 ? length : 24), text);
        return false;
    }
    return shape_init(shape, width, height, error);
}

uint64_t shape_pack(const Shape *shape, uint64_t set) {
    uint64_t indices = 0;
    if (shape->stride == shape->width) return set;
    while (set) indices |= bits_square(shape_index(shape, bits_pop(&set)));
    return indices;
}

uint64_t shape_unpack(const Shape *shape, uint64_t indices) {
    uint64_t set = 0;
    if (shape->stride == shape->width) return indices;
    while (indices) set |= bits_square(shape_from_index(shape, bits_pop(&indices)));
    return set;
}

uint64_t shape_neighbours(const Shape *shape, uint64_t set) {
    uint64_t found = 0;
    for (int axis = 0; axis < AXES; axis++) {
        int step = (int)shape->steps[axis];
        found |= (set << step) & shape->reach[0][axis];
        found |= (set & shape->reach[0][axis]) >> step;
    }
    return found & ~set & shape->playable;
}
