/* How messages name a byte that a reader did not expect, and its place. */
#include "base/scan.h"

#include <stdio.h>
#include <string.h>

ScanText scan_byte_text(int byte) {
    ScanText shown;
    if (byte == SCAN_END)
        snprintf(shown.text, sizeof shown.text, "the end");
    else if (byte > ' ' && byte < 127)
        snprintf(shown.text, sizeof shown.text, "'%c'", byte);
    else if (byte > 127)
        snprintf(shown.text, sizeof shown.text, "a character outside of ASCII");
    else if (byte == '\n' || byte == '\r')
        snprintf(shown.text, sizeof shown.text, "the end of the line");
    else if (scan_is_blank(byte))
        snprintf(shown.text, sizeof shown.text, "a blank");
    else
        snprintf(shown.text, sizeof shown.text, "control character 0x%02x", (unsigned)byte & 0xff);
    return shown;
}

void scan_place(const Scan *scan, int *line, int *column) {
    *line = *column = 1;
    for (size_t i = 0; i < scan->at && i < scan->length; i++) {
        bool is_inside = (scan->bytes[i] & 0xC0) == 0x80; // not the first byte of its character
        if (scan->bytes[i] == '\n')
            ++*line, *column = 1;
        else if (!is_inside)
            ++*column;
    }
}

ScanText scan_place_text(const Scan *scan) {
    ScanText place;
    int line, column;
    scan_place(scan, &line, &column);
    const char *newline =
        scan->length > 0 ? (const char *)memchr(scan->bytes, '\n', scan->length) : NULL;
    if (scan->at >= scan->length)
        snprintf(place.text, sizeof place.text, "at the end");
    else if (newline == NULL || newline + 1 == scan->bytes + scan->length)
        snprintf(place.text, sizeof place.text, "character %d", column);
    else
        snprintf(place.text, sizeof place.text, "line %d, column %d", line, column);
    return place;
}
