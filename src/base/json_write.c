/* JSON strings from any bytes: what is not UTF-8 is replaced, what has a meaning is escaped. */
#include "base/json_write.h"

#include <string.h>

#include "base/utf8.h"

/* One character of a string as JSON. */
typedef struct Piece {
    char text[8];
    int used; /* bytes of the string that it stands for */
} Piece;

/* The ASCII byte at `text`; the one after it may change its form. */
static void escape_byte(Piece *piece, const char *text) {
    char byte = text[0];
    bool ends_script = byte == '<' && (text[1] == '/' || text[1] == '!');
    static const char special[] = "\"\\\n\r\t", letters[] = "\"\\nrt";
    const char *found = strchr(special, byte);
    if (found)
        snprintf(piece->text, sizeof piece->text, "\\%c", letters[found - special]);
    else if (byte < ' ' || byte == 0x7F || ends_script)
        snprintf(piece->text, sizeof piece->text, "\\u%04x", byte);
    else
        snprintf(piece->text, sizeof piece->text, "%c", byte);
}

/* The first character of `text`, which is not empty. */
static Piece escape(const char *text) {
    int length = utf8_length(text);
    Piece piece = {.used = length > 0 ? length : 1};
    if (length == 0)
        strcpy(piece.text, "\\ufffd");
    else if (length == 1)
        escape_byte(&piece, text);
    else
        memcpy(piece.text, text, (size_t)length);
    return piece;
}

void json_write_string(FILE *out, const char *text) {
    putc('"', out);
    while (*text != '\0') {
        Piece piece = escape(text);
        fputs(piece.text, out);
        text += piece.used;
    }
    putc('"', out);
}

void json_text_string(Text *out, const char *text) {
    text_byte(out, '"');
    while (*text != '\0') {
        Piece piece = escape(text);
        text_string(out, piece.text);
        text += piece.used;
    }
    text_byte(out, '"');
}
