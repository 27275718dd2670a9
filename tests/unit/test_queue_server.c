/* A queue on a Redis server when the server, or what is said to be one, does not do what it should;
 * and what a job costs at the queue. */
#include <arpa/inet.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bytes.h"
#include "base/clock.h"
#include "jobs/address.h"
#include "jobs/queue.h"
#include "support/redis.h"

#define SECRET "s3cr3t-Pa55"

static Queue *open_queue(const char *address, Error *error) {
    return queue_open(address, &(QueueOptions){0}, error);
}

/* --- Addresses ----------------------------------------------------------------------------- */

static void expect_address(const char *text, const char *host, int port, const char *socket,
                           const char *user, const char *password, const char *name) {
    Address address;
    Error error = {0};
    if (!address_parse(&address, text, &error)) fail_msg("%s: %s", text, error.text);
    assert_string_equal(address.host, host);
    assert_string_equal(address.socket, socket);
    assert_string_equal(address.user, user);
    assert_string_equal(address.password, password);
    assert_string_equal(address.name, name);
    if (*host) assert_int_equal(address.port, port);
}

static void addresses_are_taken_apart(void **state) {
    (void)state;
    expect_address("redis://server", "server", 6379, "", "", "", "bianca");
    expect_address("redis://server/", "server", 6379, "", "", "", "bianca");
    expect_address("redis://server:7000/big", "server", 7000, "", "", "", "big");
    expect_address("redis://:pw@server/big", "server", 6379, "", "", "pw", "big");
    expect_address("redis://me:p%40w:x@[::1]:9", "::1", 9, "", "me", "p@w:x", "bianca");
    expect_address("redis://:a@b@server", "server", 6379, "", "", "a@b", "bianca");
    expect_address("rediss://server", "server", 6379, "", "", "", "bianca");
    expect_address("unix:///run/redis.sock", "", 0, "/run/redis.sock", "", "", "bianca");
    expect_address("unix:///run/redis.sock#big", "", 0, "/run/redis.sock", "", "", "big");
    expect_address("unix://:pw@/run/a@b", "", 0, "/run/a@b", "", "pw", "bianca");
    assert_true(address_is_server("redis://x") && address_is_server("unix:///x"));
    assert_false(address_is_server("queue.db") || address_is_server("redis.db"));
}

static void wrong_addresses_are_refused_without_their_password(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "redis://",
        "redis://:" SECRET "@",
        "redis://:" SECRET "@/name",
        "redis://:" SECRET "@host:port",
        "redis://:" SECRET "@host:0",
        "redis://:" SECRET "@host:65536",
        "redis://:" SECRET "@host/two/names",
        "redis://:" SECRET "@host/a name",
        "redis://:" SECRET "%zz@host",
        "redis://" SECRET "@host",
        "redis://:" SECRET "@[::1",
        "unix://:" SECRET "@relative/path",
        "unix://:" SECRET "@/path#a:b",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Address address;
        Error error = {0};
        if (address_parse(&address, wrong[i], &error)) fail_msg("%s is accepted", wrong[i]);
        assert_int_equal(error.status, STATUS_BAD_INPUT);
        assert_null(strstr(error.text, SECRET));
        assert_null(open_queue(wrong[i], &error));
        assert_null(strstr(error.text, SECRET));
    }
    assert_string_equal(queue_shown("redis://me:" SECRET "@h:1/n").text, "redis://h:1/n");
    assert_string_equal(queue_shown("jobs.db").text, "jobs.db");
}

/* --- Servers ------------------------------------------------------------------------------- */

static void a_wrong_password_is_told_and_not_shown(void **state) {
    (void)state;
    RedisServer server = {.password = "right"};
    Error error = {0};
    char address[200];
    redis_start(&server);
    static const char *const credentials[] = {"", ":" SECRET "@", "somebody:" SECRET "@"};
    for (int i = 0; i < 3; i++) {
        snprintf(address, sizeof address, "redis://%s127.0.0.1:%d", credentials[i], server.port);
        assert_null(open_queue(address, &error));
        assert_non_null(strstr(error.text, "password"));
        assert_null(strstr(error.text, SECRET));
    }
    setenv("BIANCA_REDIS_PASSWORD", "right", 1);
    snprintf(address, sizeof address, "redis://127.0.0.1:%d", server.port);
    Queue *queue = open_queue(address, &error);
    unsetenv("BIANCA_REDIS_PASSWORD");
    assert_non_null(queue);
    queue_close(queue);
    redis_remove(&server);
}

