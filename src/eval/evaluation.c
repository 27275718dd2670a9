/* See evaluation.h. */
#include "eval/evaluation.h"

#include <string.h>

#include "base/options.h"
#include "eval/handmade.h"

static const char pattern_name[] = "pattern";

static bool is_given(const char *text) {
    return text && *text;
}

static bool open_pattern(Evaluation *self, const Shape *shape, const char *file, Error *error) {
    self->weights =
        is_given(file) ? weights_read(shape, file, error) : weights_embedded(shape, error);
    if (!self->weights) return false;
    self->evaluator = weights_evaluator(self->weights);
    if (opinion_from_evaluator(&self->opinion, &self->evaluator, error)) return true;
    evaluation_close(self);
    return false;
}

bool evaluation_exists(const char *name, Error *error) {
    if (strcmp(name, pattern_name) == 0 || classic_find(name, strlen(name))) return true;
    Nearest nearest = {.word = name};
    nearest_offer(&nearest, pattern_name);
    for (int i = 0; i < classic_count; i++) nearest_offer(&nearest, classics[i]->name);
    if (nearest.name)
        error_set(error, STATUS_BAD_INPUT, "unknown evaluation '%.40s', did you mean '%s'?", name,
                  nearest.name);
    else
        error_set(error, STATUS_BAD_INPUT, "unknown evaluation '%.40s', see 'bianca players'",
                  name);
    return false;
}

static bool open_classic(Evaluation *self, const Shape *shape, const char *name, Error *error) {
    if (!evaluation_exists(name, error)) return false;
    const Classic *classic = classic_find(name, strlen(name));
    if (!opinion_init(&self->opinion, classic, shape, error)) return false;
    /* The same values, but from integers and several times faster. */
    if (strcmp(name, "handmade") != 0 || !handmade_init(&self->evaluator, shape))
        opinion_evaluator(&self->opinion, &self->evaluator);
    return true;
}

bool evaluation_open(Evaluation *self, const Shape *shape, const char *name, const char *weights,
                     Error *error) {
    *self = (Evaluation){.weights = NULL};
    if (is_given(name) && strcmp(name, pattern_name) != 0) {
        if (!is_given(weights)) return open_classic(self, shape, name, error);
        error_set(error, STATUS_BAD_INPUT, "evaluation '%.40s' takes no weight file", name);
        return false;
    }
    if (is_given(name) || is_given(weights)) return open_pattern(self, shape, weights, error);
    Error none;
    if (open_pattern(self, shape, NULL, &none)) return true;
    if (none.status == STATUS_UNSUPPORTED) return open_classic(self, shape, "handmade", error);
    if (error) *error = none;
    return false;
}

void evaluation_close(Evaluation *self) {
    weights_free(self->weights);
    self->weights = NULL;
}
