/* Growing a book: right on a board that can be searched to the end, the same on any number of
 * threads, and resumed whatever interrupted it. */
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

#include "base/bytes.h"
#include "base/file.h"
#include "book/graph.h"
#include "cli/book.h"
#include "engine/book_builder.h"
#include "game/symmetry.h"
#include "support/boards.h"

static char path[] = "/tmp/bianca-builder-XXXXXX/a.book";
static char other[] = "/tmp/bianca-builder-XXXXXX/b.book";

static int make_folder(void **state) {
    (void)state;
    char folder[] = "/tmp/bianca-builder-XXXXXX";
    if (!mkdtemp(folder)) return -1;
    memcpy(path, folder, strlen(folder));
    memcpy(other, folder, strlen(folder));
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(path);
    unlink(other);
    *strrchr(path, '/') = '\0';
    return rmdir(path); /* also says whether anything was left behind */
}

typedef struct Rig {
    Shape shape;
    BookRoots roots;
    BookBuildOptions options;
} Rig;

static void rig_init(Rig *rig, int width, int height, const char *file) {
    rig->shape = shape_of(width, height);
    Board start = board_start(&rig->shape);
    Transcript game;
    transcript_init(&game, &start);
    book_roots_init(&rig->roots, &rig->shape);
    assert_true(book_roots_add(&rig->roots, &game, NULL));
    rig->options = (BookBuildOptions){.path = file,
                                      .settings = "test",
                                      .roots = &rig->roots,
                                      .engine = {.hash_mb = 1, .eval = "handmade"},
                                      .limits = {.depth = 1},
                                      .threads = 2,
                                      .plies = 60,
                                      .margin = 64,
                                      .batch = 64};
    unlink(file);
}

static BookBuildStatus build(const Rig *rig) {
    BookBuildStatus status;
    Error error = {.text = ""};
    if (!book_build(&rig->options, &status, &error)) fail_msg("%s", error.text);
    return status;
}

static void assert_same_files(const char *a, const char *b) {
    char *x, *y;
    size_t n, m;
    assert_true(file_read(a, FILE_LIMIT, &x, &n, NULL));
    assert_true(file_read(b, FILE_LIMIT, &y, &m, NULL));
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    free(x);
    free(y);
}

static int start_score(const char *file, const Shape *shape) {
    BookEntry entry;
    Book *book = book_open(file, NULL);
    assert_non_null(book);
    assert_true(book_check(book, shape, NULL));
    assert_true(book_find(book, shape, position_start(shape), &entry, NULL));
    book_close(book);
    return entry.score;
}

/* Searches of one ply are backed up to what is known of 4x4: White wins 11 to 3 with 2 squares
 * empty, which go to the winner. */
static void a_whole_small_board_gets_its_true_score(void **state) {
    (void)state;
    Rig rig;
    rig_init(&rig, 4, 4, path);
    BookBuildStatus status = build(&rig);
    assert_true(status.is_finished && status.waiting == 0 && status.positions > 100);
    assert_int_equal(start_score(path, &rig.shape), -10 * BOOK_DISC);
    book_roots_release(&rig.roots);
}

static void the_number_of_threads_does_not_change_the_book(void **state) {
    (void)state;
    Rig rig;
    rig_init(&rig, 6, 6, path);
    rig.options.plies = 8;
    rig.options.margin = 1;
    rig.options.limits.depth = 4;
    rig.options.threads = 1;
    build(&rig);
    unlink(other);
    rig.options.path = other;
    rig.options.threads = 3;
    build(&rig);
    assert_same_files(path, other);
    book_roots_release(&rig.roots);
}

/* Of positions that cost the same, which is expanded first follows from the positions alone: also
 * of two in which the discs of the side to move are the same. */
static void the_order_of_the_roots_does_not_change_the_book(void **state) {
    (void)state;
    static const char *const texts[2] = {"XX----OO------O--------------------- X",
                                         "XX----OOO--------------------------- X"};
    Rig rig;
    const char *files[2] = {path, other};
    for (int first = 0; first < 2; first++) {
        rig_init(&rig, 6, 6, files[first]);
        Position roots[2];
        for (int i = 0; i < 2; i++) {
            int symmetry;
            Position root = board_of(&rig.shape, texts[i ^ first]).position;
            roots[i] = symmetry_canonical(&rig.shape, root, &symmetry);
            assert_true(roots[i].own == root.own && roots[i].opp == root.opp);
        }
        BookRoots both = {.shape = &rig.shape, .positions = roots, .count = 2, .capacity = 2};
        rig.options.roots = &both;
        rig.options.batch = 1;
        rig.options.positions = 3; /* one of them is expanded */
        BookBuildStatus status = build(&rig);
        assert_int_equal(status.expanded, 1);
        book_roots_release(&rig.roots);
    }
    assert_same_files(path, other);
}

/* Ends the build after so many calls. */
typedef struct Stopper {
    int calls;
    _Atomic bool stop;
} Stopper;

static void stop_soon(void *context, const BookBuildStatus *status) {
    (void)status;
    Stopper *stopper = context;
    if (--stopper->calls <= 0) stopper->stop = true;
}

static void an_interrupted_build_is_resumed(void **state) {
    (void)state;
    Rig rig;
    rig_init(&rig, 4, 4, path);
    rig.options.batch = 16;
    rig.options.is_resumed_only = true;
    rig.options.progress = stop_soon;
    int stops = 0;
    for (bool is_finished = false; !is_finished; stops++) {
        Stopper stopper = {.calls = 3};
        BookBuildStatus status;
        Error error;
        rig.options.context = &stopper;
        rig.options.stop = &stopper.stop;
        is_finished = book_build(&rig.options, &status, &error);
        assert_true(is_finished || error.status == STATUS_STOPPED);
        assert_true(stops < 1000);
    }
    assert_true(stops > 2);
    assert_int_equal(start_score(path, &rig.shape), -10 * BOOK_DISC);
    book_roots_release(&rig.roots);
}

