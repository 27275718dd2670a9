/* Text written into a buffer that is the caller's.
 *
 * A Text never writes beyond its buffer, always ends what fits with a NUL, and counts what
 * would have been written had the buffer been large enough: the contract of snprintf, over many
 * calls. A caller that does not know the size in advance writes twice, first into no buffer at all.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stddef.h>

typedef struct Text {
    char *bytes;   /* may be NULL if size is 0 */
    size_t size;   /* of the buffer, with the NUL */
    size_t length; /* of the whole text, without the NUL; what fits is at most size - 1 */
} Text;

/* An empty text in `buffer`. */
Text text_into(char *buffer, size_t size);

void text_byte(Text *text, char byte);
void text_string(Text *text, const char *string);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Replaces every byte that is not printable ASCII by '?'. */
void text_make_printable(char *string);

#endif
