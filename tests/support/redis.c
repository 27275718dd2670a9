/* Starts and kills redis-server (redis.h). */
#include "support/redis.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "jobs/queue.h"

enum { TRIES = 400, PAUSE_NS = 25000000 };

bool redis_is_here(void) {
    Error error = {0};
    Queue *queue = queue_open("redis://127.0.0.1:1/none", &(QueueOptions){0}, &error);
    queue_close(queue);
    return error.status != STATUS_UNSUPPORTED &&
           system("command -v redis-server >/dev/null 2>&1") == 0;
}

/* A port that is free now. */
static int find_port(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &size), 0);
    close(fd);
    return ntohs(address.sin_port);
}

static void execute(const RedisServer *server) {
    char port[16], path[64];
    snprintf(port, sizeof port, "%d", server->port);
    snprintf(path, sizeof path, "%s/socket", server->folder);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (server->ignores_xfsz) signal(SIGXFSZ, SIG_IGN);
    execlp("redis-server", "redis-server", "--port", port, "--bind", "127.0.0.1", "--unixsocket",
           path, "--dir", server->folder, "--save", "", "--appendonly",
           server->is_durable ? "yes" : "no", "--appendfsync",
           server->is_lazy ? "everysec" : "always", "--logfile", "log", "--loglevel", "warning",
           "--requirepass", server->password, (char *)NULL);
    _exit(127);
}

void redis_start(RedisServer *server) {
    if (!server->folder[0]) {
        strcpy(server->folder, "/tmp/bianca-redis-XXXXXX");
        assert_non_null(mkdtemp(server->folder));
        server->port = find_port();
    }
    const char *at = server->password[0] ? "@" : "", *colon = server->password[0] ? ":" : "";
    snprintf(server->address, sizeof server->address, "redis://%s%s%s127.0.0.1:%d", colon,
             server->password, at, server->port);
    snprintf(server->socket, sizeof server->socket, "unix://%s%s%s%s/socket", colon,
             server->password, at, server->folder);
    server->pid = fork();
    assert_true(server->pid >= 0);
    if (server->pid == 0) execute(server);
    Error error = {0};
    for (int i = 0; i < TRIES; i++) {
        Queue *queue = queue_open(server->address, &(QueueOptions){0}, &error);
        queue_close(queue);
        if (queue) return;
        clock_sleep_ns(PAUSE_NS);
    }
    fail_msg("redis-server does not start: %s", error.text);
}

void redis_kill(RedisServer *server) {
    if (!server->pid) return;
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
    server->pid = 0;
}

void redis_remove(RedisServer *server) {
    char command[96];
    redis_kill(server);
    snprintf(command, sizeof command, "rm -rf %s", server->folder);
    assert_int_equal(system(command), 0);
    *server = (RedisServer){0};
}
