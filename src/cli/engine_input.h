/* What several commands ask about the engine: its options as rows, and how results are shown. */
#ifndef CLI_ENGINE_INPUT_H
#define CLI_ENGINE_INPUT_H

#include <stdio.h>

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
    OPTION_INTEGER_ROW(type, engine.threads, "threads", "N", 0, SEARCH_MAX_THREADS, "0",           \
                       "threads to search with; 0 means one per processor"),                       \
        OPTION_INTEGER_ROW(type, engine.hash, "hash", "MB", 1, 1 << 20, "256",                     \
                           "size of the transposition table"),                                     \
        OPTION_TEXT_ROW(type, engine.eval, "eval", "NAME", NULL,                                   \
                        "evaluation to search with; the best for the board by default"),           \
        OPTION_TEXT_ROW(type, engine.weights, "weights", "FILE", NULL,                             \
                        "learned weights to use instead of those inside the program")

Engine *engine_input_open(const EngineInput *input, const Shape *shape, Error *error);

/* A score as people read it: "+4" when exact, "+3.52" when estimated. */
typedef struct ScoreText {
    char text[16];
} ScoreText;
ScoreText score_text(int score, bool is_exact);

/* A score in discs for JSON: a number with as many digits as it has. */
double score_discs(int score);

/* The moves of a line with blanks between them, at most `most`. */
void print_line(FILE *out, const Shape *shape, const SearchLine *line, int most);
/* The same as a JSON list of strings. */
void print_line_json(FILE *out, const Shape *shape, const SearchLine *line);

#endif
