/* See isa.h. */
#include "base/isa.h"

#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

static const char *const names[ISA_LEVELS] = {"base", "v2", "v3", "v4"};

const char *isa_name(IsaLevel level) {
    return level < ISA_LEVELS ? names[level] : "unknown";
}

static bool is_built(IsaLevel level) {
    switch (level) {
#ifdef HAVE_LEVEL_base
    case ISA_BASE: return true;
#endif
#ifdef HAVE_LEVEL_v2
    case ISA_V2: return true;
#endif
#ifdef HAVE_LEVEL_v3
    case ISA_V3: return true;
#endif
#ifdef HAVE_LEVEL_v4
    case ISA_V4: return true;
#endif
    default: return false;
    }
}

#if defined(__x86_64__)
/* Asked feature by feature, because the compilers' names for whole levels are newer than gcc 11
 * and clang 14. The run-time library also checks that the system saves the wide registers. */
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

static bool is_runnable(IsaLevel level) {
    __builtin_cpu_init();
    switch (level) {
    case ISA_BASE: return true;
    case ISA_V2: return has_v2();
    case ISA_V3: return has_v3();
    case ISA_V4: return has_v4();
    default: return false;
    }
}
#else
static bool is_runnable(IsaLevel level) {
    return level == ISA_BASE;
}
#endif

bool isa_available(IsaLevel level) {
    return is_built(level) && is_runnable(level);
}

static IsaLevel highest(void) {
    int level = ISA_LEVELS - 1;
    while (level > 0 && !isa_available((IsaLevel)level)) level--;
    return (IsaLevel)level;
}

bool isa_choose(IsaLevel *level, Error *error) {
    const char *wish = getenv("BIANCA_ISA");
    if (!wish || !*wish) {
        *level = highest();
        return true;
    }
    for (int i = 0; i < ISA_LEVELS; i++) {
        if (strcmp(wish, names[i]) != 0) continue;
        if (!isa_available((IsaLevel)i)) {
            error_set(error, STATUS_UNSUPPORTED, "BIANCA_ISA=%s: this %s does not have that level",
                      wish, is_built((IsaLevel)i) ? "processor" : "program");
            return false;
        }
        *level = (IsaLevel)i;
        return true;
    }
    error_set(error, STATUS_BAD_INPUT, "BIANCA_ISA=%.32s: the levels are base, v2, v3, v4", wish);
    return false;
}

IsaLevel isa_best(void) {
    IsaLevel level;
    return isa_choose(&level, NULL) ? level : highest();
}
