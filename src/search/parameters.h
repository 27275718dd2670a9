/* The numbers of the selective midgame search that play decides, not thought: every one with its
 * name, default, range and meaning in one row. Searches with other numbers can play each other
 * (SearchOptions.parameters), which is how the defaults were found: docs/search.md has the gains.
 * Exact solves do not depend on them. */
#ifndef SEARCH_PARAMETERS_H
#define SEARCH_PARAMETERS_H

#include <stddef.h>

/* ROW(name, default, least, most, meaning) */
#define SEARCH_PARAMETER_ROWS(ROW)                                                                 \
    ROW(probcut_73, 110, 20, 300, "margin of ProbCut at selectivity 73, percent of a deviation")   \
    ROW(probcut_fall, 20, 0, 100, "by how much it falls for each 10 plies beyond 10, percent")     \
    ROW(probcut_slack, 80, 0, 150, "how far short of the margin a static value may be, percent")   \
    ROW(futility_depth, 2, 0, 2, "depth up to which a static value alone may cut")                 \
    ROW(futility_margin, 115, 20, 400, "margin of such a cut, percent of ProbCut's")               \
    ROW(reduction_depth, 6, 3, 64, "depth from which late moves are searched less deep first")     \
    ROW(reduction_move, 4, 1, 64, "number of the first such move, counted from 0")                 \
    ROW(reduction_plies, 2, 0, 4, "plies less")                                                    \
    ROW(mobility_penalty, 30, 0, 400, "of a reply in the midgame's move order, 1/128 disc")        \
    ROW(solve_margin, 2, 2, 30, "plies before the end where midgame passes end, if outcome_first") \
    ROW(outcome_first, 1, 0, 1, "1: a limited solve proves who wins before it counts discs")

typedef struct SearchParameters {
#define ROW(name, standard, least, most, meaning) int name;
    SEARCH_PARAMETER_ROWS(ROW)
#undef ROW
} SearchParameters;

/* A row, for lists and for tuners. */
typedef struct SearchParameterInfo {
    const char *name;
    int standard, least, most;
    const char *meaning;
    size_t offset; /* of its int in SearchParameters */
} SearchParameterInfo;

/* Row `index`, from 0; NULL past the last. */
const SearchParameterInfo *search_parameter(int index);

SearchParameters search_parameters_standard(void);

#endif
