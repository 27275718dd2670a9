/* The value that a network (network.h) gives to a position.
 *
 * network_sum() adds up the rows, network_head() makes the value of the sum.
 *
 * The portable text is the reference; its twins for AVX2 and AVX-512 are compared with it in
 * tests/property/test_network.c. All give the same value. Which of them is used is a matter of the
 * isa that the including file is compiled for: the search's kernels include this, for every
 * isa, and tools/bot/amalgamate.awk copies it with them. */
#ifndef EVAL_NETWORK_VALUE_H
#define EVAL_NETWORK_VALUE_H

#include <string.h>

#include "eval/learned.h"
#include "eval/network.h"

#if defined(__AVX2__) && !defined(PATTERN_PLAIN)
#include <immintrin.h>
#endif

enum {
    NETWORK_WORDS = NETWORK_WIDTH / 4,
    /* Rows of one position: a row of zeros, all of them NETWORK_ON_TOP, where a pattern is missing,
     * and the two for legal moves. */
    NETWORK_INPUTS = PATTERN_INSTANCES + 2
};

/* Where the rows of the legal moves are, counted in numbers. */
static inline uint32_t network_moves_at(const PatternSet *set, bool is_own, int moves) {
    return (uint32_t)network_moves_row(set, is_own, moves) * NETWORK_WIDTH;
}

/* --- The portable text --------------------------------------------------------------------------
 */

/* Sums of rows, four numbers to a word of 16 bits each. */
typedef struct NetworkSumPortable {
    uint64_t words[NETWORK_WORDS];
} NetworkSumPortable;

/* network_add_rows_portable() adds two rows, network_number() tells a number of the sum. */
#if defined(PATTERN_PLAIN)
static inline void network_add_rows_portable(const NetworkNumber *a, const NetworkNumber *b,
                                             NetworkSumPortable *sum) {
#pragma GCC unroll 8
    for (int w = 0; w < NETWORK_WORDS; w++) {
        uint64_t left, right;
        memcpy(&left, a + 4 * w, sizeof left);
        memcpy(&right, b + 4 * w, sizeof right);
        sum->words[w] += left + right;
    }
}

