/* Appends to a buffer with the contract of snprintf. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

Text text_into(char *buffer, size_t size) {
    if (size > 0) buffer[0] = '\0';
    return (Text){buffer, size, 0};
}

void text_byte(Text *text, char byte) {
    if (text->length + 1 < text->size) {
        text->bytes[text->length] = byte;
        text->bytes[text->length + 1] = '\0';
    }
    text->length++;
}

void text_string(Text *text, const char *string) {
    while (*string != '\0') text_byte(text, *string++);
}

void text_format(Text *text, const char *format, ...) {
    size_t room = text->length < text->size ? text->size - text->length : 0;
    va_list args;
    va_start(args, format);
    int wanted = vsnprintf(room > 0 ? text->bytes + text->length : NULL, room, format, args);
    va_end(args);
    if (wanted > 0) text->length += (size_t)wanted;
}

void text_make_printable(char *string) {
    for (; *string != '\0'; string++)
        if (*string < ' ' || *string > '~') *string = '?';
}
