/* Talks to a Redis server through hiredis (redis_connection.h).
 *
 * The sockets never block: every wait is a poll of a tenth of a second at most, so that Ctrl-C is
 * noticed whatever the server does. */
#include "jobs/redis_connection.h"

#ifdef WITH_REDIS

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "jobs/redis_tls.h"

enum { SLICE_MS = 100, NEEDED_MAJOR = 6, NEEDED_MINOR = 2, SCRIPT_TRIES = 3 };
static const double connect_seconds = 5, reply_seconds = 15;
static const double first_pause = 0.1, last_pause = 5;

/* A script that this server has been given, under the server's name for it. */
typedef struct KnownScript {
    const char *script;
    char sha[48];
} KnownScript;

struct RedisConnection {
    Address address;
    char shown[256];
    QueueOptions options;
    redisContext *context; /* NULL while there is none */
    uint64_t reconnections;
    KnownScript known[REDIS_MAX_SCRIPTS + 1]; /* the last one is never used */
    Random random;                            /* spreads the pauses of many workers */
    RedisTls *tls;                            /* of rediss:// */
};

const Address *redis_address(const RedisConnection *connection) {
    return &connection->address;
}

const char *redis_shown(const RedisConnection *connection) {
    return connection->shown;
}

uint64_t redis_reconnections(const RedisConnection *connection) {
    return connection->reconnections;
}

void redis_add(RedisCommand *command, const char *text) {
    redis_add_bytes(command, text, strlen(text));
}

void redis_add_bytes(RedisCommand *command, const void *bytes, size_t length) {
    command->values[command->count] = length ? bytes : "";
    command->lengths[command->count++] = length;
}

static bool is_stopped(const RedisConnection *self) {
    return self->options.stop && *self->options.stop;
}

static void drop(RedisConnection *self) {
    if (self->context) redisFree(self->context);
    self->context = NULL;
}

/* --- One command, one attempt -------------------------------------------------------------- */

/* What is wrong with the connection, in words. */
static bool broken(const RedisConnection *self, const char *why, Error *error) {
    error_set(error, STATUS_IO, "%.120s: %.100s", self->shown, why);
    return false;
}

static bool context_broken(const RedisConnection *self, Error *error) {
    if (self->context->err == REDIS_ERR_PROTOCOL)
        return broken(self, "what answers there is not a Redis server", error);
    return broken(self, self->context->errstr[0] ? self->context->errstr : "connection lost",
                  error);
}

/* Waits until the socket can do what is asked. */
static bool wait_for(const RedisConnection *self, short events, double deadline, Error *error) {
    for (;;) {
        struct pollfd item = {.fd = self->context->fd, .events = events};
        int ready = poll(&item, 1, SLICE_MS);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return broken(self, strerror(errno), error);
        if (is_stopped(self)) {
            error_set(error, STATUS_STOPPED, "stopped");
            return false;
        }
        if (clock_seconds() > deadline) return broken(self, "the server does not answer", error);
    }
}

static bool send_all(const RedisConnection *self, double deadline, Error *error) {
    int is_sent = 0;
    while (redisBufferWrite(self->context, &is_sent) == REDIS_OK) {
        if (is_sent) return true;
        if (!wait_for(self, POLLOUT, deadline, error)) return false;
    }
    return context_broken(self, error);
}

static redisReply *receive(const RedisConnection *self, double deadline, Error *error) {
    for (;;) {
        void *reply = NULL;
        if (redisGetReply(self->context, &reply) != REDIS_OK) break;
        if (reply) return reply;
        if (!wait_for(self, POLLIN, deadline, error)) return NULL;
        if (redisBufferRead(self->context) != REDIS_OK) break;
    }
    context_broken(self, error);
    return NULL;
}

static redisReply *exchange(const RedisConnection *self, const RedisCommand *command,
                            double seconds, Error *error) {
    double deadline = clock_seconds() + seconds;
    if (redisAppendCommandArgv(self->context, command->count, (const char **)command->values,
                               command->lengths) != REDIS_OK) {
        context_broken(self, error);
        return NULL;
    }
    return send_all(self, deadline, error) ? receive(self, deadline, error) : NULL;
}

/* --- Connecting ---------------------------------------------------------------------------- */

static bool start_tls(RedisConnection *self, double deadline, Error *error) {
    if (!self->tls) return true;
    if (!redis_tls_begin(self->tls, self->context, error)) return false;
    for (;;) {
        int events = redis_tls_continue(self->tls, error);
        if (events <= 0) return events == 0;
        if (!wait_for(self, (short)events, deadline, error)) return false;
    }
}

