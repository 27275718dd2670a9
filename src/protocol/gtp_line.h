/* A line of GTP taken apart: "[id] command arguments", as liberal as the standard allows.
 *
 * Control characters vanish, tabs are blanks, a `#` begins a comment. Nothing here knows what the
 * commands mean. */
#ifndef PROTOCOL_GTP_LINE_H
#define PROTOCOL_GTP_LINE_H

#include "protocol/input.h"

enum { GTP_MAX_WORDS = 16, GTP_MAX_ID = 20 };

typedef struct GtpLine {
    char id[GTP_MAX_ID + 1];    /* digits, or "" */
    int count;                  /* words, the command among them; 0: nothing to answer */
    char *words[GTP_MAX_WORDS]; /* in `text`; words[0] is the command in lower case */
    bool has_more_words;
    bool is_cut; /* it went on beyond INPUT_LINE_SIZE */
    char text[INPUT_LINE_SIZE + 1];
} GtpLine;

/* Never fails. An id without a command gives the empty word as command. */
void gtp_line_parse(GtpLine *line, const char *bytes, size_t length, bool is_cut);

#endif
