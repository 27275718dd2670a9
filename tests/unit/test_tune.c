/* Tuning by play: a hill that is only felt through noisy games is climbed, a tuning that was
 * stopped ends as one that was not, and a journal is resumed by its own tuning alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/file.h"
#include "base/random.h"
#include "train/tune/match.h"
#include "train/tune/openings.h"
#include "train/tune/tune.h"
#include "train/tune/tune_jobs.h"

enum { PATH_SIZE = 512, VALUES = 3 };

/* A toy: how strong a set is depends on its distance from the optimum, and games are won by
 * chance, the stronger side more often. */
typedef struct Toy {
    int optimum[VALUES];
    double width[VALUES]; /* distance that costs as much in each value */
    atomic_uint pairs;
    unsigned stop_after; /* pairs; 0: never */
    atomic_bool stop;
} Toy;

static const Toy toy = {.optimum = {150, 20, 7}, .width = {40, 15, 3}};

static double strength(const Toy *self, const int *values) {
    double sum = 0;
    for (int i = 0; i < VALUES; i++) sum -= pow((values[i] - self->optimum[i]) / self->width[i], 2);
    return sum;
}

static int play_toy(void *context, int worker, uint64_t pair, const int *plus, const int *minus) {
    Toy *self = context;
    (void)worker;
    double chance = 1 / (1 + exp(strength(self, minus) - strength(self, plus)));
    Random random = random_seeded(~pair);
    int score = 0;
    for (int game = 0; game < 2; game++) score += random_unit(&random) < chance ? 1 : -1;
    unsigned played = atomic_fetch_add(&self->pairs, 1) + 1;
    if (self->stop_after && played >= self->stop_after) self->stop = true;
    return score;
}

static TunePlan toy_plan(Toy *self, const char *path) {
    return (TunePlan){.ranges = {{0, 300, 60, 10}, {0, 100, 70, 5}, {0, 12, 2, 0.5}},
                      .count = VALUES,
                      .pairs = 6000,
                      .batch = 60,
                      .rate = 0.02,
                      .seed = 4,
                      .threads = 1,
                      .path = path,
                      .settings = "toy\n",
                      .play = play_toy,
                      .play_context = self,
                      .stop = &self->stop};
}

static void name_file(char *path, const char *name) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, PATH_SIZE, "%s/%s", folder ? folder : "/tmp", name);
    unlink(path);
}

static char *content(const char *path) {
    char *bytes;
    size_t length;
    assert_true(file_read(path, FILE_LIMIT, &bytes, &length, NULL));
    return bytes;
}

static void a_known_optimum_is_found(void **state) {
    (void)state;
    char path[PATH_SIZE];
    name_file(path, "toy.journal");
    for (uint64_t seed = 1; seed <= 3; seed++) {
        Toy self = toy;
        TunePlan plan = toy_plan(&self, path);
        plan.seed = seed;
        unlink(path);
        Journal journal;
        assert_true(tune_run(&plan, &journal, NULL));
        assert_int_equal(self.pairs, plan.pairs);
        const JournalRow *last = &journal.rows[journal.count - 1];
        assert_int_equal(last->pairs, plan.pairs);
        for (int i = 0; i < VALUES; i++) {
            double off = fabs(last->values[i] - toy.optimum[i]) / toy.width[i];
            if (off > 0.4) fail_msg("seed %d: value %d is %g", (int)seed, i, last->values[i]);
        }
        journal_release(&journal);
    }
    unlink(path);
}

/* Stopped at many moments, and resumed until it is done, with other numbers of threads. */
static void a_stopped_tuning_ends_as_one_that_was_not(void **state) {
    (void)state;
    char path[PATH_SIZE], whole[PATH_SIZE];
    name_file(path, "stopped.journal");
    name_file(whole, "whole.journal");
    Toy self = toy;
    TunePlan plan = toy_plan(&self, whole);
    Journal journal;
    plan.batch = 25;
    plan.pairs = 510; /* no multiple of a round */
    assert_true(tune_run(&plan, &journal, NULL));
    journal_release(&journal);
    bool is_done = false;
    int stops = 0;
    while (!is_done) {
        Toy other = toy;
        Error error = {0};
        other.stop_after = 40 + 13 * (unsigned)stops;
        plan.play_context = &other;
        plan.stop = &other.stop;
        plan.path = path;
        plan.threads = 1 + stops % 3;
        is_done = tune_run(&plan, &journal, &error);
        if (!is_done) assert_int_equal(error.status, STATUS_STOPPED);
        journal_release(&journal);
        stops += !is_done;
    }
    assert_true(stops > 3);
    char *a = content(path), *b = content(whole);
    assert_string_equal(a, b);
    free(a);
    free(b);
    unlink(path);
    unlink(whole);
}

