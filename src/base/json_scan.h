/* Walking through JSON text without building anything.
 *
 * For messages whose form is known: the caller asks for what it expects next, and skips what it
 * does not need. Each function reads blanks, then its part; on failure it returns false with the
 * bare reason and the Scan stands at the byte that is wrong. Nesting is limited. */
#ifndef BASE_JSON_SCAN_H
#define BASE_JSON_SCAN_H

#include "base/scan.h"
#include "base/status.h"

enum { JSON_MAX_NESTING = 32 };

/* The next byte that is not a blank, without taking it; SCAN_END at the end. */
int json_peek(Scan *scan);

/* Takes one punctuation mark: { } [ ] : , */
bool json_take(Scan *scan, char mark, Error *error);

/* Takes a key and its colon. *key receives the bytes between the quotes as they stand there. */
bool json_key(Scan *scan, Scan *key, Error *error);
bool json_key_is(const Scan *key, const char *name);

/* Takes a string and writes it as UTF-8 without its escapes to `out`, which gets at most `size`
 * bytes and no NUL; *length is what was written. What does not fit is cut. */
bool json_take_string(Scan *scan, char *out, size_t size, size_t *length, Error *error);

/* Takes a whole number within [min, max]. */
bool json_whole(Scan *scan, int min, int max, int *out, Error *error);

/* Takes any value. */
bool json_skip(Scan *scan, Error *error);

/* After a member or an element: takes a comma and returns true, or takes `close` and returns
 * false. Anything else fails, and *ok becomes false. */
bool json_more(Scan *scan, char close, bool *ok, Error *error);

#endif
