/* "Paste anything": finds out what a text is (a game in any format of src/record, a board, a
 * transcript) and reads it. What it is is decided by its first bytes and its alphabet; then one
 * reader must take all of it, so that the error is about what the user meant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/obf.h"
#include "record/reader.h"
#include "web/api.h"
#include "web/fields.h"
#include "web/state.h"

/* How a text looks as a board: rows of squares, then the side to move. */
typedef struct Looks {
    bool is_board;
    int squares;
    int width; /* of the first row, if the rows stand on lines of their own */
} Looks;

static bool is_square_char(int byte) {
    return byte != '\0' && strchr("XxOoBbWw*-.", byte) != NULL;
}

/* A transcript has digits and no empty squares; a board has no digits and at least 16 squares. */
static Looks look(const char *text) {
    Looks looks = {0};
    int row = 0;
    for (const char *at = text; *at != '\0' && *at != ';'; at++) {
        if (is_square_char(*at)) {
            looks.squares++;
            row++;
        } else if (*at == '\n') {
            if (looks.width == 0 && row >= SHAPE_MIN_SIDE) looks.width = row;
            row = 0;
        } else if (!scan_is_blank(*at)) {
            return (Looks){0};
        }
    }
    looks.is_board = looks.squares >= SHAPE_MIN_SIDE * SHAPE_MIN_SIDE;
    return looks;
}

/* The boards that people use, for a text that does not say which one it is about. */
static const char *const usual[] = {"8x8", "6x6", "9x7", "4x4", "10x6", "4x6",
                                    "6x4", "8x6", "6x8", "7x7", "5x5",  "7x9"};
enum { USUAL = sizeof usual / sizeof usual[0] };

/* The board with that many squares: the wanted one, or else the first usual one. */
static bool find_shape(Shape *shape, int squares, const char *wanted) {
    for (int i = -1; i < USUAL; i++) {
        const char *name = i < 0 ? wanted : usual[i];
        Shape named;
        if (!name || !shape_parse(&named, name, strlen(name), NULL)) continue;
        if (named.squares != squares) continue;
        *shape = named;
        return true;
    }
    return false;
}

static bool choose_shape(Shape *shape, const Looks *looks, const char *wanted, Error *error) {
    char text[32];
    int without_side = looks->squares - 1;
    if (looks->width > 0 && looks->width < looks->squares) {
        snprintf(text, sizeof text, "%dx%d", looks->width, without_side / looks->width);
        if (shape_parse(shape, text, strlen(text), NULL)) return true;
    }
    /* If the side to move is missing, the reader of boards says so. */
    if (find_shape(shape, without_side, wanted) || find_shape(shape, looks->squares, wanted))
        return true;
    error_set(error, STATUS_BAD_INPUT,
              "this looks like a board with %d squares, which is no board I know: 64 squares are "
              "8x8, 36 are 6x6, 63 are 9x7, then X or O for the side to move",
              looks->squares);
    return false;
}

static json_t *finish(json_t *game, const char *format) {
    if (game) json_object_set_new(game, "format", json_string(format));
    return game;
}

/* A board, or a line of an OBF file with the scores of moves. */
static json_t *import_board(const char *text, const Looks *looks, const char *wanted,
                            Error *error) {
    Shape shape;
    Transcript transcript;
    Board board;
    if (!choose_shape(&shape, looks, wanted, error)) return NULL;
    if (!strchr(text, ';')) {
        if (!board_parse(&shape, text, strlen(text), &board, error)) return NULL;
        transcript_init(&transcript, &board);
        return finish(game_json(&transcript), "board");
    }
    ObfReader reader = {.shape = &shape, .bytes = text, .length = strlen(text)};
    ObfEntry entry;
    if (obf_next(&reader, &entry, error) != OBF_ENTRY) return NULL;
    transcript_init(&transcript, &entry.board);
    json_t *game = game_json(&transcript), *scores = json_object();
    for (int i = 0; i < entry.count; i++)
        json_object_set_new(scores, move_name(&shape, entry.moves[i].square).text,
                            json_integer(entry.moves[i].score));
    json_object_set_new(game, "scores", scores);
    return finish(game, "obf");
}

/* A game with names. */
static json_t *import_record(const char *text, const Shape *board, Error *error) {
    Shape shape;
    GameRecord record;
    const RecordFormat *format;
    if (!record_parse(board, &shape, &record, &format, text, strlen(text), error)) return NULL;
    json_t *game = finish(game_json(&record.moves), format->name);
    json_object_set_new(game, "black_name", json_string(record.black));
    json_object_set_new(game, "white_name", json_string(record.white));
    return game;
}

static json_t *import_transcript(const char *text, const Shape *shape, Error *error) {
    Transcript transcript;
    Board board = board_start(shape);
    if (!transcript_parse(&transcript, &board, text, strlen(text), error)) return NULL;
    return finish(game_json(&transcript), "transcript");
}

/* The number of the move that a reader refused ("pgn: move 7: d3 turns nothing"), or 0. */
static int refused_move(const Error *error) {
    const char *at = strstr(error->text, "move ");
    return at ? atoi(at + strlen("move ")) : 0;
}

typedef json_t *Import(const char *text, const Shape *board, Error *error);

/* Most games do not say which board they are about: the moves do. Tries the board that is shown,
 * then the usual ones. The error is that of the board where the most moves are legal. */
static json_t *import_somewhere(Import *import, const char *text, const char *wanted,
                                Error *error) {
    Shape shape;
    Error reason;
    if (!shape_parse(&shape, wanted, strlen(wanted), error)) return NULL;
    for (int i = -1; i < USUAL; i++) {
        if (i >= 0) shape_parse(&shape, usual[i], strlen(usual[i]), NULL);
        json_t *game = import(text, &shape, &reason);
        if (game) return game;
        if (i < 0 || refused_move(&reason) > refused_move(error)) *error = reason;
    }
    return NULL;
}

/* Blanks, and the comments of an OBF file. */
static const char *skip_comments(const char *text) {
    while (scan_is_blank((unsigned char)*text) || *text == '%')
        text += *text == '%' ? strcspn(text, "\n") : 1;
    return text;
}

json_t *api_import(const json_t *request, Error *error) {
    const char *text, *wanted;
    if (!fields_need_text(request, "text", RECORD_MAX_BYTES, &text, error) ||
        !fields_text(request, "board", "8x8", STATE_BOARD_LIMIT, &wanted, error))
        return NULL;
    text = skip_comments(text);
    if (*text == '\0') {
        error_set(error, STATUS_BAD_INPUT, "there is nothing to import");
        return NULL;
    }
    const RecordFormat *format = record_format_guess(text, strlen(text));
    // Moves without tags are tried on several boards below.
    bool has_tags = format == &format_pgn && *text == '[';
    if (format == &format_ggf || format == &format_sgf || format == &format_quest || has_tags)
        return import_somewhere(import_record, text, wanted, error);
    Looks looks = look(text);
    return looks.is_board ? import_board(text, &looks, wanted, error)
                          : import_somewhere(import_transcript, text, wanted, error);
}