static void a_finished_tuning_plays_no_more(void **state) {
    (void)state;
    char path[PATH_SIZE];
    name_file(path, "done.journal");
    Journal journal;
    Toy self = toy;
    TunePlan plan = toy_plan(&self, path);
    plan.batch = 25;
    plan.pairs = 50;
    assert_true(tune_run(&plan, &journal, NULL));
    journal_release(&journal);
    assert_true(tune_run(&plan, &journal, NULL));
    assert_int_equal(self.pairs, 50);
    assert_int_equal(journal.count, 2);
    journal_release(&journal);
    unlink(path);
}

static void only_the_same_tuning_resumes(void **state) {
    (void)state;
    char path[PATH_SIZE];
    name_file(path, "other.journal");
    Journal journal;
    Toy self = toy;
    TunePlan plan = toy_plan(&self, path);
    plan.batch = 25;
    plan.pairs = 50;
    assert_true(tune_run(&plan, &journal, NULL));
    journal_release(&journal);
    char *before = content(path);
    for (int what = 0; what < 5; what++) {
        TunePlan other = plan;
        Error error = {0};
        if (what == 0) other.pairs = 52;
        if (what == 1) other.batch = 24;
        if (what == 2) other.rate = 0.06;
        if (what == 3) other.seed = 5;
        if (what == 4) other.settings = "another toy\n";
        assert_false(tune_run(&other, &journal, &error));
        assert_int_equal(error.status, STATUS_BAD_INPUT);
        char *after = content(path);
        assert_string_equal(before, after);
        free(after);
    }
    free(before);
    unlink(path);
}

static void a_damaged_journal_is_refused(void **state) {
    (void)state;
    static const char head[] = "a\nb\n";
    static const char *const rows[] = {"4 1 2",          "4 1\n",     "4 1 2\n3 1 2\n",
                                       "4 1 2\n4 1 2\n", "x 1 2\n",   "4 1 two\n",
                                       "4 1 2 3\n",      "4 1 nan\n", "4 1 2\n\n",
                                       "4 1 inf\n",      "4\n",       "99999999999999999999 1 2\n"};
    char path[PATH_SIZE], text[PATH_SIZE];
    name_file(path, "damaged.journal");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Journal journal;
        Error error = {0};
        snprintf(text, sizeof text, "%s%s", head, rows[i]);
        assert_true(file_replace(path, text, strlen(text), NULL));
        if (journal_open(&journal, path, head, 2, &error)) fail_msg("taken: %s", rows[i]);
        assert_int_equal(error.status, STATUS_BAD_INPUT);
    }
    Journal journal;
    snprintf(text, sizeof text, "%s4 1 2\n8 1.5 -2\n", head);
    assert_true(file_replace(path, text, strlen(text), NULL));
    assert_true(journal_open(&journal, path, head, 2, NULL));
    assert_int_equal(journal.count, 2);
    assert_true(journal.rows[1].values[0] == 1.5);
    journal_release(&journal);
    unlink(path);
}

/* At the edges too, and mirrored: one goes up where the other goes down. */
static void perturbed_sets_lie_within_their_ranges_on_both_sides(void **state) {
    (void)state;
    static const SpsaRange ranges[] = {
        {0, 10, 0, 3}, {0, 10, 10, 3}, {0, 10, 5, 3}, {1, 2, 1, 0.5}};
    enum { RANGES = 4, PAIRS = 2000 };
    Spsa spsa;
    int ups = 0;
    spsa_init(&spsa, ranges, RANGES, PAIRS, 0.01, 9);
    for (uint64_t pair = 0; pair < PAIRS; pair++) {
        int plus[SPSA_MAX_VALUES], minus[SPSA_MAX_VALUES];
        spsa_perturb(&spsa, pair, plus, minus);
        for (int i = 0; i < RANGES; i++) {
            assert_in_range(plus[i], ranges[i].least, ranges[i].most);
            assert_in_range(minus[i], ranges[i].least, ranges[i].most);
        }
        assert_int_not_equal(plus[2], minus[2]);
        ups += plus[2] > minus[2];
    }
    assert_in_range(ups, PAIRS * 45 / 100, PAIRS * 55 / 100);
}

