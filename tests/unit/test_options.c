/* The option parser: every way of writing an option, and every way of getting it wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/options.h"

typedef struct Sample {
    bool json;
    int depth;
    int64_t seed;
    double level;
    const char *board;
    int colour;
} Sample;

static const Option rows[] = {
    OPTION_FLAG_ROW(Sample, json, "json", "print JSON"),
    OPTION_INTEGER_ROW(Sample, depth, "depth", "N", 0, 60, "8", "search depth"),
    OPTION_INTEGER_ROW(Sample, seed, "seed", "N", INT64_MIN, INT64_MAX, NULL, "random seed"),
    OPTION_NUMBER_ROW(Sample, level, "level", "X", 0, 2.5, "0.5", "strength"),
    OPTION_TEXT_LETTER_ROW(Sample, board, 'b', "board", "WxH", "8x8", "shape of the board"),
    OPTION_CHOICE_ROW(Sample, colour, "colour", "auto|always|never", "auto", "use colours"),
};

static OptionSet set = {rows, sizeof rows / sizeof rows[0], 0, 2};

enum { MAX_WORDS = 12 };

typedef struct Parsed {
    bool is_ok;
    Sample sample;
    const char *positional[MAX_WORDS];
    int count;
    Error error;
} Parsed;

/* Parses the words given, after the defaults. */
#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL})

static Parsed parse(const char *const *words) {
    Parsed parsed = {.count = -1};
    int argc = 0;
    while (words[argc] != NULL) argc++;
    options_defaults(&set, &parsed.sample);
    parsed.is_ok = options_parse(&set, argc, words, &parsed.sample, parsed.positional,
                                 &parsed.count, &parsed.error);
    return parsed;
}

static void assert_refused(Parsed parsed, const char *text) {
    assert_false(parsed.is_ok);
    assert_int_equal(parsed.error.status, STATUS_BAD_INPUT);
    assert_string_equal(parsed.error.text, text);
}

static void defaults_come_from_the_rows(void **state) {
    (void)state;
    Parsed parsed = PARSE("x");
    assert_true(parsed.is_ok);
    assert_false(parsed.sample.json);
    assert_int_equal(parsed.sample.depth, 8);
    assert_int_equal(parsed.sample.seed, 0);
    assert_true(parsed.sample.level == 0.5);
    assert_string_equal(parsed.sample.board, "8x8");
    assert_int_equal(parsed.sample.colour, 0);
}

static void a_value_may_follow_or_be_joined(void **state) {
    (void)state;
    Parsed parsed = PARSE("--depth", "12", "--board=9x7", "--json", "--colour", "never",
                          "--level=2.5", "--seed", "-5");
    assert_true(parsed.is_ok);
    assert_true(parsed.sample.json);
    assert_int_equal(parsed.sample.depth, 12);
    assert_int_equal(parsed.sample.seed, -5);
    assert_true(parsed.sample.level == 2.5);
    assert_string_equal(parsed.sample.board, "9x7");
    assert_int_equal(parsed.sample.colour, 2);
    assert_int_equal(parsed.count, 0);
}

static void a_letter_stands_for_its_option(void **state) {
    (void)state;
    assert_string_equal(PARSE("-b", "6x6").sample.board, "6x6");
    assert_string_equal(PARSE("-b", "-").sample.board, "-");
    assert_refused(PARSE("-b"), "--board needs a value: --board WxH");
    assert_refused(PARSE("-b", "--json"), "--board needs a value: --board WxH");
    assert_refused(PARSE("-b6x6"), "unknown option '-b6x6'");
    assert_refused(PARSE("-x"), "unknown option '-x'");
}

static void a_joined_value_may_be_empty_or_begin_with_dashes(void **state) {
    (void)state;
    assert_string_equal(PARSE("--board=").sample.board, "");
    assert_string_equal(PARSE("--board=--json").sample.board, "--json");
    assert_string_equal(PARSE("--board=a=b").sample.board, "a=b");
}

static void the_last_of_a_repeated_option_wins(void **state) {
    (void)state;
    assert_int_equal(PARSE("--depth", "1", "--depth", "2").sample.depth, 2);
}

static void positional_arguments_mix_with_options(void **state) {
    (void)state;
    Parsed parsed = PARSE("-", "--json", "-1");
    assert_true(parsed.is_ok);
    assert_int_equal(parsed.count, 2);
    assert_string_equal(parsed.positional[0], "-");
    assert_string_equal(parsed.positional[1], "-1");
}

static void two_dashes_end_the_options(void **state) {
    (void)state;
    Parsed parsed = PARSE("--", "--json", "--");
    assert_true(parsed.is_ok);
    assert_false(parsed.sample.json);
    assert_int_equal(parsed.count, 2);
    assert_string_equal(parsed.positional[0], "--json");
    assert_string_equal(parsed.positional[1], "--");
}

