/* Starts a server for a tournament and hands it the news. */
#include "cli/arena_serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cli/interrupt.h"

#ifdef WITH_WEB

#include "arena/report/live.h"
#include "web/server.h"

/* Watchers who analyse must not slow down those who play: one thread, little memory. Searches of
 * the server also give way to everything else (web/job.c). */
enum { ENGINES = 1, ENGINE_THREADS = 1, ENGINE_HASH_MB = 16 };
enum { LOOK_NS = 50 * 1000 * 1000 /* between two looks at Ctrl-C */ };

struct ArenaServe {
    Live *live;
    LiveSource source; /* borrows live */
    Server *server;
};

ArenaServe *arena_serve_start(const ArenaServeInput *input, const Tournament *tournament,
                              const char *openings, Error *error) {
    ArenaServe *serve = calloc(1, sizeof *serve);
    if (!serve) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a server");
        return NULL;
    }
    serve->live = live_new(tournament, openings, error);
    serve->source = (LiveSource){live_news, serve->live};
    ServerOptions options = {.port = input->port,
                             .listen = input->listen,
                             .token = input->token,
                             .live = &serve->source,
                             .engines = {ENGINES, ENGINE_THREADS, ENGINE_HASH_MB, "embedded"}};
    if (serve->live) serve->server = server_start(&options, error);
    if (!serve->server) {
        arena_serve_stop(serve);
        return NULL;
    }
    char url[SERVER_URL_SIZE];
    server_url(serve->server, url);
    fprintf(stderr, "The games are at %s (Ctrl-C ends it)\n", url);
    return serve;
}

void arena_serve_move(ArenaServe *serve, const GameResult *result, const PlayedGame *record) {
    live_move(serve->live, result, record);
}

void arena_serve_game(ArenaServe *serve, const GameResult *result) {
    live_game(serve->live, result);
}

void arena_serve_end(ArenaServe *serve) {
    live_end(serve->live);
    while (!interrupt_came()) nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
}

void arena_serve_stop(ArenaServe *serve) {
    if (!serve) return;
    server_stop(serve->server);
    live_free(serve->live);
    free(serve);
}

#else

struct ArenaServe {
    char nothing;
};

ArenaServe *arena_serve_start(const ArenaServeInput *input, const Tournament *tournament,
                              const char *openings, Error *error) {
    (void)input;
    (void)tournament;
    (void)openings;
    error_set(error, STATUS_UNSUPPORTED,
              "built without the web server: install libmicrohttpd-dev and libjansson-dev and "
              "build again");
    return NULL;
}

void arena_serve_move(ArenaServe *serve, const GameResult *result, const PlayedGame *record) {
    (void)serve;
    (void)result;
    (void)record;
}

void arena_serve_game(ArenaServe *serve, const GameResult *result) {
    (void)serve;
    (void)result;
}

void arena_serve_end(ArenaServe *serve) {
    (void)serve;
}

void arena_serve_stop(ArenaServe *serve) {
    (void)serve;
}

#endif
