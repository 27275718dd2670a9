/* The tree that the page shows is the tree that `best --search alphabeta` searches: both are
 * compared node for node, in the order of visits, for every classic program. */
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "engine/alphabeta.h"
#include "engine/player.h"
#include "game/rules.h"
#include "record/notation.h"
#include "web/api.h"
#include "web/think.h"

enum {
    MAX_RECORDS = 60000,
    SHOWN_NODES = 2500, /* of the page */
    POSITIONS = 6,      /* of each board */
    NODE_DEPTH = 3,     /* whose trees are mostly drawn whole */
};

/* --- The tree as the search visits it ------------------------------------------------------------
 */

typedef struct Record {
    int move, best, score;
    bool is_max;
    double alpha, beta, value;
    AlphabetaReason reason;
    uint8_t skipped[64];
    int skipped_count;
    int children;
} Record;

typedef struct Recording {
    Record records[MAX_RECORDS]; /* in the order in which they are entered */
    int count;
    int path[ALPHABETA_MAX_DEPTH + 1], length; /* open nodes */
    const Shape *shape;
} Recording;

static void record_enter(void *context, const AlphabetaNode *node) {
    Recording *self = context;
    assert_true(self->count < MAX_RECORDS);
    if (self->length > 0) self->records[self->path[self->length - 1]].children++;
    self->path[self->length++] = self->count;
    self->records[self->count++] = (Record){
        .move = node->move, .is_max = node->is_max, .alpha = node->alpha, .beta = node->beta};
}

static void record_leave(void *context, const AlphabetaNode *node) {
    Recording *self = context;
    Record *record = &self->records[self->path[--self->length]];
    assert_int_equal(record->move, node->move);
    record->best = node->best;
    record->value = node->value;
    record->reason = node->reason;
    record->skipped_count = node->skipped_count;
    record->score = rules_score(self->shape, node->position) * (node->is_max ? 1 : -1);
    for (int i = 0; i < node->skipped_count; i++) record->skipped[i] = node->skipped[i];
}

/* --- The tree as the page gets it ----------------------------------------------------------------
 */

static WebJobs *jobs;

static int start_jobs(void **state) {
    (void)state;
    Error error;
    jobs = jobs_new(&(EnginesOptions){.count = 1, .threads = 1, .hash_mb = 1}, &error);
    return jobs ? 0 : -1;
}

static int stop_jobs(void **state) {
    (void)state;
    jobs_close(jobs);
    jobs_free(jobs);
    return 0;
}

static void sleep_reader(void *context) {
    (void)context;
}

static void wake_reader(void *context) {
    sem_post(context);
}

static json_t *page_tree(const char *body) {
    static char text[1 << 21];
    WebJobWork work;
    char session[SESSION_MAX + 1];
    Error error;
    if (!think_read(&think_tree, body, strlen(body), &work, session, &error))
        fail_msg("%s: %s", body, error.text);
    sem_t woken;
    sem_init(&woken, 0, 0);
    WebJob *job =
        jobs_start(jobs, session, work, (WebJobReader){sleep_reader, wake_reader, &woken}, &error);
    if (!job) fail_msg("%s", error.text);
    while (job_wait(job) == JOB_BUSY) sem_wait(&woken);
    assert_int_equal(job_wait(job), JOB_ANSWERED);
    size_t length = 0;
    for (ssize_t got; (got = job_read(job, text + length, sizeof text - length)) > 0;)
        length += (size_t)got;
    job_release(job);
    sem_destroy(&woken);
    json_t *answer = json_loadb(text, length, 0, NULL);
    assert_non_null(answer);
    return answer;
}

/* --- Both compared -------------------------------------------------------------------------------
 */

typedef struct Comparison {
    const Shape *shape;
    const Recording *recording;
    int next; /* the record that comes next in the order of visits */
    int compared;
} Comparison;

/* Numbers go to the page with ten digits. */
static void assert_number(const json_t *value, double expected) {
    assert_true(json_is_number(value));
    assert_true(fabs(json_number_value(value) - expected) <= 1e-9 * fabs(expected));
}

static void assert_bound(const json_t *node, const char *name, double bound) {
    const json_t *value = json_object_get(node, name);
    if (isinf(bound))
        assert_true(json_is_null(value));
    else
        assert_number(value, bound);
}

static void assert_square(const Shape *shape, const json_t *value, int square) {
    if (square == NO_MOVE)
        assert_null(value);
    else
        assert_string_equal(json_string_value(value), move_name(shape, square).text);
}

