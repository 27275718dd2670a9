/* What a path means: files of the page, verbs of the API, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "web/route.h"

/* How many answers a route has. */
static int answers(const Route *route) {
    return (route->asset != NULL) + (route->get != NULL) + (route->quick != NULL) +
           (route->think != NULL) + route->is_stop;
}

static void every_verb_of_the_api_has_one_answer(void **state) {
    (void)state;
    static const char *const posts[] = {
        "game",          "position",    "play",           "diagram",
        "import",        "export",      "evaluate",       "stop",
        "best",          "search",      "move",           "review",
        "tree",          "perfect",     "library/search", "library/explore",
        "library/stats", "library/add", "library/import", "library/delete"};
    for (size_t i = 0; i < sizeof posts / sizeof posts[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, ROUTE_API "%s", posts[i]);
        Route route = route_find(path);
        assert_int_equal(route.method, ROUTE_POST);
        assert_true(route.is_api);
        assert_int_equal(answers(&route), 1);
    }
    Route status = route_find(ROUTE_API "status"), players = route_find(ROUTE_API "players");
    assert_int_equal(status.method, ROUTE_GET);
    assert_int_equal(players.method, ROUTE_GET);
    assert_true(status.get != NULL && players.get != NULL && status.get != players.get);
}

static void files_of_the_page_are_read_with_get(void **state) {
    (void)state;
    Route route = route_find("/");
    assert_int_equal(route.method, ROUTE_GET);
    assert_false(route.is_api);
    assert_non_null(route.asset);
    assert_int_equal(answers(&route), 1);
}

static void other_paths_have_no_answer(void **state) {
    (void)state;
    static const char *const paths[] = {
        "",           "/api",         "/api/v1/",     "/api/v1/Best",
        "/api/v1/ ",  "/api/v2/best", "/../Makefile", "/api/v1/best/",
        "/api/v1/sto"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        Route route = route_find(paths[i]);
        assert_int_equal(route.method, ROUTE_NONE);
        assert_int_equal(answers(&route), 0);
    }
    assert_true(route_find("/api/v1/nothing").is_api);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_verb_of_the_api_has_one_answer),
        cmocka_unit_test(files_of_the_page_are_read_with_get),
        cmocka_unit_test(other_paths_have_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
