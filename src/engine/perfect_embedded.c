/* Takes the tables of perfect play in data/ into the program as they are: a row each. A missing
 * file is left out, so that the program that makes the tables can be built without them. */
#include "base/embed.h"
#include "engine/perfect.h"

#if __has_include("../../data/5x6.perfect")
#define HAS_5X6 1
EMBED(uint8_t, perfect_5x6, "data/5x6.perfect");
#endif
#if __has_include("../../data/5x7.perfect")
#define HAS_5X7 1
EMBED(uint8_t, perfect_5x7, "data/5x7.perfect");
#endif
#if __has_include("../../data/6x6.perfect")
#define HAS_6X6 1
EMBED(uint8_t, perfect_6x6, "data/6x6.perfect");
#endif

typedef struct Embedded {
    const uint8_t *begin, *end;
} Embedded;

static const Embedded files[] = {
#ifdef HAS_5X6
    {perfect_5x6_begin, perfect_5x6_end},
#endif
#ifdef HAS_5X7
    {perfect_5x7_begin, perfect_5x7_end},
#endif
#ifdef HAS_6X6
    {perfect_6x6_begin, perfect_6x6_end},
#endif
    {NULL, NULL}};

bool perfect_embedded(const Shape *shape, PerfectTable *table) {
    int width = shape->width < shape->height ? shape->width : shape->height;
    int height = shape->width < shape->height ? shape->height : shape->width;
    for (const Embedded *file = files; file->begin; file++) {
        PerfectTable found;
        if (!perfect_open(&found, file->begin, (size_t)(file->end - file->begin), NULL)) continue;
        if (found.width != width || found.height != height) continue;
        *table = found;
        return true;
    }
    return false;
}
