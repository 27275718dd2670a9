/* Learning the network: neither the number of threads, nor stops and kills change a bit of it; no
 * checkpoint of anything else gets into it; and it fails with a word where it cannot work. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "support/noise.h"
#include "train/network/network_fit.h"

enum { GAMES = 60, EPOCHS = 3, FOREVER = 1 << 30 };

typedef struct Rig {
    char folder[32], path[64];
    Dataset dataset;
    PatternSet *set;
    NetworkFitOptions options;
    NetworkFitResult whole; /* what an undisturbed fit gives */
    int steps_before;       /* the stop comes after so many */
} Rig;

static int rig_make(void **state) {
    Rig *rig = calloc(1, sizeof *rig);
    Error error;
    /* Small tables, so that hundreds of fits and their files cost little. */
    const PatternReference references[] = {
        {4, {0, 1, 8, 9}}, {5, {1, 2, 9, 10, 3}}, {3, {8, 17, 26}}};
    strcpy(rig->folder, "/tmp/bianca-fit-XXXXXX");
    if (!mkdtemp(rig->folder)) return -1;
    snprintf(rig->path, sizeof rig->path, "%s/checkpoint", rig->folder);
    noise_fill(&rig->dataset, GAMES);
    rig->set = aligned_alloc(_Alignof(PatternSet), sizeof *rig->set);
    if (!pattern_set_init(rig->set, &rig->dataset.shape, references, 3, &error)) return -1;
    rig->options = (NetworkFitOptions){.epochs = EPOCHS, .rate = 0.003, .threads = 1, .seed = 7};
    *state = rig;
    bool ok =
        network_fit_run(&rig->dataset, rig->set, &rig->options, NULL, NULL, &rig->whole, &error);
    rig->options.checkpoint = rig->path;
    return ok ? 0 : -1;
}

static int rig_remove(void **state) {
    Rig *rig = *state;
    network_fit_release(&rig->whole);
    dataset_free(&rig->dataset);
    free(rig->set);
    unlink(rig->path);
    rmdir(rig->folder);
    free(rig);
    return 0;
}

static bool stop_then(void *context, const NetworkProgress *progress) {
    Rig *rig = context;
    assert_in_range(progress->epoch, 1, EPOCHS);
    assert_true(progress->share > 0 && progress->share <= 1 && progress->training > 0);
    assert_int_equal(progress->validation >= 0, progress->epoch > 1 || progress->share >= 1);
    return rig->steps_before-- > 0;
}

/* Runs and stops after so many steps; true if it was done before. */
static bool run_for(Rig *rig, int steps, NetworkFitResult *result) {
    Error error;
    rig->steps_before = steps;
    bool ok =
        network_fit_run(&rig->dataset, rig->set, &rig->options, stop_then, rig, result, &error);
    assert_true(ok || error.status == STATUS_STOPPED);
    if (!ok) assert_null(result->embeddings);
    return ok;
}

static void check_same(const Rig *rig, const NetworkFitResult *result) {
    const NetworkFitResult *whole = &rig->whole;
    assert_int_equal(result->stages, whole->stages);
    assert_int_equal(result->embedding_count, whole->embedding_count);
    assert_memory_equal(result->stage_of, whole->stage_of, sizeof result->stage_of);
    assert_memory_equal(result->bias, whole->bias, sizeof result->bias);
    assert_memory_equal(result->embeddings, whole->embeddings,
                        whole->embedding_count * NETWORK_WIDTH);
    assert_memory_equal(result->heads, whole->heads, (size_t)whole->stages * sizeof *whole->heads);
    for (int stage = 0; stage < whole->stages; stage++)
        assert_memory_equal(&result->report[stage], &whole->report[stage], sizeof(FitStage));
}

/* --- Threads -----------------------------------------------------------------------------------
 */

static void threads_do_not_change_the_network(void **state) {
    Rig *rig = *state;
    rig->options.checkpoint = NULL;
    for (int threads = 2; threads <= 5; threads++) {
        NetworkFitResult result;
        rig->options.threads = threads;
        assert_true(run_for(rig, FOREVER, &result));
        check_same(rig, &result);
        network_fit_release(&result);
    }
}

