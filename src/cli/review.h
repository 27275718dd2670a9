/* `bianca review`, file by file: review_run.c reviews games, review_jobs.c does so through a queue;
 * review_summary.c adds them up by player; review_print.c (with review_graph.c), review_json.c and
 * review_html.c write them. */
#ifndef CLI_REVIEW_H
#define CLI_REVIEW_H

#include <stdio.h>

#include "cli/game_files.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "engine/review.h"
#include "jobs/session.h"

/* --- Reviewing -----------------------------------------------------------------------------------
 */

/* Reviews the games of files, several at a time, and delivers them in their order.
 * One game is
 * searched with all threads. Of several games each thread reviews one, which is faster and gives
 * the same result with any number of threads. */

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

/* --- Players of all games ------------------------------------------------------------------------
 */

/* What the players of many reviewed games did, by name. */

typedef struct ReviewPlayer {
    char name[RECORD_NAME_SIZE]; /* "" for games without names */
    int games;
    ReviewSide side; /* of all games together */
} ReviewPlayer;

typedef struct ReviewSummary {
    long games, moves;
    int count, capacity;
    ReviewPlayer
        *players; /* in the order in which they came; after review_summary_sort: by games */
} ReviewSummary;

/* Adds the game; false without memory. */
bool review_summary_add(ReviewSummary *summary, const GameReview *review);
/* Those with most games first, then the more accurate ones. */
void review_summary_sort(ReviewSummary *summary);
void review_summary_release(ReviewSummary *summary);

/* --- For people ----------------------------------------------------------------------------------
 */

/* Reviews for people: the moves of one game with a graph, a row for each of several games, and
 * the summary of the players. In the language of the terminal. */

typedef struct ReviewView {
    bool has_colour;
    bool has_unicode;
} ReviewView;

/* Names, opening and result; all moves; the graph; the summary of both sides. */
void review_print_game(FILE *out, const ReviewView *view, const GameReview *review);

/* One row; with the titles above it if it is the first one. */
void review_print_row(FILE *out, const ReviewView *view, const GameReview *review, bool is_first);

/* What the players did in all games. */
void review_print_summary(FILE *out, const ReviewSummary *summary);

/* --- Graphs --------------------------------------------------------------------------------------
 */

/* The course of a game as a graph of characters: Black's score after each move, and where the
 * mistakes are. */

/* One column for each of the moves[0 .. count-1]. */
void review_graph(FILE *out, const ReviewMove *moves, int count, bool has_unicode);

/* --- JSON ----------------------------------------------------------------------------------------
 */

/* Reviewed games as JSON: `bianca review --json`, and the data of the HTML report. */

/* One game as an object on a line. */
void review_json_game(FILE *out, const GameReview *review);

/* The players as a list. */
void review_json_players(FILE *out, const ReviewSummary *summary);

/* The players of all games as an object on a line. */
void review_json_summary(FILE *out, const ReviewSummary *summary, long left_out);

/* --- The HTML report -----------------------------------------------------------------------------
 */

/* The HTML report of a review: one file that needs no other, written game by game. */

/* Writes the page up to the first game; then each game; then the rest. */
void review_html_begin(FILE *out);
void review_html_game(FILE *out, const GameReview *review, bool is_first);
void review_html_end(FILE *out, const ReviewSummary *summary);

/* --- Through a queue of jobs ---------------------------------------------------------------------
 */

/* Reviewing games through a queue of jobs (jobs/session.h): a job is one game. */

extern const JobKind job_kind_review;

/* As review_run(), with workers wherever they are. The files are read twice: `again`
 * first, for the jobs, then run->files, which is at its beginning, for the results. Both must name
 * the same files. `board` is that of games whose format does not say it. `jobs` says where; its
 * kind and parameters are set here. */
bool review_jobs_run(ReviewRun *run, GameFiles *again, const Shape *board,
                     const SessionOptions *jobs, Error *error);

#endif
