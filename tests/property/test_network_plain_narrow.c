/* test_network_plain.c once more, for single-file bots with embeddings of 32 numbers. */
#define NETWORK_NARROW 1
#include "test_network_plain.c"
