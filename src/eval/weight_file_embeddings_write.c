/* Writes the embeddings of a weight file, entropy-coded as weight_file_format.h says: chooses
 * classes for the rows and tables for the contexts, then encodes backwards what
 * weight_file_embeddings.c decodes forwards. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "eval/weight_file_format.h"

enum {
    ONE = WEIGHT_FILE_CODE_ONE,
    SYMBOLS = WEIGHT_FILE_CODE_SYMBOLS,
    ZERO = NETWORK_EMBEDDING_MAX,      /* the symbol of 0 */
    NONE = NETWORK_ZERO_POINT,         /* the context of what has no number in the phase before */
    CONTEXTS = NETWORK_ZERO_POINT + 1, /* of a class */
    CLASSES = 24,                      /* that the writer uses; class 0 are rows of zeros */
    CLASS_TABLES = 8,                  /* to begin with, for the classes themselves */
    ROUNDS = 8,                        /* of choosing tables: more gain less than a thousandth */
    MOST_CONTEXTS = (CLASSES + 1) * CONTEXTS,
    TABLES = WEIGHT_FILE_CODE_TABLES
};

typedef struct Encoder {
    const int8_t *numbers; /* of all phases */
    size_t rows;           /* of a phase */
    int phases, width;
    uint8_t *classes;                        /* of all rows */
    uint32_t counts[MOST_CONTEXTS][SYMBOLS]; /* of symbols, by context */
    uint8_t table_of[MOST_CONTEXTS];
    int tables;
    uint32_t slots[TABLES][SYMBOLS], first[TABLES][SYMBOLS];
    double cost[TABLES][SYMBOLS]; /* in bits */
} Encoder;

size_t weight_file_embeddings_size(int phases, size_t rows, int width) {
    size_t symbols = (size_t)phases * rows * (1 + (size_t)width);
    return 2 + TABLES * (2 + 2 * SYMBOLS) + MOST_CONTEXTS + 4 * WEIGHT_FILE_CODE_STATES +
           2 * symbols;
}

/* --- Symbols and their contexts ----------------------------------------------------------------
 */

/* Half a power of two of the mean size makes a class. */
static int class_of(const int8_t *row, int width) {
    int sum = 0;
    for (int k = 0; k < width; k++) sum += abs(row[k]);
    if (sum == 0) return 0;
    double square = (double)sum * sum / ((double)width * width), limit = 1.0 / 64;
    int number = 1;
    for (; number < CLASSES && square >= limit; number++) limit *= 2;
    return number;
}

static int class_context(const Encoder *self, size_t row) {
    return row < self->rows ? NONE : self->classes[row - self->rows];
}

/* The context of number k of a row and, in *symbol, what stands for it there: the sign is that of
 * the number of the phase before. */
static int context_of(const Encoder *self, size_t row, int k, int *symbol) {
    const int8_t *number = self->numbers + row * NETWORK_WIDTH + k;
    int before = row < self->rows ? NONE : number[-(ptrdiff_t)(self->rows * NETWORK_WIDTH)];
    *symbol = ZERO + (before < 0 ? -*number : *number);
    return self->classes[row] * CONTEXTS + abs(before);
}

static void count_symbols(Encoder *self) {
    for (size_t row = 0; row < (size_t)self->phases * self->rows; row++) {
        self->classes[row] = (uint8_t)class_of(self->numbers + row * NETWORK_WIDTH, self->width);
        self->counts[class_context(self, row)][ZERO + self->classes[row]]++;
        for (int k = 0, symbol; k < self->width && self->classes[row] > 0; k++) {
            int context = context_of(self, row, k, &symbol);
            self->counts[context][symbol]++;
        }
    }
}

/* --- Tables ------------------------------------------------------------------------------------
 */

static uint32_t total_of(const uint32_t counts[SYMBOLS]) {
    uint32_t total = 0;
    for (int s = 0; s < SYMBOLS; s++) total += counts[s];
    return total;
}

/* Begins with runs of contexts that have as many symbols each, classes apart from numbers. */
static void spread_contexts(Encoder *self) {
    double all = 0, before = 0;
    for (int c = CONTEXTS; c < MOST_CONTEXTS; c++) all += total_of(self->counts[c]);
    for (int c = 0; c < CONTEXTS; c++)
        self->table_of[c] = (uint8_t)(c == NONE ? 0 : c * CLASS_TABLES / CONTEXTS);
    for (int c = CONTEXTS; c < MOST_CONTEXTS; c++) {
        self->table_of[c] =
            (uint8_t)(CLASS_TABLES + (all > 0 ? before / all * (TABLES - CLASS_TABLES - 1) : 0));
        before += total_of(self->counts[c]);
    }
}

/* What the contexts of each table have in all; tables of none go. */
static void add_up(Encoder *self) {
    int number[TABLES];
    memset(self->slots, 0, sizeof self->slots);
    for (int c = 0; c < MOST_CONTEXTS; c++)
        for (int s = 0; s < SYMBOLS; s++) self->slots[self->table_of[c]][s] += self->counts[c][s];
    self->tables = 0;
    for (int t = 0; t < TABLES; t++) {
        number[t] = self->tables;
        if (total_of(self->slots[t]) == 0) continue;
        memmove(self->slots[self->tables++], self->slots[t], sizeof self->slots[t]);
    }
    for (int c = 0; c < MOST_CONTEXTS; c++) {
        int table = number[self->table_of[c]];
        self->table_of[c] = (uint8_t)(table < self->tables ? table : 0);
    }
}