static void nobody_listening_is_told_at_once(void **state) {
    (void)state;
    Error error = {0};
    double begin = clock_seconds();
    assert_null(open_queue("redis://:" SECRET "@127.0.0.1:1/name", &error));
    assert_non_null(strstr(error.text, "redis://127.0.0.1:1/name: Connection refused"));
    assert_null(open_queue("unix:///no/such/socket", &error));
    assert_non_null(strstr(error.text, "unix:///no/such/socket: No such file"));
    assert_true(clock_seconds() - begin < 2);
}

static void tls_is_refused_where_hiredis_has_none(void **state) {
    (void)state;
#ifndef WITH_REDIS_TLS
    Error error = {0};
    assert_null(open_queue("rediss://:" SECRET "@127.0.0.1:1/name", &error));
    assert_int_equal(error.status, STATUS_UNSUPPORTED);
    assert_non_null(strstr(error.text, "hiredis 1.0"));
    assert_null(strstr(error.text, SECRET));
#endif
}

/* A server on 127.0.0.1 that sends `answer` to whoever connects and speaks; NULL: it never answers.
 */
typedef struct Impostor {
    int fd, port;
    const char *answer;
    pthread_t thread;
    atomic_bool must_end;
} Impostor;

static void *pretend(void *context) {
    Impostor *self = context;
    while (!self->must_end) {
        char bytes[1000];
        int client = accept(self->fd, NULL, NULL);
        if (client < 0) break;
        while (read(client, bytes, sizeof bytes) > 0)
            if (self->answer) (void)!write(client, self->answer, strlen(self->answer));
        close(client);
    }
    return NULL;
}

static void impostor_start(Impostor *self, const char *answer) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    *self = (Impostor){.fd = socket(AF_INET, SOCK_STREAM, 0), .answer = answer};
    assert_int_equal(bind(self->fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(self->fd, 5), 0);
    getsockname(self->fd, (struct sockaddr *)&address, &size);
    self->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&self->thread, NULL, pretend, self), 0);
}

static void impostor_end(Impostor *self) {
    self->must_end = true;
    shutdown(self->fd, SHUT_RDWR);
    pthread_join(self->thread, NULL);
    close(self->fd);
}

static void a_server_that_speaks_something_else_is_told(void **state) {
    (void)state;
    static const char *const answers[] = {"HTTP/1.1 400 Bad Request\r\n\r\n",
                                          "SSH-2.0-OpenSSH_9.2\r\n",
                                          "\x00\x01\x02\x03",
                                          "+HELLO\r\n",
                                          "*3\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n",
                                          "$99999999999999999999\r\n",
                                          "-ERR unknown command\r\n"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        Impostor impostor;
        char address[64];
        Error error = {0};
        impostor_start(&impostor, i == 2 ? "\x01\x02\x03" : answers[i]);
        snprintf(address, sizeof address, "redis://127.0.0.1:%d", impostor.port);
        assert_null(open_queue(address, &error));
        if (!strstr(error.text, address)) fail_msg("%zu: %s", i, error.text);
        if (i < 6 && !strstr(error.text, "not a Redis server")) fail_msg("%zu: %s", i, error.text);
        impostor_end(&impostor);
    }
}

static void a_server_that_says_nothing_is_not_waited_for_long(void **state) {
    (void)state;
    Impostor impostor;
    char address[64];
    Error error = {0};
    impostor_start(&impostor, NULL);
    snprintf(address, sizeof address, "redis://127.0.0.1:%d", impostor.port);
    double begin = clock_seconds();
    assert_null(open_queue(address, &error));
    assert_non_null(strstr(error.text, "does not answer"));
    assert_true(clock_seconds() - begin < 8);
    impostor_end(&impostor);
}

/* --- A server that comes and goes ---------------------------------------------------------- */

typedef struct Run {
    Queue *queue;
    QueueRun run;
} Run;

static void begin_run(Run *run, const char *address, const QueueOptions *options, double lease) {
    Error error;
    run->queue = queue_open(address, options, &error);
    if (!run->queue) fail_msg("%s", error.text);
    run->run = (QueueRun){.kind = "test", .version = "1", .parameters = "", .lease_seconds = lease};
    queue_name_run(&run->run);
    assert_true(queue_add_run(run->queue, &run->run, &error));
}

