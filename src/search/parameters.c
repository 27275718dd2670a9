/* The table of the search's tunable numbers, and reading them from text. */
#include "search/parameters.h"

#include <stdlib.h>
#include <string.h>

#include "base/options.h"

static const SearchParameterInfo rows[] = {
#define ROW(name, standard, least, most, meaning)                                                  \
    {#name, standard, least, most, meaning, offsetof(SearchParameters, name)},
    SEARCH_PARAMETER_ROWS(ROW)
#undef ROW
};

enum { ROWS = sizeof rows / sizeof rows[0], WORD_SIZE = 64 };

const SearchParameterInfo *search_parameter(int index) {
    return index >= 0 && index < ROWS ? &rows[index] : NULL;
}

SearchParameters search_parameters_standard(void) {
    return (SearchParameters){
#define ROW(name, standard, least, most, meaning) .name = (standard),
        SEARCH_PARAMETER_ROWS(ROW)
#undef ROW
    };
}

static bool set(SearchParameters *parameters, const char *name, const char *value, Error *error) {
    Nearest nearest = {.word = name};
    for (int i = 0; i < ROWS; i++) {
        int64_t number;
        nearest_offer(&nearest, rows[i].name);
        if (strcmp(rows[i].name, name) != 0) continue;
        if (!options_integer(name, value, rows[i].least, rows[i].most, &number, error))
            return false;
        *(int *)((char *)parameters + rows[i].offset) = (int)number;
        return true;
    }
    error_set(error, STATUS_BAD_INPUT, "unknown search parameter '%.40s', did you mean '%s'?", name,
              nearest.name ? nearest.name : rows[0].name);
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
