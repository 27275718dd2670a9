/* Reviews the games of files, several at a time, and delivers them in their order.
 *
 * One game is searched with all threads. Of several games each thread reviews one, which is faster
 * and gives the same result with any number of threads. */
#ifndef CLI_REVIEW_RUN_H
#define CLI_REVIEW_RUN_H

#include "cli/game_files.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "engine/review.h"

/* A reviewed game. */
typedef struct GameReview {
    long number;      /* among the games that could be read, from 1 */
    const char *path; /* of the file, as game_files_path() says */
    GameRecord record;
    int level; /* that was asked for; 0 if none */
    ReviewedMoves reviewed;
    ReviewSide sides[2];
    Shape shape; /* of the record */
} GameReview;

/* Copies a record, whose board the review then has for itself. */
void review_keep_record(GameReview *review, const GameRecord *game);

typedef void ReviewDone(void *context, const GameReview *review);

typedef struct ReviewRun {
    GameFiles *files;
    const EngineInput *engine;
    EngineLimits limits; /* of each search */
    long only;           /* the number of the one game that is wanted; 0: all */
    long total;          /* games, for the line of progress; 0 if it is not known */
    ReviewDone *done;    /* called from one thread at a time, in the order of the games */
    void *context;
    long games, left_out; /* filled: reviewed, and unreadable */
} ReviewRun;

/* Returns when all games are reviewed, or Ctrl-C came: then with what was done by then. False if a
 * file is missing or no engine can be made, with the reason. */
bool review_run(ReviewRun *run, Error *error);

#endif
