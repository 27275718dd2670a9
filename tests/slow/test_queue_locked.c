/* A database that another program holds: waited for, and then told. Takes 20 s on two cores. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "jobs/queue.h"

#ifdef WITH_SQLITE

#include <sqlite3.h>

static void a_locked_database_is_told_and_works_again_when_it_is_free(void **unused) {
    (void)unused;
    char folder[] = "/tmp/bianca-locked-XXXXXX", path[64], command[64];
    Error error;
    Lease lease;
    sqlite3 *other;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/queue", folder);
    Queue *queue = queue_open(path, &(QueueOptions){.may_create = true}, &error);
    assert_non_null(queue);
    QueueRun run = {
        .kind = "test", .version = "1", .parameters = "board: 8x8\n", .lease_seconds = 60};
    queue_name_run(&run);
    assert_true(queue_add_run(queue, &run, &error));
    Job job = {.payload = "one", .length = 3};
    queue_name_job(run.id, &job);
    assert_true(queue_submit(queue, run.id, &job, 1, &error));
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(queue_lease(queue, &run.id, 1, "patient", &lease, &error), LEASE_ERROR);
    assert_non_null(strstr(error.text, "waiting for other programs: database is locked"));
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(queue_lease(queue, &run.id, 1, "patient", &lease, &error), LEASE_TAKEN);
    sqlite3_close(other);
    queue_close(queue);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_locked_database_is_told_and_works_again_when_it_is_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
    return 0;
}

#endif