static void submit(Run *run, int first, int count) {
    Error error;
    for (int i = first; i < first + count; i++) {
        Job job = {.payload = &i, .length = sizeof i};
        queue_name_job(run->run.id, &job);
        if (!queue_submit(run->queue, run->run.id, &job, 1, &error)) fail_msg("%s", error.text);
    }
}

static LeaseAnswer lease(Run *run, const char *worker, Lease *out) {
    Error error;
    LeaseAnswer answer =
        queue_lease(run->queue, (const char(*)[QUEUE_ID_SIZE])run->run.id, 1, worker, out, &error);
    if (answer == LEASE_ERROR) fail_msg("%s", error.text);
    return answer;
}

static void finish(Run *run, const Lease *held) {
    Error error;
    bool is_first = false;
    if (!queue_finish(run->queue, held, held->payload, held->length, &is_first, &error))
        fail_msg("%s", error.text);
}

static QueueStatus status_of(Run *run) {
    Error error;
    QueueStatus status;
    if (!queue_status(run->queue, NULL, &status, &error)) fail_msg("%s", error.text);
    return status;
}

/* How many scripts the server has run. */
static long scripts_run(const RedisServer *server) {
    static const char request[] = "INFO commandstats\r\nQUIT\r\n";
    static const char name[] = "cmdstat_evalsha:calls=";
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)server->port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char text[1 << 14];
    size_t length = 0;
    ssize_t count = 1;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(write(fd, request, sizeof request - 1), sizeof request - 1);
    for (; count > 0 && length < sizeof text - 1; length += (size_t)count) {
        count = read(fd, text + length, sizeof text - 1 - length);
        assert_true(count >= 0);
    }
    close(fd);
    text[length] = '\0';
    const char *at = strstr(text, name);
    assert_non_null(at);
    return strtol(at + strlen(name), NULL, 10);
}

static void submit_at_once(Run *run, int number, size_t count, size_t length) {
    Error error;
    Job *jobs = calloc(count, sizeof *jobs);
    uint8_t *payloads = calloc(count, length);
    for (size_t i = 0; i < count; i++) {
        uint8_t *payload = payloads + i * length;
        bytes_put(payload, (uint64_t)number << 32 | i, 8);
        jobs[i] = (Job){.payload = payload, .length = length};
        queue_name_job(run->run.id, &jobs[i]);
    }
    if (!queue_submit(run->queue, run->run.id, jobs, count, &error)) fail_msg("%s", error.text);
    free(jobs);
    free(payloads);
}

/* Not one by one, and not so many that others wait for long. */
static void jobs_are_submitted_a_thousand_or_a_megabyte_at_a_time(void **state) {
    (void)state;
    static const struct {
        size_t count, length;
        long scripts;
    } rows[] = {{1000, 8, 1}, {1001, 8, 2}, {16, 1 << 16, 1}, {17, 1 << 16, 2}};
    RedisServer server = {0};
    Run run;
    redis_start(&server);
    begin_run(&run, server.address, &(QueueOptions){0}, 1000);
    submit(&run, 0, 1); /* loads the script */
    int64_t wanted = 1;
    for (int i = 0; i < 4; i++) {
        long before = scripts_run(&server);
        submit_at_once(&run, i, rows[i].count, rows[i].length);
        assert_int_equal(scripts_run(&server) - before, rows[i].scripts);
        wanted += (int64_t)rows[i].count;
    }
    assert_int_equal(status_of(&run).waiting, wanted);
    queue_close(run.queue);
    redis_remove(&server);
}

static void count_waits(void *context, const char *reason) {
    assert_non_null(reason);
    ++*(int *)context;
}

/* Counts only what the server itself said. */
static void count_refusals(void *context, const char *reason) {
    *(int *)context += strncmp(reason, "redis://127.0.0.1:", 18) == 0 && strstr(reason, "MISCONF");
}

/* The server dies between calls, and comes back with all that was acknowledged. */
static void a_killed_server_loses_nothing(void **state) {
    (void)state;
    RedisServer server = {.is_durable = true};
    Run run;
    Lease held;
    redis_start(&server);
    begin_run(&run, server.socket, &(QueueOptions){0}, 1000);
    for (int round = 0; round < 3; round++) {
        submit(&run, round * 10, 10);
        assert_int_equal(lease(&run, "worker", &held), LEASE_TAKEN);
        redis_kill(&server);
        redis_start(&server);
        finish(&run, &held); /* on a new connection, to a server that forgot the scripts */
        for (int i = 0; i < 5; i++) {
            assert_int_equal(lease(&run, "worker", &held), LEASE_TAKEN);
            finish(&run, &held);
        }
        assert_int_equal(queue_total((QueueStatus[]){status_of(&run)}), (round + 1) * 10);
    }
    assert_int_equal(status_of(&run).done, 18);
    while (lease(&run, "worker", &held) == LEASE_TAKEN) finish(&run, &held);
    assert_int_equal(status_of(&run).done, 30);
    assert_int_equal(status_of(&run).failed, 0);
    queue_close(run.queue);
    redis_remove(&server);
}

