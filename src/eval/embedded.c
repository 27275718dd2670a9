/* Takes the weight files of data/ into the program as they are. A file that is not there is left
 * out, so that the program can be built before the first weights are trained. */
#include "eval/embedded.h"

#include <stddef.h>

#include "base/embed.h"

#if __has_include("../../data/8x8.weights")
#define HAS_8X8 1
EMBED(uint8_t, embedded_8x8, "data/8x8.weights");
#endif
#if __has_include("../../data/6x6.weights")
#define HAS_6X6 1
EMBED(uint8_t, embedded_6x6, "data/6x6.weights");
#endif
#if __has_include("../../data/9x7.weights")
#define HAS_9X7 1
EMBED(uint8_t, embedded_9x7, "data/9x7.weights");
#endif

const Embedded embedded_files[] = {
#ifdef HAS_8X8
    {8, 8, "8x8 (in the program)", embedded_8x8_begin, embedded_8x8_end},
#endif
#ifdef HAS_6X6
    {6, 6, "6x6 (in the program)", embedded_6x6_begin, embedded_6x6_end},
#endif
#ifdef HAS_9X7
    {9, 7, "9x7 (in the program)", embedded_9x7_begin, embedded_9x7_end},
#endif
    {0, 0, NULL, NULL, NULL}};

const int embedded_count = (int)(sizeof embedded_files / sizeof embedded_files[0]) - 1;
