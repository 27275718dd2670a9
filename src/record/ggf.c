/* Reads and writes GGF: a list of tags with values. */
#include "record/ggf.h"

#include <string.h>

#include "base/text.h"
#include "game/rules.h"
#include "record/format.h"

enum { TAG_SIZE = 8 };

/* A property: TAG[value], the value still with its backslashes. */
typedef struct Property {
    char tag[TAG_SIZE];
    Scan value;
    size_t at; /* where the value begins in the whole text */
} Property;

/* The Scan stands at the mistake; the error is the bare reason. */
static bool refuse_at(Scan *scan, size_t at, Error *error, const char *reason) {
    scan->at = at;
    error_set(error, STATUS_BAD_INPUT, "%s", reason);
    return false;
}

static bool scan_property(Scan *scan, Property *property, Error *error) {
    size_t begin = scan->at, length = 0;
    for (; scan_is_letter(scan_peek(scan, 0)) || scan_is_digit(scan_peek(scan, 0)); scan->at++)
        if (length < TAG_SIZE - 1) property->tag[length++] = scan->bytes[scan->at];
    property->tag[length] = '\0';
    if (length == 0) return refuse_at(scan, scan->at, error, "expected a tag or \";)\"");
    if (scan_peek(scan, 0) != '[') return refuse_at(scan, scan->at, error, "expected '['");
    property->at = ++scan->at;
    while (scan_peek(scan, 0) != ']') {
        if (scan_peek(scan, 0) == '\\' && scan_peek(scan, 1) != SCAN_END) scan->at++;
        if (scan_is_end(scan)) return refuse_at(scan, begin, error, "a tag that does not end");
        scan->at++;
    }
    property->value = (Scan){scan->bytes + property->at, scan->at - property->at, 0};
    scan->at++;
    return true;
}

/* Copies a name without its backslashes. */
static void copy_text(const Scan *value, char text[RECORD_NAME_SIZE]) {
    char plain[4 * RECORD_NAME_SIZE];
    size_t length = 0;
    for (size_t i = 0; i < value->length && length < sizeof plain; i++) {
        if (value->bytes[i] == '\\' && i + 1 < value->length) i++;
        plain[length++] = value->bytes[i];
    }
    record_set_text(text, plain, length);
}

/* "8 squares side" or "9x7 squares side". */
static bool read_board(Scan *scan, const Property *property, Shape *shape, Board *start,
                       Error *error) {
    Scan value = property->value;
    Error reason;
    scan_skip_blanks(&value);
    size_t begin = value.at;
    int width = 0;
    while (scan_is_digit(scan_peek(&value, 0)) && width < 100)
        width = 10 * width + value.bytes[value.at++] - '0';
    bool ok;
    if (scan_lower(scan_peek(&value, 0)) == 'x') {
        while (!scan_is_end(&value) && !scan_is_blank(scan_peek(&value, 0))) value.at++;
        ok = record_shape_parse(shape, value.bytes + begin, value.at - begin, &reason);
    } else {
        ok = record_shape(shape, width, width, &reason);
    }
    if (!ok) return refuse_at(scan, property->at, error, reason.text);
    ok = board_scan(&value, shape, start, &reason);
    return ok || refuse_at(scan, property->at + value.at, error, reason.text);
}

static bool read_move(Scan *scan, const Property *property, Transcript *moves, Error *error) {
    Scan value = property->value;
    Side side = property->tag[0] == 'B' ? BLACK : WHITE;
    Error reason;
    int square;
    scan_skip_blanks(&value);
    if (!move_scan(&value, moves->start.shape, &square, &reason))
        return refuse_at(scan, property->at, error, reason.text);
    /* A forced pass may be left out: then it is added before the move, and the turn is right. */
    bool is_turn = moves->end.side == side;
    Transcript copy = *moves;
    bool ok = (is_turn || square != PASS) && transcript_add(&copy, square, true, &reason);
    if (is_turn && !ok) return refuse_at(scan, property->at, error, reason.text);
    bool has_passed = copy.count > moves->count + 1;
    if (!ok || is_turn == has_passed)
        return refuse_at(scan, property->at, error, "it is the other side's turn");
    *moves = copy;
    return true;
}

