/* The one evaluation of a small bot. Stands for eval/evaluation.c and the registry. */
#include "eval/evaluation.h"
#include "eval/handmade.h"

bool evaluation_open(Evaluation *self, const Shape *shape, const char *name, const char *weights,
                     Error *error) {
    (void)name, (void)weights, (void)error;
    memset((void *)self, 0, sizeof *self);
#if HAS_WEIGHTS
    self->weights = weights_embedded(shape, error);
    if (self->weights) self->evaluator = weights_evaluator(self->weights);
    return self->weights != NULL;
#else
    return handmade_init(&self->evaluator, shape);
#endif
}

void evaluation_close(Evaluation *self) {
#if HAS_WEIGHTS
    weights_free(self->weights);
#endif
    (void)self;
}

#if !HAS_WEIGHTS
double terms_add(EvalTerms *terms, const char *name, double value, double weight) {
    (void)terms, (void)name;
    return value * weight;
}
#endif
