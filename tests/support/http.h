/* A small HTTP client for tests, which can also misbehave: what it sends is up to the caller. */
#ifndef TESTS_SUPPORT_HTTP_H
#define TESTS_SUPPORT_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_ANSWER_SIZE = 1 << 18 };

typedef struct HttpAnswer {
    int status;                  /* 0: none came */
    char text[HTTP_ANSWER_SIZE]; /* headers and body */
    size_t length;
    const char *body; /* within text */
    double seconds;   /* until it was complete */
} HttpAnswer;

/* A connection to 127.0.0.1; -1 on failure. */
int http_connect(int port);

/* Sends all bytes; false if the other side does not take them. */
bool http_send(int socket, const char *bytes, size_t length);

/* Reads one answer: headers, and as much body as they announce (or, if they do not, up to the end
 * of the connection). Gives up after `seconds`. */
bool http_read(int socket, HttpAnswer *answer, double seconds);

/* Sends a whole request over a connection of its own. */
bool http_ask(int port, const char *bytes, size_t length, HttpAnswer *answer);

/* A well-formed POST to /api/v1/VERB; returns its length. */
size_t http_post(char *buffer, size_t size, int port, const char *verb, const char *body);

/* A header's value, copied to `value`; false if there is none. */
bool http_header(const HttpAnswer *answer, const char *name, char *value, size_t size);

#endif