static bool open_socket(RedisConnection *self, double deadline, Error *error) {
    const Address *address = &self->address;
    self->context = address->socket[0] ? redisConnectUnixNonBlock(address->socket)
                                       : redisConnectNonBlock(address->host, address->port);
    if (!self->context) return broken(self, "no memory", error);
    if (self->context->err) return context_broken(self, error);
    int why = 0;
    socklen_t size = sizeof why;
    if (!wait_for(self, POLLOUT, deadline, error)) return false;
    if (getsockopt(self->context->fd, SOL_SOCKET, SO_ERROR, &why, &size) != 0) why = errno;
    if (why) return broken(self, strerror(why), error);
    return start_tls(self, deadline, error);
}

/* A refusal of the server, without what it may repeat of a password. */
static bool refused(const RedisConnection *self, const redisReply *reply, Error *error) {
    bool is_password = strncmp(reply->str, "WRONGPASS", 9) == 0 ||
                       strncmp(reply->str, "NOAUTH", 6) == 0 ||
                       strstr(reply->str, "invalid password") || strstr(reply->str, "AUTH");
    error_set(error, is_password ? STATUS_BAD_INPUT : STATUS_IO, "%.120s: %.100s", self->shown,
              !is_password                     ? reply->str
              : self->address.password[0] != 0 ? "the server refuses the password"
                                               : "the server wants a password");
    return false;
}

/* Sends a command of the beginning of a connection; false unless it is answered well. */
static bool greet(RedisConnection *self, const RedisCommand *command, double deadline, char *answer,
                  size_t size, Error *error) {
    double left = deadline - clock_seconds();
    redisReply *reply = exchange(self, command, left > 0.1 ? left : 0.1, error);
    if (!reply) return false;
    bool ok = reply->type != REDIS_REPLY_ERROR || refused(self, reply, error);
    if (ok && answer) snprintf(answer, size, "%s", reply->str ? reply->str : "");
    freeReplyObject(reply);
    return ok;
}

static bool give_password(RedisConnection *self, double deadline, Error *error) {
    RedisCommand command = {0};
    if (!self->address.password[0]) return true;
    redis_add(&command, "AUTH");
    if (self->address.user[0]) redis_add(&command, self->address.user);
    redis_add(&command, self->address.password);
    return greet(self, &command, deadline, NULL, 0, error);
}

/* PING also finds out whether a password is missing, and whether this is a Redis at all. */
static bool check_server(RedisConnection *self, double deadline, Error *error) {
    RedisCommand ping = {0}, info = {0};
    char text[8192] = "";
    redis_add(&ping, "PING");
    redis_add(&info, "INFO");
    redis_add(&info, "server");
    if (!greet(self, &ping, deadline, text, sizeof text, error)) return false;
    if (strcmp(text, "PONG") != 0)
        return broken(self, "what answers there is not a Redis server", error);
    if (!greet(self, &info, deadline, text, sizeof text, error)) return false;
    int major = NEEDED_MAJOR, minor = NEEDED_MINOR;
    const char *at = strstr(text, "redis_version:");
    if (at) sscanf(at, "redis_version:%d.%d", &major, &minor);
    if (major > NEEDED_MAJOR || (major == NEEDED_MAJOR && minor >= NEEDED_MINOR)) return true;
    error_set(error, STATUS_UNSUPPORTED, "%.120s: Redis %d.%d is too old: %d.%d or newer is needed",
              self->shown, major, minor, NEEDED_MAJOR, NEEDED_MINOR);
    return false;
}

static bool connect_once(RedisConnection *self, Error *error) {
    double deadline = clock_seconds() + connect_seconds;
    if (open_socket(self, deadline, error) && give_password(self, deadline, error) &&
        check_server(self, deadline, error))
        return true;
    if (self->tls) redis_tls_explain(self->tls, error);
    drop(self);
    return false;
}

/* Whether trying again is no use: a wrong password, an old server. */
static bool is_final(const Error *error) {
    return error->status == STATUS_BAD_INPUT || error->status == STATUS_UNSUPPORTED;
}

RedisConnection *redis_connect(const char *address, const QueueOptions *options, Error *error) {
    RedisConnection *self = calloc(1, sizeof *self);
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a connection");
        return NULL;
    }
    self->options = *options;
    self->random = random_seeded((uint64_t)clock_ns() + (uint64_t)getpid());
    address_show(address, self->shown, sizeof self->shown);
    bool ok = address_parse(&self->address, address, error);
    if (ok && self->address.is_tls) {
        self->tls = redis_tls_new(self->address.host, self->shown, error);
        ok = self->tls != NULL;
    }
    const char *password = getenv("BIANCA_REDIS_PASSWORD");
    if (ok && password && !self->address.password[0])
        snprintf(self->address.password, sizeof self->address.password, "%s", password);
    if (ok && (connect_once(self, error) || (options->is_patient && !is_final(error)))) return self;
    redis_disconnect(self);
    return NULL;
}

void redis_disconnect(RedisConnection *self) {
    if (!self) return;
    drop(self);
    redis_tls_free(self->tls);
    memset(self->address.password, 0, sizeof self->address.password);
    free(self);
}

