/* How soon a session notices what happens to its queue, with a clock of our own in place of
 * base/clock.c that runs only while somebody sleeps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "jobs/session.h"

static int64_t now_ns = INT64_C(1000000000000);

int64_t clock_ns(void) {
    return now_ns;
}

double clock_seconds(void) {
    return (double)now_ns / 1e9;
}

void clock_sleep_ns(int64_t ns) {
    now_ns += ns;
}

/* Somebody else at the same queue. */
typedef struct Other {
    Queue *queue;
    double begin, purged, back; /* when, in seconds; 0: not yet */
    double last, longest;       /* calls of the session's progress, and the time between them */
    atomic_bool stop;
} Other;

/* Half a second after the beginning the queue loses everything; then we wait for the job to come
 * back, for five seconds at most. */
static void look(void *context, const SessionStatus *status) {
    Other *other = context;
    double now = clock_seconds() - other->begin;
    QueueStatus count;
    uint64_t removed;
    assert_int_equal(status->wanted, 1);
    if (now - other->last > other->longest) other->longest = now - other->last;
    other->last = now;
    assert_true(queue_status(other->queue, NULL, &count, NULL));
    if (other->purged == 0 && now >= 0.5) {
        assert_int_equal(count.waiting, 1);
        assert_true(queue_purge(other->queue, true, &removed, NULL));
        other->purged = now;
    } else if (other->purged > 0 && count.waiting == 1) {
        other->back = now;
        other->stop = true;
    }
    if (now > 5) other->stop = true;
}

static bool write_payload(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                          size_t *length, Error *error) {
    (void)context, (void)index, (void)error;
    payload[0] = 'x';
    *length = 1;
    return true;
}

static void a_session_looks_after_its_jobs_every_second(void **state) {
    (void)state;
    char folder[] = "/tmp/bianca-session-XXXXXX", address[64], command[64];
    static const JobKind kind = {.name = "test"};
    Other other = {.begin = clock_seconds()};
    Error error = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(address, sizeof address, "%s/queue", folder);
    SessionOptions options = {.address = address,
                              .kind = &kind,
                              .version = "1",
                              .parameters = "",
                              .lease_seconds = 10,
                              .stop = &other.stop,
                              .progress = look,
                              .context = &other};
    SessionJobs jobs = {.count = 1, .payload = write_payload};
    Session *session = session_open(&options, &error);
    if (!session && strstr(error.text, "without SQLite")) {
        rmdir(folder);
        skip();
    }
    if (!session) fail_msg("%s", error.text);
    other.queue = queue_open(address, &(QueueOptions){0}, &error);
    assert_non_null(other.queue);
    assert_false(session_do(session, &jobs, &error));
    assert_int_equal(error.status, STATUS_STOPPED);
    assert_true(other.purged >= 0.5 && other.purged < 0.75);
    if (other.back < 1 || other.back > 1.25) fail_msg("back after %g seconds", other.back);
    assert_true(other.longest < 0.25);
    queue_close(other.queue);
    session_close(session);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_looks_after_its_jobs_every_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
