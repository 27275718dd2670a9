/* A connection to a Redis server that comes back by itself.
 *
 * A call sends one command and waits for its reply. If the server cannot be reached, stops
 * answering or says that it cannot work just now (it loads its data, its disk is full), the call
 * waits, connects again and repeats the command, with pauses that grow to a few seconds, until it
 * gets a reply or is stopped. So a command may be executed twice, and must be idempotent. */
#ifndef JOBS_REDIS_CONNECTION_H
#define JOBS_REDIS_CONNECTION_H

#ifdef WITH_REDIS

#include <hiredis/hiredis.h>

#include "jobs/address.h"
#include "jobs/queue.h"

typedef struct RedisConnection RedisConnection;

/* Connects, gives the password, and makes sure that a Redis of a version that has what we need
 * answers. Fails at once if not. */
RedisConnection *redis_connect(const char *address, const QueueOptions *options, Error *error);
void redis_disconnect(RedisConnection *connection);

const Address *redis_address(const RedisConnection *connection);
const char *redis_shown(const RedisConnection *connection); /* the address, for error texts */

/* How often the connection was lost and made again. */
uint64_t redis_reconnections(const RedisConnection *connection);

/* The arguments of a command, collected one by one; what they point to must live until the call. */
enum { REDIS_MAX_ARGUMENTS = 2100 };
typedef struct RedisCommand {
    int count;
    const char *values[REDIS_MAX_ARGUMENTS];
    size_t lengths[REDIS_MAX_ARGUMENTS];
} RedisCommand;

void redis_add(RedisCommand *command, const char *text);
void redis_add_bytes(RedisCommand *command, const void *bytes, size_t length);

/* The reply, to be freed with freeReplyObject(); NULL on failure: a stop, or a command that the
 * server refuses. `what` says what the command was for. */
redisReply *redis_call(RedisConnection *connection, const RedisCommand *command, const char *what,
                       Error *error);

/* Begins the arguments of a script, whose only key is the queue's name; redis_add() adds the rest.
 * Calls a script, which the server is given first if it does not know it. Scripts are named by
 * where they are: at most REDIS_MAX_SCRIPTS. */
enum { REDIS_MAX_SCRIPTS = 24 };
void redis_script_begin(const RedisConnection *connection, RedisCommand *arguments);
redisReply *redis_script(RedisConnection *connection, const char *script, RedisCommand *arguments,
                         const char *what, Error *error);

#endif
#endif
