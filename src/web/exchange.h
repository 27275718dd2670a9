/* One HTTP request and its response. Uses libmicrohttpd's types directly: too little would be left
 * to test without sockets. server.c owns the sockets and calls in here. */
#ifndef WEB_EXCHANGE_H
#define WEB_EXCHANGE_H

#include <microhttpd.h>

#include "web/guard.h"
#include "web/job.h"
#include "web/watch.h"

/* What all exchanges of a server share; only read. */
typedef struct Site {
    Guard guard;
    WebJobs *jobs;
    Watch *watch;
} Site;

/* The callbacks of the HTTP library; `context` is the Site. */
enum MHD_Result exchange_handle(void *context, struct MHD_Connection *connection, const char *url,
                                const char *method, const char *version, const char *bytes,
                                size_t *length, void **exchange);
void exchange_done(void *context, struct MHD_Connection *connection, void **exchange,
                   enum MHD_RequestTerminationCode why);

/* The socket of a connection. */
int connection_socket(struct MHD_Connection *connection);

#endif