static void a_won_pair_moves_the_values_towards_its_set(void **state) {
    (void)state;
    static const SpsaRange ranges[] = {{0, 100, 50, 10}, {0, 100, 50, 10}};
    for (int score = -2; score <= 2; score++) {
        for (uint64_t pair = 0; pair < 20; pair++) {
            Spsa spsa;
            int plus[SPSA_MAX_VALUES], minus[SPSA_MAX_VALUES];
            spsa_init(&spsa, ranges, 2, 100, 0.01, 3);
            spsa_perturb(&spsa, pair, plus, minus);
            spsa_update(&spsa, pair, score);
            for (int i = 0; i < 2; i++) {
                double moved = (spsa.values[i] - 50) * (plus[i] - minus[i]);
                assert_true(score > 0 ? moved > 0 : score < 0 ? moved < 0 : moved == 0);
            }
        }
    }
}

static void names_of_parameters_are_chosen_or_refused(void **state) {
    (void)state;
    TuneMatchOptions options = {0};
    Error error;
    assert_true(tune_match_choose(&options, "probcut_slack,probcut_73", NULL));
    assert_int_equal(options.count, 2);
    assert_string_equal(options.tuned[0]->name, "probcut_slack");
    assert_string_equal(options.tuned[1]->name, "probcut_73");
    assert_true(tune_match_choose(&options, "all", NULL));
    assert_non_null(search_parameter(options.count - 1));
    assert_null(search_parameter(options.count));
    static const char *const wrong[] = {"",        "probcut_73,", ",probcut_73",
                                        "probcut", "all,all",     "probcut_73,probcut_73"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (tune_match_choose(&options, wrong[i], &error)) fail_msg("taken: %s", wrong[i]);
        assert_int_equal(error.status, STATUS_BAD_INPUT);
    }
}

static void every_parameter_can_be_moved(void **state) {
    (void)state;
    for (int i = 0; search_parameter(i); i++) {
        SpsaRange range = tune_match_range(search_parameter(i));
        assert_true(range.step >= 0.5 && range.step <= range.most - range.least);
        assert_true(range.start >= range.least && range.start <= range.most);
    }
}

static TuneMatch *small_match(const Shape *shape, const char *openings) {
    TuneMatchOptions options = {.shape = shape,
                                .isa = isa_best(),
                                .threads = 2,
                                .hash_mb = 1,
                                .nodes = 300,
                                .openings = openings,
                                .seed = 1};
    assert_true(tune_match_choose(&options, "all", NULL));
    TuneMatch *match = tune_match_new(&options, NULL);
    assert_non_null(match);
    return match;
}

/* Equal sets win a game each, or draw both; a pair is the same on any worker and any time. */
static void a_pair_depends_on_its_number_and_sets_alone(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 6, 6, NULL));
    TuneMatch *match = small_match(&shape, "balanced:4"),
              *other = small_match(&shape, "balanced:4");
    int standard[SPSA_MAX_VALUES], weak[SPSA_MAX_VALUES], count = 0, different = 0;
    for (; search_parameter(count); count++) {
        standard[count] = search_parameter(count)->standard;
        weak[count] = search_parameter(count)->least;
    }
    for (uint64_t pair = 0; pair < 12; pair++) {
        assert_int_equal(tune_match_pair(match, 0, pair, standard, standard), 0);
        int score = tune_match_pair(match, 1, pair, standard, weak);
        assert_in_range(score + 2, 0, 4);
        assert_int_equal(score, tune_match_pair(other, 0, pair, standard, weak));
        assert_int_equal(score, -tune_match_pair(other, 1, pair, weak, standard));
        different += score != 0;
    }
    assert_true(different > 0);
    tune_match_free(match);
    tune_match_free(other);
}

