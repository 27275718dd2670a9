/* See teacher.h. */
#include "train/teacher.h"

#include <string.h>

#include "eval/handmade.h"

bool teacher_init(Teacher *teacher, const Shape *shape, const char *choice, Error *error) {
    *teacher = (Teacher){0};
    bool is_handmade = choice && strcmp(choice, "handmade") == 0;
    if (choice && !is_handmade) {
        teacher->weights = weights_read(shape, choice, error);
        if (!teacher->weights) return false;
    } else if (!is_handmade) {
        Error why;
        teacher->weights = weights_embedded(shape, &why);
        if (!teacher->weights && why.status != STATUS_UNSUPPORTED) {
            if (error) *error = why;
            return false;
        }
    }
    if (teacher->weights) {
        teacher->evaluator = weights_evaluator(teacher->weights);
        return true;
    }
    if (handmade_init(&teacher->evaluator, shape)) return true;
    error_set(error, STATUS_UNSUPPORTED, "the program has no code for this machine");
    return false;
}

void teacher_release(Teacher *teacher) {
    weights_free(teacher->weights);
    *teacher = (Teacher){0};
}
