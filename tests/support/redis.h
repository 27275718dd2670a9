/* A real redis-server for tests: on a port and a socket of its own, with its data in a folder of
 * its own. It can be killed and started again with what it has written. */
#ifndef SUPPORT_REDIS_H
#define SUPPORT_REDIS_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct RedisServer {
    char folder[40];
    int port;
    char password[32]; /* empty: none */
    bool is_durable;   /* keeps an append-only file, ... */
    bool is_lazy;      /* ... and lets the disk take its time: the last second may get lost */
    bool ignores_xfsz; /* a limit on the size of files becomes an error, not its death */
    pid_t pid;         /* 0 while it does not run */
    char address[128]; /* redis://127.0.0.1:PORT, with the password */
    char socket[128];  /* unix://FOLDER/socket */
} RedisServer;

/* Whether there is a redis-server and the program was built with hiredis. */
bool redis_is_here(void);

/* Starts it and waits until it answers. Fields above that are set in *server are respected. */
void redis_start(RedisServer *server);
/* SIGKILL, as a crash; redis_start() starts it again on the same port and data. */
void redis_kill(RedisServer *server);
/* Ends it and removes the folder. */
void redis_remove(RedisServer *server);

#endif