static void random_openings_have_as_many_plies_as_asked_for(void **state) {
    (void)state;
    Shape shape;
    TuneOpenings openings;
    Evaluation evaluation;
    assert_true(shape_init(&shape, 6, 6, NULL));
    assert_true(evaluation_open(&evaluation, &shape, NULL, NULL, NULL));
    SearchOptions options = {.isa = isa_best(), .threads = 1, .hash_mb = 1};
    Search *search = search_new(&evaluation, &options, NULL);
    assert_true(tune_openings_open(&openings, &shape, "balanced:4", 1, NULL));
    for (uint64_t pair = 0; pair < 10; pair++) { /* nobody can pass so early */
        Position position = tune_openings_get(&openings, pair, search);
        assert_int_equal(bits_count(position.own | position.opp), 4 + 4);
    }
    tune_openings_release(&openings);
    search_free(search);
    evaluation_close(&evaluation);
}

static void wrong_openings_are_refused(void **state) {
    (void)state;
    Shape shape;
    assert_true(shape_init(&shape, 8, 8, NULL));
    static const char *const wrong[] = {"balanced:", "balanced:0", "balanced:21", "balanced:x",
                                        "nowhere.obf"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Error error = {0};
        TuneMatchOptions options = {.shape = &shape,
                                    .isa = isa_best(),
                                    .threads = 1,
                                    .hash_mb = 1,
                                    .nodes = 100,
                                    .openings = wrong[i]};
        assert_null(tune_match_new(&options, &error));
        assert_int_not_equal(error.status, STATUS_OK);
    }
}

/* A pair that comes as a job; `error` says why it was not played. */
static bool run_job(void *work, int plus, int minus, Error *error) {
    enum { BIAS = 1 << 30 };
    uint8_t payload[16];
    char *result;
    size_t length;
    FILE *out = open_memstream(&result, &length);
    bytes_put(payload, 0, 8);
    bytes_put(payload + 8, (uint64_t)(plus + BIAS), 4);
    bytes_put(payload + 12, (uint64_t)(minus + BIAS), 4);
    bool ok = job_kind_tune.run(work, payload, sizeof payload, out, error);
    fclose(out);
    if (ok) assert_int_equal(length, 1);
    free(result);
    return ok;
}

static void jobs_have_values_up_to_the_limits_and_none_beyond(void **state) {
    (void)state;
    Shape shape;
    Error error = {0};
    static atomic_bool stop;
    char parameters[TUNE_PARAMETERS_SIZE];
    assert_true(shape_init(&shape, 4, 4, NULL));
    TuneMatchOptions options = {
        .shape = &shape, .hash_mb = 1, .nodes = 50, .openings = "balanced:2", .seed = 1};
    assert_true(tune_match_choose(&options, "probcut_slack", NULL));
    assert_true(tune_jobs_describe(&options, parameters, NULL));
    JobHost host = {.stop = &stop};
    void *work = job_kind_tune.open(parameters, &host, &error);
    if (!work) fail_msg("%s", error.text);
    int least = options.tuned[0]->least, most = options.tuned[0]->most;
    assert_true(run_job(work, least, most, &error));
    assert_true(run_job(work, most, least, &error));
    const int beyond[][2] = {
        {least - 1, least}, {least, least - 1}, {most + 1, most}, {most, most + 1}};
    for (int i = 0; i < 4; i++) {
        assert_false(run_job(work, beyond[i][0], beyond[i][1], &error));
        assert_string_equal(error.text, "the job has a value of probcut_slack beyond its range");
    }
    job_kind_tune.close(work);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_optimum_is_found),
        cmocka_unit_test(a_stopped_tuning_ends_as_one_that_was_not),
        cmocka_unit_test(a_finished_tuning_plays_no_more),
        cmocka_unit_test(only_the_same_tuning_resumes),
        cmocka_unit_test(a_damaged_journal_is_refused),
        cmocka_unit_test(perturbed_sets_lie_within_their_ranges_on_both_sides),
        cmocka_unit_test(a_won_pair_moves_the_values_towards_its_set),
        cmocka_unit_test(names_of_parameters_are_chosen_or_refused),
        cmocka_unit_test(every_parameter_can_be_moved),
        cmocka_unit_test(a_pair_depends_on_its_number_and_sets_alone),
        cmocka_unit_test(random_openings_have_as_many_plies_as_asked_for),
        cmocka_unit_test(wrong_openings_are_refused),
        cmocka_unit_test(jobs_have_values_up_to_the_limits_and_none_beyond),
    };
    return cmocka_run_group_tests_name("tune", tests, NULL, NULL);
}
