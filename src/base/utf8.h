/* UTF-8 text: the length of a sequence, the number of characters. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>

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

/* Characters of a valid text: all bytes that do not continue one. */
static inline int utf8_characters(const char *text) {
    int count = 0;
    for (; *text != '\0'; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

#endif
