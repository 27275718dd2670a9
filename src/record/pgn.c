/* PGN-like texts, as Edax, PlayOK and web sites write them: tags in brackets, then the moves.
 *
 *     [Event "Open"]
 *     [Black "ann"]
 *     [White "bob"]
 *     [Result "40-24"]
 *
 *     1. f5 d6 2. c3 d3 3. c4 40-24
 *
 * Tags that are not known are read over. Two are Bianca's own, for what the format has no word:
 * [Board "9x7"], and [FEN "squares side"] with a position as record/notation.h reads it. A game
 * ends at an empty line after its moves, at the next tag, or where moves count from 1 again. */
#include <string.h>

#include "record/format.h"
#include "record/move_text.h"

enum { LINE_WIDTH = 80, TAG_SIZE = 16, VALUE_SIZE = 256 };

/* --- Where a game ends --------------------------------------------------------------------------
 */

static bool is_tag_line(const char *bytes, size_t left) {
    return left > 1 && bytes[0] == '[' && scan_is_letter((unsigned char)bytes[1]);
}

static bool is_first_move(const char *bytes, size_t left) {
    return left > 1 && bytes[0] == '1' && (bytes[1] == '.' || bytes[1] == ')');
}

/* What the lines before have been. */
typedef struct Lines {
    bool has_tags, has_moves, is_gap, is_comment;
} Lines;

/* Whether a line begins another game. */
static bool begins_game(const Lines *lines, const char *bytes, size_t left) {
    if (lines->is_comment) return false;
    if (is_tag_line(bytes, left)) return lines->has_moves || (lines->has_tags && lines->is_gap);
    return lines->has_moves && (lines->is_gap || is_first_move(bytes, left));
}

static void note_line(Lines *lines, const char *bytes, size_t length) {
    bool is_blank = true;
    for (size_t i = 0; i < length; i++) {
        is_blank = is_blank && scan_is_blank(bytes[i]);
        if (bytes[i] == '{') lines->is_comment = true;
        if (bytes[i] == '}') lines->is_comment = false;
    }
    bool is_tag = is_tag_line(bytes, length);
    lines->is_gap = is_blank;
    lines->has_tags |= is_tag;
    lines->has_moves |= !is_tag && !is_blank;
}

static size_t measure(const RecordInput *input, const char *bytes, size_t length, bool is_all) {
    (void)input;
    Lines lines = {0};
    for (size_t at = 0; at < length;) {
        const char *newline = memchr(bytes + at, '\n', length - at);
        size_t end = newline != NULL ? (size_t)(newline - bytes) + 1 : length;
        // Of a line at the edge of the window the first two bytes may not both be there.
        if (newline == NULL && !is_all) return 0;
        if (at > 0 && begins_game(&lines, bytes + at, length - at)) return at;
        note_line(&lines, bytes + at, end - at);
        at = end;
    }
    return is_all ? length : 0;
}

static bool looks_like(const char *bytes, size_t length) {
    size_t at = record_skip_blanks(bytes, length);
    return is_tag_line(bytes + at, length - at) || is_first_move(bytes + at, length - at);
}

/* --- Tags ---------------------------------------------------------------------------------------
 */

typedef struct Tag {
    char name[TAG_SIZE];
    char value[VALUE_SIZE];
    size_t length;
    size_t at; /* where it begins in the text */
} Tag;

/* [Name "value"]; the quotes may be missing. */
static bool scan_tag(Scan *scan, Tag *tag, Error *error) {
    size_t begin = tag->at = scan->at++, length = 0;
    for (; scan_is_letter(scan_peek(scan, 0)); scan->at++)
        if (length < TAG_SIZE - 1) tag->name[length++] = (char)scan_lower(scan_peek(scan, 0));
    tag->name[length] = '\0';
    while (scan_peek(scan, 0) == ' ' || scan_peek(scan, 0) == '\t') scan->at++;
    bool is_quoted = scan_peek(scan, 0) == '"';
    scan->at += is_quoted;
    for (tag->length = 0;; scan->at++) {
        int byte = scan_peek(scan, 0);
        if (byte == (is_quoted ? '"' : ']')) break;
        if (byte == '\n' || byte == SCAN_END) {
            scan->at = begin;
            error_set(error, STATUS_BAD_INPUT, "a tag that does not end on its line");
            return false;
        }
        if (byte == '\\' && (scan_peek(scan, 1) == '"' || scan_peek(scan, 1) == '\\'))
            byte = scan_peek(scan, 1), scan->at++;
        if (tag->length < VALUE_SIZE - 1) tag->value[tag->length++] = (char)byte;
    }
    tag->value[tag->length] = '\0';
    while (scan_peek(scan, 0) != '\n' && !scan_is_end(scan)) scan->at++;
    return true;
}

/* What waits until all tags, and the moves, are read. */
typedef struct Setup {
    Tag board, start;
    bool has_board, has_start;
    MoveText result;
} Setup;

static void take_tag(const Tag *tag, GameRecord *game, Setup *setup) {
    const struct {
        const char *name;
        char *text;
    } texts[] = {{"event", game->event},
                 {"site", game->place},
                 {"date", game->date},
                 {"black", game->black},
                 {"white", game->white}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(tag->name, texts[i].name) == 0)
            record_set_text(texts[i].text, tag->value, tag->length);
    if (strcmp(tag->name, "board") == 0) setup->board = *tag, setup->has_board = true;
    if (strcmp(tag->name, "fen") == 0) setup->start = *tag, setup->has_start = true;
    if (strcmp(tag->name, "result") == 0) {
        Scan value = {tag->value, tag->length, 0};
        result_scan(&value, &setup->result);
    }
    // The words of the standard for "not known".
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(texts[i].text, "?") == 0 || strcmp(texts[i].text, "????.??.??") == 0)
            texts[i].text[0] = '\0';
}

