/* Reads, writes and asks tables of perfect play. */
#include "engine/perfect.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "game/rules.h"
#include "game/symmetry.h"

/* The file: magic, version, width, height, two bytes of zero, count, checksum of all that follows;
 * then `count` words, then `count` moves. A word is key * SCORES + score + PERFECT_MAX_SQUARES, so
 * that words are sorted as keys are: 3^36 * 73 is less than 2^64. */
enum {
    MAGIC_SIZE = 8,
    AT_VERSION = 8,
    AT_WIDTH = 12,
    AT_HEIGHT = 13,
    AT_COUNT = 16,
    AT_CHECKSUM = 24,
    HEADER_SIZE = 32,
    VERSION = 1,
    WORD_SIZE = 8,
    SCORES = 2 * PERFECT_MAX_SQUARES + 1,
};

static const char magic[MAGIC_SIZE + 1] = "BIANCAPP";

/* --- Files ------------------------------------------------------------------------------------ */

static uint64_t word_at(const PerfectTable *table, size_t i) {
    return bytes_get(table->words + i * WORD_SIZE, WORD_SIZE);
}

static bool refuse(Error *error, const char *what) {
    error_set(error, STATUS_BAD_INPUT, "table of perfect play: %s", what);
    return false;
}

bool perfect_open(PerfectTable *table, const uint8_t *bytes, size_t length, Error *error) {
    if (length < HEADER_SIZE || memcmp(bytes, magic, MAGIC_SIZE) != 0)
        return refuse(error, "this is none");
    if (bytes_get(bytes + AT_VERSION, 4) != VERSION)
        return refuse(error, "its version is not known");
    uint64_t count = bytes_get(bytes + AT_COUNT, 8);
    if (count > length / (WORD_SIZE + 1) || bytes_get(bytes + AT_HEIGHT + 1, 2) != 0)
        return refuse(error, "its header is damaged");
    *table = (PerfectTable){.width = bytes[AT_WIDTH],
                            .height = bytes[AT_HEIGHT],
                            .count = count,
                            .words = bytes + HEADER_SIZE,
                            .moves = bytes + HEADER_SIZE + count * WORD_SIZE};
    if (length != HEADER_SIZE + count * (WORD_SIZE + 1))
        return refuse(error, "its length is not what it says");
    if (table->width < SHAPE_MIN_SIDE || table->width > table->height ||
        table->width * table->height > PERFECT_MAX_SQUARES)
        return refuse(error, "there is no such board");
    return true;
}

bool perfect_read(PerfectTable *table, const uint8_t *bytes, size_t length, Error *error) {
    PerfectTable read;
    if (!perfect_open(&read, bytes, length, error)) return false;
    if (bytes_checksum(read.words, length - HEADER_SIZE) != bytes_get(bytes + AT_CHECKSUM, 8))
        return refuse(error, "its checksum is wrong");
    for (size_t i = 0; i < read.count; i++) {
        if (i > 0 && word_at(&read, i - 1) / SCORES >= word_at(&read, i) / SCORES)
            return refuse(error, "its positions are not sorted");
        if (read.moves[i] >= read.width * read.height)
            return refuse(error, "a move is off the board");
    }
    *table = read;
    return true;
}

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const PerfectRow *)a)->key, y = ((const PerfectRow *)b)->key;
    return x < y ? -1 : x > y;
}

uint8_t *perfect_encode(int width, int height, PerfectRow *rows, size_t count, size_t *length) {
    *length = HEADER_SIZE + count * (WORD_SIZE + 1);
    uint8_t *bytes = calloc(1, *length);
    if (!bytes) return NULL;
    uint8_t *words = bytes + HEADER_SIZE, *moves = words + count * WORD_SIZE;
    if (count > 0) qsort(rows, count, sizeof *rows, by_key);
    for (size_t i = 0; i < count; i++) {
        bytes_put(words + i * WORD_SIZE,
                  rows[i].key * SCORES + (uint64_t)(rows[i].score + PERFECT_MAX_SQUARES),
                  WORD_SIZE);
        moves[i] = rows[i].square;
    }
    memcpy(bytes, magic, MAGIC_SIZE);
    bytes_put(bytes + AT_VERSION, VERSION, 4);
    bytes[AT_WIDTH] = (uint8_t)width;
    bytes[AT_HEIGHT] = (uint8_t)height;
    bytes_put(bytes + AT_COUNT, count, 8);
    bytes_put(bytes + AT_CHECKSUM, bytes_checksum(words, *length - HEADER_SIZE), 8);
    return bytes;
}

/* --- Positions -------------------------------------------------------------------------------- */

/* A square's index on the board as it is stored, which is never wider than high. */
static int stored_index(const Shape *shape, int square) {
    if (shape->width <= shape->height) return shape_index(shape, square);
    return shape_column(shape, square) * shape->height + shape_row(shape, square);
}

static int from_stored_index(const Shape *shape, int index) {
    if (shape->width <= shape->height) return shape_from_index(shape, index);
    return shape_square(shape, index / shape->height, index % shape->height);
}

/* The position as a number of base 3, after symmetry `s`. */
static uint64_t number_of(const Shape *shape, Position position, int s,
                          const uint64_t powers[PERFECT_MAX_SQUARES]) {
    uint64_t number = 0;
    for (uint64_t own = position.own; own;)
        number += powers[stored_index(shape, shape->where[s][bits_pop(&own)])];
    for (uint64_t opp = position.opp; opp;)
        number += 2 * powers[stored_index(shape, shape->where[s][bits_pop(&opp)])];
    return number;
}