static void *submit_one(void *run) {
    submit(run, 0, 1);
    return NULL;
}

static void a_call_waits_for_a_server_that_is_away_until_a_stop(void **state) {
    (void)state;
    RedisServer server = {.is_durable = true};
    Run run;
    Error error;
    pthread_t thread;
    atomic_bool stop = false;
    int waits = 0;
    redis_start(&server);
    begin_run(&run, server.address,
              &(QueueOptions){.stop = &stop, .on_wait = count_waits, .context = &waits}, 1000);
    redis_kill(&server);
    pthread_create(&thread, NULL, submit_one, &run);
    clock_sleep_ns(700000000);
    redis_start(&server);
    pthread_join(thread, NULL);
    assert_true(waits > 0);
    assert_int_equal(status_of(&run).waiting, 1);
    redis_kill(&server);
    stop = true;
    double begin = clock_seconds();
    QueueStatus status;
    assert_false(queue_status(run.queue, NULL, &status, &error));
    assert_true(clock_seconds() - begin < 1);
    queue_close(run.queue);
    redis_remove(&server);
}

/* The answer to a lease got lost with the connection: the job is not, nor counted as a failure. */
static void a_lease_whose_answer_was_lost_is_given_again(void **state) {
    (void)state;
    RedisServer server = {.is_durable = true};
    Run run, other;
    Lease held, again;
    redis_start(&server);
    begin_run(&run, server.address, &(QueueOptions){0}, 1000);
    begin_run(&other, server.address, &(QueueOptions){0}, 1000);
    submit(&run, 0, 2);
    /* What a worker would have been told: here somebody else in its name. */
    assert_int_equal(lease(&other, "worker", &held), LEASE_TAKEN);
    redis_kill(&server);
    redis_start(&server);
    status_of(&run); /* notices that the connection was lost, and makes a new one */
    assert_int_equal(lease(&run, "worker", &again), LEASE_TAKEN);
    assert_string_equal(again.job, held.job);
    finish(&run, &again);
    assert_int_equal(lease(&run, "worker", &again), LEASE_TAKEN);
    assert_string_not_equal(again.job, held.job);
    queue_close(run.queue);
    queue_close(other.queue);
    redis_remove(&server);
}

/* The server stands still for longer than a lease; two workers, one job; one result. */
static void a_server_that_stands_still_is_waited_for(void **state) {
    (void)state;
    RedisServer server = {0};
    Run run;
    Lease held, taken;
    redis_start(&server);
    begin_run(&run, server.address, &(QueueOptions){0}, 0.3);
    submit(&run, 0, 1);
    assert_int_equal(lease(&run, "first", &held), LEASE_TAKEN);
    kill(server.pid, SIGSTOP);
    pid_t waker = fork();
    if (waker == 0) {
        clock_sleep_ns(800000000);
        kill(server.pid, SIGCONT);
        _exit(0);
    }
    assert_int_equal(lease(&run, "second", &taken), LEASE_TAKEN);
    waitpid(waker, NULL, 0);
    assert_string_equal(taken.job, held.job);
    finish(&run, &held);
    finish(&run, &taken);
    assert_int_equal(status_of(&run).done, 1);
    queue_close(run.queue);
    redis_remove(&server);
}