static bool read_start(const Tag *tag, const Shape *board, Board *start, Error *error) {
    if (memchr(tag->value, '/', tag->length) == NULL)
        return board_parse(board, tag->value, tag->length, start, error);
    error_set(
        error, STATUS_BAD_INPUT,
        "a FEN with rows and numbers is one of chess; here it is the squares row by row as X, "
        "O and -, then the side: \"---XO--- ... X\"");
    return false;
}

static bool set_up(RecordInput *input, Scan *scan, const Setup *setup, GameRecord *game,
                   Error *error) {
    const Shape *board = input->board;
    size_t after = scan->at;
    if (setup->has_board) {
        scan->at = setup->board.at;
        if (!record_shape_parse(&input->shape, setup->board.value, setup->board.length, error))
            return false;
        board = &input->shape;
    }
    Board start = board_start(board);
    if (setup->has_start) scan->at = setup->start.at;
    if (setup->has_start && !read_start(&setup->start, board, &start, error)) return false;
    transcript_init(&game->moves, &start);
    scan->at = after;
    return true;
}

static RecordRead read_game(RecordInput *input, Scan *scan, GameRecord *game, Error *error) {
    Setup setup = {.has_board = false};
    MoveText text;
    Tag tag;
    memset(game, 0, sizeof *game);
    for (scan_skip_blanks(scan); scan_peek(scan, 0) == '['; scan_skip_blanks(scan)) {
        if (!scan_tag(scan, &tag, error)) return RECORD_BAD;
        take_tag(&tag, game, &setup);
    }
    if (!set_up(input, scan, &setup, game, error)) return RECORD_BAD;
    if (!move_text_read(scan->bytes + scan->at, scan->length - scan->at, &game->moves, &text,
                        error)) {
        input->move = text.written + 1;
        return RECORD_BAD;
    }
    record_set_result(game, &setup.result);
    record_set_result(game, &text);
    return RECORD_GAME;
}

/* --- Writing ------------------------------------------------------------------------------------
 */

static void write_tag(Text *text, const char *name, const char *value) {
    text_format(text, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\') text_byte(text, '\\');
        text_byte(text, *value);
    }
    text_string(text, "\"]\n");
}

/* "40-24": empty squares are the winner's already. "1-0" for a winner without discs, "*" if the
 * game has no result. */
static void format_result(const GameRecord *game, char result[TAG_SIZE]) {
    Text text = text_into(result, TAG_SIZE);
    int score, squares = game->moves.start.shape->squares;
    if (record_score(game, &score))
        text_format(&text, "%d-%d", (squares + score) / 2, (squares + score) / 2 - score);
    else if (record_winner(game) == RECORD_WINNER_UNKNOWN)
        text_byte(&text, '*');
    else
        text_string(&text, record_winner(game) == RECORD_BLACK_WINS ? "1-0" : "0-1");
}

static void write_tags(Text *text, const GameRecord *game, const char *result) {
    const Board *start = &game->moves.start;
    const Shape *shape = start->shape;
    char value[BOARD_TEXT_SIZE];
    write_tag(text, "Event", *game->event ? game->event : "?");
    write_tag(text, "Site", *game->place ? game->place : "?");
    write_tag(text, "Date", *game->date ? game->date : "????.??.??");
    write_tag(text, "Round", "?");
    write_tag(text, "Black", *game->black ? game->black : "?");
    write_tag(text, "White", *game->white ? game->white : "?");
    write_tag(text, "Result", result);
    if (shape->width != 8 || shape->height != 8)
        text_format(text, "[Board \"%dx%d\"]\n", shape->width, shape->height);
    if (!record_has_usual_start(game)) {
        board_format(start, value, sizeof value);
        write_tag(text, "FEN", value);
    }
    text_byte(text, '\n');
}

/* A word of the moves, on a new line where this one is full. */
static void write_word(Text *text, size_t *column, const char *word) {
    size_t length = strlen(word);
    if (*column > 0 && *column + 1 + length > LINE_WIDTH) {
        text_byte(text, '\n');
        *column = 0;
    }
    if (*column > 0) text_byte(text, ' ');
    text_string(text, word);
    *column += length + (*column > 0);
}

static void write_moves(Text *text, const Transcript *moves, const char *result) {
    size_t column = 0;
    int number = 1;
    Side side = moves->start.side;
    for (int i = 0; i < moves->count; i++, side = side_other(side)) {
        char word[24];
        Text numbered = text_into(word, sizeof word);
        if (side == BLACK || i == 0)
            text_format(&numbered, "%d.%s ", number, side == BLACK ? "" : "..");
        text_string(&numbered, move_name(moves->start.shape, moves->moves[i].square).text);
        write_word(text, &column, word);
        number += side == WHITE;
    }
    write_word(text, &column, result);
}

static bool write_game(RecordOutput *output, const GameRecord *game, Text *text, Error *error) {
    (void)output, (void)error;
    char result[TAG_SIZE];
    format_result(game, result);
    write_tags(text, game, result);
    write_moves(text, &game->moves, result);
    text_string(text, "\n\n");
    return true;
}

const RecordFormat format_pgn = {
    .name = "pgn",
    .extension = "pgn",
    .looks_like = looks_like,
    .measure = measure,
    .read = read_game,
    .write = write_game,
};
