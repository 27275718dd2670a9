/* Weight files: the learned weights of one board, from a file or from inside the program.
 *
 * A file holds everything needed to evaluate: the board, the list of patterns, the stages, and per
 * stage one 16-bit weight for every group of weights that a mirror ties together; or a network
 * (network.h) in place of the weights, and then only the table for ordering beside it. The file may
 * count in a coarser unit than the program: a quarter of its precision makes it a fifth smaller. It
 * is checked as a whole: wrong magic, version, board or size, and any truncation or changed byte
 * are refused with the place. Loading expands the tied weights into plain tables. */
#ifndef EVAL_WEIGHTS_H
#define EVAL_WEIGHTS_H

#include "eval/network.h"

enum { WEIGHTS_NOTE = 240 }; /* longest note, in bytes */

/* Loaded weights. Only read once made; any number of threads may share them. */
typedef struct Weights {
    PatternSet set;
    Pattern pattern;
    int16_t *tables;     /* of all stages; pattern.weights point into it */
    Network network;     /* meaningful only if pattern.network points to it */
    NetworkNumber *rows; /* of the network */
    NetworkHead *heads;
    EvalErrors errors; /* meaningful only if has_errors */
    bool has_errors;
    char note[WEIGHTS_NOTE + 1]; /* what made them, for people */
} Weights;

/* Weights before they are written: per stage the tied weights in the order of pattern_ties(). */
typedef struct WeightsDraft {
    const PatternSet *set;
    int stages;
    uint8_t stage_of[65];
    int16_t bias[65];
    const int16_t *tied[PATTERN_STAGES];
    int units; /* of a disc, in the file: a divisor of EVAL_DISC; 0 stands for EVAL_DISC */
    const char *note;
    /* With a network, `stage_of` names its heads, and the only stage is the table for ordering. */
    const int8_t *network_rows;       /* tied, see network.h; NULL: no network */
    const NetworkHead *network_heads; /* by stage */
    int network_stages;
} WeightsDraft;

/* Reads weights for `shape`, which must outlive them. `name` stands in error texts. NULL on
 * failure, with the place. */
Weights *weights_decode(const Shape *shape, const uint8_t *bytes, size_t length, const char *name,
                        Error *error);
Weights *weights_read(const Shape *shape, const char *path, Error *error);

/* The weights inside the program; NULL with STATUS_UNSUPPORTED for a board that has none. */
Weights *weights_embedded(const Shape *shape, Error *error);

void weights_free(Weights *weights);

/* An evaluator on these weights, which must outlive it. */
Evaluator weights_evaluator(const Weights *weights);

/* The file for a draft: *bytes is allocated with malloc and owned by the caller. */
bool weights_encode(const WeightsDraft *draft, uint8_t **bytes, size_t *length, Error *error);

/* Puts an error model into the bytes of a whole, undamaged weight file. */
void weights_set_errors(uint8_t *bytes, const EvalErrors *errors);

#endif
