/* See tree_text.h. */
#include "web/tree_text.h"

#include <stdio.h>
#include <string.h>

enum { PROPERTY_NAME_SIZE = 8, VALUE_SIZE = 512 };

typedef struct Property {
    char name[PROPERTY_NAME_SIZE];
    char value[VALUE_SIZE]; /* the first VALUE_SIZE - 1 bytes */
    size_t length;
    size_t at; /* of the value in the text */
} Property;

static bool fail(Error *error, size_t at, const char *reason) {
    error_set(error, STATUS_BAD_INPUT, "byte %zu: %.180s", at, reason);
    return false;
}

static bool read_value(Scan *scan, Property *property, Error *error) {
    size_t begin = scan->at++;
    property->length = 0;
    property->at = scan->at;
    for (;; scan->at++) {
        int byte = scan_peek(scan, 0);
        if (byte == SCAN_END) return fail(error, begin, "'[' is never closed");
        if (byte == ']') break;
        if (byte == '\\' && scan_peek(scan, 1) != SCAN_END) {
            scan->at++;
            byte = scan_peek(scan, 0);
        }
        if (property->length < VALUE_SIZE - 1) property->value[property->length++] = (char)byte;
    }
    scan->at++;
    property->value[property->length] = '\0';
    return true;
}

static bool read_name(Scan *scan, Property *property, Error *error) {
    size_t length = 0;
    for (; scan_is_letter(scan_peek(scan, 0)); scan->at++)
        if (length < PROPERTY_NAME_SIZE - 1) property->name[length++] = (char)scan_peek(scan, 0);
    property->name[length] = '\0';
    if (length == 0) return fail(error, scan->at, "expected a property such as B[f5]");
    return true;
}

/* The bytes of a name that can be shown as they are; the rest is dropped. */
static void copy_name(char *out, const Property *property) {
    size_t length = 0;
    for (size_t i = 0; i < property->length && length < TREE_TEXT_NAME_SIZE - 1; i++)
        if (property->value[i] >= ' ' && property->value[i] < 127)
            out[length++] = property->value[i];
    out[length] = '\0';
}

static bool set_start(TreeText *out, const Board *board, size_t at, Error *error) {
    if (out->transcript.count > 0) return fail(error, at, "a board in the middle of the game");
    transcript_init(&out->transcript, board);
    return true;
}

static bool set_shape(TreeText *out, const char *text, size_t at, Error *error) {
    Error reason;
    if (out->transcript.count > 0) return fail(error, at, "a board in the middle of the game");
    if (!shape_parse(&out->shape, text, strlen(text), &reason)) return fail(error, at, reason.text);
    Board board = board_start(&out->shape);
    transcript_init(&out->transcript, &board);
    return true;
}

/* SZ[8], SZ[9:7]. */
static bool read_size(TreeText *out, const Property *property, Error *error) {
    int width, height;
    char text[32];
    int count = sscanf(property->value, "%3d:%3d", &width, &height);
    if (count < 1) return fail(error, property->at, "a size is a number");
    snprintf(text, sizeof text, "%dx%d", width, count == 2 ? height : width);
    return set_shape(out, text, property->at, error);
}

/* BO[8 -------- ... *]: the size, the squares, the side to move. */
static bool read_board(TreeText *out, const Property *property, Error *error) {
    Scan scan = {property->value, property->length, 0};
    scan_skip_blanks(&scan);
    int size = 0;
    while (scan_is_digit(scan_peek(&scan, 0)) && size < 100)
        size = size * 10 + scan_peek(&scan, 0) - '0', scan.at++;
    char text[32];
    snprintf(text, sizeof text, "%dx%d", size, size);
    if (!set_shape(out, text, property->at, error)) return false;
    Board board;
    Error reason;
    if (!board_parse(&out->shape, property->value + scan.at, property->length - scan.at, &board,
                     &reason))
        return fail(error, property->at, reason.text);
    return set_start(out, &board, property->at, error);
}

/* "f5", "F5/1.2/3.4", two letters "fe" with the row as a letter, "PA", "tt" and nothing. */
static bool move_square(const TreeText *out, const Property *property, int *square, Error *error) {
    char text[8] = "";
    size_t length = strcspn(property->value, "/ ");
    if (length == 0 || (length == 2 && strncmp(property->value, "tt", 2) == 0)) {
        *square = PASS;
        return true;
    }
    if (length >= sizeof text) return fail(error, property->at, "this is no move");
    memcpy(text, property->value, length);
    int row = scan_lower((unsigned char)text[1]) - 'a';
    bool is_pass = scan_lower((unsigned char)text[0]) == 'p' && (row == 0 || row == 's' - 'a');
    if (length == 2 && row >= 0 && row < out->shape.height && !is_pass)
        snprintf(text + 1, sizeof text - 1, "%d", row + 1);
    Error reason;
    if (move_parse(&out->shape, text, strlen(text), square, &reason)) return true;
    return fail(error, property->at, reason.text);
}

static bool read_move(TreeText *out, const Property *property, Side side, Error *error) {
    int square;
    Error reason;
    Transcript *transcript = &out->transcript;
    if (!move_square(out, property, &square, error)) return false;
    /* A pass is often left out; and a written one may have been added already. */
    if (transcript->end.side != side && square != PASS)
        transcript_add(transcript, PASS, false, NULL);
    if (transcript->end.side != side) {
        snprintf(reason.text, sizeof reason.text, "it is not %s's turn", side_name(side));
        return square == PASS ? true : fail(error, property->at, reason.text);
    }
    if (transcript_add(transcript, square, false, &reason)) return true;
    return fail(error, property->at, reason.text);
}

static bool apply(TreeText *out, const Property *property, Error *error) {
    const char *name = property->name;
    if (strcmp(name, "GM") == 0) {
        out->is_ggf = strcmp(property->value, "Othello") == 0;
        if (!out->is_ggf && strcmp(property->value, "2") != 0)
            return fail(error, property->at, "this is a record of another game");
    }
    if (strcmp(name, "PB") == 0) copy_name(out->black, property);
    if (strcmp(name, "PW") == 0) copy_name(out->white, property);
    if (strcmp(name, "SZ") == 0) return read_size(out, property, error);
    if (strcmp(name, "BO") == 0) return read_board(out, property, error);
    if (strcmp(name, "B") == 0) return read_move(out, property, BLACK, error);
    if (strcmp(name, "W") == 0) return read_move(out, property, WHITE, error);
    return true;
}

bool tree_text_parse(TreeText *out, const char *bytes, size_t length, Error *error) {
    memset(out, 0, sizeof *out);
    if (!set_shape(out, "8x8", 0, error)) return false;
    Scan scan = {bytes, length, 0};
    Property property = {0};
    for (;;) {
        scan_skip_blanks(&scan);
        int byte = scan_peek(&scan, 0);
        /* The first ')' ends the main line: what follows are other variations and games. */
        if (byte == SCAN_END || byte == ')') return true;
        if (byte == '(' || byte == ';') {
            scan.at++;
        } else if (byte == '[') { /* one more value of the same property */
            if (!read_value(&scan, &property, error)) return false;
        } else {
            if (!read_name(&scan, &property, error)) return false;
            scan_skip_blanks(&scan);
            if (scan_peek(&scan, 0) != '[') return fail(error, scan.at, "expected '['");
            if (!read_value(&scan, &property, error) || !apply(out, &property, error)) return false;
        }
    }
}
