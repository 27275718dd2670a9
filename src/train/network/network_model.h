/* The network while it learns: its parameters as floating-point numbers, and its value.
 *
 * A sum of 1 is NETWORK_ONE units of the finished network; MODEL_SCALE makes discs of what a head
 * gives. All parameters lie in one array, with the two moments of Adam in arrays beside it, so that
 * a checkpoint is three arrays.
 *
 * Loops over lanes are written so that a compiler vectorises them without leave to reorder sums:
 * one order of additions is what makes a fit repeatable. */
#ifndef TRAIN_NETWORK_MODEL_H
#define TRAIN_NETWORK_MODEL_H

#include "eval/network.h"
#include "train/games/dataset.h"

enum {
    MODEL_BIASES = 96,                    /* 65, and room to a whole block of step.c */
    MODEL_INPUTS = PATTERN_INSTANCES + 2, /* rows of one position at most */
    MODEL_SCALE = 16,
    MODEL_LANES = 4
};

typedef float ModelLanes __attribute__((vector_size(4 * MODEL_LANES), may_alias));

/* Made of float alone, whole cache lines long. */
typedef struct ModelHead {
    _Alignas(64) float start[NETWORK_WIDTH];
    float direct[NETWORK_WIDTH];
    float hidden[NETWORK_HIDDEN][NETWORK_WIDTH];
    float hidden_start[NETWORK_HIDDEN];
    float last[NETWORK_HIDDEN];
} ModelHead;

enum { MODEL_HEAD_FLOATS = sizeof(ModelHead) / sizeof(float) };

typedef struct Model {
    const PatternSet *set; /* borrowed */
    uint32_t *tied;        /* pattern_ties() of the set */
    uint32_t numbers;      /* ... and how many */
    size_t rows;           /* numbers, and those of the legal moves */
    int inputs;            /* rows of one position */
    int stages;
    uint8_t stage_of[65];
    size_t count; /* parameters */
    /* Heads, biases, rows; and the running means of gradients and of their squares. */
    float *parameters, *mean, *square;
    bool is_learned; /* the parameters come from a learned network: see round_undo() */
    /* Of each head the hidden weights once more, the cells side by side. */
    float (*across)[NETWORK_WIDTH][NETWORK_HIDDEN];
} Model;

/* What the value of a position was made of. */
typedef struct ModelTrace {
    _Alignas(64) float sum[NETWORK_WIDTH];
    float cut[NETWORK_WIDTH];
    float cells[NETWORK_HIDDEN];
    float value; /* in discs */
} ModelTrace;

/* Rows start at 0, so that those which hardly occur stay small; heads are random and all alike, and
 * biases such that every position is worth 0. False without memory. */
bool model_new(Model *model, const PatternSet *set, uint64_t seed);
void model_free(Model *model);

static inline ModelHead *model_head(const Model *model, float *of, int stage) {
    (void)model;
    return (ModelHead *)of + stage;
}

static inline size_t model_bias_at(const Model *model) {
    return (size_t)model->stages * MODEL_HEAD_FLOATS;
}

static inline size_t model_row_at(const Model *model, size_t row) {
    return model_bias_at(model) + MODEL_BIASES + row * NETWORK_WIDTH;
}

/* Brings model->across up to date with the parameters. */
void model_turn(Model *model, int stage);

/* The rows of a position: model->inputs of them. */
void model_rows(const Model *model, Position position, uint32_t *rows);

/* The value of a position with these rows (`inputs` of them). */
void model_value(const Model *model, const uint32_t *rows, int inputs, int discs,
                 ModelTrace *trace);

#endif