static void unknown_options_get_the_nearest_match(void **state) {
    (void)state;
    assert_refused(PARSE("--detph", "3"), "unknown option '--detph', did you mean --depth?");
    assert_refused(PARSE("--borad=6x6"), "unknown option '--borad', did you mean --board?");
    assert_refused(PARSE("-json"), "unknown option '-json', did you mean --json?");
    assert_refused(PARSE("--col"), "unknown option '--col', did you mean --colour?");
    assert_refused(PARSE("--hlep"), "unknown option '--hlep', did you mean --help?");
    assert_refused(PARSE("--xyzzy"), "unknown option '--xyzzy'");
    assert_refused(PARSE("-x"), "unknown option '-x'");
    assert_refused(PARSE("--=3"), "unknown option '--'");
}

static void very_long_words_are_cut_in_the_message(void **state) {
    (void)state;
    char word[5000];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    memcpy(word, "--", 2);
    Parsed parsed = PARSE(word);
    assert_false(parsed.is_ok);
    assert_true(strlen(parsed.error.text) < 80);
    assert_false(PARSE("--depth", word + 2).is_ok);
    assert_false(PARSE("--level", word + 2).is_ok);
}

static void a_missing_value_is_refused(void **state) {
    (void)state;
    assert_refused(PARSE("--depth"), "--depth needs a value: --depth N");
    assert_refused(PARSE("--board", "--json"), "--board needs a value: --board WxH");
}

static void a_position_that_begins_with_dashes_is_a_value(void **state) {
    (void)state;
    assert_string_equal(PARSE("--board", "--XO--OX X").sample.board, "--XO--OX X");
    assert_string_equal(PARSE("--board", "--xo--ox x").sample.board, "--xo--ox x");
    assert_string_equal(PARSE("--board", "------OX").sample.board, "------OX");
}

static void a_flag_takes_no_value(void **state) {
    (void)state;
    assert_refused(PARSE("--json=yes"), "--json takes no value");
}

static void integers_are_strict(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "-", "+1", " 1", "1 ", "1x", "0x10", "1.0", "1e3", "٣"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Parsed parsed = PARSE("--depth", wrong[i]);
        assert_false(parsed.is_ok);
        assert_non_null(strstr(parsed.error.text, "is not a number"));
    }
    assert_refused(PARSE("--depth", "7up"),
                   "--depth: '7up' is not a number (a whole number from 0 to 60)");
}

static void integers_out_of_range_never_wrap(void **state) {
    (void)state;
    assert_refused(PARSE("--depth", "61"),
                   "--depth: '61' is out of range (a whole number from 0 to 60)");
    assert_refused(PARSE("--depth=-1"),
                   "--depth: '-1' is out of range (a whole number from 0 to 60)");
    assert_false(PARSE("--depth", "99999999999").is_ok);
    assert_false(PARSE("--depth", "4294967297").is_ok);
    assert_false(PARSE("--depth", "18446744073709551617").is_ok);
    assert_false(PARSE("--depth", "184467440737095516170000000000000000001").is_ok);
    assert_int_equal(PARSE("--depth", "0000000000000000000000000000000042").sample.depth, 42);
    assert_true(PARSE("--seed", "9223372036854775807").sample.seed == INT64_MAX);
    assert_true(PARSE("--seed", "-9223372036854775808").sample.seed == INT64_MIN);
    assert_false(PARSE("--seed", "9223372036854775808").is_ok);
    assert_false(PARSE("--seed", "-9223372036854775809").is_ok);
}

static void numbers_are_strict(void **state) {
    (void)state;
    static const char *const wrong[] = {"",  "nan", "inf", "0x1p1", " 1",   "1 ",
                                        ".", "1e",  "1,5", "--1",   "1.5.2"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char joined[32] = "--level=";
        strcat(joined, wrong[i]);
        assert_false(PARSE(joined).is_ok);
    }
    assert_true(PARSE("--level", "1e-1").sample.level == 0.1);
    assert_true(PARSE("--level", ".25").sample.level == 0.25);
    assert_refused(PARSE("--level", "2.51"),
                   "--level: '2.51' is out of range (a number from 0 to 2.5)");
    assert_refused(PARSE("--level", "1e999"),
                   "--level: '1e999' is out of range (a number from 0 to 2.5)");
}

static void a_choice_names_its_words(void **state) {
    (void)state;
    assert_refused(PARSE("--colour", "red"), "--colour: 'red' is none of auto|always|never");
    assert_false(PARSE("--colour", "auto|always").is_ok);
    assert_false(PARSE("--colour=").is_ok);
}

static void the_number_of_arguments_is_checked(void **state) {
    (void)state;
    assert_refused(PARSE("a", "b", "c", "d"), "too many arguments: 'c' (at most 2)");
    OptionSet saved = set;
    set.min_args = 2;
    assert_refused(PARSE("a"), "too few arguments: 1 given, 2 needed");
    set.max_args = OPTIONS_ANY_COUNT;
    assert_refused(PARSE("a"), "too few arguments: 1 given, at least 2 needed");
    assert_int_equal(PARSE("a", "b", "c", "d", "e").count, 5);
    set.min_args = set.max_args = 0;
    assert_refused(PARSE("a"), "unexpected argument 'a'");
    set = saved;
}