static inline int network_number(const NetworkSumPortable *sum, int k) {
    uint16_t number;
    memcpy(&number, (const char *)sum->words + (size_t)k * sizeof number, sizeof number);
    return number;
}
#else
/* Eight numbers of a row, the first in the lowest byte. */
static inline uint64_t network_word(const NetworkNumber *row) {
    uint64_t word;
    memcpy(&word, row, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Even numbers go to one half of the words, odd ones to the other. */
static inline void network_add_rows_portable(const NetworkNumber *a, const NetworkNumber *b,
                                             NetworkSumPortable *sum) {
    const uint64_t low = UINT64_C(0x00ff00ff00ff00ff);
#pragma GCC unroll 4
    for (int w = 0; w < NETWORK_WORDS / 2; w++) {
        uint64_t both = network_word(a + 8 * w) + network_word(b + 8 * w);
        sum->words[w] += both & low;
        sum->words[NETWORK_WORDS / 2 + w] += (both >> 8) & low;
    }
}

static inline int network_number(const NetworkSumPortable *sum, int k) {
    uint64_t word = sum->words[k % 2 * (NETWORK_WORDS / 2) + k / 8];
    return (int)(word >> (8 * (k & 6)) & 0xffff);
}
#endif

static inline void network_sum_portable(const LearnedWeights *learned, const PatternState *state,
                                        uint32_t own_at, uint32_t opp_at, NetworkSumPortable *sum) {
    const PatternSet *set = learned->set;
    const NetworkNumber *rows[NETWORK_INPUTS];
    /* All rows are asked for at once: to add one takes so many steps that the processor would wait
     * for the next few only. */
    for (int i = 0; i < PATTERN_INSTANCES; i++) {
        rows[i] = network_row(learned->network, set->offset[i] + state->index[i]);
        __builtin_prefetch(rows[i]);
    }
    rows[PATTERN_INSTANCES] = learned->network->rows + own_at;
    rows[PATTERN_INSTANCES + 1] = learned->network->rows + opp_at;
    *sum = (NetworkSumPortable){{0}};
    for (int i = 0; i < NETWORK_INPUTS; i += 2)
        network_add_rows_portable(rows[i], rows[i + 1], sum);
}

/* Adds the weighed cells to the hidden ones. */
#if defined(PATTERN_PLAIN)
/* Two hidden cells to a word and a multiplication; cells of 0, four in ten, are left out. */
static inline void network_hidden(const NetworkHead *head, const int *cells, int32_t *hidden) {
    enum { HALF = NETWORK_HIDDEN / 2 };
    int some[NETWORK_WIDTH], count = 0;
    for (int k = 0; k < NETWORK_WIDTH; k++) {
        some[count] = k;
        count += cells[k] != 0;
    }
    uint64_t sums[HALF] = {0};
    for (int i = 0; i < count; i++) {
        uint64_t cell = (uint64_t)cells[some[i]];
#pragma GCC unroll 8
        for (int h = 0; h < HALF; h++) sums[h] += cell * head->pairs[some[i]][h];
    }
    for (int h = 0; h < HALF; h++) {
        int32_t low = (int32_t)sums[h];
        hidden[h] += low;
        hidden[h + HALF] += (int32_t)((sums[h] - (uint64_t)(int64_t)low) >> 32);
    }
}
#else
static inline void network_hidden(const NetworkHead *head, const int *cells, int32_t *hidden) {
    for (int q = 0; q < NETWORK_WIDTH / 4; q++)
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            for (int k = 0; k < 4; k++) hidden[h] += cells[4 * q + k] * head->hidden[q][h][k];
}
#endif

/* The value without the bias. */
static inline int network_head_portable(const NetworkHead *head, const NetworkSumPortable *sum) {
    int cells[NETWORK_WIDTH];
    int32_t hidden[NETWORK_HIDDEN], direct = 0, last = 0;
    for (int k = 0; k < NETWORK_WIDTH; k++) {
        int cell = head->start[k % 2][k / 2] + network_number(sum, k) -
                   (int)NETWORK_ON_TOP * NETWORK_INPUTS;
        cell = cell < (int)NETWORK_ONE ? cell : (int)NETWORK_ONE;
        cells[k] = cell < 0 ? 0 : cell;
        direct += cells[k] * head->direct[k % 2][k / 2];
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++) hidden[h] = head->hidden_start[h];
    network_hidden(head, cells, hidden);
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        int32_t cell = hidden[h] < 0 ? 0 : hidden[h] >> NETWORK_HIDDEN_SHIFT;
        if (cell > NETWORK_CELL_MOST) cell = NETWORK_CELL_MOST;
        last += cell * head->last[h];
    }
    return (int)(((int64_t)direct + last) >> NETWORK_VALUE_SHIFT);
}

/* --- AVX2 ---------------------------------------------------------------------------------------
 */

#if defined(__AVX2__) && !defined(PATTERN_PLAIN)
/* A word of 16 bits of a row is an even number and 256 times the odd one behind it. `both` is the
 * sum of words modulo 2^16, `odd` that of the odd numbers; both - 256 * odd are the even ones. */
typedef struct NetworkSum {
    __m256i both, odd;
} NetworkSum;

static inline void network_add_rows(const NetworkNumber *a, const NetworkNumber *b,
                                    NetworkSum *sum) {
    __m256i two = _mm256_add_epi16(_mm256_load_si256((const __m256i *)a),
                                   _mm256_load_si256((const __m256i *)b));
    sum->both = _mm256_add_epi16(sum->both, two);
    sum->odd = _mm256_add_epi16(sum->odd, _mm256_srli_epi16(two, 8));
}

/* Eight rows at a time: unrolled as a whole, the loop takes 10 % more time (gcc 12). */
static inline void network_sum(const LearnedWeights *learned, const PatternState *state,
                               uint32_t own_at, uint32_t opp_at, NetworkSum *sum) {
    const NetworkNumber *rows = learned->network->rows;
    const uint32_t *offset = learned->set->offset;
    _Alignas(64) uint32_t at[NETWORK_INPUTS];
    for (int i = 0; i < NETWORK_INPUTS; i++) at[i] = (offset[i] + state->index[i]) * NETWORK_WIDTH;
    at[PATTERN_INSTANCES] = own_at;
    at[PATTERN_INSTANCES + 1] = opp_at;
    *sum = (NetworkSum){_mm256_setzero_si256(), _mm256_setzero_si256()};
#pragma GCC unroll 1
    for (int i = 0; i < NETWORK_INPUTS; i += 8) {
        network_add_rows(rows + at[i], rows + at[i + 1], sum);
        network_add_rows(rows + at[i + 2], rows + at[i + 3], sum);
        network_add_rows(rows + at[i + 4], rows + at[i + 5], sum);
        network_add_rows(rows + at[i + 6], rows + at[i + 7], sum);
    }
}

/* Products of cells 4q to 4q + 3, which are in each lane of four bytes, and of the next four, with
 * their weights; two of them added up to each hidden cell. */
#if defined(__AVX512BW__)
static inline __m512i network_products(const NetworkHead *head, int q, __m512i four, __m512i next) {
    return _mm512_add_epi16(_mm512_maddubs_epi16(four, _mm512_load_si512(head->hidden[q])),
                            _mm512_maddubs_epi16(next, _mm512_load_si512(head->hidden[q + 1])));
}

/* The hidden cells, cut to 16 bits, of the cells of the sum as bytes. */
static inline __m256i network_cells(const NetworkHead *head, __m256i cells) {
    const __m512i ones = _mm512_set1_epi16(1), wide = _mm512_castsi256_si512(cells);
    const __m512i low = _mm512_shuffle_i64x2(wide, wide, 0x00);
    const __m512i high = _mm512_shuffle_i64x2(wide, wide, 0x55);
#define CELLS(half, q)                                                                             \
    _mm512_madd_epi16(ones, network_products(head, q, _mm512_shuffle_epi32(half, (q) % 4 * 0x55),  \
                                             _mm512_shuffle_epi32(half, ((q) % 4 + 1) * 0x55)))
    __m512i sum = _mm512_add_epi32(_mm512_load_si512(head->hidden_start), CELLS(low, 0));
    __m512i sum2 = _mm512_add_epi32(CELLS(low, 2), CELLS(high, 4));
    sum = _mm512_add_epi32(_mm512_add_epi32(sum, CELLS(high, 6)), sum2);
#undef CELLS
    sum = _mm512_srli_epi32(_mm512_max_epi32(sum, _mm512_setzero_si512()), NETWORK_HIDDEN_SHIFT);
    return _mm512_cvtsepi32_epi16(sum);
}
#else
static inline __m256i network_products(const __m256i *weights, __m256i four, __m256i next) {
    const __m256i two =
        _mm256_add_epi16(_mm256_maddubs_epi16(four, _mm256_load_si256(weights)),
                         _mm256_maddubs_epi16(next, _mm256_load_si256(weights + 2)));
    return _mm256_madd_epi16(_mm256_set1_epi16(1), two);
}

static inline __m256i network_cells(const NetworkHead *head, __m256i cells) {
    const __m256i halves[2] = {_mm256_permute4x64_epi64(cells, 0x44),
                               _mm256_permute4x64_epi64(cells, 0xee)};
    const __m256i *start = (const __m256i *)head->hidden_start;
    __m256i first = _mm256_load_si256(start), second = _mm256_load_si256(start + 1);
#pragma GCC unroll 2
    for (int i = 0; i < 2; i++) {
        const __m256i *weights = (const __m256i *)head->hidden[4 * i];
        __m256i a = _mm256_shuffle_epi32(halves[i], 0x00),
                b = _mm256_shuffle_epi32(halves[i], 0x55);
        first = _mm256_add_epi32(first, network_products(weights, a, b));
        second = _mm256_add_epi32(second, network_products(weights + 1, a, b));
        a = _mm256_shuffle_epi32(halves[i], 0xaa), b = _mm256_shuffle_epi32(halves[i], 0xff);
        first = _mm256_add_epi32(first, network_products(weights + 4, a, b));
        second = _mm256_add_epi32(second, network_products(weights + 5, a, b));
    }
    const __m256i zero = _mm256_setzero_si256();
    first = _mm256_srli_epi32(_mm256_max_epi32(first, zero), NETWORK_HIDDEN_SHIFT);
    second = _mm256_srli_epi32(_mm256_max_epi32(second, zero), NETWORK_HIDDEN_SHIFT);
    /* Packing cuts to 16 bits, and works within halves of a register: bring the quarters back into
     * order. */
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(first, second), 0xd8);
}
#endif

