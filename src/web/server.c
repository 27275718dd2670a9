/* Opens the socket, starts the HTTP library on it, and reports each connection to the watch. */
#include "web/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "web/exchange.h"

enum {
    BACKLOG = 256,
    SPARE_FILES = 128,             /* what a process has open besides its connections */
    IDLE_SECONDS = 30,             /* without a byte either way */
    CONNECTION_MEMORY = 16 * 1024, /* headers and buffers of one connection */
    DEFAULT_REQUEST_SECONDS = 20,
};

struct Server {
    Site site;
    Programs *programs;     /* NULL: none */
    SharedLibrary *library; /* NULL: none */
    struct MHD_Daemon *daemon;
    char address[INET6_ADDRSTRLEN];
};

typedef union Address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} Address;

static bool read_address(const char *text, int port, Address *address, bool *is_loopback,
                         Error *error) {
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, text, &address->v4.sin_addr) == 1) {
        address->v4.sin_family = AF_INET;
        address->v4.sin_port = htons((uint16_t)port);
        *is_loopback = (ntohl(address->v4.sin_addr.s_addr) >> 24) == 127;
        return true;
    }
    if (inet_pton(AF_INET6, text, &address->v6.sin6_addr) == 1) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = htons((uint16_t)port);
        *is_loopback = IN6_IS_ADDR_LOOPBACK(&address->v6.sin6_addr);
        return true;
    }
    error_set(error, STATUS_BAD_INPUT, "'%.60s' is no address: 0.0.0.0 means all of this machine's",
              text);
    return false;
}

/* A listening socket, and the port it got. -1 on failure. */
static int open_socket(const Address *address, int *port, Error *error) {
    socklen_t length = address->any.sa_family == AF_INET ? sizeof address->v4 : sizeof address->v6;
    int one = 1, fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (fd < 0 || bind(fd, &address->any, length) != 0 || listen(fd, BACKLOG) != 0) {
        if (errno == EADDRINUSE)
            error_set(error, STATUS_IO,
                      "port %d is in use, perhaps by another bianca: try --port %d", *port,
                      *port + 1);
        else
            error_set(error, STATUS_IO, "cannot listen on port %d: %s", *port, strerror(errno));
        if (fd >= 0) close(fd);
        return -1;
    }
    Address got = *address;
    getsockname(fd, &got.any, &length);
    *port = ntohs(got.any.sa_family == AF_INET ? got.v4.sin_port : got.v6.sin6_port);
    return fd;
}

/* Raises the limit on open files as far as the connections need; returns what it is. */
static int allow_files(void) {
    struct rlimit limit;
    rlim_t wanted = SERVER_MAX_CONNECTIONS + SPARE_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur < wanted ? (int)limit.rlim_cur : (int)wanted;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **unused,
                          enum MHD_ConnectionNotificationCode code) {
    (void)unused;
    Server *server = context;
    int socket = connection_socket(connection);
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        watch_begin(server->site.watch, socket);
    else
        watch_end(server->site.watch, socket);
}

/* Paths are compared as they are sent: nothing of ours has a character that needs escaping. */
static size_t keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

static bool start_daemon(Server *server, int fd, int files, Error *error) {
    unsigned connections =
        files > SPARE_FILES + 16 ? (unsigned)(files - SPARE_FILES) : (unsigned)files / 2;
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL,
        exchange_handle, &server->site, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED,
        exchange_done, &server->site, MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY, MHD_OPTION_END);
    if (server->daemon) return true;
    error_set(error, STATUS_IO, "cannot start the HTTP server");
    return false;
}

static bool set_guard(Guard *guard, const ServerOptions *options, bool is_loopback, Error *error) {
    guard->is_open = !is_loopback;
    if (guard->is_open && gethostname(guard->name, sizeof guard->name - 1) != 0)
        guard->name[0] = '\0';
    if (!options->token) return is_loopback || guard_make_token(guard->token, error);
    if (!guard_check_token(options->token, error)) return false;
    snprintf(guard->token, sizeof guard->token, "%s", options->token);
    return true;
}

static bool start(Server *server, const ServerOptions *options, Error *error) {
    Site *site = &server->site;
    Address address;
    bool is_loopback;
    const char *text = options->listen ? options->listen : "127.0.0.1";
    int files = allow_files();
    int seconds = options->request_seconds ? options->request_seconds : DEFAULT_REQUEST_SECONDS;
    site->guard.port = options->port;
    snprintf(server->address, sizeof server->address, "%s", text);
    if (!read_address(text, options->port, &address, &is_loopback, error) ||
        !set_guard(&site->guard, options, is_loopback, error) ||
        !(site->jobs = jobs_new(&options->engines, error)) ||
        !(site->watch = watch_new(files, seconds, error)))
        return false;
    if (options->program_count > 0) {
        server->programs =
            programs_new(options->programs, options->program_count, options->host, error);
        if (!server->programs) return false;
        jobs_set_programs(site->jobs, server->programs);
    }
    if (options->games) {
        server->library = shared_library_open(options->games, error);
        if (!server->library) return false;
        jobs_set_library(site->jobs, server->library);
    }
    if (options->live) jobs_set_live(site->jobs, options->live);
    if (options->queue) jobs_set_queue(site->jobs, options->queue);
    int fd = open_socket(&address, &site->guard.port, error);
    if (fd < 0) return false;
    if (start_daemon(server, fd, files, error)) return true;
    close(fd);
    return false;
}

Server *server_start(const ServerOptions *options, Error *error) {
    Server *server = calloc(1, sizeof *server);
    if (!server) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a server");
        return NULL;
    }
    if (start(server, options, error)) return server;
    server_stop(server);
    return NULL;
}

void server_stop(Server *server) {
    if (!server) return;
    /* Every job ends and resumes its connection, which the library asks for before it stops. */
    if (server->site.jobs) jobs_close(server->site.jobs);
    if (server->daemon) MHD_stop_daemon(server->daemon);
    watch_free(server->site.watch);
    jobs_free(server->site.jobs);
    programs_free(server->programs);
    shared_library_close(server->library);
    free(server);
}

int server_port(const Server *server) {
    return server->site.guard.port;
}

void server_url(const Server *server, char url[SERVER_URL_SIZE]) {
    const Guard *guard = &server->site.guard;
    bool is_all = strcmp(server->address, "0.0.0.0") == 0 || strcmp(server->address, "::") == 0;
    const char *name = is_all && guard->name[0] ? guard->name : server->address;
    bool has_colon = strchr(name, ':') != NULL;
    snprintf(url, SERVER_URL_SIZE, "http://%s%s%s:%d/%s%s", has_colon ? "[" : "", name,
             has_colon ? "]" : "", guard->port, guard->token[0] ? "?token=" : "", guard->token);
}
