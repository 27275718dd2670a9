/* From games to a weight file: what `bianca fit` does, apart from options and printing.
 *
 * A fit trains either the weights of the board's patterns (train/linear) or a network over them
 * (train/network). Both kinds of weight file also have the table that orders moves near the end: a
 * new network gets one that is fitted to the same games, a network that continues from an earlier
 * one keeps that one's table, which comes from more games.
 *
 * While it runs, the fit keeps its progress in OUT.checkpoint: a fit that was stopped or killed
 * resumes from there and gives the same weights. */
#ifndef TRAIN_FIT_H
#define TRAIN_FIT_H

#include "eval/weight_file.h"
#include "train/fit_report.h"
#include "train/linear/linear_fit.h"
#include "train/network/network_fit.h"

enum { FIT_MAX_UNITS = EVAL_DISC };

/* All texts are borrowed; those that may be NULL are optional. */
typedef struct FitPlan {
    const char *const *games; /* files of self-play games, `game_files` of them */
    int game_files;
    uint64_t positions; /* about as many for training; 0: all */
    double lambda;      /* of the labels: DatasetOptions */

    bool is_network;
    int epochs;  /* 0: the usual number for this kind of fit */
    int threads; /* 1 .. THREAD_POOL_MAX */
    /* Of a network. */
    const char *from; /* weight file of the network to continue from; may be NULL */
    double keep;      /* share of that network in the result */
    double rate;      /* learning rate; 0: the usual one */
    int phases;       /* of the game with embeddings of their own; 0: as `from` has, or 1 */
    int width;        /* numbers of an embedding; 0: as `from` has, or NETWORK_WIDTH */
    /* Of pattern weights, and of the table that orders moves: LinearFitOptions. */
    int patience, overlap;
    double ridge, overlap_weight;
    int stage_discs;     /* numbers of discs that share pattern weights; 0: the usual 2 */
    int pattern_squares; /* leave out patterns of more squares; 0: none. An edge then comes without
                          * its X squares */

    const char *out;     /* the weight file, replaced when the new one is complete */
    const char *note;    /* in the weight file; NULL: games, positions and error */
    const char *picture; /* SVG of the errors; may be NULL */
    int units;           /* pattern weights are kept in 1/units disc; a divisor of FIT_MAX_UNITS */
} FitPlan;

/* Callbacks for progress. A progress function returns false to stop the fit. */
typedef struct FitObserver {
    LinearFitProgress *linear;
    NetworkFitProgress *network;
    void (*torn)(void *context, const char *path); /* this file ends in a torn block: left out */
    void *context;
} FitObserver;

typedef struct FitOutcome {
    FitReport report;
    double restored;  /* stages, or epochs of a network, that came from the checkpoint */
    double start_mae; /* validation error of the network it continued from */
} FitOutcome;

/* A fit with its games in memory. */
typedef struct Fit {
    const FitPlan *plan;
    const FitObserver *observer;
    Dataset dataset;
    WeightFile *start; /* the network to continue from, or NULL */
    PatternSet *set;   /* of a new evaluation, else NULL: those of the start are used */
} Fit;

/* Reads the games and the network to continue from. Plan and observer must outlive the fit. Fails
 * on damaged or missing files and lack of memory; nothing needs closing then. */
bool fit_open(Fit *fit, const FitPlan *plan, const FitObserver *observer, Error *error);
void fit_close(Fit *fit);

/* Trains, writes the weight file and the picture, and removes the checkpoint. */
bool fit_run(Fit *fit, FitOutcome *outcome, Error *error);

#endif
