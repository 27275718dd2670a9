/* Which evaluation the training commands play and label with: a weight file, the weights inside the
 * program, or the hand-made one. */
#ifndef TRAIN_OPINION_H
#define TRAIN_OPINION_H

#include "eval/weights.h"

typedef struct Opinion {
    Evaluator evaluator;
    Weights *weights; /* owned; NULL for the hand-made evaluation */
} Opinion;

/* `choice`: "handmade", a path of a weight file, or NULL for the best the program has for that
 * board. The shape must outlive the opinion. */
bool opinion_init(Opinion *opinion, const Shape *shape, const char *choice, Error *error);
void opinion_release(Opinion *opinion);

#endif
