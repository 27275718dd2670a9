/* Reads JSON token by token within bounds (RFC 8259). */
#include "base/json_scan.h"

#include <string.h>

#include "base/utf8.h"

static bool refuse(const Scan *scan, Error *error, const char *expected) {
    error_set(error, STATUS_BAD_INPUT, "expected %s, not %s", expected,
              scan_byte_text(scan_peek(scan, 0)).text);
    return false;
}

int json_peek(Scan *scan) {
    scan_skip_blanks(scan);
    return scan_peek(scan, 0);
}

bool json_take(Scan *scan, char mark, Error *error) {
    char expected[] = {'\'', mark, '\'', '\0'};
    if (json_peek(scan) != mark) return refuse(scan, error, expected);
    scan->at++;
    return true;
}

bool json_more(Scan *scan, char close, bool *ok, Error *error) {
    int byte = json_peek(scan);
    *ok = byte == ',' || byte == close;
    if (!*ok) return refuse(scan, error, close == '}' ? "',' or '}'" : "',' or ']'");
    scan->at++;
    return byte == ',';
}

static bool skip_escape(Scan *scan, Error *error) {
    int byte = scan_peek(scan, 0);
    if (byte == SCAN_END || !strchr("\"\\/bfnrtu", byte) || byte == 0)
        return refuse(scan, error, "an escape");
    scan->at++;
    for (int digits = byte == 'u' ? 4 : 0; digits > 0; digits--) {
        int digit = scan_lower(scan_peek(scan, 0));
        if (!scan_is_digit(digit) && !(digit >= 'a' && digit <= 'f'))
            return refuse(scan, error, "a hexadecimal digit");
        scan->at++;
    }
    return true;
}

/* Takes a string; *text is what stands between the quotes. */
static bool take_string(Scan *scan, Scan *text, Error *error) {
    if (json_peek(scan) != '"') return refuse(scan, error, "a string");
    size_t begin = ++scan->at;
    for (;;) {
        int byte = scan_peek(scan, 0);
        if (byte == SCAN_END || byte < ' ') return refuse(scan, error, "the end of the string");
        scan->at++;
        if (byte == '"') break;
        if (byte == '\\' && !skip_escape(scan, error)) return false;
    }
    *text = (Scan){scan->bytes + begin, scan->at - 1 - begin, 0};
    return true;
}

bool json_key(Scan *scan, Scan *key, Error *error) {
    return take_string(scan, key, error) && json_take(scan, ':', error);
}

bool json_key_is(const Scan *key, const char *name) {
    return key->length == strlen(name) && memcmp(key->bytes, name, key->length) == 0;
}

static int hex4(const char *at) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
        int digit = scan_lower(at[i]);
        value = 16 * value + (scan_is_digit(digit) ? digit - '0' : digit - 'a' + 10);
    }
    return value;
}

/* The character of an escape whose backslash is at `at`; moves `at` past it. Half of a surrogate
 * pair becomes U+FFFD. */
