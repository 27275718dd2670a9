/* TLS for the connection to a Redis server (rediss://), by OpenSSL under hiredis 1.0 or newer.
 *
 * The server's certificate must be signed by an authority that the system trusts, or one of
 * SSL_CERT_FILE or SSL_CERT_DIR in the environment, and must be for the host of the address. A
 * server that asks for a client's certificate gets that of BIANCA_REDIS_CERT, whose key is in
 * BIANCA_REDIS_KEY. */
#ifndef JOBS_REDIS_TLS_H
#define JOBS_REDIS_TLS_H

#ifdef WITH_REDIS

#include <hiredis/hiredis.h>
#include <stdbool.h>

#include "base/status.h"

typedef struct RedisTls RedisTls;

/* What all connections to a host need; `shown` is the address for error texts, and is borrowed.
 * NULL where hiredis has no TLS, or if the certificates of the environment cannot be used. */
RedisTls *redis_tls_new(const char *host, const char *shown, Error *error);
void redis_tls_free(RedisTls *tls);

/* Begins the handshake on a connected context that never blocks, which owns it from then on. */
bool redis_tls_begin(RedisTls *tls, redisContext *context, Error *error);

/* Continues it: 0 if it is done, POLLIN or POLLOUT if the socket must be waited for first, -1
 * with the reason if it failed. */
int redis_tls_continue(RedisTls *tls, Error *error);

/* Says of a connection that broke at its beginning what the server wants, if that is known. */
void redis_tls_explain(const RedisTls *tls, Error *error);

#endif
#endif