static void limit_files(pid_t pid, rlim_t bytes) {
    struct rlimit limit = {.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
    assert_int_equal(prlimit(pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

static void *free_disk(void *server) {
    clock_sleep_ns(1500000000);
    limit_files(((RedisServer *)server)->pid, RLIM_INFINITY);
    return NULL;
}

/* The server's disk is full: results wait until it is not, and then are there. */
static void a_full_disk_of_the_server_is_waited_for(void **state) {
    (void)state;
    RedisServer server = {.is_durable = true, .is_lazy = true, .ignores_xfsz = true};
    Run run;
    Lease held;
    Error error;
    pthread_t thread;
    int refusals = 0;
    redis_start(&server);
    begin_run(&run, server.address,
              &(QueueOptions){.on_wait = count_refusals, .context = &refusals}, 1000);
    submit(&run, 0, 30);
    limit_files(server.pid, 8192);
    pthread_create(&thread, NULL, free_disk, &server);
    size_t length = 4000;
    char *large = calloc(1, length);
    for (int i = 0; i < 30; i++) {
        bool is_first;
        assert_int_equal(lease(&run, "worker", &held), LEASE_TAKEN);
        if (!queue_finish(run.queue, &held, large, length, &is_first, &error))
            fail_msg("%s", error.text);
    }
    free(large);
    pthread_join(thread, NULL);
    assert_true(refusals > 0);
    /* A server that is lazy with its disk may keep what it acknowledged for two seconds. */
    clock_sleep_ns(2500000000);
    redis_kill(&server);
    redis_start(&server);
    assert_int_equal(status_of(&run).done, 30);
    queue_close(run.queue);
    redis_remove(&server);
}

/* --- Cost ---------------------------------------------------------------------------------- */

enum { COST_JOBS = 2000 };

static double cpu_seconds(pid_t pid) {
    char path[40], text[1000] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    sscanf(strrchr(text, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
           &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Everything that a job costs at the queue: submitting it, leasing, one renewal, finishing. Below
 * a millisecond of one core, of client and server together. */
static void measure(const char *name, const char *address, pid_t server) {
    Run run;
    Lease held;
    Error error;
    begin_run(&run, address, &(QueueOptions){.may_create = true}, 1000);
    double begin = cpu_seconds(getpid()), server_begin = server ? cpu_seconds(server) : 0;
    double wall = clock_seconds();
    submit(&run, 0, COST_JOBS);
    while (lease(&run, "worker", &held) == LEASE_TAKEN) {
        bool is_held;
        assert_true(queue_renew(run.queue, &held, &is_held, &error));
        finish(&run, &held);
    }
    wall = clock_seconds() - wall;
    double of_server = server ? cpu_seconds(server) - server_begin : 0;
    double cpu = cpu_seconds(getpid()) - begin + of_server;
    assert_int_equal(status_of(&run).done, COST_JOBS);
    printf("%s: %.3f ms of a core a job, %.3f ms of it the server's; %.3f ms by the clock\n", name,
           1000 * cpu / COST_JOBS, 1000 * of_server / COST_JOBS, 1000 * wall / COST_JOBS);
    assert_true(cpu / COST_JOBS < 0.001);
    queue_close(run.queue);
}

static void a_job_costs_less_than_a_millisecond_at_the_queue(void **state) {
    (void)state;
    RedisServer server = {.is_durable = true, .is_lazy = true};
    redis_start(&server);
    measure("redis, append-only file", server.address, server.pid);
    char other[160];
    snprintf(other, sizeof other, "%s#other", server.socket);
    measure("redis, append-only file, unix socket", other, server.pid);
    redis_remove(&server);
#ifdef WITH_SQLITE
    char folder[] = "/tmp/bianca-cost-XXXXXX", path[64], command[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/queue", folder);
    measure("sqlite", path, 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
#endif
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest addresses[] = {
        cmocka_unit_test(addresses_are_taken_apart),
        cmocka_unit_test(wrong_addresses_are_refused_without_their_password),
    };
    const struct CMUnitTest servers[] = {
        cmocka_unit_test(a_wrong_password_is_told_and_not_shown),
        cmocka_unit_test(nobody_listening_is_told_at_once),
        cmocka_unit_test(tls_is_refused_where_hiredis_has_none),
        cmocka_unit_test(a_server_that_speaks_something_else_is_told),
        cmocka_unit_test(a_server_that_says_nothing_is_not_waited_for_long),
        cmocka_unit_test(jobs_are_submitted_a_thousand_or_a_megabyte_at_a_time),
        cmocka_unit_test(a_killed_server_loses_nothing),
        cmocka_unit_test(a_call_waits_for_a_server_that_is_away_until_a_stop),
        cmocka_unit_test(a_lease_whose_answer_was_lost_is_given_again),
        cmocka_unit_test(a_server_that_stands_still_is_waited_for),
        cmocka_unit_test(a_full_disk_of_the_server_is_waited_for),
        cmocka_unit_test(a_job_costs_less_than_a_millisecond_at_the_queue),
    };
    int failed = cmocka_run_group_tests(addresses, NULL, NULL);
    return redis_is_here() ? failed + cmocka_run_group_tests(servers, NULL, NULL) : failed;
}