static int unescape(const Scan *text, size_t *at) {
    static const char letters[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    const char *escape = text->bytes + *at + 1;
    *at += 2;
    if (*escape != 'u') {
        const char *letter = strchr(letters, *escape);
        return letter != NULL ? meanings[letter - letters] : *escape;
    }
    int code = hex4(escape + 1);
    *at += 4;
    if (code < 0xD800 || code > 0xDFFF) return code;
    bool has_second = code < 0xDC00 && text->length - *at >= 6 && text->bytes[*at] == '\\' &&
                      text->bytes[*at + 1] == 'u';
    int second = has_second ? hex4(text->bytes + *at + 2) : 0;
    if (second < 0xDC00 || second > 0xDFFF) return 0xFFFD;
    *at += 6;
    return 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
}

bool json_take_string(Scan *scan, char *out, size_t size, size_t *length, Error *error) {
    Scan text;
    if (!take_string(scan, &text, error)) return false;
    size_t used = 0;
    for (size_t at = 0; at < text.length;) {
        char piece[4] = {text.bytes[at]};
        size_t count = 1;
        if (piece[0] == '\\')
            count = (size_t)utf8_encode(unescape(&text, &at), piece);
        else
            at++;
        if (used + count > size) break;
        memcpy(out + used, piece, count);
        used += count;
    }
    *length = used;
    return true;
}

bool json_whole(Scan *scan, int min, int max, int *out, Error *error) {
    json_peek(scan);
    size_t begin = scan->at;
    bool is_negative = scan_peek(scan, 0) == '-';
    if (is_negative) scan->at++;
    if (!scan_is_digit(scan_peek(scan, 0))) return refuse(scan, error, "a whole number");
    long long value = 0;
    while (scan_is_digit(scan_peek(scan, 0)) && value <= 1LL << 32)
        value = value * 10 + scan_peek(scan, 0) - '0', scan->at++;
    if (is_negative) value = -value;
    int next = scan_lower(scan_peek(scan, 0));
    if (next == '.' || next == 'e') return refuse(scan, error, "a whole number");
    if (value < min || value > max) {
        scan->at = begin;
        error_set(error, STATUS_BAD_INPUT, "expected a number from %d to %d", min, max);
        return false;
    }
    *out = (int)value;
    return true;
}

static bool skip_digits(Scan *scan, Error *error) {
    if (!scan_is_digit(scan_peek(scan, 0))) return refuse(scan, error, "a digit");
    while (scan_is_digit(scan_peek(scan, 0))) scan->at++;
    return true;
}

static bool skip_number(Scan *scan, Error *error) {
    if (scan_peek(scan, 0) == '-') scan->at++;
    if (scan_peek(scan, 0) == '0' && scan_is_digit(scan_peek(scan, 1))) {
        scan->at++;
        return refuse(scan, error, "no digit after a leading 0");
    }
    if (!skip_digits(scan, error)) return false;
    if (scan_peek(scan, 0) == '.') {
        scan->at++;
        if (!skip_digits(scan, error)) return false;
    }
    if (scan_lower(scan_peek(scan, 0)) != 'e') return true;
    scan->at++;
    if (scan_peek(scan, 0) == '-' || scan_peek(scan, 0) == '+') scan->at++;
    return skip_digits(scan, error);
}

static bool skip_word(Scan *scan, Error *error) {
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if (scan->length - scan->at < length) continue;
        if (memcmp(scan->bytes + scan->at, words[i], length) != 0) continue;
        scan->at += length;
        return true;
    }
    return refuse(scan, error, "a value");
}

static bool skip_nested(Scan *scan, int depth, Error *error);

/* The members of an object or the elements of an array, whose opening mark is taken. */
static bool skip_members(Scan *scan, char close, int depth, Error *error) {
    if (json_peek(scan) == close) {
        scan->at++;
        return true;
    }
    bool ok;
    do {
        Scan key;
        if (close == '}' && !json_key(scan, &key, error)) return false;
        if (!skip_nested(scan, depth, error)) return false;
    } while (json_more(scan, close, &ok, error));
    return ok;
}

static bool skip_nested(Scan *scan, int depth, Error *error) {
    int byte = json_peek(scan);
    Scan text;
    if (byte == '"') return take_string(scan, &text, error);
    if (byte == '-' || scan_is_digit(byte)) return skip_number(scan, error);
    if (byte != '{' && byte != '[') return skip_word(scan, error);
    if (depth == JSON_MAX_NESTING) {
        error_set(error, STATUS_BAD_INPUT, "nested deeper than %d", JSON_MAX_NESTING);
        return false;
    }
    scan->at++;
    return skip_members(scan, byte == '{' ? '}' : ']', depth + 1, error);
}

bool json_skip(Scan *scan, Error *error) {
    return skip_nested(scan, 0, error);
}
