/* Any command line: the input is split at newlines into its words. Whatever happens, a refused
 * command line must have a reason and must not have changed anything. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Sample {
    bool json;
    int depth;
    int64_t seed;
    double level;
    const char *board;
    int colour;
} Sample;

static const Option rows[] = {
    OPTION_FLAG_ROW(Sample, json, "json", "print JSON"),
    OPTION_INTEGER_ROW(Sample, depth, "depth", "N", 0, 60, "8", "search depth"),
    OPTION_INTEGER_ROW(Sample, seed, "seed", "N", INT64_MIN, INT64_MAX, NULL, "random seed"),
    OPTION_NUMBER_ROW(Sample, level, "level", "X", 0, 2.5, "0.5", "strength"),
    OPTION_TEXT_ROW(Sample, board, "board", "WxH", "8x8", "shape of the board"),
    OPTION_CHOICE_ROW(Sample, colour, "colour", "auto|always|never", "auto", "use colours"),
};

static const OptionSet set = {rows, sizeof rows / sizeof rows[0], 1, 3};

enum { MAX_WORDS = 64 };

static void require(bool holds) {
    if (!holds) abort();
}

static void check(int argc, const char *const *argv) {
    Sample sample, before;
    memset(&sample, 0, sizeof sample);
    options_defaults(&set, &sample);
    memcpy(&before, &sample, sizeof sample);
    const char *positional[MAX_WORDS];
    int count = -1;
    Error error = {.status = STATUS_OK};
    if (options_parse(&set, argc, argv, &sample, positional, &count, &error)) {
        require(sample.depth >= 0 && sample.depth <= 60);
        require(sample.level >= 0 && sample.level <= 2.5);
        require(sample.colour >= 0 && sample.colour <= 2);
        require(count >= 1 && count <= 3);
    } else {
        require(error.status == STATUS_BAD_INPUT && error.text[0] != '\0');
        require(count == -1 && memcmp(&before, &sample, sizeof sample) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    const char *words[MAX_WORDS];
    int argc = 0;
    for (char *at = text; at != NULL && argc < MAX_WORDS;) {
        words[argc++] = at;
        at = strchr(at, '\n');
        if (at != NULL) *at++ = '\0';
    }
    check(argc, words);
    free(text);
    return 0;
}
