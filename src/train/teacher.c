/* See opinion.h. */
#include "train/opinion.h"

#include <string.h>

#include "eval/handmade.h"

bool opinion_init(Opinion *opinion, const Shape *shape, const char *choice, Error *error) {
    *opinion = (Opinion){0};
    bool is_handmade = choice && strcmp(choice, "handmade") == 0;
    if (choice && !is_handmade) {
        opinion->weights = weights_read(shape, choice, error);
        if (!opinion->weights) return false;
    } else if (!is_handmade) {
        Error why;
        opinion->weights = weights_embedded(shape, &why);
        if (!opinion->weights && why.status != STATUS_UNSUPPORTED) {
            if (error) *error = why;
            return false;
        }
    }
    if (opinion->weights) {
        opinion->evaluator = weights_evaluator(opinion->weights);
        return true;
    }
    if (handmade_init(&opinion->evaluator, shape)) return true;
    error_set(error, STATUS_UNSUPPORTED, "the program has no code for this machine");
    return false;
}

void opinion_release(Opinion *opinion) {
    weights_free(opinion->weights);
    *opinion = (Opinion){0};
}