static bool is_tag(const Property *property, const char *tag) {
    return strcmp(property->tag, tag) == 0;
}

/* What one property adds to a game. */
static bool take_property(Scan *scan, const Property *property, Shape *shape, bool *has_board,
                          GameRecord *game, int *move, Error *error) {
    if (is_tag(property, "PB")) copy_text(&property->value, game->black);
    if (is_tag(property, "PW")) copy_text(&property->value, game->white);
    if (is_tag(property, "EV")) copy_text(&property->value, game->event);
    if (is_tag(property, "PC")) copy_text(&property->value, game->place);
    if (is_tag(property, "DT")) copy_text(&property->value, game->date);
    if (is_tag(property, "RE")) copy_text(&property->value, game->result);
    if (is_tag(property, "GM")) {
        char name[RECORD_NAME_SIZE];
        copy_text(&property->value, name);
        if (strcmp(name, "Othello") != 0)
            return refuse_at(scan, property->at, error, "a game that is not Othello");
    }
    if (is_tag(property, "BO")) {
        Board start;
        if (*has_board) return refuse_at(scan, property->at, error, "a second board");
        if (!read_board(scan, property, shape, &start, error)) return false;
        transcript_init(&game->moves, &start);
        *has_board = true;
    }
    if (is_tag(property, "B") || is_tag(property, "W")) {
        if (!*has_board)
            return refuse_at(scan, property->at, error, "a move before the board (BO)");
        ++*move;
        return read_move(scan, property, &game->moves, error);
    }
    return true;
}

bool ggf_scan(Scan *scan, Shape *shape, GameRecord *game, int *move, Error *error) {
    GameRecord read = {.black = ""};
    bool has_board = false;
    int moves = 0;
    *move = 0;
    while (!(scan_peek(scan, 0) == '(' && scan_peek(scan, 1) == ';')) {
        if (scan_is_end(scan)) {
            error_set(error, STATUS_OK, "no more games");
            return false;
        }
        scan->at++;
    }
    scan->at += 2;
    for (;;) {
        Property property;
        scan_skip_blanks(scan);
        if (scan_peek(scan, 0) == ';' && scan_peek(scan, 1) == ')') break;
        if (!scan_property(scan, &property, error)) return false;
        int before = moves;
        if (!take_property(scan, &property, shape, &has_board, &read, &moves, error)) {
            *move = moves > before ? moves : 0;
            return false;
        }
    }
    if (!has_board) return refuse_at(scan, scan->at, error, "a game without a board (BO)");
    scan->at += 2;
    *game = read;
    return true;
}

bool ggf_parse(Shape *shape, GameRecord *game, const char *bytes, size_t length, Error *error) {
    Scan scan = {bytes, length, 0};
    GameRecord read;
    Error reason;
    int move;
    shape->width = shape->height = 0;
    if (length > RECORD_MAX_BYTES) {
        error_set(error, STATUS_BAD_INPUT, "ggf: longer than %d bytes", RECORD_MAX_BYTES);
        return false;
    }
    bool ok = ggf_scan(&scan, shape, &read, &move, &reason);
    if (ok) {
        scan_skip_blanks(&scan);
        ok = scan_is_end(&scan) || refuse_at(&scan, scan.at, &reason, "something after the game");
    }
    if (!ok && reason.status == STATUS_OK)
        error_set(error, STATUS_BAD_INPUT, "ggf: there is no game, which begins with \"(;\"");
    else if (!ok && move > 0)
        error_set(error, reason.status, "ggf: move %d: %.180s", move, reason.text);
    else if (!ok)
        error_set(error, reason.status, "ggf: %s: %.180s", scan_place_text(&scan).text,
                  reason.text);
    if (!ok) return false;
    *game = read;
    return true;
}