static void another_seed_gives_another_network(void **state) {
    Rig *rig = *state;
    NetworkFitResult result;
    rig->options.seed++;
    assert_true(run_for(rig, FOREVER, &result));
    assert_memory_not_equal(result.embeddings, rig->whole.embeddings,
                            result.embedding_count * NETWORK_WIDTH);
    network_fit_release(&result);
}

/* --- Stops and checkpoints ---------------------------------------------------------------------
 */

static void a_fit_that_is_stopped_anywhere_gives_the_same_network(void **state) {
    Rig *rig = *state;
    for (int steps = 0; steps < 40; steps += 7) {
        NetworkFitResult result;
        rig->options.threads = 1 + steps % 3;
        unlink(rig->path);
        if (!run_for(rig, steps, &result)) {
            assert_true(run_for(rig, FOREVER, &result));
            assert_true(result.restored > 0);
        }
        check_same(rig, &result);
        network_fit_release(&result);
    }
}

static void a_fit_that_never_gets_far_arrives_in_the_end(void **state) {
    Rig *rig = *state;
    NetworkFitResult result;
    int runs = 1;
    while (!run_for(rig, 5, &result)) runs++;
    assert_true(runs > 2 && runs < 20);
    check_same(rig, &result);
    network_fit_release(&result);
}

static void a_finished_fit_is_not_done_again(void **state) {
    Rig *rig = *state;
    NetworkFitResult result;
    assert_true(run_for(rig, FOREVER, &result));
    network_fit_release(&result);
    assert_true(run_for(rig, 0, &result)); /* would stop after the first step */
    assert_true(result.restored == EPOCHS);
    check_same(rig, &result);
    network_fit_release(&result);
}

static void a_checkpoint_of_other_settings_or_positions_is_not_used(void **state) {
    Rig *rig = *state;
    NetworkFitResult result;
    int16_t *label = &rig->dataset.buckets[PART_TRAINING][12].labels[0];
    for (int other = 0; other < 4; other++) {
        const NetworkFitOptions kept = rig->options;
        if (other == 0) rig->options.rate = 0.002;
        if (other == 1) rig->options.seed = 8;
        if (other == 2) rig->options.epochs = EPOCHS - 1;
        if (other == 3) ++*label;
        unlink(rig->path);
        assert_false(run_for(rig, 14, &result));
        rig->options = kept;
        if (other == 3) --*label;
        assert_true(run_for(rig, FOREVER, &result));
        assert_true(result.restored == 0);
        check_same(rig, &result);
        network_fit_release(&result);
    }
}

static void a_damaged_checkpoint_is_not_used(void **state) {
    Rig *rig = *state;
    NetworkFitResult result;
    Error error;
    char *bytes;
    size_t length;
    assert_false(run_for(rig, 14, &result));
    assert_true(file_read(rig->path, FILE_LIMIT, &bytes, &length, &error));
    rig->options.threads = 2;
    for (size_t at = 8; at < length; at += at < 64 ? 9 : length / 6) {
        bytes[at] ^= 0x10;
        assert_true(file_replace(rig->path, bytes, at % 2 ? length : at, &error));
        bytes[at] ^= 0x10;
        assert_true(run_for(rig, FOREVER, &result));
        assert_true(result.restored == 0);
        check_same(rig, &result);
        network_fit_release(&result);
    }
    free(bytes);
}

static void a_file_of_something_else_is_left_alone(void **state) {
    Rig *rig = *state;
    NetworkFitResult result;
    Error error;
    char *bytes;
    size_t length;
    /* The checkpoint of a fit of weights is something else, too. */
    assert_true(file_replace(rig->path, "BIANCACP", 8, &error));
    assert_false(
        network_fit_run(&rig->dataset, rig->set, &rig->options, NULL, NULL, &result, &error));
    assert_non_null(strstr(error.text, "is in the way"));
    assert_true(file_read(rig->path, FILE_LIMIT, &bytes, &length, &error));
    assert_string_equal(bytes, "BIANCACP");
    free(bytes);
}

/* --- Where it cannot work ----------------------------------------------------------------------
 */

