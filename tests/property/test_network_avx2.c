/* test_network.c once more, for the twin that processors with AVX2 use. */
#if defined(__x86_64__) && !defined(__clang__)
#pragma GCC target("avx2")
#define NEEDS_AVX2 1
#endif
#include "test_network.c"