/* --- Until it works ------------------------------------------------------------------------ */

/* Whether the server refuses only for now: it loads its data, a disk or memory is full, a replica
 * becomes the master, another script runs for too long. */
static bool is_temporary(const redisReply *reply) {
    static const char *const words[] = {"LOADING",  "MISCONF",    "OOM",     "BUSY ",
                                        "READONLY", "MASTERDOWN", "TRYAGAIN"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(reply->str, words[i], strlen(words[i])) == 0) return true;
    /* An error of a command inside of a script comes with other words before it. */
    return strstr(reply->str, "MISCONF") || strstr(reply->str, "-OOM") ||
           strstr(reply->str, "OOM command not allowed");
}

/* Sleeps, but not through a stop. */
static void pause_for(const RedisConnection *self, double seconds) {
    double end = clock_seconds() + seconds;
    while (!is_stopped(self) && clock_seconds() < end) clock_sleep_ns(SLICE_MS * 500000);
}

/* One attempt, on a new connection if need be. NULL and is_over if trying again is no use. */
static redisReply *attempt(RedisConnection *self, const RedisCommand *command, bool *is_over,
                           Error *error) {
    *is_over = false;
    if (!self->context) {
        if (!connect_once(self, error)) {
            *is_over = is_final(error);
            return NULL;
        }
        self->reconnections++;
    }
    redisReply *reply = exchange(self, command, reply_seconds, error);
    if (!reply) {
        drop(self);
        return NULL;
    }
    if (reply->type != REDIS_REPLY_ERROR || !is_temporary(reply)) return reply;
    error_set(error, STATUS_IO, "%.120s: %.110s", self->shown, reply->str);
    freeReplyObject(reply);
    return NULL;
}

static redisReply *call(RedisConnection *self, const RedisCommand *command, Error *error) {
    for (double pause = first_pause;; pause = pause * 2 < last_pause ? pause * 2 : last_pause) {
        bool is_over;
        redisReply *reply = attempt(self, command, &is_over, error);
        if (reply) return reply;
        if (is_over || is_stopped(self)) return NULL;
        if (self->options.on_wait) self->options.on_wait(self->options.context, error->text);
        pause_for(self, pause * (0.75 + random_unit(&self->random) / 2));
    }
}

/* A reply that is an error becomes ours. */
static redisReply *checked(const RedisConnection *self, redisReply *reply, const char *what,
                           Error *error) {
    if (!reply || reply->type != REDIS_REPLY_ERROR) return reply;
    error_set(error, STATUS_IO, "%.100s: %s: %.100s", self->shown, what, reply->str);
    freeReplyObject(reply);
    return NULL;
}

redisReply *redis_call(RedisConnection *self, const RedisCommand *command, const char *what,
                       Error *error) {
    return checked(self, call(self, command, error), what, error);
}

/* The server's name for a script, which it is given if it does not know it. */
static const char *find_sha(RedisConnection *self, const char *script, Error *error) {
    KnownScript *known = self->known;
    while (known->script && known->script != script) known++;
    if (known->script) return known->sha;
    RedisCommand load = {0};
    redis_add(&load, "SCRIPT");
    redis_add(&load, "LOAD");
    redis_add(&load, script);
    redisReply *reply = redis_call(self, &load, "loading a script", error);
    if (!reply) return NULL;
    known->script = script;
    snprintf(known->sha, sizeof known->sha, "%s", reply->str ? reply->str : "");
    freeReplyObject(reply);
    return known->sha;
}

/* A server that was restarted has forgotten the scripts: they are loaded and called again. */
redisReply *redis_script(RedisConnection *self, const char *script, RedisCommand *arguments,
                         const char *what, Error *error) {
    redisReply *reply = NULL;
    for (int tries = 0; tries < SCRIPT_TRIES; tries++) {
        const char *sha = find_sha(self, script, error);
        if (!sha) return NULL;
        arguments->values[0] = "EVALSHA", arguments->lengths[0] = strlen("EVALSHA");
        arguments->values[1] = sha, arguments->lengths[1] = strlen(sha);
        reply = call(self, arguments, error);
        if (!reply || reply->type != REDIS_REPLY_ERROR || strncmp(reply->str, "NOSCRIPT", 8) != 0)
            break;
        memset(self->known, 0, sizeof self->known);
        if (tries + 1 < SCRIPT_TRIES) freeReplyObject(reply);
    }
    return checked(self, reply, what, error);
}

void redis_script_begin(const RedisConnection *self, RedisCommand *arguments) {
    arguments->count = 2; /* what redis_script() fills */
    redis_add(arguments, "1");
    redis_add(arguments, self->address.name);
}

#else

/* A file of C must declare something. */
typedef int RedisConnectionIsLeftOut;

#endif
