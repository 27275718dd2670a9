/* Opens the one evaluation of a small bot. Stands for eval/evaluation_open.c and the registry. */
#include "eval/registry.h"
#if HAS_WEIGHTS
#include "eval/learned.h"
#include "eval/weight_file.h"
#endif

extern const ClassicProgram classic_handmade;

bool evaluation_open(Evaluation *self, const Shape *shape, const char *name, const char *weights,
                     Error *error) {
    (void)name, (void)weights;
#if HAS_WEIGHTS
    WeightFile *file = weight_file_embedded(shape, error);
    if (!file || !evaluation_from_weights(self, &file->learned, error)) return false;
    self->weight_file = file;
    return true;
#else
    return evaluation_from_program(self, &classic_handmade, shape, error);
#endif
}

void evaluation_close(Evaluation *self) {
#if HAS_WEIGHTS
    weight_file_free(self->weight_file);
#endif
    (void)self;
}

bool evaluation_failure(const Evaluation *evaluation, Error *error) {
    (void)evaluation, (void)error;
    return false; /* no plug-ins */
}
