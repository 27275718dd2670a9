/* `--serve`: the page shows a match or a tournament while it is played, and its results afterwards.
 * Joins the arena, which knows what happens, with the server, which shows it. */
#ifndef CLI_ARENA_SERVE_H
#define CLI_ARENA_SERVE_H

#include "arena/tournament/tournament.h"

typedef struct ArenaServeInput {
    bool is_wanted;
    int port;
    const char *listen, *token;
} ArenaServeInput;

/* Rows for an option table whose struct has an ArenaServeInput `serve`. */
#define ARENA_SERVE_ROWS(type)                                                                     \
    OPTION_FLAG_ROW(type, serve.is_wanted, "serve", "show the games in a browser as they come"),   \
        OPTION_INTEGER_ROW(type, serve.port, "port", "N", 0, 65535, "6464",                        \
                           "port of that page; 0 means any free one"),                             \
        OPTION_TEXT_ROW(type, serve.listen, "listen", "ADDRESS", "127.0.0.1",                      \
                        "its address; 0.0.0.0 means every network"),                               \
        OPTION_TEXT_ROW(type, serve.token, "token", "TEXT", NULL,                                  \
                        "what a browser must know to be let in")

typedef struct ArenaServe ArenaServe;

/* Starts the server and says on standard error where it is. The tournament must be ready to be
 * played; it and `openings` are borrowed. NULL with the reason. */
ArenaServe *arena_serve_start(const ArenaServeInput *input, const Tournament *tournament,
                              const char *openings, Error *error);

/* For TournamentOptions.on_move and on_game. */
void arena_serve_move(ArenaServe *serve, const GameResult *result, const PlayedGame *record);
void arena_serve_game(ArenaServe *serve, const GameResult *result);

/* The games are over: the page says so and stays until Ctrl-C. */
void arena_serve_end(ArenaServe *serve);

void arena_serve_stop(ArenaServe *serve);

#endif