static void without_positions_there_is_nothing_to_learn(void **state) {
    Rig *rig = *state;
    Dataset empty;
    NetworkFitResult result;
    Error error;
    dataset_init(&empty);
    empty.shape = rig->dataset.shape;
    assert_false(network_fit_run(&empty, rig->set, &rig->options, NULL, NULL, &result, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_string_equal(error.text, "there is no position to learn from");
    assert_null(result.embeddings);
    assert_int_not_equal(access(rig->path, F_OK), 0);
}

static void a_single_position_is_enough(void **state) {
    Rig *rig = *state;
    Dataset one;
    NetworkFitResult result;
    Error error;
    Position position = position_start(&rig->dataset.shape);
    int16_t label = 3 * LABEL_UNIT;
    dataset_init(&one);
    one.shape = rig->dataset.shape;
    one.buckets[PART_TRAINING][4] = (DatasetBucket){&position, &label, 1, 1};
    one.buckets[PART_VALIDATION][4] = one.buckets[PART_TRAINING][4];
    rig->options.epochs = 1000;
    rig->options.checkpoint = NULL;
    assert_true(network_fit_run(&one, rig->set, &rig->options, NULL, NULL, &result, &error));
    assert_true(result.before_quantizing.mae < 0.1);
    for (int stage = 1; stage < result.stages; stage++)
        assert_memory_equal(&result.heads[stage], &result.heads[0], sizeof result.heads[0]);
    for (int discs = 0; discs <= 64; discs++) assert_int_equal(result.bias[discs], result.bias[4]);
    network_fit_release(&result);
}

static void a_checkpoint_that_cannot_be_written_ends_the_fit(void **state) {
    Rig *rig = *state;
    NetworkFitResult result;
    Error error;
    rig->options.checkpoint = "/no/such/folder/checkpoint";
    assert_false(
        network_fit_run(&rig->dataset, rig->set, &rig->options, NULL, NULL, &result, &error));
    assert_int_equal(error.status, STATUS_IO);
    assert_null(result.embeddings);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/* In a child of its own. 0: learned; 1: said that there is no memory; 2: anything else. */
static int learn_with(Rig *rig, size_t more) {
    pid_t child = fork();
    if (child == 0) {
        size_t pages = 0;
        malloc_trim(0); /* what earlier fits have left behind */
        FILE *statm = fopen("/proc/self/statm", "r");
        if (!statm || fscanf(statm, "%zu", &pages) != 1) _exit(3);
        size_t limit = pages * (size_t)sysconf(_SC_PAGESIZE) + more;
        NetworkFitResult result;
        Error error = {0};
        setrlimit(RLIMIT_AS, &(struct rlimit){limit, limit});
        bool ok =
            network_fit_run(&rig->dataset, rig->set, &rig->options, NULL, NULL, &result, &error);
        _exit(ok ? 0 : error.status == STATUS_NO_MEMORY ? 1 : 2);
    }
    int status = 0;
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void without_memory_it_says_so(void **state) {
    Rig *rig = *state;
    int refused = 0, learned = 0;
    rig->options.threads = 2;
    rig->options.epochs = 1;
    for (size_t more = 0; more < (size_t)64 << 20 && !learned; more += 64 << 10) {
        unlink(rig->path);
        int outcome = learn_with(rig, more);
        if (outcome == 3) skip();
        assert_in_range(outcome, 0, 1);
        refused += outcome == 1;
        learned += outcome == 0;
    }
    assert_true(learned > 0);
    assert_true(refused > 2);
}
#else
static void without_memory_it_says_so(void **state) {
    (void)state;
    skip(); /* the sanitizers need more memory than a limit leaves them */
}
#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, rig_make, rig_remove)

int main(void) {
    mallopt(M_MMAP_THRESHOLD, 64 << 10); /* freed arrays leave no room below the limits set above */
    const struct CMUnitTest tests[] = {
        TEST(threads_do_not_change_the_network),
        TEST(another_seed_gives_another_network),
        TEST(a_fit_that_is_stopped_anywhere_gives_the_same_network),
        TEST(a_fit_that_never_gets_far_arrives_in_the_end),
        TEST(a_finished_fit_is_not_done_again),
        TEST(a_checkpoint_of_other_settings_or_positions_is_not_used),
        TEST(a_damaged_checkpoint_is_not_used),
        TEST(a_file_of_something_else_is_left_alone),
        TEST(without_positions_there_is_nothing_to_learn),
        TEST(a_single_position_is_enough),
        TEST(a_checkpoint_that_cannot_be_written_ends_the_fit),
        TEST(without_memory_it_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
