/* Counts down main time and periods of a GTP clock, and shows them as a PlayerClock. */
#include "protocol/gtp_clock.h"

/* Of a move's share of a period, what is used: the controller's clock runs on while we answer. */
#define PERIOD_USED 0.9

void gtp_clock_set(GtpClock *clock, double main_seconds, double period, int stones) {
    clock->is_set = period <= 0 || stones > 0;
    clock->main_seconds = main_seconds > 0 ? main_seconds : 0;
    clock->period = period > 0 ? period : 0;
    clock->stones = period > 0 ? stones : 0;
    gtp_clock_restart(clock);
}

void gtp_clock_restart(GtpClock *clock) {
    bool begins_in_period = clock->main_seconds <= 0 && clock->stones > 0;
    clock->left = begins_in_period ? clock->period : clock->main_seconds;
    clock->stones_left = begins_in_period ? clock->stones : 0;
}

void gtp_clock_left(GtpClock *clock, double seconds, int stones) {
    clock->is_set = true;
    clock->left = seconds;
    clock->stones_left = stones;
}

void gtp_clock_spend(GtpClock *clock, double seconds) {
    if (!clock->is_set) return;
    clock->left -= seconds;
    if (clock->stones_left > 0) {
        if (--clock->stones_left == 0) {
            clock->left = clock->period;
            clock->stones_left = clock->stones;
        }
    } else if (clock->left <= 0 && clock->stones > 0) {
        clock->left = clock->period;
        clock->stones_left = clock->stones;
    }
}

PlayerClock gtp_clock_show(const GtpClock *clock) {
    PlayerClock shown = {.has_clock = false};
    if (!clock->is_set) return shown;
    if (clock->stones_left > 0) {
        shown.has_move_time = true;
        shown.move_seconds = clock->left / clock->stones_left * PERIOD_USED;
        return shown;
    }
    shown.has_clock = true;
    shown.clock_seconds = clock->left;
    if (clock->stones > 0) shown.increment_seconds = clock->period / clock->stones;
    return shown;
}
