/* Bradley-Terry ratings by Newton's method on the log-likelihood. */
#include "arena/tournament/ratings.h"

#include <math.h>
#include <stdlib.h>

#define Z95             1.959963984540054
#define ELO_SCALE       (400 / M_LN10)
#define IMAGINARY_GAMES 1.0
#define STEP_LIMIT      2.0 /* in units of ELO_SCALE: keeps Newton's method from overshooting */
#define PRECISION       1e-10
enum { MAX_STEPS = 200 };

/* Inverts a symmetric positive definite matrix, which is destroyed. */
static void invert(int count, double *matrix, double *inverse) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) inverse[i * count + j] = i == j;
    for (int pivot = 0; pivot < count; pivot++) {
        double scale = 1 / matrix[pivot * count + pivot];
        for (int j = 0; j < count; j++) {
            matrix[pivot * count + j] *= scale;
            inverse[pivot * count + j] *= scale;
        }
        for (int i = 0; i < count; i++) {
            double factor = matrix[i * count + pivot];
            if (i == pivot || factor == 0) continue;
            for (int j = 0; j < count; j++) {
                matrix[i * count + j] -= factor * matrix[pivot * count + j];
                inverse[i * count + j] -= factor * inverse[pivot * count + j];
            }
        }
    }
}

/* The gradient of the log-likelihood, and minus its Hessian, at strengths s. */
static void differentiate(int count, const double *scores, const double *s, double *gradient,
                          double *hessian) {
    for (int i = 0; i < count * count; i++) hessian[i] = 0;
    for (int i = 0; i < count; i++) {
        double expected = 1 / (1 + exp(-s[i]));
        gradient[i] = IMAGINARY_GAMES * (0.5 - expected);
        hessian[i * count + i] = IMAGINARY_GAMES * expected * (1 - expected);
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            double games = scores[i * count + j] + scores[j * count + i];
            if (i == j || games == 0) continue;
            double expected = 1 / (1 + exp(s[j] - s[i]));
            double weight = games * expected * (1 - expected);
            gradient[i] += scores[i * count + j] - games * expected;
            hessian[i * count + i] += weight;
            hessian[i * count + j] -= weight;
        }
    }
}

static double improve(int count, const double *gradient, const double *inverse, double *s) {
    double largest = 0;
    for (int i = 0; i < count; i++) {
        double step = 0;
        for (int j = 0; j < count; j++) step += inverse[i * count + j] * gradient[j];
        step = fmax(-STEP_LIMIT, fmin(STEP_LIMIT, step));
        s[i] += step;
        largest = fmax(largest, fabs(step));
    }
    return largest;
}

/* The variance of player i's strength against the average of all: what is unsure about the whole
 * group at once does not count. */
static double variance_of(int count, const double *inverse, int player) {
    double with_all = 0, all = 0;
    for (int i = 0; i < count; i++) {
        with_all += inverse[player * count + i] / count;
        for (int j = 0; j < count; j++) all += inverse[i * count + j] / count / count;
    }
    return fmax(inverse[player * count + player] - 2 * with_all + all, 0);
}

bool ratings_fit(int count, const double *scores, Rating *ratings, Error *error) {
    size_t square = (size_t)count * (size_t)count;
    double *memory = calloc(2 * square + 2 * (size_t)count, sizeof *memory);
    if (memory == NULL) {
        error_set(error, STATUS_NO_MEMORY, "ratings: no memory for %d players", count);
        return false;
    }
    double *hessian = memory, *inverse = memory + square;
    double *gradient = memory + 2 * square, *s = gradient + count;
    for (int step = 0; step < MAX_STEPS; step++) {
        differentiate(count, scores, s, gradient, hessian);
        invert(count, hessian, inverse);
        if (improve(count, gradient, inverse, s) < PRECISION) break;
    }
    double mean = 0;
    for (int i = 0; i < count; i++) mean += s[i] / count;
    for (int i = 0; i < count; i++)
        ratings[i] = (Rating){.elo = (s[i] - mean) * ELO_SCALE,
                              .margin = Z95 * ELO_SCALE * sqrt(variance_of(count, inverse, i))};
    free(memory);
    return true;
}
