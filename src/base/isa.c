/* Asks the processor for its instruction sets and chooses the best that was built. */
#include "base/isa.h"

#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

static const char *const names[ISA_COUNT] = {"base", "v2", "v3", "v4"};

const char *isa_name(Isa isa) {
    return isa < ISA_COUNT ? names[isa] : "unknown";
}

static bool is_built(Isa isa) {
    switch (isa) {
#ifdef HAVE_ISA_base
    case ISA_BASE: return true;
#endif
#ifdef HAVE_ISA_v2
    case ISA_V2: return true;
#endif
#ifdef HAVE_ISA_v3
    case ISA_V3: return true;
#endif
#ifdef HAVE_ISA_v4
    case ISA_V4: return true;
#endif
    default: return false;
    }
}

#if defined(__x86_64__)
/* Tests feature by feature, because the compilers' names for whole instruction sets are newer than
 * gcc 11 and clang 14. The run-time library also checks that the system saves the wide registers.
 */
static bool has_v2(void) {
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("ssse3") &&
           __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2");
}

/* LZCNT, MOVBE and F16C belong to v3 as well, and clang 14 has no names for them. On a processor
 * without LZCNT the instruction does not even fail: it counts from the other end. */
static bool has_rest_of_v3(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_MOVBE) || !(c & bit_F16C)) return false;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT);
}

static bool has_v3(void) {
    return has_v2() && has_rest_of_v3() && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("fma");
}

static bool has_v4(void) {
    return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

static bool is_runnable(Isa isa) {
    __builtin_cpu_init();
    switch (isa) {
    case ISA_BASE: return true;
    case ISA_V2: return has_v2();
    case ISA_V3: return has_v3();
    case ISA_V4: return has_v4();
    default: return false;
    }
}

bool isa_gathers_fast(void) {
    enum { FAMILY_SHIFT = 8, FAMILY_MASK = 15, MORE_SHIFT = 20, MORE_MASK = 255 };
    unsigned a, b, c, d;
    char maker[13] = "";
    if (!has_v3() || !__get_cpuid(0, &a, &b, &c, &d)) return false;
    memcpy(maker, &b, 4), memcpy(maker + 4, &d, 4), memcpy(maker + 8, &c, 4);
    if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
    unsigned family = a >> FAMILY_SHIFT & FAMILY_MASK;
    if (family == FAMILY_MASK) family += a >> MORE_SHIFT & MORE_MASK;
    return isa_family_gathers_fast(maker, family);
}
#else
static bool is_runnable(Isa isa) {
    return isa == ISA_BASE;
}

bool isa_gathers_fast(void) {
    return false;
}
#endif

bool isa_family_gathers_fast(const char *maker, unsigned family) {
    enum { ZEN_3 = 0x19 };
    bool is_amd = strcmp(maker, "AuthenticAMD") == 0 || strcmp(maker, "HygonGenuine") == 0;
    return !is_amd || family >= ZEN_3;
}

bool isa_available(Isa isa) {
    return is_built(isa) && is_runnable(isa);
}

static Isa highest(void) {
    int isa = ISA_COUNT - 1;
    while (isa > 0 && !isa_available((Isa)isa)) isa--;
    return (Isa)isa;
}

bool isa_choose(Isa *isa, Error *error) {
    const char *wish = getenv("BIANCA_ISA");
    if (!wish || !*wish) {
        *isa = highest();
        return true;
    }
    for (int i = 0; i < ISA_COUNT; i++) {
        if (strcmp(wish, names[i]) != 0) continue;
        if (!isa_available((Isa)i)) {
            error_set(error, STATUS_UNSUPPORTED,
                      "BIANCA_ISA=%s: this %s does not have that instruction set", wish,
                      is_built((Isa)i) ? "processor" : "program");
            return false;
        }
        *isa = (Isa)i;
        return true;
    }
    error_set(error, STATUS_BAD_INPUT,
              "BIANCA_ISA=%.32s: the instruction sets are base, v2, v3, v4", wish);
    return false;
}

Isa isa_best(void) {
    Isa isa;
    return isa_choose(&isa, NULL) ? isa : highest();
}
