/* See line.h. */
#include "protocol/line.h"

LineRead line_read(FILE *in, char *buffer, size_t size, size_t *length) {
    size_t count = 0;
    int byte;
    while ((byte = getc(in)) != EOF && byte != '\n') {
        if (count < size) buffer[count] = (char)byte;
        count++;
    }
    if (byte == EOF && ferror(in)) return LINE_FAILED;
    if (byte == EOF && count == 0) return LINE_END;
    *length = count < size ? count : size;
    return count > size ? LINE_CUT : LINE_READ;
}
