/* The time policy in numbers: what is kept back, and which share of the clock one move gets. */
#include "engine/time.h"

static const double ns_per_second = 1e9;
static const double longest = 1e9; /* seconds; keeps absurd clocks inside an int64_t */

/* What is never spent, in seconds: the larger of a fixed part and a share. Measured with both cores
 * busy: a thread that is ready to run waits a few milliseconds for its turn. */
static const double margin_fixed = 0.004, margin_share = 0.02;

/* Moves that matter end where the solver takes over; from there on moves cost next to nothing. */
enum { SOLVED_EMPTIES = 18, MIN_MOVES = 2 };
static const double max_target_ratio = 4.0; /* times the target, at most */
static const double max_clock_share = 0.4;  /* of what is left, at most */

static double without_margin(double seconds) {
    if (seconds > longest) seconds = longest;
    double margin = seconds * margin_share;
    if (margin < margin_fixed) margin = margin_fixed;
    return seconds > margin ? seconds - margin : 0;
}

static int64_t moment(int64_t now_ns, double seconds) {
    if (!(seconds < longest)) seconds = longest;
    int64_t at = now_ns + (int64_t)(seconds * ns_per_second);
    return at > 0 ? at : 1; /* 0 would mean "no limit" */
}

static void set_deadline(SearchLimits *limits, int64_t at) {
    if (!limits->deadline_ns || at < limits->deadline_ns) limits->deadline_ns = at;
}

void time_for_move(int64_t now_ns, double seconds, SearchLimits *limits) {
    set_deadline(limits, moment(now_ns, without_margin(seconds > 0 ? seconds : 0)));
}

void time_for_game(int64_t now_ns, double seconds, double increment, int empties,
                   SearchLimits *limits) {
    double left = without_margin(seconds > 0 ? seconds : 0);
    double moves = (empties - SOLVED_EMPTIES) / 2.0;
    if (moves < MIN_MOVES) moves = MIN_MOVES;
    double target = left / moves + (increment > 0 ? increment * 0.8 : 0);
    double max = target * max_target_ratio;
    if (max > left * max_clock_share) max = left * max_clock_share;
    if (target > max) target = max;
    set_deadline(limits, moment(now_ns, max));
    limits->soft_ns = moment(now_ns, target);
}
