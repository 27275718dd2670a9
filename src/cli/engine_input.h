/* What several commands ask about the engine: its options as rows. */
#ifndef CLI_ENGINE_INPUT_H
#define CLI_ENGINE_INPUT_H

#include "base/options.h"
#include "engine/engine.h"

typedef struct EngineInput {
    int threads;
    int hash;
    const char *eval;
    const char *weights;
} EngineInput;

/* The rows of an option table whose struct `type` has an EngineInput called `engine`. */
#define ENGINE_INPUT_ROWS(type)                                                                    \
    OPTION_INTEGER_ROW(type, engine.threads, "threads", "N", 0, ENGINE_MAX_THREADS, "0",           \
                       "threads to search with; 0 means one per processor"),                       \
        OPTION_INTEGER_ROW(type, engine.hash, "hash", "MB", 1, 1 << 20, "256",                     \
                           "size of the transposition table"),                                     \
        OPTION_TEXT_ROW(type, engine.eval, "eval", "NAME", NULL,                                   \
                        "evaluation to search with; the best for the board by default"),           \
        OPTION_TEXT_ROW(type, engine.weights, "weights", "FILE", NULL,                             \
                        "learned weights to use instead of those inside the program")

Engine *engine_input_open(const EngineInput *input, const Shape *shape, Error *error);

#endif
