/* Runs with priority: it waits for answers within a time. */
/* GTP: one well-formed answer for every command, and a stop that stops. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/text.h"
#include "protocol/gtp.h"
#include "support/boards.h"
#include "support/child.h"
#include "support/effort.h"

/* A conversation in this process whose answers go to memory. */
typedef struct Talk {
    Shape shape;
    Gtp *gtp;
    FILE *out;
    char *bytes;
    size_t size;
} Talk;

static void talk_begin(Talk *talk, const char *player) {
    Error error;
    talk->shape = shape_of(8, 8);
    talk->out = open_memstream(&talk->bytes, &talk->size);
    talk->gtp = gtp_new(&talk->shape, player, talk->out, &error);
    if (!talk->gtp) fail_msg("%s", error.text);
}

static void talk_end(Talk *talk) {
    gtp_free(talk->gtp);
    fclose(talk->out);
    free(talk->bytes);
}

/* Sends a line; the answer to it, and nothing before it, is then in talk->bytes. */
static const char *talk_say(Talk *talk, const char *line) {
    rewind(talk->out);
    gtp_obey(talk->gtp, line, strlen(line), false);
    fputc('\0', talk->out);
    fflush(talk->out);
    return talk->bytes;
}

/* --- Random commands -------------------------------------------------------------------------- */

static const char *const words[] = {
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "list_games",
    "set_game",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "genmove",
    "reg_genmove",
    "bianca-book",
    "bianca-hint",
    "bianca-player",
    "bianca-score",
    "bianca-setboard",
    "bianca-stop",
    "black",
    "white",
    "b",
    "w",
    "B",
    "WHITE",
    "pass",
    "PA",
    "d3",
    "c4",
    "F5",
    "e6",
    "a1",
    "h8",
    "i9",
    "z99",
    "8",
    "4",
    "6",
    "9",
    "7",
    "0",
    "-1",
    "1e9",
    "0.001",
    "nan",
    "inf",
    "99999999999999999999",
    "random:seed=3",
    "positional:depth=1",
    "baseline2",
    "nobody",
    "---------------------------OX------XO--------------------------- X",
    "X",
    "O",
    "Othello",
    "Go",
    "x",
    "\t",
    "  ",
    "#",
    "\r",
    "\x7f",
    "\x80\xff",
    "=",
    "?",
    "\\n",
};

enum { WORDS = sizeof words / sizeof words[0] };

static const char *const openings[] = {"genmove b", "genmove w", "play b", "play w", "undo"};

static size_t make_line(Random *random, char *line, size_t size) {
    Text text = text_into(line, size);
    if (random_below(random, 3) == 0)
        text_format(&text, "%u ",
                    random_below(random, 2) ? random_below(random, 100) : 0xffffffffU);
    if (random_below(random, 2) == 0) text_string(&text, openings[random_below(random, 5)]);
    for (uint32_t left = random_below(random, 5); left > 0; left--) {
        const char *space = random_below(random, 20) ? " " : "";
        text_format(&text, "%s%s", space, words[random_below(random, WORDS)]);
    }
    if (random_below(random, 8) == 0)
        text_format(&text, " %c%u", (char)('a' + random_below(random, 9)),
                    random_below(random, 10));
    return text.length;
}

/* The id that the answer must carry, or NULL if there must be no answer at all. The same rules as
 * the parser's, told in another way: everything from # on and all control characters go. */
static const char *expected_id(const char *line, char id[32]) {
    char clean[1024];
    size_t length = 0;
    for (; *line && *line != '#'; line++)
        if ((unsigned char)*line >= ' ' && *line != 0x7f)
            clean[length++] = *line;
        else if (*line == '\t')
            clean[length++] = ' ';
    clean[length] = '\0';
    int used = 0;
    id[0] = '\0';
    if (sscanf(clean, " %30[0-9]%n", id, &used) == 1 && strlen(id) <= 20 &&
        (clean[used] == ' ' || !clean[used]))
        return id;
    id[0] = '\0';
    return strspn(clean, " ") == length ? NULL : id;
}