static void write_text(Text *text, const char *tag, const char *value) {
    if (!*value) return;
    text_format(text, "%s[", tag);
    for (; *value; value++) {
        if (*value == ']' || *value == '\\') text_byte(text, '\\');
        text_byte(text, *value);
    }
    text_byte(text, ']');
}

static void write_board(Text *text, const Board *board) {
    const Shape *shape = board->shape;
    char squares[BOARD_TEXT_SIZE];
    board_format(board, squares, sizeof squares);
    if (shape->width == shape->height)
        text_format(text, "TY[%d]BO[%d ", shape->width, shape->width);
    else
        text_format(text, "TY[%dx%d]BO[%dx%d ", shape->width, shape->height, shape->width,
                    shape->height);
    for (const char *at = squares; *at; at++) text_byte(text, *at == 'X' ? '*' : *at);
    text_byte(text, ']');
}

/* GGF has no word for a winner without discs. */
static void write_result(Text *text, const GameRecord *game) {
    int score;
    bool is_winner_alone =
        (game->result[0] == 'B' || game->result[0] == 'W') && game->result[1] == '+';
    if (*game->result && !is_winner_alone)
        write_text(text, "RE", game->result);
    else if (record_score(game, &score))
        text_format(text, "RE[%+d.00]", score);
}

size_t ggf_format(const GameRecord *game, char *buffer, size_t size) {
    Text text = text_into(buffer, size);
    Side side = game->moves.start.side;
    text_string(&text, "(;GM[Othello]");
    write_text(&text, "EV", game->event);
    write_text(&text, "PC", game->place);
    write_text(&text, "DT", game->date);
    write_text(&text, "PB", game->black);
    write_text(&text, "PW", game->white);
    write_result(&text, game);
    write_board(&text, &game->moves.start);
    for (int i = 0; i < game->moves.count; i++, side = side_other(side)) {
        int square = game->moves.moves[i].square;
        MoveName name = move_name(game->moves.start.shape, square);
        if (name.text[0] >= 'a') name.text[0] = (char)(name.text[0] - 'a' + 'A');
        text_format(&text, "%c[%s]", side == BLACK ? 'B' : 'W', square == PASS ? "PA" : name.text);
    }
    text_string(&text, ";)");
    return text.length;
}

static bool looks_like(const char *bytes, size_t length) {
    size_t at = record_skip_blanks(bytes, length);
    return at < length && bytes[at] == '(' && memmem(bytes, length, "GM[Othello", 10) != NULL;
}

/* From "(;" to ";)" outside of a value; or to a line that begins another game, if this one was cut
 * short. */
static size_t measure(const RecordInput *input, const char *bytes, size_t length, bool is_all) {
    (void)input;
    bool is_value = false;
    for (size_t at = 0; at + 1 < length; at++) {
        if (at > 0 && bytes[at - 1] == '\n' && bytes[at] == '(' && bytes[at + 1] == ';') return at;
        if (is_value && bytes[at] == '\\')
            at++;
        else if (bytes[at] == (is_value ? ']' : '['))
            is_value = !is_value;
        else if (!is_value && bytes[at] == ';' && bytes[at + 1] == ')')
            return at + 2;
    }
    return is_all ? length : 0;
}

static RecordRead read_unit(RecordInput *input, Scan *scan, GameRecord *game, Error *error) {
    if (ggf_scan(scan, &input->shape, game, &input->move, error)) return RECORD_GAME;
    return error->status == STATUS_OK ? RECORD_NOTHING : RECORD_BAD;
}

static bool write_unit(RecordOutput *output, const GameRecord *game, Text *text, Error *error) {
    (void)output, (void)error;
    text->length = ggf_format(game, text->bytes, text->size);
    text_byte(text, '\n');
    return true;
}

const RecordFormat format_ggf = {
    .name = "ggf",
    .extension = "ggf",
    .looks_like = looks_like,
    .measure = measure,
    .read = read_unit,
    .write = write_unit,
};