/* Compares a drawn node and everything under it; passes over records that were not drawn. */
static void compare_node(Comparison *self, const json_t *node) {
    const Record *record = &self->recording->records[self->next++];
    const json_t *children = json_object_get(node, "children");
    const json_t *skipped = json_object_get(node, "skipped");
    self->compared++;
    assert_square(self->shape, json_object_get(node, "move"), record->move);
    assert_square(self->shape, json_object_get(node, "best"), record->best);
    assert_bound(node, "alpha", record->alpha);
    assert_bound(node, "beta", record->beta);
    assert_number(json_object_get(node, "value"), record->value);
    assert_string_equal(json_string_value(json_object_get(node, "reason")),
                        alphabeta_reason_name(record->reason));
    if (record->reason == ALPHABETA_GAME_OVER)
        assert_int_equal(json_integer_value(json_object_get(node, "score")), record->score);
    else
        assert_null(json_object_get(node, "score"));
    assert_int_equal(json_array_size(skipped), record->skipped_count);
    for (int i = 0; i < record->skipped_count; i++)
        assert_square(self->shape, json_array_get(skipped, (size_t)i), record->skipped[i]);
    assert_int_equal(json_array_size(children), record->children);
    for (size_t i = 0; i < json_array_size(children); i++)
        compare_node(self, json_array_get(children, i));
}

static long number(const json_t *object, const char *name) {
    return (long)json_integer_value(json_object_get(object, name));
}

/* What has been met, so that the test cannot pass without having tested. */
static long met[ALPHABETA_REASONS], met_passes, met_trees, met_nodes;

static void count_what_was_met(const Recording *recording) {
    met_trees++;
    met_nodes += recording->count;
    for (int i = 0; i < recording->count; i++) {
        met[recording->records[i].reason]++;
        met_passes += recording->records[i].move == PASS;
    }
}

/* The move of the player that `best --search alphabeta` asks. */
static void compare_with_player(const char *eval, const Shape *shape, Position position, int depth,
                                bool prunes, const json_t *answer) {
    char text[100];
    snprintf(text, sizeof text, "%s:depth=%d,pruning=%s", eval, depth, prunes ? "yes" : "no");
    PlayerSpec spec;
    Error error;
    assert_true(player_spec_parse(&spec, text, strlen(text), &error));
    Player *player = player_new(&spec, shape, &error);
    assert_non_null(player);
    PlayerMove move;
    player_move(player, position, NULL, &move);
    const json_t *root = json_object_get(answer, "tree");
    assert_square(shape, json_object_get(root, "best"), move.square);
    assert_number(json_object_get(root, "value"), move.score);
    assert_int_equal(number(answer, "nodes"), move.nodes);
    player_free(player);
}

static json_t *ask(const char *eval, const Board *board, int depth, bool prunes,
                   const char *order) {
    char body[400], squares[BOARD_TEXT_SIZE];
    board_format(board, squares, sizeof squares);
    snprintf(body, sizeof body,
             "{\"board\":\"%dx%d\",\"position\":\"%s\",\"eval\":\"%s\",\"depth\":%d,"
             "\"order\":\"%s\",\"pruning\":%s}",
             board->shape->width, board->shape->height, squares, eval, depth, order,
             prunes ? "true" : "false");
    return page_tree(body);
}

static void compare(const char *eval, const Board *board, int depth, bool prunes,
                    AlphabetaOrder order) {
    static const char *const orders[] = {"program", "sorted", "reversed"};
    static Recording recording;
    recording.count = recording.length = 0;
    recording.shape = board->shape;
    AlphabetaVisitor visitor = {record_enter, record_leave, &recording};
    AlphabetaOptions options = {
        .depth = depth, .is_minimax = !prunes, .order = order, .visitor = &visitor};
    AlphabetaResult result, unseen, minimax;
    Evaluation *evaluation = evaluations_open(board->shape, eval, NULL, NULL);
    alphabeta_run(evaluation, board->position, &options, &result);
    options.visitor = NULL;
    alphabeta_run(evaluation, board->position, &options, &unseen);
    options.is_minimax = true;
    alphabeta_run(evaluation, board->position, &options, &minimax);
    evaluations_close(evaluation);
    assert_int_equal(recording.length, 0);
    assert_int_equal(recording.count, result.nodes);
    assert_int_equal(result.square, unseen.square);
    assert_int_equal(result.nodes, unseen.nodes);
    assert_true(result.value == unseen.value && result.is_complete);
    count_what_was_met(&recording);

    json_t *answer = ask(eval, board, depth, prunes, orders[order]);
    assert_int_equal(number(answer, "nodes"), result.nodes);
    assert_int_equal(number(answer, "minimax_nodes"), minimax.nodes);
    assert_string_equal(json_string_value(json_object_get(answer, "search")),
                        result.is_minimax ? "minimax" : "alphabeta");
    long leaves = 0, cutoffs = 0;
    for (int i = 0; i < recording.count; i++) {
        leaves += recording.records[i].reason >= ALPHABETA_DEPTH;
        cutoffs += recording.records[i].skipped_count > 0;
    }
    assert_int_equal(number(answer, "leaves"), leaves);
    assert_int_equal(number(answer, "cutoffs"), cutoffs);
    if (result.nodes <= SHOWN_NODES) {
        Comparison comparison = {.shape = board->shape, .recording = &recording};
        compare_node(&comparison, json_object_get(answer, "tree"));
        assert_int_equal(comparison.compared, result.nodes);
        assert_int_equal(number(answer, "shown"), result.nodes);
    } else {
        assert_int_equal(number(answer, "shown"), SHOWN_NODES);
    }
    if (order == ALPHABETA_AS_PROGRAM)
        compare_with_player(eval, board->shape, board->position, depth, prunes, answer);
    json_decref(answer);
}

