/* Addresses of Redis servers:
 *
 *     redis://[[user]:password@]host[:port][/name]     rediss:// the same through TLS
 *     unix://[[user]:password@]/path/of/socket[#name]
 *
 * The name keeps queues on one server apart. `%41` in user and password stands for a byte; a host
 * with colons (IPv6) stands in brackets. No text made from an address has the password in it. */
#ifndef JOBS_ADDRESS_H
#define JOBS_ADDRESS_H

#include <stdbool.h>

#include "base/status.h"

enum { ADDRESS_PORT = 6379, ADDRESS_PART_SIZE = 256 };
#define ADDRESS_NAME "bianca"

typedef struct Address {
    bool is_tls;
    char socket[108]; /* path of a unix socket; empty: host and port */
    char host[ADDRESS_PART_SIZE];
    int port;
    char user[ADDRESS_PART_SIZE], password[ADDRESS_PART_SIZE]; /* empty: none */
    char name[64];
} Address;

/* Whether the text is the address of a server, not the name of a file. */
bool address_is_server(const char *text);

bool address_parse(Address *address, const char *text, Error *error);

/* The address as people may see it. */
void address_show(const char *text, char *out, int size);

#endif