static void limits_end_the_build_and_it_continues(void **state) {
    (void)state;
    Rig rig;
    rig_init(&rig, 6, 6, path);
    rig.options.plies = 10;
    rig.options.positions = 50;
    rig.options.batch = 4;
    BookBuildStatus status = build(&rig);
    assert_true(!status.is_finished && status.positions >= 50 && status.positions < 150);
    rig.options.positions = 0;
    rig.options.seconds = 1e-9;
    status = build(&rig);
    assert_false(status.is_finished);
    rig.options.seconds = 0;
    rig.options.positions = 200;
    status = build(&rig);
    assert_true(status.positions >= 200 && status.searched > 0);
    book_roots_release(&rig.roots);
}

static void a_higher_level_searches_the_leaves_again(void **state) {
    (void)state;
    Rig rig;
    rig_init(&rig, 6, 6, path);
    rig.options.plies = 4;
    rig.options.limits.depth = 2;
    rig.options.margin = 2;
    BookBuildStatus first = build(&rig);
    rig.options.limits.depth = 6;
    BookBuildStatus second = build(&rig);
    assert_true(first.is_finished && second.is_finished && second.searched > 0);
    Book *book = book_open(path, NULL);
    int deep = 0;
    for (size_t i = 0; i < book_count(book); i++) {
        BookEntry entry;
        assert_true(book_entry(book, &rig.shape, i, &entry, NULL));
        deep += entry.depth >= 6;
    }
    assert_true(deep > 0);
    book_close(book);
    book_roots_release(&rig.roots);
}

static void other_settings_boards_and_damage_are_refused(void **state) {
    (void)state;
    Rig rig, wrong;
    BookBuildStatus status;
    Error error;
    rig_init(&rig, 6, 6, path);
    rig.options.plies = 2;
    build(&rig);
    rig.options.settings = "others";
    rig.options.is_resumed_only = true;
    assert_false(book_build(&rig.options, &status, &error));
    assert_non_null(strstr(error.text, "built with 'test'"));
    rig_init(&wrong, 8, 8, other);
    wrong.options.path = path;
    assert_false(book_build(&wrong.options, &status, &error));
    assert_non_null(strstr(error.text, "is a book for 6x6"));
    FILE *file = fopen(path, "r+b");
    fseek(file, 5000, SEEK_SET);
    putc(99, file);
    fclose(file);
    rig.options.settings = "test";
    assert_false(book_build(&rig.options, &status, &error));
    assert_non_null(strstr(error.text, "damaged"));
    book_roots_release(&rig.roots);
    book_roots_release(&wrong.roots);
}

static void named_openings_are_roots_on_8x8_alone(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8), small = shape_of(6, 6);
    BookRoots roots;
    book_roots_init(&roots, &shape);
    assert_true(book_roots_add_openings(&roots, NULL));
    assert_true(roots.count > 100);
    book_roots_release(&roots);
    book_roots_init(&roots, &small);
    assert_true(book_roots_add_openings(&roots, NULL));
    assert_int_equal(roots.count, 0);
}

/* A worker's part of a build: it opens what the searches share, searches, and leaves nothing behind
 * (the leak sanitizer looks). */
static void a_worker_searches_what_a_job_asks_for(void **state) {
    (void)state;
    enum { LINE = 12 };
    static atomic_bool stop;
    Shape shape = shape_of(4, 4);
    Position start = position_start(&shape);
    EngineOptions engine = {.threads = 1, .hash_mb = 1};
    EngineLimits limits = {.level = 20};
    JobHost host = {.stop = &stop};
    char parameters[RUN_PARAMETERS_SIZE], *result;
    uint8_t payload[17] = {0};
    size_t length;
    Error error = {0};
    assert_true(book_jobs_describe(&shape, &engine, &limits, parameters, NULL));
    void *work = job_kind_book.open(parameters, &host, &error);
    if (!work) fail_msg("%s", error.text);
    bytes_put(payload, start.own, 8);
    bytes_put(payload + 8, start.opp, 8);
    FILE *out = open_memstream(&result, &length);
    assert_true(job_kind_book.run(work, payload, sizeof payload, out, &error));
    assert_false(job_kind_book.run(work, payload, sizeof payload - 1, out, &error));
    assert_string_equal(error.text, "the job is no position");
    fclose(out);
    job_kind_book.close(work);
    assert_int_equal(length, LINE);
    assert_true(bytes_to_double(bytes_get((const uint8_t *)result + 4, 8)) == -10);
    free(result);
    char *print = strstr(parameters, "fingerprint: ") + strlen("fingerprint: ");
    *print = *print == '0' ? '1' : '0';
    assert_null(job_kind_book.open(parameters, &host, &error));
    assert_string_equal(error.text, "it is for other weights than those here");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_small_board_gets_its_true_score),
        cmocka_unit_test(the_number_of_threads_does_not_change_the_book),
        cmocka_unit_test(the_order_of_the_roots_does_not_change_the_book),
        cmocka_unit_test(an_interrupted_build_is_resumed),
        cmocka_unit_test(limits_end_the_build_and_it_continues),
        cmocka_unit_test(a_higher_level_searches_the_leaves_again),
        cmocka_unit_test(other_settings_boards_and_damage_are_refused),
        cmocka_unit_test(named_openings_are_roots_on_8x8_alone),
        cmocka_unit_test(a_worker_searches_what_a_job_asks_for),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
