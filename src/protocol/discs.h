/* Scores as people read them. */
#ifndef PROTOCOL_DISCS_H
#define PROTOCOL_DISCS_H

#include "search/search.h"

typedef struct DiscsText {
    char text[32];
} DiscsText;

/* "+1.25", or "+4" if it is exact. */
DiscsText discs_text(double discs, bool is_exact);
DiscsText line_discs_text(const SearchLine *line);

#endif
