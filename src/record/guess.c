/* Detects formats and boards by the look of a text (guess.h). */
#include "record/guess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "record/reader.h"

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

/* A board, or a line of an OBF file with the scores of moves. */
static bool guess_board(Guess *guess, const char *text, const Looks *looks, const char *wanted,
                        Error *error) {
    Board board;
    if (!choose_shape(&guess->shape, looks, wanted, error)) return false;
    if (!strchr(text, ';')) {
        if (!board_parse(&guess->shape, text, strlen(text), &board, error)) return false;
        guess->format = "board";
    } else {
        ObfReader reader = {.shape = &guess->shape, .bytes = text, .length = strlen(text)};
        if (obf_next(&reader, &guess->scores, error) != OBF_ENTRY) return false;
        board = guess->scores.board;
        guess->format = format_obf.name;
        guess->has_scores = true;
    }
    transcript_init(&guess->record.moves, &board);
    return true;
}

/* A game with names. */
static bool guess_record(Guess *guess, const char *text, const Shape *board, Error *error) {
    const RecordFormat *format;
    if (!record_parse(board, &guess->shape, &guess->record, &format, text, strlen(text), error))
        return false;
    guess->format = format->name;
    return true;
}

static bool guess_transcript(Guess *guess, const char *text, const Shape *board, Error *error) {
    guess->shape = *board;
    Board start = board_start(&guess->shape); /* which the record borrows: not the caller's */
    guess->format = format_transcript.name;
    return transcript_parse(&guess->record.moves, &start, text, strlen(text), error);
}

/* The number of the move that a reader refused ("pgn: move 7: d3 turns nothing"), or 0. */
static int refused_move(const Error *error) {
    const char *at = strstr(error->text, "move ");
    return at ? atoi(at + strlen("move ")) : 0;
}

typedef bool GuessGame(Guess *guess, const char *text, const Shape *board, Error *error);

/* Most games do not say which board they are about: the moves do. Tries the wanted board, then the
 * usual ones. The error is that of the board where the most moves are legal. */
static bool guess_somewhere(Guess *guess, GuessGame *game, const char *text, const char *wanted,
                            Error *error) {
    Shape board;
    Error reason;
    if (!shape_parse(&board, wanted, strlen(wanted), error)) return false;
    for (int i = -1; i < USUAL; i++) {
        if (i >= 0) shape_parse(&board, usual[i], strlen(usual[i]), NULL);
        if (game(guess, text, &board, &reason)) return true;
        if (i < 0 || refused_move(&reason) > refused_move(error)) *error = reason;
    }
    return false;
}

/* Blanks, and the comments of an OBF file. */
static const char *skip_comments(const char *text) {
    while (scan_is_blank((unsigned char)*text) || *text == '%')
        text += *text == '%' ? strcspn(text, "\n") : 1;
    return text;
}

bool record_guess(Guess *guess, const char *text, const char *wanted, Error *error) {
    *guess = (Guess){0};
    text = skip_comments(text);
    if (*text == '\0') {
        error_set(error, STATUS_BAD_INPUT, "there is nothing to import");
        return false;
    }
    const RecordFormat *format = record_format_guess(text, strlen(text));
    // Moves without tags are tried on several boards below.
    bool has_tags = format == &format_pgn && *text == '[';
    if (format == &format_ggf || format == &format_sgf || format == &format_quest || has_tags)
        return guess_somewhere(guess, guess_record, text, wanted, error);
    Looks looks = look(text);
    return looks.is_board ? guess_board(guess, text, &looks, wanted, error)
                          : guess_somewhere(guess, guess_transcript, text, wanted, error);
}
