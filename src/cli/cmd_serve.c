/* `bianca serve`: serves the page and the API until Ctrl-C. */
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "book/book.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/sandbox_input.h"

#ifdef WITH_WEB
#include "arena/bots/foreign_host.h"
#include "cli/queue_json.h"
#include "web/server.h"
#endif

enum { DEFAULT_HASH_MB = 64, DEFAULT_ENGINES = 4, LANG_SIZE = 16 };

typedef struct ServeOptions {
    int port;
    const char *listen;
    const char *token;
    bool open;
    int threads;
    int hash_mb;
    const char *book;
    const char *games;
    const char *lang;
    const char *jobs;
    OptionList players;
    double timeout;
    SandboxInput sandbox;
} ServeOptions;

static const Option rows[] = {
    OPTION_INTEGER_ROW(ServeOptions, port, "port", "N", 0, 65535, "6464",
                       "port to listen on; 0 means any free one"),
    OPTION_TEXT_ROW(ServeOptions, listen, "listen", "ADDRESS", "127.0.0.1",
                    "address to listen on; 0.0.0.0 means every network"),
    OPTION_TEXT_ROW(ServeOptions, token, "token", "TEXT", NULL,
                    "what a browser must know to be let in"),
    OPTION_FLAG_ROW(ServeOptions, open, "open", "open the page in a browser"),
    OPTION_INTEGER_ROW(ServeOptions, threads, "threads", "N", 0, 256, "0",
                       "threads of each search; 0 means one per processor"),
    OPTION_INTEGER_ROW(ServeOptions, hash_mb, "hash", "MB", 1, 65536, "64",
                       "memory of each search"),
    BOOK_INPUT_ROW(ServeOptions),
    OPTION_TEXT_ROW(ServeOptions, games, "games", "FILE", NULL,
                    "library of games to search and explore; made if it is missing"),
    OPTION_TEXT_ROW(ServeOptions, lang, "lang", "LANG", NULL,
                    LANGUAGE_HELP "; else what the browser says"),
    OPTION_TEXT_ROW(ServeOptions, jobs, "jobs", "ADDRESS", NULL,
                    "queue whose jobs the API shows: FILE.db, redis://host/name"),
    OPTION_LIST_ROW(ServeOptions, players, "player", "NAME=PLAYER",
                    "a program to play against on the page: mine=gtp:./bot (repeatable)"),
    OPTION_NUMBER_ROW(ServeOptions, timeout, "timeout", "S", 0.01, 86400, "60",
                      "seconds after which such a program counts as hung"),
    SANDBOX_INPUT_ROWS(ServeOptions),
};

#ifdef WITH_WEB

extern char **environ;

/* Nothing depends on it: where there is no browser, the address is on the terminal. */
static void open_browser(char *url) {
    static char *const programs[] = {"xdg-open", "open", "wslview"};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        char *arguments[] = {programs[i], url, NULL};
        posix_spawn_file_actions_t actions;
        pid_t child;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", 1 /* O_WRONLY */, 0);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1 /* O_WRONLY */, 0);
        int failed = posix_spawnp(&child, programs[i], &actions, NULL, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
        if (!failed) return;
    }
}

/* The page reads its language from the fragment of the address, which no redirection loses. */
static void add_language(char *url, const Language *language) {
    if (language) snprintf(url + strlen(url), LANG_SIZE, "#lang=%s", language->tag);
}

/* Opens the book once now, so that an error is reported at start. */
static bool check_book(const char *word, Error *error) {
    Shape shape;
    Book *book;
    if (!shape_init(&shape, 8, 8, error) || !book_open_named(&book, word, &shape, error))
        return false;
    book_close(book);
    return true;
}

/* A wrong address, password or file is found out at once; later the API says so. */
static bool check_jobs(const char *address, Error *error) {
    if (!address) return true;
    Queue *queue = queue_open(address, &(QueueOptions){.may_create = true}, error);
    queue_close(queue);
    return queue != NULL;
}

static int serve(const Arguments *args, const ServerProgram *programs, const ArenaHost *host) {
    const ServeOptions *options = args->options;
    Error error;
    QueueSource queue = {queue_look, (char *)options->jobs};
    ServerOptions server_options = {
        .queue = options->jobs ? &queue : NULL,
        .programs = programs,
        .program_count = options->players.count,
        .host = &host->base,
        .port = options->port,
        .listen = options->listen,
        .token = options->token,
        .games = options->games,
        .engines = {DEFAULT_ENGINES, options->threads, options->hash_mb, options->book}};

    /* Blocked before any thread exists, so that they all inherit it and only sigwait sees them. */
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &ends, NULL);
    const Language *language;
    if (!language_find(options->lang, &language, &error)) return command_refuse(args, &error);
    if (!check_book(options->book, &error) || !check_jobs(options->jobs, &error))
        return command_error(args, &error);
    Server *server = server_start(&server_options, &error);
    if (!server) return command_error(args, &error);
    char url[SERVER_URL_SIZE + LANG_SIZE];
    server_url(server, url);
    add_language(url, language);
    printf("Bianca is at %s (Ctrl-C ends it)\n", url);
    fflush(stdout);
    if (options->open) open_browser(url);
    int signal_number;
    sigwait(&ends, &signal_number);
    server_stop(server);
    return COMMAND_OK;
}

static int run(const Arguments *args) {
    const ServeOptions *options = args->options;
    static ServerProgram programs[OPTION_LIST_MAX]; /* too large for a stack */
    ProcessOptions process;
    Error error;
    bool ok = sandbox_input_read(&options->sandbox, &process, &error);
    for (int i = 0; ok && i < options->players.count; i++)
        ok = server_program_parse(&programs[i], options->players.values[i], &error);
    ArenaHost host = arena_host(&process, options->timeout);
    int status = ok ? serve(args, programs, &host) : command_refuse(args, &error);
    free((char *)process.binds);
    return status;
}

#else

static int run(const Arguments *args) {
    Error error;
    error_set(&error, STATUS_UNSUPPORTED,
              "built without the web server: install libmicrohttpd-dev and libjansson-dev and "
              "build again");
    return command_fail(args, &error);
}

#endif

const Command command_serve = {
    .name = "serve",
    .summary = "Play, analyse, review and learn in the browser",
    .details =
        "Serves a web page that uses the engine, to this machine only. With --listen\n"
        "others can use it too, if they know the token; without --token one is made up\n"
        "and printed with the address. With --player the page plays against programs of\n"
        "yours, isolated as in 'bianca match'. With --jobs the API tells how far the jobs of a\n"
        "queue are. docs/api.md describes the API.",
    .example = "bianca serve --open\nbianca serve --port 8080\nbianca serve --listen 0.0.0.0\n"
               "bianca serve --player mine=gtp:./bot --player best=plugin:./my_eval.so",
    COMMAND_OPTIONS(rows, ServeOptions),
    .run = run,
};
