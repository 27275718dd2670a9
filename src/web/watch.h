/* Detects what libmicrohttpd cannot: that the other side of a suspended connection has gone, and
 * that a client keeps a connection open by sending a byte now and then.
 *
 * One thread sleeps on all watched sockets. Invariant: a socket is watched only between its
 * connection's begin and end, so its number is never that of another connection. */
#ifndef WEB_WATCH_H
#define WEB_WATCH_H

#include <stdbool.h>

#include "web/job.h"

typedef struct Watch Watch;

/* `request_seconds`: how long a client may take to send a request, counted from the beginning of
 * the connection or the end of the request before. */
Watch *watch_new(int capacity, int request_seconds, Error *error);
void watch_free(Watch *watch);

/* A connection begins; and ends. */
void watch_begin(Watch *watch, int socket);
void watch_end(Watch *watch, int socket);

/* The request is complete: its receive timeout ends. If it is a job's, the job is stopped as
 * soon as the client goes away; `job` may be NULL. */
void watch_received(Watch *watch, int socket, WebJob *job);

/* The answer was sent (or not): the job is not the connection's any more. */
void watch_answered(Watch *watch, int socket);

#endif
