/* The network in training: its parameters as floating-point numbers, and its forward pass.
 *
 * A sum of 1 is NETWORK_ONE units of the quantized network; MODEL_SCALE converts the output of a
 * head to discs. All parameters are in one array, with the two moments of Adam in arrays beside it,
 * so that a checkpoint is three arrays.
 *
 * Loops over lanes are written so that a compiler vectorises them without permission to reorder
 * sums: a fixed order of additions is what makes a fit repeatable. */
#ifndef TRAIN_NETWORK_MODEL_H
#define TRAIN_NETWORK_MODEL_H

#include "eval/network.h"
#include "train/games/dataset.h"

enum {
    MODEL_DISC_BIASES = 96,               /* 65, filled up to a whole block of network_step.c */
    MODEL_INPUTS = PATTERN_INSTANCES + 2, /* embeddings of one position at most */
    MODEL_SCALE = 16,
    MODEL_LANES = 4
};

typedef float ModelLanes __attribute__((vector_size(4 * MODEL_LANES), may_alias));

/* Made of float alone, whole cache lines long. */
typedef struct ModelHead {
    _Alignas(64) float bias[NETWORK_WIDTH];
    float direct[NETWORK_WIDTH];
    float hidden[NETWORK_HIDDEN][NETWORK_WIDTH];
    float hidden_bias[NETWORK_HIDDEN];
    float output[NETWORK_HIDDEN];
} ModelHead;

enum { MODEL_HEAD_FLOATS = sizeof(ModelHead) / sizeof(float) };

typedef struct Model {
    const PatternSet *set; /* borrowed */
    uint32_t *tied;        /* pattern_ties() of the set */
    uint32_t numbers;      /* ... and how many */
    int phases;            /* of the game, each with embeddings of its own */
    int width;             /* units of the sum in use: those after them stay 0 */
    uint64_t seed;
    size_t embeddings; /* of all phases: numbers, and those of the legal moves */
    int inputs;        /* embeddings of one position */
    int stages;
    uint8_t stage_of[65];
    size_t count; /* parameters */
    /* Heads, biases by number of discs, embeddings; and for Adam the running means of the gradients
     * and of their squares. */
    float *parameters, *first_moment, *second_moment;
    bool is_learned; /* the parameters come from a trained network: see dequantize_model() */
    /* The hidden weights of each head transposed: the units side by side. */
    float (*transposed)[NETWORK_WIDTH][NETWORK_HIDDEN];
} Model;

/* The activations of one position, from the forward pass to the backward pass. */
typedef struct ModelActivations {
    _Alignas(64) float sum[NETWORK_WIDTH];
    float clamped[NETWORK_WIDTH];
    float units[NETWORK_HIDDEN];
    float value; /* in discs */
} ModelActivations;

/* Embeddings start at 0, so that rare ones stay small; all heads start with the same random
 * weights, and biases such that every position has the value 0. `phases` is 1 to NETWORK_PHASES,
 * and every board has more stages; `width` is 1 to NETWORK_WIDTH. False without memory. */
bool model_new(Model *model, const PatternSet *set, int phases, int width, uint64_t seed);
void model_free(Model *model);

/* Adds the units from `from` on to a head that has been trained without them: with small random
 * weights, and biases of the hidden units that take out what the new units add at first. Returns
 * what they add to the value, in units of MODEL_SCALE discs. Every head gets the same weights. */
float model_widen_head(const Model *model, ModelHead *head, int from);

static inline ModelHead *model_head(const Model *model, float *of, int stage) {
    (void)model;
    return (ModelHead *)of + stage;
}

static inline size_t model_disc_bias_at(const Model *model) {
    return (size_t)model->stages * MODEL_HEAD_FLOATS;
}

static inline size_t model_embedding_at(const Model *model, size_t embedding) {
    return model_disc_bias_at(model) + MODEL_DISC_BIASES + embedding * NETWORK_WIDTH;
}

/* Brings model->transposed up to date with the parameters. */
void model_transpose(Model *model, int stage);

static inline int model_phase(const Model *model, int stage) {
    return network_phase(stage, model->stages, model->phases);
}

/* The number of the first embedding of a phase. */
static inline size_t model_phase_at(const Model *model, int phase) {
    return (size_t)phase * (model->embeddings / (size_t)model->phases);
}

/* Lists the embeddings of a position by number: model->inputs of them. */
void model_embeddings(const Model *model, Position position, uint32_t *embeddings);

/* The forward pass: the value of a position with these embeddings (`inputs` of them). */
void model_value(const Model *model, const uint32_t *embeddings, int inputs, int discs,
                 ModelActivations *activations);

#endif