static void find_costs(Encoder *self) {
    const double unseen = 1.0 / 16;
    for (int t = 0; t < self->tables; t++) {
        double all = log2(total_of(self->slots[t]) + unseen * SYMBOLS);
        for (int s = 0; s < SYMBOLS; s++) self->cost[t][s] = all - log2(self->slots[t][s] + unseen);
    }
}

/* Gives each context the table that codes it in the fewest bits. */
static void choose_tables(Encoder *self) {
    for (int c = 0; c < MOST_CONTEXTS; c++) {
        double least = INFINITY;
        for (int t = 0; t < self->tables; t++) {
            double bits = 0;
            for (int s = 0; s < SYMBOLS; s++)
                bits += self->counts[c][s] > 0 ? self->counts[c][s] * self->cost[t][s] : 0;
            if (bits < least) least = bits, self->table_of[c] = (uint8_t)t;
        }
    }
}

/* From counts to slots: every symbol that occurs has one, and all have ONE. */
static void scale_table(uint32_t slots[SYMBOLS], uint32_t first[SYMBOLS]) {
    uint32_t total = total_of(slots), used = 0;
    int most = 0;
    for (int s = 0; s < SYMBOLS; s++) {
        if (slots[s] == 0) continue;
        slots[s] = (uint32_t)(((uint64_t)slots[s] * ONE + total / 2) / total);
        if (slots[s] == 0) slots[s] = 1;
        used += slots[s];
    }
    for (; used != ONE; used += used < ONE ? 1 : (uint32_t)-1) {
        for (int s = 0; s < SYMBOLS; s++)
            if (slots[s] > slots[most]) most = s;
        slots[most] += used < ONE ? 1 : (uint32_t)-1;
    }
    for (int s = 0; s < SYMBOLS; used += slots[s++]) first[s] = used - ONE;
}

static void make_tables(Encoder *self) {
    spread_contexts(self);
    add_up(self);
    for (int round = 0; round < ROUNDS; round++) {
        find_costs(self);
        choose_tables(self);
        add_up(self);
    }
    for (int t = 0; t < self->tables; t++) scale_table(self->slots[t], self->first[t]);
}

static uint8_t *put_tables(const Encoder *self, uint8_t *at) {
    *at++ = (uint8_t)self->tables;
    *at++ = CLASSES;
    for (int t = 0; t < self->tables; t++) {
        int first = 0, last = SYMBOLS - 1;
        while (self->slots[t][first] == 0) first++;
        while (self->slots[t][last] == 0) last--;
        *at++ = (uint8_t)first;
        *at++ = (uint8_t)(last - first + 1);
        for (int s = first; s <= last; s++) at = weight_file_put_varint(at, self->slots[t][s]);
    }
    memcpy(at, self->table_of, MOST_CONTEXTS);
    return at + MOST_CONTEXTS;
}

/* --- Numbers -----------------------------------------------------------------------------------
 */

/* Encodes a symbol in front of what is encoded already. */
static void encode(const Encoder *self, int context, int symbol, uint32_t *state, uint8_t **at) {
    int table = self->table_of[context];
    uint32_t slots = self->slots[table][symbol];
    if (*state >= (uint64_t)slots * (WEIGHT_FILE_CODE_START / ONE) << 16) {
        bytes_put(*at -= 2, *state & 0xffff, 2);
        *state >>= 16;
    }
    *state = *state / slots * ONE + *state % slots + self->first[table][symbol];
}

/* Encodes everything from the last number to the first, so that it ends at `end`. Returns where it
 * begins, which is after `start`. */
static uint8_t *encode_all(const Encoder *self, uint8_t *end) {
    uint32_t states[WEIGHT_FILE_CODE_STATES];
    uint8_t *at = end;
    for (int i = 0; i < WEIGHT_FILE_CODE_STATES; i++) states[i] = WEIGHT_FILE_CODE_START;
    for (size_t row = (size_t)self->phases * self->rows; row-- > 0;) {
        for (int k = self->width - 1, symbol; k >= 0 && self->classes[row] > 0; k--) {
            int context = context_of(self, row, k, &symbol);
            encode(self, context, symbol, &states[k % WEIGHT_FILE_CODE_STATES], &at);
        }
        encode(self, class_context(self, row), ZERO + self->classes[row], &states[0], &at);
    }
    for (int i = WEIGHT_FILE_CODE_STATES - 1; i >= 0; i--) bytes_put(at -= 4, states[i], 4);
    return at;
}

uint8_t *weight_file_put_embeddings(const int8_t *numbers, int phases, size_t rows, int width,
                                    uint8_t *at) {
    Encoder *self = calloc(1, sizeof *self);
    uint8_t *classes = malloc((size_t)phases * rows), *end = NULL;
    if (self && classes) {
        self->numbers = numbers;
        self->rows = rows;
        self->phases = phases;
        self->width = width;
        self->classes = classes;
        count_symbols(self);
        make_tables(self);
        uint8_t *limit = at + weight_file_embeddings_size(phases, rows, width);
        at = put_tables(self, at);
        uint8_t *start = encode_all(self, limit);
        end = at + (limit - start);
        memmove(at, start, (size_t)(limit - start));
    }
    free(self);
    free(classes);
    return end;
}
