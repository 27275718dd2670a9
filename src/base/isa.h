/* Which instruction set the hot code may use.
 *
 * Files named *_kernel.c are compiled once per isa and board layout; every subsystem that has
 * such files keeps one table of functions per isa, and this module says which one to take. */
#ifndef BASE_ISA_H
#define BASE_ISA_H

#include <stdbool.h>

#include "base/status.h"

typedef enum Isa {
    ISA_BASE, /* what every machine of the architecture has */
    ISA_V2,   /* x86-64-v2: SSE4.2, POPCNT (Nehalem and later) */
    ISA_V3,   /* x86-64-v3: AVX2, BMI2, LZCNT (Haswell, Zen and later) */
    ISA_V4,   /* x86-64-v4: AVX-512 F, BW, CD, DQ, VL (Skylake-X, Zen 4 and later) */
    ISA_COUNT,
} Isa;

/* "base", "v2", "v3", "v4". */
const char *isa_name(Isa isa);

/* Whether the program was built with this isa and the processor can run it. */
bool isa_available(Isa isa);

/* The highest available isa; or the one that the environment variable BIANCA_ISA names, which
 * fails if there is no such isa or it is not available here. */
bool isa_choose(Isa *isa, Error *error);

/* The same for callers that cannot report: a bad BIANCA_ISA is ignored. */
Isa isa_best(void);

/* Whether this processor gathers bits (pext, part of v3) fast. AMD's before Zen 3, and Hygon's that
 * are built like them, take hundreds of cycles. */
bool isa_gathers_fast(void);

/* The same of a processor with that maker, as cpuid has it, and family. */
bool isa_family_gathers_fast(const char *maker, unsigned family);

#endif
