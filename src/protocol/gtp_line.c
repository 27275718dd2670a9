/* Cleans a line of GTP, splits it into words and takes its id off. */
#include "protocol/gtp_line.h"

#include <string.h>

#include "base/scan.h"

/* Copies what counts to line->text. */
static void clean(GtpLine *line, const char *bytes, size_t length, bool is_cut) {
    size_t kept = 0;
    line->is_cut = is_cut || length > INPUT_LINE_SIZE;
    if (length > INPUT_LINE_SIZE) length = INPUT_LINE_SIZE;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '#') {
            line->is_cut = false; /* the rest is comment */
            break;
        }
        if (byte == '\t') byte = ' ';
        if (byte >= ' ' && byte != 127) line->text[kept++] = (char)byte;
    }
    line->text[kept] = '\0';
}

static void split(GtpLine *line) {
    char *at = line->text;
    line->count = 0;
    line->has_more_words = false;
    for (;;) {
        at += strspn(at, " ");
        if (!*at) return;
        if (line->count == GTP_MAX_WORDS) {
            line->has_more_words = true;
            return;
        }
        line->words[line->count++] = at;
        at += strcspn(at, " ");
        if (*at) *at++ = '\0';
    }
}

/* Takes the first word as the id if it is a number. */
static void take_id(GtpLine *line) {
    line->id[0] = '\0';
    if (line->count == 0) return;
    size_t digits = strspn(line->words[0], "0123456789");
    if (digits == 0 || digits > GTP_MAX_ID || line->words[0][digits]) return;
    memcpy(line->id, line->words[0], digits + 1);
    line->count--;
    memmove(line->words, line->words + 1, (size_t)line->count * sizeof line->words[0]);
    if (line->count == 0) {
        line->words[0] = line->id + digits; /* an empty word */
        line->count = 1;
    }
}

void gtp_line_parse(GtpLine *line, const char *bytes, size_t length, bool is_cut) {
    clean(line, bytes, length, is_cut);
    split(line);
    take_id(line);
    if (line->count == 0) return;
    for (char *at = line->words[0]; *at; at++) *at = (char)scan_lower(*at);
}
