/* SHA-256 against the examples of FIPS 180-4, whole and in pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/sha256.h"

static void expect(const char *text, size_t repeats, size_t piece, const char *digest) {
    Sha256 sha;
    uint8_t bytes[SHA256_SIZE];
    char hex[2 * SHA256_SIZE + 1];
    size_t length = strlen(text) * repeats;
    char *all = malloc(length + 1);
    for (size_t i = 0; i < repeats; i++) memcpy(all + i * strlen(text), text, strlen(text));
    sha256_init(&sha);
    for (size_t at = 0; at < length; at += piece)
        sha256_add(&sha, all + at, length - at < piece ? length - at : piece);
    sha256_end(&sha, bytes);
    for (int i = 0; i < SHA256_SIZE; i++) sprintf(hex + 2 * i, "%02x", bytes[i]);
    assert_string_equal(hex, digest);
    free(all);
}

static void the_standard_s_examples_come_out(void **state) {
    (void)state;
    static const size_t pieces[] = {1, 3, 55, 64, 65, 1000000};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        expect("", 1, pieces[i],
               "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        expect("abc", 1, pieces[i],
               "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        expect("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, pieces[i],
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        expect("a", 1000000, pieces[i],
               "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_standard_s_examples_come_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