static void a_failed_parse_writes_nothing(void **state) {
    (void)state;
    Parsed parsed = PARSE("first", "--depth", "3", "--json", "--board", "6x6", "--seed", "x");
    assert_false(parsed.is_ok);
    assert_int_equal(parsed.count, -1);
    assert_null(parsed.positional[0]);
    assert_false(parsed.sample.json);
    assert_int_equal(parsed.sample.depth, 8);
    assert_string_equal(parsed.sample.board, "8x8");
}

static void the_nearest_match_must_be_near(void **state) {
    (void)state;
    static const char *const names[] = {"perft", "play", "show", "solve", "tournament"};
    static const struct {
        const char *word, *name;
    } cases[] = {{"pertf", "perft"},
                 {"pla", "play"},
                 {"shwo", "show"},
                 {"sovle", "solve"},
                 {"tour", "tournament"},
                 {"", NULL},
                 {"zzz", NULL},
                 {"s", NULL},
                 {"xylophone", NULL},
                 {"solv", "solve"},
                 {"tournamment", "tournament"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Nearest nearest = {.word = cases[i].word};
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++)
            nearest_offer(&nearest, names[j]);
        if (cases[i].name == NULL)
            assert_null(nearest.name);
        else
            assert_string_equal(nearest.name, cases[i].name);
    }
}

static void slips_are_counted(void **state) {
    (void)state;
    static const struct {
        const char *word, *name;
        int distance; /* -1: too far to be meant */
    } cases[] = {
        {"depth", "depth", 0},   {"depty", "depth", 1},   {"xepth", "depth", 1},
        {"dept", "depth", 1},    {"deptha", "depth", 1},  {"epth", "depth", 1},
        {"edpth", "depth", 1},   {"depht", "depth", 1},   {"dpeht", "depth", 2},
        {"dxpty", "depth", 2},   {"dxxxh", "depth", -1},  {"tour", "tournament", 1},
        {"to", "tournament", 1}, {"t", "tournament", -1}, {"ab", "ax", 1},
        {"ab", "xy", -1},        {"abc", "axy", -1},      {"abcd", "axyd", 2},
        {"abcd", "wxyd", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Nearest nearest = {.word = cases[i].word};
        nearest_offer(&nearest, cases[i].name);
        int distance = nearest.name == NULL ? -1 : nearest.distance;
        if (distance != cases[i].distance)
            fail_msg("'%s' for '%s': %d, expected %d", cases[i].word, cases[i].name, distance,
                     cases[i].distance);
    }
    /* The longest words, and one byte more. */
    char longest[] = "abcdefghijklmnopqrstuvwxyz01234", word[] = "abcdefghijklmnopqrstuvwxyz01235";
    assert_int_equal(strlen(longest), 31);
    Nearest nearest = {.word = word};
    nearest_offer(&nearest, longest);
    assert_ptr_equal(nearest.name, longest);
    nearest = (Nearest){.word = "abcdefghijklmnopqrstuvwxyz012345"};
    nearest_offer(&nearest, longest);
    assert_null(nearest.name);
}

/* The page before the name cannot be read: a look at the letter before its first one would fail. */
static void nothing_before_a_name_is_read(void **state) {
    (void)state;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED && mprotect(pages, page, PROT_NONE) == 0);
    char *name = strcpy(pages + page, "depth");
    Nearest nearest = {.word = "detph"};
    nearest_offer(&nearest, name);
    assert_ptr_equal(nearest.name, name);
    munmap(pages, 2 * page);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slips_are_counted),
        cmocka_unit_test(nothing_before_a_name_is_read),
        cmocka_unit_test(defaults_come_from_the_rows),
        cmocka_unit_test(a_value_may_follow_or_be_joined),
        cmocka_unit_test(a_letter_stands_for_its_option),
        cmocka_unit_test(a_joined_value_may_be_empty_or_begin_with_dashes),
        cmocka_unit_test(the_last_of_a_repeated_option_wins),
        cmocka_unit_test(positional_arguments_mix_with_options),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(unknown_options_get_the_nearest_match),
        cmocka_unit_test(very_long_words_are_cut_in_the_message),
        cmocka_unit_test(a_missing_value_is_refused),
        cmocka_unit_test(a_position_that_begins_with_dashes_is_a_value),
        cmocka_unit_test(a_flag_takes_no_value),
        cmocka_unit_test(integers_are_strict),
        cmocka_unit_test(integers_out_of_range_never_wrap),
        cmocka_unit_test(numbers_are_strict),
        cmocka_unit_test(a_choice_names_its_words),
        cmocka_unit_test(the_number_of_arguments_is_checked),
        cmocka_unit_test(a_failed_parse_writes_nothing),
        cmocka_unit_test(the_nearest_match_must_be_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