static void check_answer(const char *line, const char *answer) {
    char id[32];
    if (!expected_id(line, id)) {
        if (*answer) fail_msg("'%s' is answered: '%s'", line, answer);
        return;
    }
    size_t length = strlen(answer), digits = strlen(id);
    bool ok = length >= 3 && (answer[0] == '=' || answer[0] == '?') &&
              strncmp(answer + 1, id, digits) == 0 &&
              (answer[1 + digits] == ' ' || answer[1 + digits] == '\n') &&
              strstr(answer, "\n\n") == answer + length - 2 && !strchr(answer, '\r');
    if (!ok) fail_msg("'%s' is answered: '%s'", line, answer);
}

static void every_command_has_one_answer(void **state) {
    (void)state;
    Talk talk;
    Random random = random_seeded(5);
    long rounds = effort_rounds(100000);
    talk_begin(&talk, "random:seed=1");
    for (long i = 0; i < rounds; i++) {
        char line[1024];
        make_line(&random, line, sizeof line);
        check_answer(line, talk_say(&talk, line));
    }
    talk_end(&talk);
}

/* --- Through a pipe --------------------------------------------------------------------------- */

enum { BATCH = 50, LINE_SIZE = 1024, MARK = 1000000 };

/* Reads one answer: `id` is what it carries, and whether it ends properly is checked. */
static void read_answer(Child *child, char id[32]) {
    char line[8192];
    assert_true(child_line(child, line, sizeof line, 20));
    if (line[0] != '=' && line[0] != '?') fail_msg("not the beginning of an answer: '%s'", line);
    size_t digits = strspn(line + 1, "0123456789");
    assert_true(digits < 32);
    memcpy(id, line + 1, digits);
    id[digits] = '\0';
    assert_true(line[1 + digits] == ' ' || !line[1 + digits]);
    while (*line) assert_true(child_line(child, line, sizeof line, 20));
}

/* Sends lines at once and checks that the answers to them come, in order, and then the mark's. */
static void send_batch(Child *child, char lines[BATCH][LINE_SIZE], int mark) {
    char all[BATCH * LINE_SIZE], wanted[32], id[32];
    Text text = text_into(all, sizeof all);
    for (int i = 0; i < BATCH; i++) text_format(&text, "%s\n", lines[i]);
    text_format(&text, "%d name\n", mark);
    child_send(child, all);
    for (int i = 0; i < BATCH; i++) {
        if (!expected_id(lines[i], wanted)) continue;
        read_answer(child, id);
        if (strcmp(id, wanted) != 0) fail_msg("'%s' is answered with id '%s'", lines[i], id);
    }
    read_answer(child, id);
    snprintf(wanted, sizeof wanted, "%d", mark);
    assert_string_equal(id, wanted);
}

static void every_command_has_one_answer_through_a_pipe(void **state) {
    (void)state;
    const char *arguments[] = {"gtp", "--player", "random:seed=1", NULL};
    static char lines[BATCH][LINE_SIZE];
    Child child = child_start(arguments);
    Random random = random_seeded(6);
    long batches = effort_rounds(100000) / BATCH;
    for (long batch = 0; batch < batches; batch++) {
        for (int i = 0; i < BATCH; i++) {
            do make_line(&random, lines[i], LINE_SIZE);
            while (strcasestr(lines[i], "quit"));
        }
        send_batch(&child, lines, MARK + (int)batch);
    }
    child_send(&child, "quit\n");
    char id[32];
    read_answer(&child, id);
    assert_int_equal(child_wait(&child, 5), 0);
}

static void a_flood_of_empty_lines_is_not_kept_in_memory(void **state) {
    (void)state;
    const char *arguments[] = {"gtp", "--player", "engine:time=1,hash=1", "--book", "none", NULL};
    enum { FLOOD = 1 << 20, FLOODS = 8, MOST_MEMORY = 256 << 20 };
    Child child = child_start(arguments);
    char *lines = malloc(FLOOD + 1), id[32];
    memset(lines, '\n', FLOOD);
    lines[FLOOD] = '\0';
    child_send(&child, "1 genmove b\n");
    for (int i = 0; i < FLOODS; i++) child_send(&child, lines);
    free(lines);
    child_send(&child, "2 quit\n");
    read_answer(&child, id);
    read_answer(&child, id);
    assert_string_equal(id, "2");
    assert_int_equal(child_wait(&child, 5), 0);
#ifndef __SANITIZE_ADDRESS__ /* which keeps memory back that is no longer used */
    assert_true(child.peak_bytes < MOST_MEMORY);
#endif
}

