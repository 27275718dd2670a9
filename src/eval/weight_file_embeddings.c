/* Reads the embeddings in a weight file: entropy-coded as weight_file_format.h says. A program
 * reads millions of numbers when it starts, so four states take turns: none waits for itself.
 *
 * Nothing is trusted. All slots of a table have an owner among the possible symbols, so whatever is
 * decoded is a possible number. The place is compared with the end after every row; a row reads at
 * most a word for its class and for each of its numbers, which is less than one of the heads that
 * follow in the block. At the end all words are used up and the states are START. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "eval/weight_file_format.h"
#include "eval/weight_file_reader.h"

_Static_assert(NETWORK_WIDTH_STEP % WEIGHT_FILE_CODE_STATES == 0, "a row ends with the last state");

enum {
    SLOTS = WEIGHT_FILE_CODE_ONE,
    SYMBOLS = WEIGHT_FILE_CODE_SYMBOLS,
    ZERO = NETWORK_EMBEDDING_MAX,  /* the symbol of 0 */
    NONE = NETWORK_ZERO_POINT,     /* for a number of the phase before the first: no number */
    CONTEXTS = NETWORK_ZERO_POINT, /* by absolute number 0 to 63; then NONE */
    MOST_CLASSES = WEIGHT_FILE_CODE_CLASSES
};

typedef struct CodeTable {
    uint8_t symbol[SLOTS];
    uint32_t range[SYMBOLS + 1]; /* of a symbol: how many slots, times 65536, plus the first */
} CodeTable;

typedef struct Decoder {
    const uint8_t *at, *end; /* words that are left */
    uint32_t state[WEIGHT_FILE_CODE_STATES];
    int tables, classes;
    /* By class of the row, 0 for the class itself, and by number of the phase before plus ZERO. */
    uint8_t table_of[MOST_CLASSES + 1][2 * CONTEXTS];
    CodeTable table[WEIGHT_FILE_CODE_TABLES];
} Decoder;

/* --- Tables ------------------------------------------------------------------------------------
 */

/* Reads the first symbol, the number of symbols, and how many slots each has. */
static bool read_table(WeightFileReader *reader, size_t end, CodeTable *table) {
    size_t start = reader->at;
    if (end - start < 2) return REFUSE(reader, start, "a code table is cut off");
    int first = reader->bytes[start], count = reader->bytes[start + 1];
    if (count < 1 || first + count > SYMBOLS)
        return REFUSE(reader, start, "a code table with numbers beyond their limit");
    reader->at += 2;
    memset(table->range, 0, sizeof table->range);
    uint32_t used = 0, slots;
    for (int symbol = first; symbol < first + count; symbol++) {
        size_t place = reader->at;
        if (!weight_file_read_varint(reader, end, &slots) || slots > SLOTS - used)
            return REFUSE(reader, place, "no entry of a code table can be read here");
        memset(table->symbol + used, symbol, slots);
        table->range[symbol] = slots << 16 | used;
        used += slots;
    }
    if (used == SLOTS) return true;
    return REFUSE(reader, start, "a code table with a wrong sum");
}

static bool read_contexts(WeightFileReader *reader, size_t end, Decoder *decoder) {
    for (int c = 0; c <= decoder->classes; c++) {
        if (end - reader->at < CONTEXTS + 1)
            return REFUSE(reader, reader->at, "the contexts of the code are cut off");
        for (int i = 0; i <= CONTEXTS; i++) {
            uint8_t number = reader->bytes[reader->at];
            if (number >= decoder->tables)
                return REFUSE(reader, reader->at, "there is no such code table");
            decoder->table_of[c][i < CONTEXTS ? ZERO + i : ZERO + NONE] = number;
            if (i < CONTEXTS) decoder->table_of[c][ZERO - i] = number;
            reader->at++;
        }
    }
    return true;
}

static bool read_code(WeightFileReader *reader, size_t end, Decoder *decoder) {
    if (end - reader->at < 2) return REFUSE(reader, reader->at, "the code tables are cut off");
    decoder->tables = reader->bytes[reader->at];
    decoder->classes = reader->bytes[reader->at + 1];
    if (decoder->tables < 1 || decoder->tables > WEIGHT_FILE_CODE_TABLES)
        return REFUSE(reader, reader->at, "impossible number of code tables");
    if (decoder->classes > MOST_CLASSES)
        return REFUSE(reader, reader->at + 1, "impossible number of classes");
    reader->at += 2;
    for (int i = 0; i < decoder->tables; i++)
        if (!read_table(reader, end, &decoder->table[i])) return false;
    if (!read_contexts(reader, end, decoder)) return false;
    if (end - reader->at < sizeof decoder->state)
        return REFUSE(reader, reader->at, "the numbers of the network are cut off");
    for (int i = 0; i < WEIGHT_FILE_CODE_STATES; i++, reader->at += 4) {
        decoder->state[i] = (uint32_t)bytes_get(reader->bytes + reader->at, 4);
        if (decoder->state[i] < WEIGHT_FILE_CODE_START)
            return REFUSE(reader, reader->at, "an impossible state of the code");
    }
    decoder->at = reader->bytes + reader->at;
    decoder->end = reader->bytes + end;
    return true;
}

