/* A search set up for a test: a board, an evaluation and a Search on them. */
#ifndef TESTS_SUPPORT_RIG_H
#define TESTS_SUPPORT_RIG_H

#include "eval/evaluation.h"
#include "eval/learned.h"
#include "reference/sample.h"
#include "search/search.h"

typedef enum RigEval {
    RIG_BEST,    /* what the engine takes: learned weights if the board has them, else handmade */
    RIG_PATTERN, /* patterns with small random weights */
    RIG_WILD,    /* random values all over the scale, within what stable discs allow */
} RigEval;

typedef struct RigOptions {
    BoardSize size;
    RigEval eval;
    bool is_any; /* the any-shape layout even where 8 bits a row would do */
    int threads; /* 0: one */
    int hash_mb; /* 0: one */
    bool has_isa;
    Isa isa; /* if has_isa; else the best of this machine */
} RigOptions;

typedef struct Rig {
    Shape shape;
    Evaluation evaluation;
    Search *search;
    PatternSet *set;        /* RIG_PATTERN */
    LearnedWeights learned; /* RIG_PATTERN */
    int16_t *own_table;     /* RIG_PATTERN */
} Rig;

/* Fails the running test if anything cannot be had. The rig must not be moved while open. */
void rig_open(Rig *rig, const RigOptions *options);
void rig_close(Rig *rig);

/* A position numbered row by row (sample.h) in the rig's layout. */
Position rig_position(const Rig *rig, Position packed);

/* Solves a position of the rig's layout to the end and checks what every exact result must hold:
 * that it says so, and that its line is legal, goes to the end of the game and leads to exactly
 * its score. Returns the score in discs. */
int rig_solve(Rig *rig, Position position, SearchResult *result);

/* Fails the running test unless the line is legal from here, complete, and leads to its score. */
void rig_check_exact_line(const Rig *rig, Position position, const SearchLine *line);

/* Fails the running test unless every move of every line is legal. */
void rig_check_legal(const Rig *rig, Position position, const SearchResult *result);

#endif
