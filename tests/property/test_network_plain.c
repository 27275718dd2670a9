/* test_network.c once more, for the form without vectors that tools/make-bot takes. Its 16 bits
 * go through int, and whoever compiles a bot does not ask for these warnings. */
#pragma GCC diagnostic ignored "-Wconversion"
#define PATTERN_PLAIN 1
#include "test_network.c"
