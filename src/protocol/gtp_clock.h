/* The clock of one side as GTP describes it: main time, then periods of some seconds for some
 * moves each. */
#ifndef PROTOCOL_GTP_CLOCK_H
#define PROTOCOL_GTP_CLOCK_H

#include "engine/player.h"

typedef struct GtpClock {
    bool is_set; /* false: no limit */
    double main_seconds, period;
    int stones;      /* moves in one period; 0: there are no periods */
    double left;     /* of the main time, or of this period if stones_left > 0 */
    int stones_left; /* moves still to make in this period; 0: in the main time */
} GtpClock;

/* time_settings: a period without moves means that there is no limit at all. */
void gtp_clock_set(GtpClock *clock, double main_seconds, double period, int stones);

/* A new game with the same settings. */
void gtp_clock_restart(GtpClock *clock);

/* time_left: `stones` is 0 in the main time. */
void gtp_clock_left(GtpClock *clock, double seconds, int stones);

/* A move took that long. Controllers correct us with time_left; some never do. */
void gtp_clock_spend(GtpClock *clock, double seconds);

/* What the clock shows before a move. */
PlayerClock gtp_clock_show(const GtpClock *clock);

#endif
