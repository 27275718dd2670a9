/* Weight files: the learned weights of one board, from a file or from inside the program.
 *
 * A file holds everything needed to evaluate: the board, the list of patterns, the stages, and per
 * stage one 16-bit weight for every group of weights that a mirror ties together; or a network
 * (network.h) in place of the weights, and then only the table for ordering beside it. The file may
 * count in a coarser unit than the program: a quarter of its precision makes it a fifth smaller. It
 * is checked as a whole: wrong magic, version, board or size, and any truncation or changed byte
 * are refused with the place. Loading expands the tied weights into plain tables. */
#ifndef EVAL_WEIGHT_FILE_H
#define EVAL_WEIGHT_FILE_H

#include "eval/learned.h"
#include "eval/network.h"

enum { WEIGHT_FILE_NOTE = 240 }; /* longest note, in bytes */

/* Loaded weights. Only read once made; any number of threads may share them. */
typedef struct WeightFile {
    PatternSet set;
    LearnedWeights learned;
    int16_t *tables;           /* of all stages; learned.tables point into it */
    Network network;           /* meaningful only if learned.network points to it */
    NetworkNumber *embeddings; /* of the network */
    NetworkHead *heads;
    EvalErrors errors;               /* meaningful only if learned.errors points to it */
    char note[WEIGHT_FILE_NOTE + 1]; /* what made them, for people */
} WeightFile;

/* Weights before they are written: per stage the tied weights in the order of pattern_ties(). */
typedef struct WeightFileDraft {
    const PatternSet *set;
    int stages;
    uint8_t stage_of[65];
    int16_t bias[65];
    const int16_t *tied[PATTERN_STAGES];
    int units; /* of a disc, in the file: a divisor of EVAL_DISC; 0 stands for EVAL_DISC */
    const char *note;
    /* With a network, `stage_of` names its heads, and the only stage is the table for ordering. */
    const int8_t *network_embeddings; /* tied; NULL: no network */
    const NetworkHead *network_heads; /* by stage */
    int network_stages, network_phases;
    int network_width; /* numbers of an embedding that are in use: the others are 0 */
} WeightFileDraft;

/* Reads weights for `shape`, which must outlive them. `name` stands in error texts. NULL on
 * failure, with the place. */
WeightFile *weight_file_decode(const Shape *shape, const uint8_t *bytes, size_t length,
                               const char *name, Error *error);
WeightFile *weight_file_read(const Shape *shape, const char *path, Error *error);

/* The weights inside the program; NULL with STATUS_UNSUPPORTED for a board that has none. */
WeightFile *weight_file_embedded(const Shape *shape, Error *error);

void weight_file_free(WeightFile *weights);

/* The file for a draft: *bytes is allocated with malloc and owned by the caller. */
bool weight_file_encode(const WeightFileDraft *draft, uint8_t **bytes, size_t *length,
                        Error *error);

/* Puts an error model into the bytes of a whole, undamaged weight file. */
void weight_file_set_errors(uint8_t *bytes, const EvalErrors *errors);

/* Adds to the bias of each number of discs, in 1/EVAL_DISC disc, in such bytes. */
void weight_file_add_bias(uint8_t *bytes, const int16_t delta[65]);

#endif
