/* The weights of a single-file bot, as text. Stands for eval/embedded.c.
 *
 * Four bytes, the lowest first, are a number of five digits in base 85, the lowest first; digits are
 * the characters from '#' on without '?' and '\\', which mean something else in C. bot_weights(),
 * WEIGHT_BYTES and HAS_WEIGHTS come from tools/make-bot. */
#include "eval/embedded.h"

#if HAS_WEIGHTS
static uint8_t weight_bytes[WEIGHT_BYTES + 4];
const Embedded embedded_files[] = {
    {8, 8, "8x8", weight_bytes, weight_bytes + WEIGHT_BYTES},
};
const int embedded_count = 1;
#else
const Embedded embedded_files[] = {{0, 0, "", 0, 0}};
const int embedded_count = 0;
#endif

static void unpack_weights(void) {
#if HAS_WEIGHTS
    const char *text = weight_text;
    for (uint32_t at = 0; at < WEIGHT_BYTES; at += 4) {
        uint32_t number = 0;
        for (int digit = 4; digit >= 0; digit--) {
            int byte = text[digit];
            number = number * 85 + (uint32_t)(byte - '#' - (byte > '?') - (byte > '\\'));
        }
        for (int i = 0; i < 4; i++) weight_bytes[at + (uint32_t)i] = (uint8_t)(number >> (8 * i));
        text += 5;
    }
#endif
}
