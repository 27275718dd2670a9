/* How hard a test tries. */
#ifndef TESTS_SUPPORT_EFFORT_H
#define TESTS_SUPPORT_EFFORT_H

/* The number of rounds for a test that takes `rounds` at most: fewer in `make test` and where
 * programs run slowly (sanitizers, emulators), as the environment variable TEST_PERCENT says. At
 * least 1. */
long effort_rounds(long rounds);

#endif