uint64_t perfect_key(const Shape *shape, Position position, int *symmetry) {
    uint64_t powers[PERFECT_MAX_SQUARES], best = UINT64_MAX;
    powers[0] = 1;
    for (int i = 1; i < PERFECT_MAX_SQUARES; i++) powers[i] = 3 * powers[i - 1];
    for (int s = 0; s < shape->symmetries; s++) {
        uint64_t number = number_of(shape, position, s, powers);
        if (number >= best) continue;
        best = number;
        if (symmetry) *symmetry = s;
    }
    return best;
}

Position perfect_position(const Shape *shape, uint64_t key) {
    Position position = {0, 0};
    for (int i = 0; key; i++, key /= 3) {
        uint64_t bit = bits_square(from_stored_index(shape, i));
        if (key % 3 == 1) position.own |= bit;
        if (key % 3 == 2) position.opp |= bit;
    }
    return position;
}

bool perfect_find(const PerfectTable *table, const Shape *shape, Position position,
                  PerfectEntry *entry) {
    int symmetry = 0;
    uint64_t least = perfect_key(shape, position, &symmetry) * SCORES;
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (word_at(table, middle) < least)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == table->count || word_at(table, low) - least >= SCORES) return false;
    entry->score = (int)(word_at(table, low) - least) - PERFECT_MAX_SQUARES;
    int image = from_stored_index(shape, table->moves[low]);
    entry->square = shape->where[symmetry_inverse(shape, symmetry)][image];
    return true;
}

/* --- Deriving --------------------------------------------------------------------------------- */

static Position after(const Shape *shape, Position position, int square) {
    return position_after(position, square, rules_flips(shape, square, position.own, position.opp));
}

/* The best of all moves, if the table has the positions after all of them. */
static bool derive_from_moves(const PerfectTable *table, const Shape *shape, Position position,
                              PerfectEntry *entry) {
    PerfectEntry best = {.score = -SHAPE_MAX_SQUARES - 1};
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    if (!moves) return false;
    while (moves) {
        PerfectEntry reply;
        int square = bits_pop(&moves);
        if (!perfect_find(table, shape, after(shape, position, square), &reply)) return false;
        if (-reply.score > best.score) best = (PerfectEntry){-reply.score, square};
    }
    *entry = best;
    return true;
}

bool perfect_derive(const PerfectTable *table, const Shape *shape, Position position,
                    PerfectEntry *entry) {
    if (perfect_find(table, shape, position, entry) ||
        derive_from_moves(table, shape, position, entry))
        return true;
    Position passed = position_passed(position);
    if (rules_moves(shape, position.own, position.opp) ||
        !rules_moves(shape, passed.own, passed.opp))
        return false;
    if (!perfect_find(table, shape, passed, entry) &&
        !derive_from_moves(table, shape, passed, entry))
        return false;
    *entry = (PerfectEntry){-entry->score, PASS};
    return true;
}

/* --- Results ---------------------------------------------------------------------------------- */

/* A line that begins with a move of that score, as far as the table knows it. */
static void set_line(const PerfectTable *table, const Shape *shape, Position position,
                     PerfectEntry entry, EngineLine *line) {
    *line = (EngineLine){.score = entry.score,
                         .depth = bits_count(position_empties(shape, position)),
                         .selectivity = 100,
                         .is_exact = true};
    do {
        line->pv[line->length++] = (uint8_t)entry.square;
        position =
            entry.square == PASS ? position_passed(position) : after(shape, position, entry.square);
    } while (line->length < ENGINE_MAX_PV && perfect_derive(table, shape, position, &entry));
}

/* The scores of all moves, best first; 0 if some are not known. */
static int rank_moves(const PerfectTable *table, const Shape *shape, Position position,
                      PerfectEntry ranked[SHAPE_MAX_SQUARES]) {
    int count = 0;
    for (uint64_t moves = rules_moves(shape, position.own, position.opp); moves; count++) {
        PerfectEntry reply;
        int square = bits_pop(&moves), place = count;
        if (!perfect_derive(table, shape, after(shape, position, square), &reply)) return 0;
        for (; place > 0 && ranked[place - 1].score < -reply.score; place--)
            ranked[place] = ranked[place - 1];
        ranked[place] = (PerfectEntry){-reply.score, square};
    }
    return count;
}

bool perfect_think(const PerfectTable *table, const Shape *shape, Position position, int lines,
                   EngineResult *result) {
    PerfectEntry ranked[SHAPE_MAX_SQUARES];
    int count = 0;
    if (lines > 1) count = rank_moves(table, shape, position, ranked);
    if (count == 0 && lines > 1 && rules_moves(shape, position.own, position.opp)) return false;
    if (count == 0) {
        if (!perfect_derive(table, shape, position, &ranked[0])) return false;
        count = 1;
    }
    if (lines > 1 && count > lines) count = lines;
    *result = (EngineResult){.count = count, .end = ENGINE_FINISHED};
    for (int i = 0; i < count; i++) set_line(table, shape, position, ranked[i], &result->lines[i]);
    int score = ranked[0].score;
    result->outcome = score > 0 ? ENGINE_WIN : score < 0 ? ENGINE_LOSS : ENGINE_DRAW;
    return true;
}
