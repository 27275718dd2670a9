/* Who may talk to the server: Host, Origin, Sec-Fetch-Site, token. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "web/guard.h"

static const Guard closed = {.port = 6464};
static const Guard opened = {
    .port = 6464, .is_open = true, .name = "tower", .token = "0123456789abcdef"};

static void the_machine_itself_is_let_in_by_its_own_names(void **state) {
    (void)state;
    assert_true(guard_host(&closed, "127.0.0.1:6464"));
    assert_true(guard_host(&closed, "localhost:6464"));
    assert_true(guard_host(&closed, "LOCALHOST:6464"));
    assert_true(guard_host(&closed, "[::1]:6464"));
}

static void names_that_dns_could_point_here_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"evil.example:6464",
                                      "127.0.0.1.evil.example:6464",
                                      "localhost.evil.example:6464",
                                      "localhost",
                                      "localhost:80",
                                      "localhost:6464x",
                                      "localhost:",
                                      "localhost:064640",
                                      "127.0.0.1:6464:6464",
                                      "[::1",
                                      "[::1]6464",
                                      ":6464",
                                      "",
                                      "192.168.0.1:6464",
                                      "user@localhost:6464",
                                      "0.0.0.0:6464"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (guard_host(&closed, bad[i])) fail_msg("'%s' was let in", bad[i]);
    assert_false(guard_host(&closed, NULL));
}

static void an_open_server_answers_to_addresses_and_its_own_name(void **state) {
    (void)state;
    assert_true(guard_host(&opened, "192.168.0.7:6464"));
    assert_true(guard_host(&opened, "[fe80::1]:6464"));
    assert_true(guard_host(&opened, "tower:6464"));
    assert_true(guard_host(&opened, "Tower.local:6464"));
    assert_false(guard_host(&opened, "tower.evil.example:6464"));
    assert_false(guard_host(&opened, "evil.example:6464"));
}

static void only_pages_of_this_server_may_call_it(void **state) {
    (void)state;
    assert_true(guard_origin(NULL, "localhost:6464"));
    assert_true(guard_origin("http://localhost:6464", "localhost:6464"));
    assert_false(guard_origin("http://evil.example", "localhost:6464"));
    assert_false(guard_origin("https://localhost:6464", "localhost:6464"));
    assert_false(guard_origin("http://localhost:6465", "localhost:6464"));
    assert_false(guard_origin("null", "localhost:6464"));
    assert_false(guard_origin("", "localhost:6464"));
    assert_false(guard_origin("http://localhost:6464", NULL));
}

static void other_sites_may_link_here_and_nothing_else(void **state) {
    (void)state;
    assert_true(guard_site(NULL, NULL, true));
    assert_true(guard_site("same-origin", "cors", true));
    assert_true(guard_site("none", "navigate", false));
    assert_true(guard_site("cross-site", "navigate", false));
    assert_false(guard_site("cross-site", "navigate", true));
    assert_false(guard_site("cross-site", "no-cors", false));
    assert_false(guard_site("same-site", "cors", true));
    assert_false(guard_site("cross-site", NULL, false));
}

static void a_token_opens_the_door_in_two_ways(void **state) {
    (void)state;
    assert_true(guard_token(&closed, NULL, NULL));
    assert_true(guard_token(&opened, "Bearer 0123456789abcdef", NULL));
    assert_true(guard_token(&opened, NULL, "0123456789abcdef"));
    assert_false(guard_token(&opened, NULL, NULL));
    assert_false(guard_token(&opened, "0123456789abcdef", NULL));
    assert_false(guard_token(&opened, "Bearer 0123456789abcde", NULL));
    assert_false(guard_token(&opened, "Bearer 0123456789abcdef0", NULL));
    assert_false(guard_token(&opened, NULL, ""));
}

static void tokens_are_long_and_plain(void **state) {
    (void)state;
    Error error;
    char token[GUARD_TOKEN_MAX + 1], other[GUARD_TOKEN_MAX + 1];
    assert_true(guard_check_token("0123456789abcdef", NULL));
    assert_false(guard_check_token("short", &error));
    assert_false(guard_check_token("0123456789abcde f", &error));
    assert_false(guard_check_token("0123456789abcdef;Path=/", &error));
    assert_true(guard_make_token(token, NULL) && guard_make_token(other, NULL));
    assert_true(guard_check_token(token, NULL));
    assert_string_not_equal(token, other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_machine_itself_is_let_in_by_its_own_names),
        cmocka_unit_test(names_that_dns_could_point_here_are_refused),
        cmocka_unit_test(an_open_server_answers_to_addresses_and_its_own_name),
        cmocka_unit_test(only_pages_of_this_server_may_call_it),
        cmocka_unit_test(other_sites_may_link_here_and_nothing_else),
        cmocka_unit_test(a_token_opens_the_door_in_two_ways),
        cmocka_unit_test(tokens_are_long_and_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
