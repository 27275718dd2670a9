/* The gains of the approximation, the signs of each pair, and the steps. */
#include "train/tune/spsa.h"

#include <math.h>
#include <string.h>

#include "base/random.h"

/* Spall's exponents, and the pairs (a share of all) after which steps begin to shrink. */
static const double step_exponent = 0.602, perturbation_exponent = 0.101, stability_share = 0.1;

void spsa_init(Spsa *spsa, const SpsaRange *ranges, int count, uint64_t pairs, double rate,
               uint64_t seed) {
    *spsa = (Spsa){.count = count, .seed = seed, .pairs = pairs, .rate = rate};
    memcpy(spsa->ranges, ranges, (size_t)count * sizeof *ranges);
    for (int i = 0; i < count; i++) spsa->values[i] = ranges[i].start;
}

/* How far value `i` is moved up or down for this pair: more at first, `step` at the end. */
static double perturbation(const Spsa *spsa, int i, uint64_t pair) {
    double share = (double)spsa->pairs / (double)(pair + 1);
    return spsa->ranges[i].step * pow(share, perturbation_exponent);
}

/* By which share of its perturbation a value moves after this pair. */
static double gain(const Spsa *spsa, uint64_t pair) {
    double all = (double)spsa->pairs, extra = stability_share * all;
    double share = (extra + all) / (extra + (double)pair + 1);
    return spsa->rate * pow(share, step_exponent) *
           pow((double)(pair + 1) / all, 2 * perturbation_exponent);
}

static Random random_of(const Spsa *spsa, uint64_t pair) {
    return random_seeded(random_mix(spsa->seed) + pair);
}

static int sign_of(Random *random) {
    return random_next(random) >> 63 ? 1 : -1;
}

static double clamped(const SpsaRange *range, double value) {
    return fmin(fmax(value, range->least), range->most);
}

void spsa_perturb(const Spsa *spsa, uint64_t pair, int *plus, int *minus) {
    Random random = random_of(spsa, pair);
    int signs[SPSA_MAX_VALUES];
    for (int i = 0; i < spsa->count; i++) signs[i] = sign_of(&random);
    for (int i = 0; i < spsa->count; i++) {
        const SpsaRange *range = &spsa->ranges[i];
        double by = signs[i] * perturbation(spsa, i, pair), round = random_unit(&random);
        plus[i] = (int)floor(clamped(range, spsa->values[i] + by) + round);
        minus[i] = (int)floor(clamped(range, spsa->values[i] - by) + round);
        if (plus[i] > range->most) plus[i] = range->most;
        if (minus[i] > range->most) minus[i] = range->most;
    }
}

void spsa_update(Spsa *spsa, uint64_t pair, int score) {
    Random random = random_of(spsa, pair);
    double share = gain(spsa, pair) * score;
    for (int i = 0; i < spsa->count; i++) {
        double by = share * sign_of(&random) * perturbation(spsa, i, pair);
        spsa->values[i] = clamped(&spsa->ranges[i], spsa->values[i] + by);
    }
}