/* --- Time ------------------------------------------------------------------------------------- */

static void a_clock_is_shared_among_the_moves(void **state) {
    (void)state;
    Talk talk;
    talk_begin(&talk, "engine:hash=1");
    talk_say(&talk, "time_settings 1 0 0");
    double start = clock_seconds();
    for (int i = 0; i < 10; i++) talk_say(&talk, i % 2 ? "genmove w" : "genmove b");
    assert_true(clock_seconds() - start < 2.2);
    talk_say(&talk, "time_left w 0 0");
    start = clock_seconds();
    assert_int_equal(talk_say(&talk, "reg_genmove b")[0], '=');
    talk_say(&talk, "time_settings 0 0.05 1");
    assert_int_equal(talk_say(&talk, "genmove b")[0], '=');
    assert_int_equal(talk_say(&talk, "genmove w")[0], '=');
    assert_true(clock_seconds() - start < 1.0);
    talk_end(&talk);
}

/* --- Stopping --------------------------------------------------------------------------------- */

static double seconds_until_answer(const char *urgent) {
    const char *arguments[] = {"gtp", "--player", "engine:level=60,hash=1", "--book", "none", NULL};
    Child child = child_start(arguments);
    char line[200];
    child_send(&child, "name\n");
    assert_true(child_line(&child, line, sizeof line, 10));
    assert_true(child_line(&child, line, sizeof line, 10));
    child_send(&child, "genmove b\n");
    clock_sleep_ns(100000000);
    double start = clock_seconds();
    child_send(&child, urgent);
    assert_true(child_line(&child, line, sizeof line, 10));
    double seconds = clock_seconds() - start;
    assert_int_equal(strlen(line), 4); /* "= d3" */
    assert_true(child_line(&child, line, sizeof line, 1));
    assert_true(child_line(&child, line, sizeof line, 1));
    assert_string_equal(line, "=5");
    child_send(&child, "quit\n");
    assert_int_equal(child_wait(&child, 2), 0);
    return seconds;
}

static void quit_and_stop_end_a_search_at_once(void **state) {
    (void)state;
    /* 20 ms on an idle machine (tests/slow measures that); here others may be busy too. */
    assert_true(seconds_until_answer("5 bianca-stop\n") < 0.5);
    assert_true(seconds_until_answer("5 quit\n") < 0.5);
}

static void a_reader_that_goes_away_ends_the_search(void **state) {
    (void)state;
    const char *arguments[] = {"gtp", "--player", "engine:level=60,hash=1", "--book", "none", NULL};
    Child child = child_start(arguments);
    child_send(&child, "genmove b\ngenmove w\n");
    child_close_input(&child);
    clock_sleep_ns(50000000);
    close(child.from);
    child.from = open("/dev/null", O_RDONLY);
    assert_true(child_wait(&child, 5) <= 1); /* 1 if it noticed while it answered */
}

static void a_closed_input_lets_the_work_finish(void **state) {
    (void)state;
    const char *arguments[] = {"gtp", "--player", "engine:time=0.3,hash=1", "--book", "none", NULL};
    Child child = child_start(arguments);
    char line[200];
    child_send(&child, "genmove b\nquit");
    child_close_input(&child);
    double start = clock_seconds();
    assert_true(child_line(&child, line, sizeof line, 10));
    assert_true(clock_seconds() - start > 0.2);
    assert_int_equal(line[0], '=');
    assert_int_equal(child_wait(&child, 2), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_has_one_answer),
        cmocka_unit_test(every_command_has_one_answer_through_a_pipe),
        cmocka_unit_test(a_flood_of_empty_lines_is_not_kept_in_memory),
        cmocka_unit_test(a_clock_is_shared_among_the_moves),
        cmocka_unit_test(quit_and_stop_end_a_search_at_once),
        cmocka_unit_test(a_reader_that_goes_away_ends_the_search),
        cmocka_unit_test(a_closed_input_lets_the_work_finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
