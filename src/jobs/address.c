/* Takes addresses of Redis servers apart (address.h). */
#include "jobs/address.h"

#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "base/scan.h"

static const struct {
    const char *prefix;
    bool is_socket, is_tls;
} schemes[] = {{"redis://", false, false}, {"rediss://", false, true}, {"unix://", true, false}};

enum { SCHEMES = 3 };

/* The row of the scheme, or -1; *rest is what follows it. */
static int scheme_of(const char *text, const char **rest) {
    for (int i = 0; i < SCHEMES; i++) {
        size_t length = strlen(schemes[i].prefix);
        if (strncmp(text, schemes[i].prefix, length) != 0) continue;
        *rest = text + length;
        return i;
    }
    return -1;
}

bool address_is_server(const char *text) {
    const char *rest;
    return scheme_of(text, &rest) >= 0;
}

/* Where user and password end: at the last '@', since a password may have one in it. A path may
 * have one too, and begins with '/'. */
static const char *credentials_end(const char *rest, bool is_socket) {
    if (is_socket && *rest == '/') return NULL;
    const char *before_path = is_socket ? strstr(rest, "@/") : NULL;
    return before_path ? before_path : strrchr(rest, '@');
}

void address_show(const char *text, char *out, int size) {
    const char *rest, *at;
    int scheme = scheme_of(text, &rest);
    if (scheme < 0) {
        snprintf(out, (size_t)size, "%s", text);
        return;
    }
    at = credentials_end(rest, schemes[scheme].is_socket);
    snprintf(out, (size_t)size, "%s%s", schemes[scheme].prefix, at ? at + 1 : rest);
}

static bool refuse(const char *text, const char *what, Error *error) {
    char shown[ADDRESS_PART_SIZE];
    address_show(text, shown, sizeof shown);
    error_set(error, STATUS_BAD_INPUT, "%.120s: %s", shown, what);
    return false;
}

static int hex_digit(int byte) {
    if (scan_is_digit(byte)) return byte - '0';
    byte = scan_lower(byte);
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* Copies a part with its %XX decoded; false if it is too long or badly written. */
static bool decode(const char *from, const char *end, char *out, size_t size) {
    size_t used = 0;
    for (; from < end; from++) {
        int byte = (unsigned char)*from;
        if (byte == '%') {
            int high = end - from > 2 ? hex_digit((unsigned char)from[1]) : -1;
            int low = end - from > 2 ? hex_digit((unsigned char)from[2]) : -1;
            if (high < 0 || low < 0 || high + low == 0) return false;
            byte = high * 16 + low;
            from += 2;
        }
        if (used + 1 >= size) return false;
        out[used++] = (char)byte;
    }
    out[used] = '\0';
    return true;
}

static bool copy(const char *from, const char *end, char *out, size_t size) {
    size_t length = (size_t)(end - from);
    if (length >= size) return false;
    memcpy(out, from, length);
    out[length] = '\0';
    return true;
}

static bool is_good_name(const char *name) {
    for (; *name; name++)
        if (!scan_is_letter(*name) && !scan_is_digit(*name) && !strchr("-_.", *name)) return false;
    return true;
}

static bool parse_name(Address *address, const char *text, const char *name, Error *error) {
    if (!*name) name = ADDRESS_NAME;
    if (strlen(name) < sizeof address->name && is_good_name(name)) {
        strcpy(address->name, name);
        return true;
    }
    return refuse(text, "the name of a queue has letters, digits, '-', '_' and '.', at most 63",
                  error);
}

static bool parse_host(Address *address, const char *text, const char *rest, Error *error) {
    const char *end = rest + strcspn(rest, "/"), *colon = NULL, *host_end = end;
    if (*rest == '[') {
        host_end = memchr(rest, ']', (size_t)(end - rest));
        if (!host_end) return refuse(text, "the bracket of the host is not closed", error);
        colon = host_end[1] == ':' ? host_end + 1 : NULL;
        rest++;
    } else {
        colon = memchr(rest, ':', (size_t)(end - rest));
        if (colon) host_end = colon;
    }
    if (!copy(rest, host_end, address->host, sizeof address->host) || !address->host[0])
        return refuse(text, "there is no host in it", error);
    address->port = ADDRESS_PORT;
    if (colon) {
        char port[8] = "";
        int64_t number;
        if (!copy(colon + 1, end, port, sizeof port) ||
            !options_integer("port", port, 1, 65535, &number, NULL))
            return refuse(text, "the port must be a number from 1 to 65535", error);
        address->port = (int)number;
    }
    return parse_name(address, text, *end ? end + 1 : "", error);
}

static bool parse_socket(Address *address, const char *text, const char *rest, Error *error) {
    const char *end = rest + strcspn(rest, "#");
    if (*rest != '/') return refuse(text, "the path of the socket must begin with '/'", error);
    if (!copy(rest, end, address->socket, sizeof address->socket))
        return refuse(text, "the path of the socket is longer than 107 bytes", error);
    return parse_name(address, text, *end ? end + 1 : "", error);
}

bool address_parse(Address *address, const char *text, Error *error) {
    Address made = {0};
    const char *rest = text;
    int scheme = scheme_of(text, &rest);
    if (scheme < 0) return refuse(text, "not the address of a server", error);
    made.is_tls = schemes[scheme].is_tls;
    const char *at = credentials_end(rest, schemes[scheme].is_socket);
    if (at) {
        const char *colon = memchr(rest, ':', (size_t)(at - rest));
        if (!colon) return refuse(text, "a password is written :password@host", error);
        if (!decode(rest, colon, made.user, sizeof made.user) ||
            !decode(colon + 1, at, made.password, sizeof made.password))
            return refuse(text, "its user or password is too long or has a wrong %XX", error);
        rest = at + 1;
    }
    if (!(schemes[scheme].is_socket ? parse_socket : parse_host)(&made, text, rest, error))
        return false;
    *address = made;
    return true;
}