/* Boards of a random game: the start, an early and a middle one, one where the side to move must
 * pass, one near the end, and the end. */
static void sample_game(const Shape *shape, Board boards[POSITIONS]) {
    Random random = random_seeded(5);
    bool has_pass = false;
    for (int game = 0; game < 1000 && !has_pass; game++) {
        Board board = board_start(shape);
        for (int i = 0; i < POSITIONS; i++) boards[i] = board;
        for (Move move; !rules_is_over(shape, board.position); board_play(&board, move)) {
            uint64_t moves = rules_moves(shape, board.position.own, board.position.opp);
            int empties = bits_count(position_empties(shape, board.position));
            if (empties == shape->squares - 9) boards[1] = board;
            if (empties == shape->squares / 2) boards[2] = board;
            if (!moves) boards[3] = board;
            if (empties == 3) boards[4] = board;
            if (!moves) has_pass = true;
            int square = moves ? rules_random_move(moves, &random) : PASS;
            assert_true(rules_find_move(shape, board.position, square, &move));
        }
        boards[5] = board;
    }
    assert_true(has_pass);
}

static bool is_at_home(const EvaluationInfo *info, const char *board) {
    return !info->is_home_only || strstr(info->boards, board) != NULL;
}

static void the_page_shows_the_tree_that_is_searched(void **state) {
    (void)state;
    static const char *const sizes[] = {"8x8", "6x6", "9x7", "4x4", "5x4"};
    EvaluationInfo info;
    int programs = 0;
    for (int i = 0; evaluations_info(i, &info); i++, programs++) {
        for (size_t b = 0; b < sizeof sizes / sizeof sizes[0]; b++) {
            if (!is_at_home(&info, sizes[b])) continue;
            Shape shape;
            Board boards[POSITIONS];
            assert_true(shape_parse(&shape, sizes[b], strlen(sizes[b]), NULL));
            sample_game(&shape, boards);
            for (int p = 0; p < POSITIONS; p++)
                for (int depth = 1; depth <= NODE_DEPTH; depth++)
                    for (int prunes = 0; prunes <= 1; prunes++)
                        compare(info.name, &boards[p], depth, prunes, ALPHABETA_AS_PROGRAM);
        }
    }
    assert_true(programs >= 15);
    for (int i = 0; i < ALPHABETA_REASONS; i++) assert_true(met[i] > 0);
    assert_true(met_passes > 0);
    print_message("%d programs, %ld trees, %ld nodes\n", programs, met_trees, met_nodes);
}

static void other_orders_are_drawn_as_they_are_searched(void **state) {
    (void)state;
    Shape shape;
    Board boards[POSITIONS];
    assert_true(shape_init(&shape, 8, 8, NULL));
    sample_game(&shape, boards);
    for (int p = 0; p < POSITIONS; p++) {
        compare("positional", &boards[p], NODE_DEPTH, true, ALPHABETA_BEST_FIRST);
        compare("positional", &boards[p], NODE_DEPTH, true, ALPHABETA_WORST_FIRST);
    }
}

static void a_large_tree_is_drawn_in_part_and_counted_whole(void **state) {
    (void)state;
    Shape shape;
    Board boards[POSITIONS];
    assert_true(shape_init(&shape, 8, 8, NULL));
    sample_game(&shape, boards);
    compare("mobility", &boards[2], 4, false, ALPHABETA_AS_PROGRAM);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_shows_the_tree_that_is_searched),
        cmocka_unit_test(other_orders_are_drawn_as_they_are_searched),
        cmocka_unit_test(a_large_tree_is_drawn_in_part_and_counted_whole),
    };
    return cmocka_run_group_tests(tests, start_jobs, stop_jobs);
}
