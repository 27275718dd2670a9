/* The value that a network (network.h) gives to a position.
 *
 * The portable text is the reference; its twin for AVX2 is compared with it in
 * tests/property/test_network.c. Both give the same value. Which of them network_value() is made of
 * is a matter of the level that the including file is compiled for: the search's kernels include
 * this, at every level, and tools/bot/amalgamate.awk copies it with them. */
#ifndef EVAL_NETWORK_VALUE_H
#define EVAL_NETWORK_VALUE_H

#include <string.h>

#include "eval/network.h"

#if defined(__AVX2__) && !defined(PATTERN_PLAIN)
#include <immintrin.h>
#endif

/* --- The portable text --------------------------------------------------------------------------
 */

enum { NETWORK_WORDS = NETWORK_WIDTH / 4 };

/* Sums of rows, four numbers to a word of 16 bits each; every number counts 128 more than it is.
 * network_add_row() adds a row, network_numbers() tells the numbers apart. */
#if defined(PATTERN_PLAIN)
static inline void network_add_row(const NetworkNumber *row, uint64_t *sums) {
#pragma GCC unroll 8
    for (int w = 0; w < NETWORK_WORDS; w++) {
        uint64_t word;
        memcpy(&word, row + 4 * w, sizeof word);
        sums[w] += word;
    }
}

