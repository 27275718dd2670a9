/* The search's parameters as text: "name:value+name:value". Apart from the table of them
 * (search/parameters.h), so that a bot whose player has no settings does without. */
#ifndef ENGINE_PARAMETERS_TEXT_H
#define ENGINE_PARAMETERS_TEXT_H

#include <stdbool.h>

#include "base/status.h"
#include "search/parameters.h"

/* Reads into parameters that already have values. An unknown name and a value out of its range are
 * refused; then nothing is changed. */
bool search_parameters_parse(SearchParameters *parameters, const char *text, Error *error);

#endif
