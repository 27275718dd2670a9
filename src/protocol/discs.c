/* See discs.h. */
#include "protocol/discs.h"

#include <stdio.h>

DiscsText discs_text(double discs, bool is_exact) {
    DiscsText score;
    bool is_nothing = discs > -0.005 && discs < 0.005; /* no "-0.00" */
    snprintf(score.text, sizeof score.text, is_exact ? "%+.0f" : "%+.2f", is_nothing ? 0 : discs);
    return score;
}

DiscsText line_discs_text(const SearchLine *line) {
    return discs_text((double)line->score / EVAL_DISC, line->is_exact);
}
