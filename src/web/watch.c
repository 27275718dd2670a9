/* Polls the sockets of suspended connections on one thread, and closes those that send too
 * slowly. */
#include "web/watch.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"

enum { SWEEP_MS = 1000, NEVER = -1 };

/* Indexed by the number of the socket. */
typedef struct Watched {
    bool is_open;
    int64_t deadline_ns; /* for the request; NEVER while it is being answered */
    WebJob *job;
    uint64_t
        change; /* the number of this change, to distinguish an old connection from a new one */
} Watched;

struct Watch {
    pthread_mutex_t lock;
    pthread_t thread;
    int wake; /* an eventfd: the list has changed */
    int capacity, request_seconds;
    bool is_closing;
    Watched *sockets;
    struct pollfd *polled; /* the thread's own */
    uint64_t changes;
    uint64_t swept; /* the last change that the thread has seen */
};

/* Fills `polled` with the sockets of jobs, and closes connections past their receive deadline:
 * shutdown is enough, the library then sees the end and cleans up. */
static int sweep(Watch *watch) {
    int64_t now = clock_ns();
    int count = 0;
    watch->swept = watch->changes;
    watch->polled[count++] = (struct pollfd){.fd = watch->wake, .events = POLLIN};
    for (int i = 0; i < watch->capacity; i++) {
        Watched *socket = &watch->sockets[i];
        if (!socket->is_open) continue;
        if (socket->job)
            watch->polled[count++] = (struct pollfd){.fd = i, .events = POLLRDHUP};
        else if (socket->deadline_ns != NEVER && now > socket->deadline_ns)
            shutdown(i, SHUT_RDWR);
    }
    return count;
}

static void stop_jobs(Watch *watch, int count) {
    for (int i = 1; i < count; i++) {
        Watched *socket = &watch->sockets[watch->polled[i].fd];
        if (watch->polled[i].revents == 0 || !socket->job) continue;
        if (socket->change > watch->swept) continue;
        job_stop(socket->job);
        socket->job = NULL; /* once is enough */
    }
}

static void *watch_main(void *argument) {
    Watch *watch = argument;
    pthread_mutex_lock(&watch->lock);
    while (!watch->is_closing) {
        int count = sweep(watch);
        pthread_mutex_unlock(&watch->lock);
        int ready = poll(watch->polled, (nfds_t)count, SWEEP_MS);
        uint64_t drained;
        if (ready > 0 && watch->polled[0].revents)
            (void)!read(watch->wake, &drained, sizeof drained);
        pthread_mutex_lock(&watch->lock);
        if (ready > 0) stop_jobs(watch, count);
    }
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

Watch *watch_new(int capacity, int request_seconds, Error *error) {
    Watch *watch = calloc(1, sizeof *watch);
    if (watch) {
        watch->capacity = capacity;
        watch->request_seconds = request_seconds;
        watch->sockets = calloc((size_t)capacity, sizeof *watch->sockets);
        watch->polled = calloc((size_t)capacity + 1, sizeof *watch->polled);
        watch->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        pthread_mutex_init(&watch->lock, NULL);
        if (watch->sockets && watch->polled && watch->wake >= 0 &&
            pthread_create(&watch->thread, NULL, watch_main, watch) == 0)
            return watch;
        if (watch->wake >= 0) close(watch->wake);
        free(watch->sockets);
        free(watch->polled);
        free(watch);
    }
    error_set(error, STATUS_NO_MEMORY, "no memory to watch connections");
    return NULL;
}

static void wake(Watch *watch) {
    uint64_t one = 1;
    (void)!write(watch->wake, &one, sizeof one);
}

void watch_free(Watch *watch) {
    if (!watch) return;
    pthread_mutex_lock(&watch->lock);
    watch->is_closing = true;
    pthread_mutex_unlock(&watch->lock);
    wake(watch);
    pthread_join(watch->thread, NULL);
    close(watch->wake);
    pthread_mutex_destroy(&watch->lock);
    free(watch->sockets);
    free(watch->polled);
    free(watch);
}

static void set(Watch *watch, int socket, Watched state) {
    if (socket < 0 || socket >= watch->capacity) return;
    pthread_mutex_lock(&watch->lock);
    state.change = ++watch->changes;
    watch->sockets[socket] = state;
    pthread_mutex_unlock(&watch->lock);
    if (state.job) wake(watch);
}

static int64_t deadline(const Watch *watch) {
    return clock_ns() + (int64_t)watch->request_seconds * 1000000000;
}

void watch_begin(Watch *watch, int socket) {
    set(watch, socket, (Watched){.is_open = true, .deadline_ns = deadline(watch)});
}

void watch_end(Watch *watch, int socket) {
    set(watch, socket, (Watched){0});
}

void watch_received(Watch *watch, int socket, WebJob *job) {
    set(watch, socket, (Watched){.is_open = true, .deadline_ns = NEVER, .job = job});
}

void watch_answered(Watch *watch, int socket) {
    set(watch, socket, (Watched){.is_open = true, .deadline_ns = deadline(watch)});
}
