/* The table of the search's tunable numbers. */
#include "search/parameters.h"

static const SearchParameterInfo rows[] = {
#define ROW(name, standard, least, most, meaning)                                                  \
    {#name, standard, least, most, meaning, offsetof(SearchParameters, name)},
    SEARCH_PARAMETER_ROWS(ROW)
#undef ROW
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const SearchParameterInfo *search_parameter(int index) {
    return index >= 0 && index < ROWS ? &rows[index] : NULL;
}

SearchParameters search_parameters_standard(void) {
    return (SearchParameters){
#define ROW(name, standard, least, most, meaning) (standard), /* the fields are the same rows */
        SEARCH_PARAMETER_ROWS(ROW)
#undef ROW
    };
}
