/* The library of games over HTTP: games go in, are found, explored and deleted; requests that make
 * no sense are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef WITH_SQLITE
#include <sqlite3.h>
#endif

#include "library/columns.h"
#include "support/http.h"
#include "web/api.h"
#include "web/server.h"

static Server *server;
static char path[300];
static HttpAnswer answer;

static void remove_library(void) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char file[320];
        snprintf(file, sizeof file, "%s%s", path, endings[i]);
        unlink(file);
    }
}

/* The server with an empty library; the test is skipped where the program has none. */
static void start_server(bool has_library) {
    const char *folder = getenv("TMPDIR");
    Error error;
    snprintf(path, sizeof path, "%s/test-web-library-%ld.db", folder ? folder : "/tmp",
             (long)getpid());
    remove_library();
    ServerOptions options = {.games = has_library ? path : NULL,
                             .engines = {.count = 1, .threads = 1, .hash_mb = 4}};
    server = server_start(&options, &error);
    if (!server && strstr(error.text, "without SQLite")) skip();
    if (!server) fail_msg("%s", error.text);
}

static void stop_server(void) {
    server_stop(server);
    remove_library();
}

/* The answer has this status and this in its body. */
static void expect(int status, const char *part, const char *verb, const char *body) {
    static char request[1 << 16];
    int port = server_port(server);
    size_t length = http_post(request, sizeof request, port, verb, body);
    assert_true(http_ask(port, request, length, &answer));
    if (answer.status != status || !strstr(answer.body, part))
        fail_msg("%s %s: %d %s", verb, body, answer.status, answer.body);
}

static void games_go_in_and_are_found(void **state) {
    (void)state;
    start_server(true);
    expect(200, "{\"added\":true}", "library/add",
           "{\"moves\":\"f5d6c3d3c4\",\"black\":\"Ann\",\"white\":\"Bob\",\"date\":\"2004.5.1\"}");
    expect(200, "{\"added\":false}", "library/add",
           "{\"moves\":\"c4e3f6e6f5\",\"black\":\"Ann\",\"white\":\"Bob\"}");
    expect(200, "\"added\":1,\"known\":0,\"left_out\":1", "library/import",
           "{\"text\":\"f5f6\\nf5f5\\n\"}");
    expect(200, "\"added\":0,\"known\":2,\"left_out\":0", "library/import",
           "{\"text\":\"f5f6\\nf5f6\\n\"}");
    expect(200, "game 2, move 2: f5 is occupied", "library/import",
           "{\"text\":\"f5f6\\nf5f5\\n\"}");
    expect(200, "\"opening\":{\"line\":\"f5d6c3d3c4\",\"english\":\"Tiger\"", "library/search",
           "{\"player\":\"ann\"}");
    expect(200, "{\"games\":[],\"more\":false}", "library/search", "{\"black\":\"bob\"}");
    expect(200, "\"moves\":\"f5f6\"", "library/search", "{\"moves\":\"d3c3\"}");
    expect(200, "\"more\":true", "library/search", "{\"limit\":1}");
    expect(200, "\"more\":false", "library/search", "{\"limit\":1,\"offset\":1}");
    expect(200, "{\"games\":[],\"more\":false}", "library/search", "{\"first_year\":2005}");
    expect(200, "{\"games\":2,\"opening\":null,\"moves\":[{\"move\":\"", "library/explore", "{}");
    expect(200, "{\"move\":\"d6\",\"games\":1,", "library/explore", "{\"moves\":\"f5\"}");
    expect(200, "{\"games\":2,\"players\":2,", "library/stats", "{}");
    stop_server();
}

static void a_game_is_deleted_once(void **state) {
    (void)state;
    start_server(true);
    expect(200, "{\"added\":true}", "library/add", "{\"moves\":\"f5\"}");
    expect(200, "{\"deleted\":true}", "library/delete", "{\"id\":0}");
    expect(200, "{\"deleted\":false}", "library/delete", "{\"id\":0}");
    expect(200, "{\"games\":0,", "library/explore", "{}");
    stop_server();
}

static void what_makes_no_sense_is_refused(void **state) {
    (void)state;
    start_server(true);
    expect(400, "field 'id'", "library/delete", "{}");
    expect(400, "field 'id'", "library/delete", "{\"id\":-4}");
    expect(400, "field 'moves'", "library/add", "{}");
    expect(400, "field 'moves'", "library/add", "{\"moves\":\"a1\"}");
    expect(400, "field 'text'", "library/import", "{}");
    expect(400, "field 'result'", "library/search", "{\"result\":\"win\"}");
    expect(400, "field 'limit'", "library/search", "{\"limit\":0}");
    expect(400, "field", "library/search", "{\"unknown\":1}");
    expect(400, "field 'player': must be a text", "library/search", "{\"player\":7}");
    expect(400, "field 'date': must be a text", "library/add", "{\"moves\":\"f5\",\"date\":2004}");
    char body[API_NAME_LIMIT + 40];
    snprintf(body, sizeof body, "{\"event\":\"%0*d\"}", API_NAME_LIMIT, 0);
    expect(200, "{\"games\":[],", "library/search", body);
    snprintf(body, sizeof body, "{\"event\":\"%0*d\"}", API_NAME_LIMIT + 1, 0);
    expect(400, "field 'event': longer than", "library/search", body);
    stop_server();
}

/* After a game with the last id no other fits. */
static void give_the_last_id(void) {
#ifdef WITH_SQLITE
    sqlite3 *db;
    char change[80];
    snprintf(change, sizeof change, "UPDATE games SET id = %d", COLUMN_MAX_GAMES - 1);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, change, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(db), 1);
    sqlite3_close(db);
#endif
}

static void a_full_library_is_no_busy_server(void **state) {
    (void)state;
    start_server(true);
    expect(200, "{\"added\":true}", "library/add", "{\"moves\":\"f5\"}");
    give_the_last_id();
    expect(422, "\"unsupported\",\"message\":\"the library is full", "library/add",
           "{\"moves\":\"f5f6\"}");
    stop_server();
}

static void each_kind_of_error_has_its_status(void **state) {
    (void)state;
    static const struct {
        Status status;
        int http;
    } rows[] = {{STATUS_BAD_INPUT, 400},
                {STATUS_UNSUPPORTED, 422},
                {STATUS_NO_MEMORY, 503},
                {STATUS_IO, 503}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(api_http_status(rows[i].status), rows[i].http);
}

static void without_a_library_the_server_says_so(void **state) {
    (void)state;
    start_server(false);
    expect(422, "started without --games", "library/search", "{}");
    expect(422, "started without --games", "library/add", "{\"moves\":\"f5\"}");
    stop_server();
}

static void what_is_no_library_does_not_start(void **state) {
    (void)state;
    Error error;
    ServerOptions options = {.games = "Makefile",
                             .engines = {.count = 1, .threads = 1, .hash_mb = 4}};
    assert_null(server_start(&options, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_go_in_and_are_found),
        cmocka_unit_test(a_game_is_deleted_once),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(a_full_library_is_no_busy_server),
        cmocka_unit_test(each_kind_of_error_has_its_status),
        cmocka_unit_test(without_a_library_the_server_says_so),
        cmocka_unit_test(what_is_no_library_does_not_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
