/* SHA-256 (FIPS 180-4): names things by what is in them, where two different ones must never share
 * a name. Checksums of files have a quicker function in base/bytes.h. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32, SHA256_BLOCK = 64 };

typedef struct Sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[SHA256_BLOCK];
} Sha256;

void sha256_init(Sha256 *sha);
void sha256_add(Sha256 *sha, const void *bytes, size_t length);
/* The digest of all that was added; *sha must be initialised again before its next use. */
void sha256_end(Sha256 *sha, uint8_t digest[SHA256_SIZE]);

#endif
