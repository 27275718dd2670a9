/* See sgf.h. */
#include "record/sgf.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/text.h"
#include "game/rules.h"

enum { PROPERTY_NAME_SIZE = 8, VALUE_SIZE = 512 };

typedef struct Property {
    char name[PROPERTY_NAME_SIZE];
    char value[VALUE_SIZE]; /* the first VALUE_SIZE - 1 bytes */
    size_t length;
    size_t at; /* of the value in the text */
} Property;

typedef struct SgfReader {
    Shape *shape;
    SgfGame *game;
    bool is_set_up; /* the position is not the usual start but what AB and AW have said */
} SgfReader;

static bool fail(Error *error, size_t at, const char *reason) {
    error_set(error, STATUS_BAD_INPUT, "sgf: byte %zu: %.180s", at, reason);
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

static void copy_name(char *out, const Property *property) {
    snprintf(out, SGF_MAX_TEXT, "%.*s", SGF_MAX_TEXT - 1, property->value);
}

static bool set_shape(SgfReader *self, const char *text, size_t at, Error *error) {
    Error reason;
    if (self->game->moves.count > 0) return fail(error, at, "a board in the middle of the game");
    if (!shape_parse(self->shape, text, strlen(text), &reason)) return fail(error, at, reason.text);
    Board board = board_start(self->shape);
    transcript_init(&self->game->moves, &board);
    return true;
}

/* SZ[8], SZ[9:7]. */
static bool read_size(SgfReader *self, const Property *property, Error *error) {
    int width, height;
    char text[32];
    int count = sscanf(property->value, "%3d:%3d", &width, &height);
    if (count < 1) return fail(error, property->at, "a size is a number");
    snprintf(text, sizeof text, "%dx%d", width, count == 2 ? height : width);
    return set_shape(self, text, property->at, error);
}

/* "f5", two letters "fe" with the row as a letter, "PA", "tt" and nothing. */
static bool move_square(const SgfReader *self, const Property *property, int *square,
                        Error *error) {
    char text[8] = "";
    size_t length = property->length;
    if (length == 0 || (length == 2 && strncmp(property->value, "tt", 2) == 0)) {
        *square = PASS;
        return true;
    }
    if (length >= sizeof text) return fail(error, property->at, "this is no move");
    memcpy(text, property->value, length);
    int row = scan_lower((unsigned char)text[1]) - 'a';
    bool is_pass = scan_lower((unsigned char)text[0]) == 'p' && (row == 0 || row == 's' - 'a');
    if (length == 2 && row >= 0 && row < self->shape->height && !is_pass)
        snprintf(text + 1, sizeof text - 1, "%d", row + 1);
    Error reason;
    if (move_parse(self->shape, text, strlen(text), square, &reason)) return true;
    return fail(error, property->at, reason.text);
}

static bool read_move(SgfReader *self, const Property *property, Side side, Error *error) {
    int square;
    Error reason;
    Transcript *transcript = &self->game->moves;
    if (!move_square(self, property, &square, error)) return false;
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

/* AB, AW: a disc of the position that the game begins with. The first one clears the board. */
static bool read_disc(SgfReader *self, const Property *property, Side side, Error *error) {
    Board board = self->game->moves.start;
    int square;
    if (self->game->moves.count > 0) return fail(error, property->at, "a disc set up during play");
    if (!move_square(self, property, &square, error)) return false;
    if (square == PASS) return fail(error, property->at, "this is no square");
    if (!self->is_set_up) board.position = (Position){0};
    self->is_set_up = true;
    uint64_t disc = bits_square(square);
    board.position.own &= ~disc;
    board.position.opp &= ~disc;
    *(board.side == side ? &board.position.own : &board.position.opp) |= disc;
    transcript_init(&self->game->moves, &board);
    return true;
}

/* PL[B], PL[W]: the side to move. */
static bool read_side(SgfReader *self, const Property *property, Error *error) {
    Board board = self->game->moves.start;
    int letter = scan_lower((unsigned char)property->value[0]);
    if (letter != 'b' && letter != 'w') return fail(error, property->at, "a side is B or W");
    if (self->game->moves.count > 0) return fail(error, property->at, "a side set during play");
    Side side = letter == 'b' ? BLACK : WHITE;
    if (side != board.side) {
        Position position = board.position;
        board = (Board){board.shape, {.own = position.opp, .opp = position.own}, side};
    }
    transcript_init(&self->game->moves, &board);
    return true;
}

static bool apply(SgfReader *self, const Property *property, Error *error) {
    const char *name = property->name;
    if (strcmp(name, "GM") == 0 && strcmp(property->value, "2") != 0)
        return fail(error, property->at, "this is a record of another game");
    if (strcmp(name, "PB") == 0) copy_name(self->game->black, property);
    if (strcmp(name, "PW") == 0) copy_name(self->game->white, property);
    if (strcmp(name, "SZ") == 0) return read_size(self, property, error);
    if (strcmp(name, "AB") == 0) return read_disc(self, property, BLACK, error);
    if (strcmp(name, "AW") == 0) return read_disc(self, property, WHITE, error);
    if (strcmp(name, "PL") == 0) return read_side(self, property, error);
    if (strcmp(name, "B") == 0) return read_move(self, property, BLACK, error);
    if (strcmp(name, "W") == 0) return read_move(self, property, WHITE, error);
    return true;
}

/* One property, or one more value of the property before. */
static bool read_property(Scan *scan, SgfReader *self, Property *property, Error *error) {
    bool is_more = scan_peek(scan, 0) == '[';
    if (!is_more && !read_name(scan, property, error)) return false;
    scan_skip_blanks(scan);
    if (scan_peek(scan, 0) != '[') return fail(error, scan->at, "expected '['");
    bool is_list = strcmp(property->name, "AB") == 0 || strcmp(property->name, "AW") == 0;
    return read_value(scan, property, error) &&
           ((is_more && !is_list) || apply(self, property, error));
}

bool sgf_parse(Shape *shape, SgfGame *game, const char *bytes, size_t length, Error *error) {
    SgfReader self = {.shape = shape, .game = game};
    Scan scan = {bytes, length, 0};
    Property property = {0};
    memset(game, 0, sizeof *game);
    if (!set_shape(&self, "8x8", 0, error)) return false;
    for (;;) {
        scan_skip_blanks(&scan);
        int byte = scan_peek(&scan, 0);
        /* The first ')' ends the main line: what follows are other variations and games. */
        if (byte == SCAN_END || byte == ')') return true;
        if (byte == '(' || byte == ';')
            scan.at++;
        else if (!read_property(&scan, &self, &property, error))
            return false;
    }
}

static void write_name(Text *text, const char *tag, const char *value) {
    if (!*value) return;
    text_format(text, "%s[", tag);
    for (; *value; value++) {
        if (*value == ']' || *value == '\\') text_byte(text, '\\');
        text_byte(text, *value);
    }
    text_byte(text, ']');
}

static void write_discs(Text *text, const Shape *shape, const char *tag, uint64_t discs) {
    if (discs) text_string(text, tag);
    while (discs) text_format(text, "[%s]", move_name(shape, bits_pop(&discs)).text);
}

static void write_start(Text *text, const Board *start) {
    Board usual = board_start(start->shape);
    if (start->side == usual.side && start->position.own == usual.position.own &&
        start->position.opp == usual.position.opp)
        return;
    write_discs(text, start->shape, "AB", board_black(start));
    write_discs(text, start->shape, "AW", board_white(start));
    text_format(text, "PL[%c]", start->side == BLACK ? 'B' : 'W');
}

size_t sgf_format(const SgfGame *game, char *buffer, size_t size) {
    Text text = text_into(buffer, size);
    const Board *start = &game->moves.start, *end = &game->moves.end;
    const Shape *shape = start->shape;
    text_format(&text, "(;GM[2]FF[4]SZ[%d", shape->width);
    if (shape->width != shape->height) text_format(&text, ":%d", shape->height);
    text_byte(&text, ']');
    write_name(&text, "PB", game->black);
    write_name(&text, "PW", game->white);
    if (rules_is_over(shape, end->position)) {
        int score = rules_score(shape, end->position);
        if (end->side == WHITE) score = -score;
        if (score == 0)
            text_string(&text, "RE[0]");
        else
            text_format(&text, "RE[%c+%d]", score > 0 ? 'B' : 'W', score > 0 ? score : -score);
    }
    write_start(&text, start);
    Side side = start->side;
    for (int i = 0; i < game->moves.count; i++, side = side_other(side)) {
        int square = game->moves.moves[i].square;
        text_format(&text, ";%c[%s]", side == BLACK ? 'B' : 'W',
                    square == PASS ? "" : move_name(shape, square).text);
    }
    text_byte(&text, ')');
    return text.length;
}
