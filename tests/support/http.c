/* See http.h. */
#include "support/http.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"

int http_connect(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((unsigned short)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        return fd;
    }
    if (fd >= 0) close(fd);
    return -1;
}

bool http_send(int socket, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t sent = send(socket, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

bool http_header(const HttpAnswer *answer, const char *name, char *value, size_t size) {
    size_t length = strlen(name);
    for (const char *line = strstr(answer->text, "\r\n"); line && line + 2 < answer->body;
         line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, name, length) != 0 || line[2 + length] != ':') continue;
        const char *begin = line + 3 + length;
        while (*begin == ' ') begin++;
        snprintf(value, size, "%.*s", (int)strcspn(begin, "\r"), begin);
        return true;
    }
    return false;
}

/* True if nothing more will come. */
static bool is_complete(HttpAnswer *answer) {
    char value[64];
    char *end = strstr(answer->text, "\r\n\r\n");
    if (!end) return false;
    answer->body = end + 4;
    answer->status = atoi(answer->text + strcspn(answer->text, " "));
    if (answer->status == 304) return true;
    if (http_header(answer, "Content-Length", value, sizeof value))
        return answer->length - (size_t)(answer->body - answer->text) >= (size_t)atol(value);
    if (http_header(answer, "Transfer-Encoding", value, sizeof value))
        return answer->length >= 5 && strcmp(answer->text + answer->length - 5, "0\r\n\r\n") == 0;
    return false;
}

bool http_read(int socket, HttpAnswer *answer, double seconds) {
    double begin = clock_seconds();
    answer->length = 0;
    answer->status = 0;
    answer->text[0] = '\0';
    answer->body = answer->text;
    for (;;) {
        answer->seconds = clock_seconds() - begin;
        struct pollfd poll_one = {.fd = socket, .events = POLLIN};
        int left_ms = (int)((seconds - answer->seconds) * 1000);
        if (left_ms <= 0 || poll(&poll_one, 1, left_ms) <= 0) return false;
        size_t room = HTTP_ANSWER_SIZE - 1 - answer->length;
        ssize_t count = recv(socket, answer->text + answer->length, room, 0);
        if (count <= 0) break;
        answer->length += (size_t)count;
        answer->text[answer->length] = '\0';
        if (is_complete(answer)) break;
    }
    answer->seconds = clock_seconds() - begin;
    is_complete(answer);
    return answer->status != 0;
}

bool http_ask(int port, const char *bytes, size_t length, HttpAnswer *answer) {
    answer->status = 0;
    int socket = http_connect(port);
    if (socket < 0) return false;
    /* A server may refuse and close before it has read everything. */
    http_send(socket, bytes, length);
    bool ok = http_read(socket, answer, 30);
    close(socket);
    return ok;
}

size_t http_post(char *buffer, size_t size, int port, const char *verb, const char *body) {
    int length = snprintf(buffer, size,
                          "POST /api/v1/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          verb, port, strlen(body), body);
    return length < 0 || (size_t)length >= size ? 0 : (size_t)length;
}
