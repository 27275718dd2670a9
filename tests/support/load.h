/* Time in tests: how exact it can be here, and a machine that is busy with something else. */
#ifndef TESTS_SUPPORT_LOAD_H
#define TESTS_SUPPORT_LOAD_H

#include <stdbool.h>
#include <stdint.h>

/* Milliseconds of processor time that all threads of this process have used: how much work was
 * done, however crowded the machine. */
double load_cpu_ms(void);

/* A time that holds for the plain program, stretched where programs run slowly (effort.h). */
double load_patience(double ms);

/* As many spinning threads as there are processors. */
typedef struct Load Load;
Load *load_start(void);

/* The longest time for which one of the threads was kept from running since the last question, in
 * milliseconds. Where nothing else runs it is a few: more says that the machine itself stood still.
 */
double load_longest_gap(Load *load);

/* Ends it and returns how much of the machine other programs used meanwhile, from 0 to 1; 0 where
 * the system does not tell. */
double load_end(Load *load);

/* The value that `percent` of the numbers do not exceed; sorts them. */
double load_percentile(double *numbers, int count, double percent);

#endif
