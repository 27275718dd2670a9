/* Reading text byte by byte within bounds.
 *
 * A Scan looks at bytes that someone else owns and that need not end with NUL. Past the end it
 * reads as SCAN_END, so a parser needs no length checks of its own: scan_peek is the only place
 * that touches the bytes. */
#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

enum { SCAN_END = -1 };

typedef struct Scan {
    const char *bytes;
    size_t length;
    size_t at;
} Scan;

/* The byte `ahead` places further on as 0 .. 255, or SCAN_END. */
static inline int scan_peek(const Scan *scan, size_t ahead) {
    if (ahead >= scan->length - scan->at) return SCAN_END;
    return (unsigned char)scan->bytes[scan->at + ahead];
}

static inline bool scan_is_end(const Scan *scan) {
    return scan->at >= scan->length;
}

/* ASCII only, whatever the locale is. */
static inline bool scan_is_blank(int byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static inline bool scan_is_digit(int byte) {
    return byte >= '0' && byte <= '9';
}

static inline bool scan_is_letter(int byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static inline int scan_lower(int byte) {
    return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}

static inline void scan_skip_blanks(Scan *scan) {
    while (scan_is_blank(scan_peek(scan, 0))) scan->at++;
}

typedef struct ScanText {
    char text[40];
} ScanText;

/* A byte as an error message shows it: "'x'", "a blank", "the end". */
ScanText scan_byte_text(int byte);

/* Line and column where the Scan stands, for people: counted from 1, in characters of UTF-8. */
void scan_place(const Scan *scan, int *line, int *column);

/* The same as an error message says it: "character 3" of a single line, "line 2, column 3" of a
 * longer text, "at the end". */
ScanText scan_place_text(const Scan *scan);

#endif