/* --- Numbers -----------------------------------------------------------------------------------
 */

/* Decodes one number. It reads a word even if the state needs none: a branch would be guessed wrong
 * too often (twice as slow). */
static inline int decode(const CodeTable *table, uint32_t *state, const uint8_t **at) {
    uint32_t slot = *state % SLOTS, symbol = table->symbol[slot], range = table->range[symbol];
    uint32_t next = (range >> 16) * (*state / SLOTS) + slot - (range & 0xffff);
    uint32_t word = (uint32_t)((*at)[0] | (*at)[1] << 8);
    uint32_t is_short = next < WEIGHT_FILE_CODE_START;
    *state = next << 16 * is_short | (word & (0 - is_short));
    *at += 2 * is_short;
    return (int)symbol - ZERO;
}

/* Decodes a number of a row in the place of that of the phase before. */
static inline void decode_over(const Decoder *decoder, const uint8_t *table_of, uint32_t *state,
                               const uint8_t **at, int8_t *number) {
    int before = *number, sign = before < 0 ? -1 : 0;
    int decoded = decode(&decoder->table[table_of[before + ZERO]], state, at);
    *number = (int8_t)((decoded ^ sign) - sign);
}

/* Decodes a row of `width` numbers over that of the phase before, and its class likewise. False if
 * there is no such class. */
static bool decode_row(Decoder *decoder, int8_t *class, int8_t *row, int width) {
    uint32_t a = decoder->state[0], b = decoder->state[1], c = decoder->state[2],
             d = decoder->state[3];
    const uint8_t *at = decoder->at;
    int decoded = decode(&decoder->table[decoder->table_of[0][*class + ZERO]], &a, &at);
    bool ok = decoded >= 0 && decoded <= decoder->classes;
    *class = (int8_t)decoded;
    if (ok && decoded == 0) {
        memset(row, 0, (size_t)width);
    } else if (ok) {
        const uint8_t *table_of = decoder->table_of[decoded];
        for (int k = 0; k < width; k += WEIGHT_FILE_CODE_STATES) {
            decode_over(decoder, table_of, &a, &at, row + k);
            decode_over(decoder, table_of, &b, &at, row + k + 1);
            decode_over(decoder, table_of, &c, &at, row + k + 2);
            decode_over(decoder, table_of, &d, &at, row + k + 3);
        }
    }
    decoder->state[0] = a, decoder->state[1] = b, decoder->state[2] = c, decoder->state[3] = d;
    decoder->at = at;
    return ok;
}

struct WeightFileEmbeddings {
    Decoder decoder;
    size_t rows;
    int width;
    int8_t *numbers, *classes; /* of the last phase, row by row */
};

WeightFileEmbeddings *weight_file_open_embeddings(WeightFileReader *reader, size_t end, size_t rows,
                                                  int width) {
    WeightFileEmbeddings *self = malloc(sizeof *self);
    int8_t *numbers = malloc(rows * NETWORK_WIDTH), *classes = malloc(rows);
    if (!self || !numbers || !classes) {
        error_set(reader->error, STATUS_NO_MEMORY, "weights %s: no memory for the network",
                  reader->name);
        free(self);
        free(numbers);
        free(classes);
        return NULL;
    }
    self->rows = rows;
    self->width = width;
    self->numbers = numbers;
    self->classes = classes;
    memset(classes, NONE, rows);
    memset(numbers, 0, rows * NETWORK_WIDTH);
    for (size_t i = 0; i < rows; i++) memset(numbers + i * NETWORK_WIDTH, NONE, (size_t)width);
    if (read_code(reader, end, &self->decoder)) return self;
    weight_file_close_embeddings(self);
    return NULL;
}

const int8_t *weight_file_next_embeddings(WeightFileReader *reader, WeightFileEmbeddings *self) {
    Decoder *decoder = &self->decoder;
    for (size_t i = 0; i < self->rows; i++) {
        bool ok =
            decode_row(decoder, &self->classes[i], self->numbers + i * NETWORK_WIDTH, self->width);
        reader->at = (size_t)(decoder->at - reader->bytes);
        if (!ok || decoder->at > decoder->end) {
            weight_file_refuse(reader, reader->at,
                               ok ? "the numbers of the network are cut off"
                                  : "there is no such class of numbers");
            return NULL;
        }
    }
    return self->numbers;
}

bool weight_file_end_embeddings(WeightFileReader *reader, const WeightFileEmbeddings *self) {
    for (int i = 0; i < WEIGHT_FILE_CODE_STATES; i++)
        if (self->decoder.state[i] != WEIGHT_FILE_CODE_START)
            return REFUSE(reader, reader->at, "the numbers of the network end in a wrong state");
    if (self->decoder.at == self->decoder.end) return true;
    return REFUSE(reader, reader->at, "more numbers than there should be");
}

void weight_file_close_embeddings(WeightFileEmbeddings *self) {
    if (!self) return;
    free(self->numbers);
    free(self->classes);
    free(self);
}
