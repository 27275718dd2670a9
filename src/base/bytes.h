/* Numbers in byte strings, least significant byte first on every machine, and a checksum.
 *
 * Binary files of Bianca (weights, games, books) are written and read through these. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void bytes_put(uint8_t *at, uint64_t value, int size) {
    for (int i = 0; i < size; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static inline uint64_t bytes_get(const uint8_t *at, int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; i++) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

/* A double as a number for bytes_put(), and back. */
static inline uint64_t bytes_from_double(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static inline double bytes_to_double(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* A 64-bit checksum. Each step is invertible in the state, so a change within one aligned word of
 * 8 bytes always shows; any other change escapes with a chance of about 2^-64. Not for secrets. */
static inline uint64_t bytes_checksum(const uint8_t *bytes, size_t length) {
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15) ^ length;
    for (size_t at = 0; at < length; at += 8) {
        int size = length - at < 8 ? (int)(length - at) : 8;
        state = (state ^ bytes_get(bytes + at, size)) * UINT64_C(0xd6e8feb86659fd93);
        state ^= state >> 32;
    }
    return state;
}

#endif
