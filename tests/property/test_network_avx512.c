/* test_network.c once more, for the twin that processors with AVX-512 use. */
#if defined(__x86_64__) && !defined(__clang__)
#pragma GCC target("avx2,avx512f,avx512bw,avx512vl")
#define NEEDS_AVX512 1
#endif
#include "test_network.c"
