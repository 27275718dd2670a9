/* Compares a request's headers with what this server is called and asks for. */
#include "web/guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#include "base/scan.h"

bool guard_check_token(const char *token, Error *error) {
    size_t length = strlen(token);
    bool is_plain = true;
    for (const char *at = token; *at != '\0'; at++)
        is_plain &= scan_is_letter(*at) || scan_is_digit(*at) || *at == '-' || *at == '_';
    if (is_plain && length >= GUARD_TOKEN_MIN && length <= GUARD_TOKEN_MAX) return true;
    error_set(error, STATUS_BAD_INPUT, "a token is %d to %d letters, digits, - and _",
              GUARD_TOKEN_MIN, GUARD_TOKEN_MAX);
    return false;
}

bool guard_make_token(char token[GUARD_TOKEN_MAX + 1], Error *error) {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        error_set(error, STATUS_IO, "no random numbers for a token");
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* Splits "name:port" or "[::1]:port". A missing port means 80, as in a URL. */
static bool split_host(const char *host, char name[GUARD_NAME_SIZE], int *port) {
    const char *end = host[0] == '[' ? strchr(host, ']') : host + strcspn(host, ":");
    if (!end) return false;
    if (host[0] == '[') end++;
    size_t length = (size_t)(end - host);
    if (length == 0 || length >= GUARD_NAME_SIZE) return false;
    memcpy(name, host, length);
    name[length] = '\0';
    *port = 80;
    if (*end == '\0') return true;
    if (*end != ':' || strlen(end + 1) == 0 || strlen(end + 1) > 5) return false;
    for (const char *at = end + 1; *at != '\0'; at++)
        if (!scan_is_digit(*at)) return false;
    *port = atoi(end + 1);
    return true;
}

/* Addresses written as numbers cannot be made to point elsewhere by an attacker's DNS. */
static bool is_address(const char *name) {
    const char *allowed = name[0] == '[' ? "[]:.0123456789abcdefABCDEF" : ".0123456789";
    return strspn(name, allowed) == strlen(name);
}

bool guard_host(const Guard *guard, const char *host) {
    char name[GUARD_NAME_SIZE];
    int port;
    if (!host || !split_host(host, name, &port) || port != guard->port) return false;
    if (strcasecmp(name, "localhost") == 0 || strcmp(name, "127.0.0.1") == 0 ||
        strcmp(name, "[::1]") == 0)
        return true;
    if (!guard->is_open) return false;
    if (is_address(name)) return true;
    size_t length = strlen(guard->name);
    return length > 0 && strncasecmp(name, guard->name, length) == 0 &&
           (name[length] == '\0' || strcasecmp(name + length, ".local") == 0);
}

bool guard_origin(const char *origin, const char *host) {
    if (!origin) return true;
    return host && strncmp(origin, "http://", 7) == 0 && strcasecmp(origin + 7, host) == 0;
}

bool guard_site(const char *site, const char *mode, bool is_api) {
    if (!site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0) return true;
    return !is_api && mode && strcmp(mode, "navigate") == 0;
}

/* Takes the same time wherever the difference is. */
static bool is_equal(const char *a, const char *b) {
    size_t length = strlen(b);
    unsigned difference = strlen(a) != length;
    for (size_t i = 0; i < length && a[i] != '\0'; i++) difference |= (unsigned)(a[i] ^ b[i]);
    return difference == 0;
}

bool guard_token(const Guard *guard, const char *authorization, const char *cookie) {
    if (guard->token[0] == '\0') return true;
    if (authorization && strncmp(authorization, "Bearer ", 7) == 0 &&
        is_equal(authorization + 7, guard->token))
        return true;
    return cookie && is_equal(cookie, guard->token);
}
