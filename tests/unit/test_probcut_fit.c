/* The error model of selective search is the least-squares fit of all that was measured, up to the
 * deepest search. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/boards.h"
#include "train/probcut_fit.h"

enum { LEAST_COUNT = 8, EXACT_FROM = 15 };

/* Half the derivative of the squared error by each term. */
typedef struct Slope {
    double by_term[EVAL_ERROR_TERMS];
    int cells;
} Slope;

static void add(Slope *slope, const ProbcutCell *cell, const double *terms, int deep, int shallow,
                int bucket) {
    if (cell->count < LEAST_COUNT) return;
    double x = (bucket * PROBCUT_FIT_BUCKET + PROBCUT_FIT_BUCKET / 2.0) / 64, said = 0;
    double row[EVAL_ERROR_TERMS] = {1, deep, shallow, x, x * x};
    for (int i = 0; i < EVAL_ERROR_TERMS; i++) said += terms[i] * row[i];
    double error = said - log(sqrt(cell->squares / cell->count));
    for (int i = 0; i < EVAL_ERROR_TERMS; i++) slope->by_term[i] += cell->count * error * row[i];
    slope->cells++;
}

/* At the best fit no term can be improved, but for the thousandth that keeps idle terms at 0. */
static void assert_best(const Slope *slope, const double *terms, const char *name) {
    for (int i = 0; i < EVAL_ERROR_TERMS; i++) {
        double left = slope->by_term[i] + 1e-3 * terms[i];
        if (fabs(left) > 1e-6) fail_msg("%s: term %d can be improved: %g", name, i, left);
    }
}

static void the_model_is_the_best_fit_of_all_cells(void **state) {
    (void)state;
    static ProbcutFit fit;
    Shape shape = shape_of(4, 7);
    Error error;
    Slope middle = {.cells = 0}, ending = {.cells = 0};
    ProbcutFitOptions options = {.threads = 1,
                                 .positions = 80,
                                 .depth = PROBCUT_FIT_MAX_DEPTH,
                                 .exact_from = EXACT_FROM,
                                 .seed = 3};
    if (!probcut_fit_run(&shape, "handmade", NULL, &options, NULL, NULL, &fit, &error))
        fail_msg("%s", error.text);
    for (int bucket = 0; bucket < PROBCUT_FIT_BUCKETS; bucket++)
        for (int shallow = 0; shallow <= PROBCUT_FIT_MAX_DEPTH; shallow++) {
            add(&ending, &fit.ending[bucket][shallow], fit.errors.ending, 0, shallow, bucket);
            for (int deep = shallow + 1; deep <= PROBCUT_FIT_MAX_DEPTH; deep++)
                add(&middle, &fit.middle[bucket][deep][shallow], fit.errors.middle, deep, shallow,
                    bucket);
        }
    assert_true(fit.ending[EXACT_FROM / PROBCUT_FIT_BUCKET][PROBCUT_FIT_MAX_DEPTH].count >=
                LEAST_COUNT);
    assert_true(middle.cells > 100 && ending.cells > 20);
    assert_best(&middle, fit.errors.middle, "middle");
    assert_best(&ending, fit.errors.ending, "ending");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_model_is_the_best_fit_of_all_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