static inline void network_numbers(const uint64_t *sums, uint16_t *numbers) {
    memcpy(numbers, sums, NETWORK_WIDTH * sizeof *numbers);
}
#else
/* Eight numbers of a row, each plus 128, the first in the lowest byte. */
static inline uint64_t network_word(const NetworkNumber *row) {
    uint64_t word;
    memcpy(&word, row, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word ^ UINT64_C(0x8080808080808080);
}

/* Even numbers go to one half of the words, odd ones to the other. */
static inline void network_add_row(const NetworkNumber *row, uint64_t *sums) {
    const uint64_t low = UINT64_C(0x00ff00ff00ff00ff);
#pragma GCC unroll 4
    for (int w = 0; w < NETWORK_WORDS / 2; w++) {
        uint64_t word = network_word(row + 8 * w);
        sums[w] += word & low;
        sums[NETWORK_WORDS / 2 + w] += (word >> 8) & low;
    }
}

static inline void network_numbers(const uint64_t *sums, uint16_t *numbers) {
#pragma GCC unroll 32
    for (int k = 0; k < NETWORK_WIDTH; k++) {
        uint64_t words = sums[k % 2 * (NETWORK_WORDS / 2) + k / 8];
        numbers[k] = (uint16_t)(words >> (8 * (k & 6)));
    }
}
#endif

static inline void network_sum_portable(const Pattern *pattern, const PatternState *state,
                                        size_t own_row, size_t opp_row, const NetworkHead *head,
                                        int16_t *cells) {
    const Network *network = pattern->network;
    const PatternSet *set = pattern->set;
    const NetworkNumber *rows[PATTERN_LANES];
    /* All rows are asked for at once: to add one takes so many steps that the processor would wait
     * for the next few only. */
    for (int i = 0; i < set->instances; i++) {
        rows[i] = network_row(network, set->offset[i] + state->index[i]);
        __builtin_prefetch(rows[i]);
    }
    uint64_t sums[NETWORK_WORDS] = {0};
    network_add_row(network_row(network, own_row), sums);
    network_add_row(network_row(network, opp_row), sums);
    for (int i = 0; i < set->instances; i++) network_add_row(rows[i], sums);
    uint16_t numbers[NETWORK_WIDTH];
    network_numbers(sums, numbers);
    int surplus = 128 * (set->instances + 2);
    for (int k = 0; k < NETWORK_WIDTH; k++) {
        int sum = head->start[k] + numbers[k] - surplus;
        sum = sum < NETWORK_ONE ? sum : (int)NETWORK_ONE;
        cells[k] = (int16_t)(sum < 0 ? 0 : sum);
    }
}

/* Adds the weighed cells to the hidden ones. */
#if defined(PATTERN_PLAIN)
/* Two hidden cells to a word and a multiplication; cells of 0, four in ten, are left out. */
static inline void network_hidden(const NetworkHead *head, const int16_t *cells, int32_t *hidden) {
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
static inline void network_hidden(const NetworkHead *head, const int16_t *cells, int32_t *hidden) {
    for (int p = 0; p < NETWORK_WIDTH / 2; p++)
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            hidden[h] +=
                cells[2 * p] * head->hidden[p][h][0] + cells[2 * p + 1] * head->hidden[p][h][1];
}
#endif

static inline int network_head_portable(const NetworkHead *head, const int16_t *cells) {
    int32_t hidden[NETWORK_HIDDEN], direct = 0, last = 0;
    for (int h = 0; h < NETWORK_HIDDEN; h++) hidden[h] = head->hidden_start[h];
    network_hidden(head, cells, hidden);
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        int32_t cell = hidden[h] < 0 ? 0 : hidden[h] >> NETWORK_HIDDEN_SHIFT;
        if (cell > NETWORK_CELL_MOST) cell = NETWORK_CELL_MOST;
        last += cell * head->last[h];
    }
    for (int k = 0; k < NETWORK_WIDTH; k++) direct += cells[k] * head->direct[k];
    return (int)(((int64_t)direct + last) >> NETWORK_VALUE_SHIFT);
}

/* --- AVX2 ---------------------------------------------------------------------------------------
 */

#if defined(__AVX2__) && !defined(PATTERN_PLAIN)
/* Adds two rows to sums that hold cells 0-7 and 16-23, and 8-15 and 24-31. Bytes of both rows side
 * by side, times 1, give their sum in 16 bits: cheaper than to widen each of them. */
static inline void network_add_rows(const int8_t *a, const int8_t *b, __m256i *even, __m256i *odd) {
    const __m256i ones = _mm256_set1_epi8(1);
    __m256i left = _mm256_load_si256((const __m256i *)a);
    __m256i right = _mm256_load_si256((const __m256i *)b);
    *even = _mm256_add_epi16(*even, _mm256_maddubs_epi16(ones, _mm256_unpacklo_epi8(left, right)));
    *odd = _mm256_add_epi16(*odd, _mm256_maddubs_epi16(ones, _mm256_unpackhi_epi8(left, right)));
}

static inline void network_sum(const Pattern *pattern, const PatternState *state, size_t own_row,
                               size_t opp_row, const NetworkHead *head, int16_t *cells) {
    const Network *network = pattern->network;
    const uint32_t *offset = pattern->set->offset;
    /* The rows for legal moves come behind the others; what is still missing to a multiple of four
     * are the rows of lanes without a pattern, which are all 0. */
    const int instances = pattern->set->instances;
    _Alignas(64) uint32_t at[PATTERN_LANES + 4];
    for (int i = 0; i < PATTERN_LANES; i++) at[i] = (offset[i] + state->index[i]) * NETWORK_WIDTH;
    for (int i = 0; i < 4; i++) at[PATTERN_LANES + i] = pattern->set->weights * NETWORK_WIDTH;
    at[instances] = (uint32_t)own_row * NETWORK_WIDTH;
    at[instances + 1] = (uint32_t)opp_row * NETWORK_WIDTH;
    __m256i even = _mm256_setzero_si256(), odd = even, even2 = even, odd2 = even;
    for (int i = 0; i < instances + 2; i += 4) {
        network_add_rows(network->rows + at[i], network->rows + at[i + 1], &even, &odd);
        network_add_rows(network->rows + at[i + 2], network->rows + at[i + 3], &even2, &odd2);
    }
    even = _mm256_add_epi16(even, even2);
    odd = _mm256_add_epi16(odd, odd2);
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NETWORK_ONE);
    const __m256i *start = (const __m256i *)head->start;
    __m256i low = _mm256_add_epi16(start[0], _mm256_permute2x128_si256(even, odd, 0x20));
    __m256i high = _mm256_add_epi16(start[1], _mm256_permute2x128_si256(even, odd, 0x31));
    low = _mm256_max_epi16(_mm256_min_epi16(low, one), zero);
    high = _mm256_max_epi16(_mm256_min_epi16(high, one), zero);
    _mm256_store_si256((__m256i *)cells, low);
    _mm256_store_si256((__m256i *)(cells + 16), high);
}

