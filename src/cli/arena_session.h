/* What `bianca match` and `bianca tournament` have in common: their options, and the way from a
 * command line to a tournament that has been played. */
#ifndef CLI_ARENA_SESSION_H
#define CLI_ARENA_SESSION_H

#include "arena/tournament/store.h"
#include "cli/arena_serve.h"
#include "cli/command.h"
#include "cli/jobs_input.h"
#include "cli/sandbox_input.h"

typedef struct ArenaInput {
    const char *board, *openings, *db, *html, *sprt;
    int games, depth, threads, review;
    int64_t seed;
    double time, clock, timeout;
    bool show, json;
    SandboxInput sandbox;
    JobsInput jobs; /* of the tournament alone */
    ArenaServeInput serve;
} ArenaInput;

/* The rows of an option table whose struct is an ArenaInput. */
#define ARENA_INPUT_ROWS(games_text)                                                               \
    OPTION_TEXT_ROW(ArenaInput, board, "board", "WxH", "8x8", "columns and rows, at most 64"),     \
        OPTION_INTEGER_ROW(ArenaInput, games, "games", "N", 1, TOURNAMENT_MAX_GAMES, games_text,   \
                           "games of each two players, in pairs"),                                 \
        OPTION_TEXT_ROW(ArenaInput, openings, "openings", "WHAT", NULL,                            \
                        "start, N (all positions after N plies), balanced:N, or a file"),          \
        OPTION_NUMBER_ROW(ArenaInput, time, "time", "S", 0.001, 86400, NULL,                       \
                          "seconds for each move"),                                                \
        OPTION_NUMBER_ROW(ArenaInput, clock, "clock", "S", 0.01, 86400, NULL,                      \
                          "seconds for all moves of a game"),                                      \
        OPTION_INTEGER_ROW(ArenaInput, depth, "depth", "N", 1, 60, NULL,                           \
                           "plies for players whose string gives no limit"),                       \
        OPTION_INTEGER_ROW(ArenaInput, threads, "threads", "N", 1, TOURNAMENT_MAX_THREADS, "1",    \
                           "games at the same time"),                                              \
        OPTION_INTEGER_ROW(ArenaInput, seed, "seed", "N", 0, INT64_MAX, "1",                       \
                           "for the order of openings and for random players"),                    \
        OPTION_FLAG_ROW(ArenaInput, show, "show", "print every board, move and score"),            \
        OPTION_TEXT_ROW(ArenaInput, db, "db", "FILE", NULL,                                        \
                        "keep the results there, and resume from what is there"),                  \
        OPTION_TEXT_ROW(ArenaInput, html, "html", "FILE", NULL,                                    \
                        "write a report with pictures and all games"),                             \
        OPTION_NUMBER_ROW(ArenaInput, timeout, "timeout", "S", 0.01, 86400, "60",                  \
                          "seconds after which a foreign program counts as hung"),                 \
        SANDBOX_INPUT_ROWS(ArenaInput),                                                            \
        OPTION_FLAG_ROW(ArenaInput, json, "json",                                                  \
                        "print one JSON object per game, then a summary"),                         \
        ARENA_SERVE_ROWS(ArenaInput)

/* Everything that lives as long as the command. */
typedef struct ArenaSession {
    const Arguments *args;
    const ArenaInput *input;
    Shape shape;
    ProcessOptions process; /* for foreign programs */
    ParticipantSpec participants[TOURNAMENT_MAX_PARTICIPANTS];
    int participant_count;
    char openings_text[256]; /* what was asked for, or the default */
    Openings openings;
    Store *store;
    Session *jobs;    /* NULL: the games are played by threads of this process */
    char *parameters; /* of the jobs */
    TournamentOptions options;
    Tournament tournament;
    ArenaServe *serve; /* NULL: no page shows the games */
    Progress progress;
    int printed; /* games already printed as JSON */
    int shown;   /* moves of the current game already shown */
} ArenaSession;

/* Prints the results of a tournament. Returns COMMAND_OK or an exit status. */
typedef int ArenaPrinter(const ArenaSession *session);

/* The whole command: reads players and options, opens the database, plays, prints the results,
 * writes the report. Returns the exit status. */
int arena_session_run(const Arguments *args, ArenaPrinter *print);

#endif
