/* JSON strings from any bytes: what is not UTF-8 is replaced, what has a meaning is escaped. */
#include "base/json_write.h"

#include "base/utf8.h"

/* Writes the ASCII byte at `text`; the one after it may change its form. */
static void write_byte(FILE *out, const char *text) {
    char byte = text[0];
    bool ends_script = byte == '<' && (text[1] == '/' || text[1] == '!');
    switch (byte) {
    case '"': fputs("\\\"", out); break;
    case '\\': fputs("\\\\", out); break;
    case '\n': fputs("\\n", out); break;
    case '\r': fputs("\\r", out); break;
    case '\t': fputs("\\t", out); break;
    default:
        if (byte < ' ' || byte == 0x7F || ends_script)
            fprintf(out, "\\u%04x", byte);
        else
            putc(byte, out);
    }
}

void json_write_string(FILE *out, const char *text) {
    putc('"', out);
    while (*text != '\0') {
        int length = utf8_length(text);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (length == 1)
            write_byte(out, text);
        else
            fwrite(text, 1, (size_t)length, out);
        text += length > 0 ? length : 1;
    }
    putc('"', out);
}