/* The hidden cells, cut to 16 bits. */
#if defined(__AVX512BW__)
static inline __m256i network_cells(const NetworkHead *head, const int16_t *cells) {
    __m512i sum = _mm512_load_si512(head->hidden_start), sum2 = _mm512_setzero_si512();
#pragma GCC unroll 8
    for (int p = 0; p < NETWORK_WIDTH / 2; p += 2) {
        int pair[2];
        memcpy(pair, cells + 2 * p, sizeof pair);
        sum = _mm512_add_epi32(
            sum, _mm512_madd_epi16(_mm512_set1_epi32(pair[0]), _mm512_load_si512(head->hidden[p])));
        sum2 = _mm512_add_epi32(sum2, _mm512_madd_epi16(_mm512_set1_epi32(pair[1]),
                                                        _mm512_load_si512(head->hidden[p + 1])));
    }
    sum = _mm512_max_epi32(_mm512_add_epi32(sum, sum2), _mm512_setzero_si512());
    return _mm512_cvtsepi32_epi16(_mm512_srli_epi32(sum, NETWORK_HIDDEN_SHIFT));
}
#else
static inline __m256i network_cells(const NetworkHead *head, const int16_t *cells) {
    const __m256i *start = (const __m256i *)head->hidden_start;
    __m256i first = _mm256_load_si256(start), second = _mm256_load_si256(start + 1);
    __m256i first2 = _mm256_setzero_si256(), second2 = first2;
#pragma GCC unroll 8
    for (int p = 0; p < NETWORK_WIDTH / 2; p += 2) {
        const __m256i *weights = (const __m256i *)head->hidden[p];
        int pair[2];
        memcpy(pair, cells + 2 * p, sizeof pair);
        __m256i a = _mm256_set1_epi32(pair[0]), b = _mm256_set1_epi32(pair[1]);
        first = _mm256_add_epi32(first, _mm256_madd_epi16(a, weights[0]));
        second = _mm256_add_epi32(second, _mm256_madd_epi16(a, weights[1]));
        first2 = _mm256_add_epi32(first2, _mm256_madd_epi16(b, weights[2]));
        second2 = _mm256_add_epi32(second2, _mm256_madd_epi16(b, weights[3]));
    }
    const __m256i zero = _mm256_setzero_si256();
    first = _mm256_max_epi32(_mm256_add_epi32(first, first2), zero);
    second = _mm256_max_epi32(_mm256_add_epi32(second, second2), zero);
    first = _mm256_srli_epi32(first, NETWORK_HIDDEN_SHIFT);
    second = _mm256_srli_epi32(second, NETWORK_HIDDEN_SHIFT);
    /* Packing cuts to 16 bits, and works within halves of a register: bring the quarters back into
     * order. */
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(first, second), 0xd8);
}
#endif

static inline int network_head(const NetworkHead *head, const int16_t *cells) {
    __m256i last = _mm256_madd_epi16(network_cells(head, cells),
                                     _mm256_load_si256((const __m256i *)head->last));
    const __m256i *sums = (const __m256i *)cells, *by = (const __m256i *)head->direct;
    __m256i direct =
        _mm256_add_epi32(_mm256_madd_epi16(sums[0], by[0]), _mm256_madd_epi16(sums[1], by[1]));
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
static inline void network_sum(const Pattern *pattern, const PatternState *state, size_t own_row,
                               size_t opp_row, const NetworkHead *head, int16_t *cells) {
    network_sum_portable(pattern, state, own_row, opp_row, head, cells);
}

static inline int network_head(const NetworkHead *head, const int16_t *cells) {
    return network_head_portable(head, cells);
}
#endif

/* The value for the side to move in 1/EVAL_DISC disc, with `discs` on the board; `own_moves` and
 * `opp_moves` are the numbers of legal moves of the side to move and of the other. */
static inline int network_value(const Pattern *pattern, const PatternState *state, int discs,
                                int own_moves, int opp_moves) {
    const NetworkHead *head = &pattern->network->heads[pattern->stage_of[discs]];
    _Alignas(64) int16_t cells[NETWORK_WIDTH];
    network_sum(pattern, state, network_moves_row(pattern->set, true, own_moves),
                network_moves_row(pattern->set, false, opp_moves), head, cells);
    int value = pattern->bias[discs] + network_head(head, cells);
    return value > EVAL_LIMIT ? EVAL_LIMIT : value < -EVAL_LIMIT ? -EVAL_LIMIT : value;
}

#endif
