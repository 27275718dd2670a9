/* The monotonic clock: all durations and deadlines within a process are measured with it, because
 * the wall clock can jump. Only the journal of jobs (jobs/queue_sqlite.c) notes the wall clock: its
 * leases must be comparable between processes and after a restart of the machine. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some fixed moment; never goes back. Any thread. */
int64_t clock_ns(void);

/* The same in seconds, for differences that people read. */
double clock_seconds(void);

/* Sleeps at least this long, through interruptions by signals. */
void clock_sleep_ns(int64_t ns);

#endif
