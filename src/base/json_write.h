/* Writes JSON strings. What it writes is also safe inside an HTML <script> element. */
#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include <stdio.h>

#include "base/text.h"

enum { JSON_MAX_ESCAPE = 6 /* bytes that a byte of a string becomes at most */ };

/* Writes a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD. A '<' before '/' or
 * '!' is escaped, so that no text ends a script or begins a comment in it. */
void json_write_string(FILE *out, const char *text);
void json_text_string(Text *out, const char *text);

#endif
