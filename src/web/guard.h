/* Who may talk to the server, decided from a request's headers alone.
 *
 * A page of another site can make the visitor's browser send requests to this machine. Three things
 * keep it out: the Host must be a name that only this machine has (a name that an attacker's DNS
 * points here is refused), the Origin, where the browser sends one, must be this server itself, and
 * a server that listens beyond this machine asks for a token. */
#ifndef WEB_GUARD_H
#define WEB_GUARD_H

#include <stdbool.h>

#include "base/status.h"

enum { GUARD_TOKEN_MIN = 16, GUARD_TOKEN_MAX = 128, GUARD_NAME_SIZE = 256 };

typedef struct Guard {
    int port;
    bool is_open;                    /* listens beyond the loopback interface */
    char name[GUARD_NAME_SIZE];      /* of this machine; only used when open */
    char token[GUARD_TOKEN_MAX + 1]; /* empty: none is asked for */
} Guard;

/* Letters, digits, `-` and `_`, GUARD_TOKEN_MIN to GUARD_TOKEN_MAX of them. */
bool guard_check_token(const char *token, Error *error);

/* A random token of 128 bits. */
bool guard_make_token(char token[GUARD_TOKEN_MAX + 1], Error *error);

/* Every argument may be NULL: the header is missing. */
bool guard_host(const Guard *guard, const char *host);
bool guard_origin(const char *origin, const char *host);

/* What the browser says about where a request comes from (Sec-Fetch-Site, Sec-Fetch-Mode). Only a
 * link that is followed to a page may come from elsewhere. */
bool guard_site(const char *site, const char *mode, bool is_api);

/* `Authorization: Bearer TOKEN`, or the cookie that the page was given. */
bool guard_token(const Guard *guard, const char *authorization, const char *cookie);

#endif