static inline __m256i network_cut(__m256i sums) {
    return _mm256_max_epi16(_mm256_min_epi16(sums, _mm256_set1_epi16(NETWORK_ONE)),
                            _mm256_setzero_si256());
}

static inline int network_head(const NetworkHead *head, const NetworkSum *sum) {
    const __m256i on_top = _mm256_set1_epi16(NETWORK_ON_TOP * NETWORK_INPUTS);
    const __m256i *start = (const __m256i *)head->start, *by = (const __m256i *)head->direct;
    __m256i even = _mm256_sub_epi16(sum->both, _mm256_slli_epi16(sum->odd, 8));
    even = network_cut(_mm256_add_epi16(even, _mm256_sub_epi16(start[0], on_top)));
    __m256i odd = network_cut(_mm256_add_epi16(sum->odd, _mm256_sub_epi16(start[1], on_top)));
    __m256i direct =
        _mm256_add_epi32(_mm256_madd_epi16(even, by[0]), _mm256_madd_epi16(odd, by[1]));
    __m256i cells = network_cells(head, _mm256_or_si256(even, _mm256_slli_epi16(odd, 8)));
    __m256i last = _mm256_madd_epi16(cells, _mm256_load_si256((const __m256i *)head->last));
    /* Each of the two sums has 32 bits, both together may have more. */
    __m128i left = _mm_add_epi32(_mm256_castsi256_si128(last), _mm256_extracti128_si256(last, 1));
    __m128i right =
        _mm_add_epi32(_mm256_castsi256_si128(direct), _mm256_extracti128_si256(direct, 1));
    __m128i both = _mm_hadd_epi32(left, right);
    both = _mm_hadd_epi32(both, both);
    return (int)(((int64_t)_mm_cvtsi128_si32(both) + _mm_extract_epi32(both, 1)) >>
                 NETWORK_VALUE_SHIFT);
}
#else
typedef NetworkSumPortable NetworkSum;

static inline void network_sum(const LearnedWeights *learned, const PatternState *state,
                               uint32_t own_at, uint32_t opp_at, NetworkSum *sum) {
    network_sum_portable(learned, state, own_at, opp_at, sum);
}

static inline int network_head(const NetworkHead *head, const NetworkSum *sum) {
    return network_head_portable(head, sum);
}
#endif

/* --- The value ----------------------------------------------------------------------------------
 */

/* The value for the side to move in 1/EVAL_DISC disc, with `discs` on the board; `own_moves` and
 * `opp_moves` are the numbers of legal moves of the side to move and of the other. */
static inline int network_value(const LearnedWeights *learned, const PatternState *state, int discs,
                                int own_moves, int opp_moves) {
    const NetworkHead *head = &learned->network->heads[learned->stage_of[discs]];
    NetworkSum sum;
    network_sum(learned, state, network_moves_at(learned->set, true, own_moves),
                network_moves_at(learned->set, false, opp_moves), &sum);
    int value = learned->bias[discs] + network_head(head, &sum);
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : value;
}

#endif
