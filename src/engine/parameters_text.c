/* Reads the search's parameters from the text that people give a player. */
#include "engine/parameters_text.h"

#include <string.h>

#include "base/options.h"

enum { WORD_SIZE = 64 };

static bool set(SearchParameters *parameters, const char *name, const char *value, Error *error) {
    Nearest nearest = {.word = name};
    const SearchParameterInfo *row;
    for (int i = 0; (row = search_parameter(i)) != NULL; i++) {
        int64_t number;
        nearest_offer(&nearest, row->name);
        if (strcmp(row->name, name) != 0) continue;
        if (!options_integer(name, value, row->least, row->most, &number, error)) return false;
        *(int *)((char *)parameters + row->offset) = (int)number;
        return true;
    }
    error_set(error, STATUS_BAD_INPUT, "unknown search parameter '%.40s', did you mean '%s'?", name,
              nearest.name ? nearest.name : search_parameter(0)->name);
    return false;
}

bool search_parameters_parse(SearchParameters *out, const char *text, Error *error) {
    SearchParameters parameters = *out;
    while (*text) {
        char pair[WORD_SIZE];
        size_t length = strcspn(text, "+");
        const char *colon = (const char *)memchr(text, ':', length);
        if (!colon || length >= sizeof pair) {
            error_set(error, STATUS_BAD_INPUT,
                      "search parameters: expected NAME:VALUE+NAME:VALUE, not '%.60s'", text);
            return false;
        }
        memcpy(pair, text, length);
        pair[length] = '\0';
        pair[colon - text] = '\0';
        if (!set(&parameters, pair, pair + (colon - text) + 1, error)) return false;
        text += length + (text[length] == '+');
    }
    *out = parameters;
    return true;
}
