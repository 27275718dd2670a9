/* "Paste anything": finds out what a text is (GGF, SGF, OBF, a board, a transcript) and reads it.
 * What it is is decided by its first bytes and its alphabet; then one reader must take all of it,
 * so that the error is about what the user meant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/ggf.h"
#include "record/obf.h"
#include "record/sgf.h"
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

/* A name may have been cut in the middle of a letter; that part is dropped. */
static json_t *json_name(char *name) {
    for (size_t length = strlen(name); length > 0; name[--length] = '\0') {
        json_t *text = json_string(name);
        if (text) return text;
    }
    return json_string("");
}

static json_t *finish_named(const Transcript *moves, char *black, char *white, const char *format) {
    json_t *game = finish(game_json(moves), format);
    json_object_set_new(game, "black_name", json_name(black));
    json_object_set_new(game, "white_name", json_name(white));
    return game;
}

static json_t *import_tree(const char *text, Error *error) {
    Shape shape;
    GameRecord ggf;
    GameRecord sgf;
    size_t length = strlen(text);
    if (strstr(text, "GM[Othello"))
        return ggf_parse(&shape, &ggf, text, length, error)
                   ? finish_named(&ggf.moves, ggf.black, ggf.white, "ggf")
                   : NULL;
    return sgf_parse(&shape, &sgf, text, length, error)
               ? finish_named(&sgf.moves, sgf.black, sgf.white, "sgf")
               : NULL;
}

/* On the board that is shown if it fits there, else on the first usual one where it does. The
 * error is the one of the board that is shown. */
static json_t *import_transcript(const char *text, const char *wanted, Error *error) {
    Shape shape;
    Transcript transcript;
    for (int i = -1; i < USUAL; i++) {
        const char *name = i < 0 ? wanted : usual[i];
        if (!name || !shape_parse(&shape, name, strlen(name), i < 0 ? error : NULL)) continue;
        Board board = board_start(&shape);
        if (transcript_parse(&transcript, &board, text, strlen(text), i < 0 ? error : NULL))
            return finish(game_json(&transcript), "transcript");
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
    if (*text == '(') return import_tree(text, error);
    Looks looks = look(text);
    return looks.is_board ? import_board(text, &looks, wanted, error)
                          : import_transcript(text, wanted, error);
}
