/* UTF-8 text: sequences read and written, the number of characters. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Bytes of the valid UTF-8 sequence at `text` (NUL-terminated); 0 if it is none. */
static inline int utf8_length(const char *text) {
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned char first = bytes[0];
    int length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (first > 0xF4) return 0;
    for (int i = 1; i < length; i++)
        if ((bytes[i] & 0xC0) != 0x80) return 0;
    bool is_overlong = (first == 0xE0 && bytes[1] < 0xA0) || (first == 0xF0 && bytes[1] < 0x90);
    bool is_surrogate = first == 0xED && bytes[1] >= 0xA0;
    bool is_too_large = first == 0xF4 && bytes[1] >= 0x90;
    return is_overlong || is_surrogate || is_too_large ? 0 : length;
}

/* The same for the first of `left` bytes, which are copied to `piece` with a NUL. */
static inline int utf8_piece(const char *bytes, size_t left, char piece[5]) {
    size_t size = left < 4 ? left : 4;
    memset(piece, 0, 5);
    memcpy(piece, bytes, size);
    return utf8_length(piece);
}

/* Writes a code point, at most 0x10FFFF; returns its bytes, 1 to 4. */
static inline int utf8_encode(int code, char out[4]) {
    int size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const int marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (int i = size - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(marks[size] | code);
    return size;
}

/* Characters of a valid text: all bytes that do not continue one. */
static inline int utf8_characters(const char *text) {
    int count = 0;
    for (; *text != '\0'; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

#endif
