/* A number that tells evaluations apart: what they say about the positions of random games. Equal
 * weights have equal numbers on every machine; different ones practically never. */
#ifndef EVAL_FINGERPRINT_H
#define EVAL_FINGERPRINT_H

#include "eval/evaluation.h"

uint64_t evaluation_fingerprint(const Evaluation *evaluation);

#endif
