/* Which evaluation the training commands play and label with: a weight file, the weights inside the
 * program, or the hand-made one. */
#ifndef TRAIN_TEACHER_H
#define TRAIN_TEACHER_H

#include "eval/weights.h"

typedef struct Teacher {
    Evaluator evaluator;
    Weights *weights; /* owned; NULL for the hand-made evaluation */
} Teacher;

/* `choice`: "handmade", a path of a weight file, or NULL for the best the program has for that
 * board. The shape must outlive the teacher. */
bool teacher_init(Teacher *teacher, const Shape *shape, const char *choice, Error *error);
void teacher_release(Teacher *teacher);

#endif
