/* The HTTP server: the files of the page, which are in the program itself, and the API.
 *
 * One thread serves all connections; whatever takes longer than a millisecond is a job. Every
 * request passes the guard (web/guard.h) before anything else is looked at; bodies, headers,
 * connections, jobs and search time are bounded. */
#ifndef WEB_SERVER_H
#define WEB_SERVER_H

#include "web/engines.h"
#include "web/live.h"
#include "web/programs.h"

enum {
    SERVER_DEFAULT_PORT = 6464,
    SERVER_MAX_CONNECTIONS = 3000,
    SERVER_URL_SIZE = 512,
};

typedef struct ServerOptions {
    int port;                 /* 0: any free one */
    const char *listen;       /* an address; NULL: 127.0.0.1 */
    const char *token;        /* NULL: made up, if one is needed */
    int request_seconds;      /* how long a request may take to arrive; 0: 20 */
    const LiveSource *live;   /* what pages can watch; must outlive the server; NULL: nothing */
    const QueueSource *queue; /* of jobs that pages can look at; likewise */
    const char *games;        /* a library of games (library/library.h); NULL: none */
    EnginesOptions engines;
    const ServerProgram *programs; /* that the page can play against; must outlive the server */
    int program_count;
    const ForeignHost *host; /* starts them; likewise */
} ServerOptions;

typedef struct Server Server;

/* Starts serving in the background. NULL on failure, with the reason. */
Server *server_start(const ServerOptions *options, Error *error);

/* Ends all searches and connections. */
void server_stop(Server *server);

int server_port(const Server *server);

/* Where a browser finds the page, with the token if there is one. */
void server_url(const Server *server, char url[SERVER_URL_SIZE]);

#endif
