/* Reads the main line of an SGF tree, and writes a game as one. */
#include "record/sgf.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/text.h"
#include "record/format.h"

enum { PROPERTY_NAME_SIZE = 8, VALUE_SIZE = 512, NESTING_MAX = 32 };

typedef struct Property {
    char name[PROPERTY_NAME_SIZE];
    char value[VALUE_SIZE]; /* the first VALUE_SIZE - 1 bytes */
    size_t length;
    size_t at; /* of the value in the text */
} Property;

typedef struct SgfReader {
    Shape *shape;
    GameRecord *game;
    int written;    /* moves so far */
    int *move;      /* receives the number of a move that is wrong */
    bool is_set_up; /* the position is not the usual start but what AB and AW have said */
} SgfReader;

static bool fail(Scan *scan, Error *error, size_t at, const char *reason) {
    scan->at = at;
    error_set(error, STATUS_BAD_INPUT, "%.180s", reason);
    return false;
}

static bool read_value(Scan *scan, Property *property, Error *error) {
    size_t begin = scan->at++;
    property->length = 0;
    property->at = scan->at;
    for (;; scan->at++) {
        int byte = scan_peek(scan, 0);
        if (byte == SCAN_END) return fail(scan, error, begin, "'[' is never closed");
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
    if (length == 0) return fail(scan, error, scan->at, "expected a property such as B[f5]");
    return true;
}

static void copy_name(char *out, const Property *property) {
    record_set_text(out, property->value, property->length);
}

/* How a game ended, of "R", "Resign", "T", "Time", "F", "Forfeit"; 0 of anything else. */
static char ending(int first) {
    switch (scan_lower(first)) {
    case 'r': return 'R';
    case 't': return 'T';
    case 'f': return 'F';
    default: return '\0';
    }
}

/* RE[B+12], RE[0]; without discs RE[W+R], RE[B+Time], RE[B+]. */
static void read_result(GameRecord *game, const Property *property) {
    int winner = scan_lower((unsigned char)property->value[0]), discs = 0;
    if (property->length == 0) return;
    if (winner == '0' || winner == 'd') record_set_score(game, 0);
    if ((winner != 'b' && winner != 'w') || property->value[1] != '+') return;
    if (sscanf(property->value + 2, "%3d", &discs) == 1 && discs > 0)
        record_set_score(game, winner == 'b' ? discs : -discs);
    else
        record_set_winner(game, winner == 'b' ? BLACK : WHITE, ending(property->value[2]));
}

static bool set_shape(Scan *scan, SgfReader *self, const char *text, size_t at, Error *error) {
    Error reason;
    if (self->game->moves.count > 0)
        return fail(scan, error, at, "a board in the middle of the game");
    if (!record_shape_parse(self->shape, text, strlen(text), &reason))
        return fail(scan, error, at, reason.text);
    Board board = board_start(self->shape);
    transcript_init(&self->game->moves, &board);
    return true;
}

/* SZ[8], SZ[9:7]. */
static bool read_size(Scan *scan, SgfReader *self, const Property *property, Error *error) {
    int width, height;
    char text[32];
    int count = sscanf(property->value, "%3d:%3d", &width, &height);
    if (count < 1) return fail(scan, error, property->at, "a size is a number");
    snprintf(text, sizeof text, "%dx%d", width, count == 2 ? height : width);
    return set_shape(scan, self, text, property->at, error);
}

/* "f5", two letters "fe" with the row as a letter, "PA", "tt" and nothing. */
static bool move_square(Scan *scan, const SgfReader *self, const Property *property, int *square,
                        Error *error) {
    char text[8] = "";
    size_t length = property->length;
    if (length == 0 || (length == 2 && strncmp(property->value, "tt", 2) == 0)) {
        *square = PASS;
        return true;
    }
    if (length >= sizeof text) return fail(scan, error, property->at, "this is no move");
    memcpy(text, property->value, length);
    int row = scan_lower((unsigned char)text[1]) - 'a';
    bool is_pass = scan_lower((unsigned char)text[0]) == 'p' && (row == 0 || row == 's' - 'a');
    if (length == 2 && row >= 0 && row < self->shape->height && !is_pass)
        snprintf(text + 1, sizeof text - 1, "%d", row + 1);
    Error reason;
    Scan move = {text, strlen(text), 0};
    if (!move_scan(&move, self->shape, square, &reason))
        return fail(scan, error, property->at, reason.text);
    return scan_is_end(&move) || fail(scan, error, property->at, "this is no move");
}

static bool read_move(Scan *scan, SgfReader *self, const Property *property, Side side,
                      Error *error) {
    int square;
    Error reason;
    Transcript *transcript = &self->game->moves;
    *self->move = ++self->written;
    if (!move_square(scan, self, property, &square, error)) return false;
    /* A pass is often left out; and a written one may have been added already. */
    if (transcript->end.side != side && square != PASS)
        transcript_add(transcript, PASS, false, NULL);
    if (transcript->end.side != side) {
        snprintf(reason.text, sizeof reason.text, "it is not %s's turn", side_name(side));
        if (square != PASS) return fail(scan, error, property->at, reason.text);
    } else if (!transcript_add(transcript, square, false, &reason)) {
        return fail(scan, error, property->at, reason.text);
    }
    *self->move = 0;
    return true;
}

/* AB, AW: a disc of the position that the game begins with. The first one clears the board. */
static bool read_disc(Scan *scan, SgfReader *self, const Property *property, Side side,
                      Error *error) {
    Board board = self->game->moves.start;
    int square;
    if (self->game->moves.count > 0)
        return fail(scan, error, property->at, "a disc set up during play");
    if (!move_square(scan, self, property, &square, error)) return false;
    if (square == PASS) return fail(scan, error, property->at, "this is no square");
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
static bool read_side(Scan *scan, SgfReader *self, const Property *property, Error *error) {
    Board board = self->game->moves.start;
    int letter = scan_lower((unsigned char)property->value[0]);
    if (letter != 'b' && letter != 'w') return fail(scan, error, property->at, "a side is B or W");
    if (self->game->moves.count > 0)
        return fail(scan, error, property->at, "a side set during play");
    Side side = letter == 'b' ? BLACK : WHITE;
    if (side != board.side) {
        Position position = board.position;
        board = (Board){board.shape, {.own = position.opp, .opp = position.own}, side};
    }
    transcript_init(&self->game->moves, &board);
    return true;
}

static bool apply(Scan *scan, SgfReader *self, const Property *property, Error *error) {
    const char *name = property->name;
    if (strcmp(name, "GM") == 0 && strcmp(property->value, "2") != 0)
        return fail(scan, error, property->at, "this is a record of another game");
    if (strcmp(name, "PB") == 0) copy_name(self->game->black, property);
    if (strcmp(name, "PW") == 0) copy_name(self->game->white, property);
    if (strcmp(name, "EV") == 0) copy_name(self->game->event, property);
    if (strcmp(name, "PC") == 0) copy_name(self->game->place, property);
    if (strcmp(name, "DT") == 0) copy_name(self->game->date, property);
    if (strcmp(name, "RE") == 0) read_result(self->game, property);
    if (strcmp(name, "SZ") == 0) return read_size(scan, self, property, error);
    if (strcmp(name, "AB") == 0) return read_disc(scan, self, property, BLACK, error);
    if (strcmp(name, "AW") == 0) return read_disc(scan, self, property, WHITE, error);
    if (strcmp(name, "PL") == 0) return read_side(scan, self, property, error);
    if (strcmp(name, "B") == 0) return read_move(scan, self, property, BLACK, error);
    if (strcmp(name, "W") == 0) return read_move(scan, self, property, WHITE, error);
    return true;
}

/* One property, or one more value of the property before. */
static bool read_property(Scan *scan, SgfReader *self, Property *property, Error *error) {
    bool is_more = scan_peek(scan, 0) == '[';
    if (!is_more && !read_name(scan, property, error)) return false;
    scan_skip_blanks(scan);
    if (scan_peek(scan, 0) != '[') return fail(scan, error, scan->at, "expected '['");
    bool is_list = strcmp(property->name, "AB") == 0 || strcmp(property->name, "AW") == 0;
    return read_value(scan, property, error) &&
           ((is_more && !is_list) || apply(scan, self, property, error));
}

bool sgf_scan(Scan *scan, Shape *shape, GameRecord *game, int *move, Error *error) {
    SgfReader self = {.shape = shape, .game = game, .move = move};
    Property property = {0};
    int nesting = 0;
    *move = 0;
    memset(game, 0, sizeof *game);
    if (!set_shape(scan, &self, "8x8", 0, error)) return false;
    for (;;) {
        scan_skip_blanks(scan);
        int byte = scan_peek(scan, 0);
        /* The first ')' ends the main line: what follows are other variations and games. */
        if (byte == SCAN_END || byte == ')') return true;
        if (byte == '(' && ++nesting > NESTING_MAX)
            return fail(scan, error, scan->at, "nested deeper than 32");
        if (byte == '(' || byte == ';')
            scan->at++;
        else if (!read_property(scan, &self, &property, error))
            return false;
    }
}

bool sgf_parse(Shape *shape, GameRecord *game, const char *bytes, size_t length, Error *error) {
    Scan scan = {bytes, length, 0};
    Error reason;
    int move;
    shape->width = shape->height = 0;
    if (sgf_scan(&scan, shape, game, &move, &reason)) return true;
    if (move > 0)
        error_set(error, reason.status, "sgf: move %d: %.180s", move, reason.text);
    else
        error_set(error, reason.status, "sgf: %s: %.180s", scan_place_text(&scan).text,
                  reason.text);
    return false;
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
    write_discs(text, start->shape, "AB", board_black(start));
    write_discs(text, start->shape, "AW", board_white(start));
    text_format(text, "PL[%c]", start->side == BLACK ? 'B' : 'W');
}

static void write_result(Text *text, const GameRecord *game) {
    int score;
    char result[RECORD_RESULT_SIZE];
    bool has_score = record_score(game, &score);
    record_result_format(game, result);
    if (has_score && score == 0)
        text_string(text, "RE[0]");
    else if (has_score)
        text_format(text, "RE[%c+%d]", score > 0 ? 'B' : 'W', score > 0 ? score : -score);
    else if (record_winner(game) != RECORD_WINNER_UNKNOWN)
        text_format(text, "RE[%s]", result);
}

size_t sgf_format(const GameRecord *game, char *buffer, size_t size) {
    Text text = text_into(buffer, size);
    const Board *start = &game->moves.start;
    const Shape *shape = start->shape;
    text_format(&text, "(;GM[2]FF[4]SZ[%d", shape->width);
    if (shape->width != shape->height) text_format(&text, ":%d", shape->height);
    text_byte(&text, ']');
    write_name(&text, "EV", game->event);
    write_name(&text, "PC", game->place);
    write_name(&text, "DT", game->date);
    write_name(&text, "PB", game->black);
    write_name(&text, "PW", game->white);
    write_result(&text, game);
    if (!record_has_usual_start(game)) write_start(&text, start);
    Side side = start->side;
    for (int i = 0; i < game->moves.count; i++, side = side_other(side)) {
        int square = game->moves.moves[i].square;
        text_format(&text, ";%c[%s]", side == BLACK ? 'B' : 'W',
                    square == PASS ? "" : move_name(shape, square).text);
    }
    text_byte(&text, ')');
    return text.length;
}

static bool looks_like(const char *bytes, size_t length) {
    size_t at = record_skip_blanks(bytes, length);
    return at < length && bytes[at] == '(';
}

static bool begins_game(const char *bytes, size_t left) {
    return left >= 6 && (memcmp(bytes, "\n(;GM[", 6) == 0 || memcmp(bytes, "\n(;FF[", 6) == 0);
}

/* To the parenthesis that closes the first one; or to a line that begins another game, if this one
 * was cut short. */
static size_t measure(const RecordInput *input, const char *bytes, size_t length, bool is_all) {
    (void)input;
    bool is_value = false;
    int depth = 0;
    for (size_t at = 0; at < length; at++) {
        if (begins_game(bytes + at, length - at)) return at + 1;
        if (is_value && bytes[at] == '\\')
            at++;
        else if (bytes[at] == (is_value ? ']' : '['))
            is_value = !is_value;
        else if (!is_value && bytes[at] == '(')
            depth++;
        else if (!is_value && bytes[at] == ')' && --depth <= 0)
            return at + 1;
    }
    return is_all ? length : 0;
}

static RecordRead read_unit(RecordInput *input, Scan *scan, GameRecord *game, Error *error) {
    return sgf_scan(scan, &input->shape, game, &input->move, error) ? RECORD_GAME : RECORD_BAD;
}

static bool write_unit(RecordOutput *output, const GameRecord *game, Text *text, Error *error) {
    (void)output, (void)error;
    text->length = sgf_format(game, text->bytes, text->size);
    text_byte(text, '\n');
    return true;
}

const RecordFormat format_sgf = {
    .name = "sgf",
    .extension = "sgf",
    .looks_like = looks_like,
    .measure = measure,
    .read = read_unit,
    .write = write_unit,
};
