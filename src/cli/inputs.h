/* What several commands ask for in the same words: a position (--board, --position, --moves) and an
 * engine (--threads, --hash, --eval, --weights). A command puts the rows into its table of options
 * and the struct into its own. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "base/options.h"
#include "engine/engine.h"
#include "record/format.h"

/* --- A position ------------------------------------------------------------------------------- */

typedef struct BoardInput {
    const char *board;    /* "8x8" */
    const char *position; /* "BOARD SIDE", or NULL for the start */
    const char *moves;    /* a transcript from there, or NULL */
} BoardInput;

/* Fills the shape and the game. *game borrows *shape. Nothing is filled on failure except *shape,
 * which must not be used then. */
bool board_input_read(const BoardInput *input, Shape *shape, Transcript *game, Error *error);

/* The rows of an option table whose struct `type` has a BoardInput called `input`. */
#define BOARD_INPUT_ROWS(type)                                                                     \
    OPTION_TEXT_ROW(type, input.board, "board", "WxH", "8x8", "columns and rows, at most 64"),     \
        OPTION_TEXT_ROW(type, input.position, "position", "TEXT", NULL,                            \
                        "squares row by row, then the side to move: \"--XO... X\""),               \
        OPTION_TEXT_ROW(type, input.moves, "moves", "MOVES", NULL,                                 \
                        "moves to play from there: f5d6c3")

/* --- A book ----------------------------------------------------------------------------------- */

/* The row of an option table whose struct `type` has a text called `book`: of commands that play.
 */
#define BOOK_INPUT_ROW(type)                                                                       \
    OPTION_TEXT_ROW(type, book, "book", "FILE", "embedded",                                        \
                    "book to play from: a file, embedded, or none")

/* --- Formats of games ------------------------------------------------------------------------- */

/* The format that the option (for messages: "--from") names; NULL for no name. */
bool format_input_find(const char *option, const char *name, const RecordFormat **format,
                       Error *error);

/* The format to write: what --to names, else that of the file's extension, else GGF. */
bool format_input_output(const char *to, const char *file, const RecordFormat **format,
                         Error *error);

/* --- A language ------------------------------------------------------------------------------- */

/* The value of --lang: the languages that the terminal and the page both have. */
typedef struct Language {
    const char *tag;       /* as browsers call it: "zh-CN" */
    const char *catalogue; /* as po/ calls it: "zh_CN" */
} Language;

#define LANGUAGE_HELP "en, fr, ja, zh-CN or zh-TW"

/* The row of an option table whose struct `type` has a text called `lang`: of commands whose output
 * is translated. */
#define LANGUAGE_ROW(type)                                                                         \
    OPTION_TEXT_ROW(type, lang, "lang", "LANG", NULL, LANGUAGE_HELP "; else what the locale says")

/* Finds the language of a tag. *out is NULL for NULL: none was asked for. */
bool language_find(const char *tag, const Language **out, Error *error);

/* Speaks that language from now on, or with NULL what the locale says: see message_begin(). */
bool language_begin(const char *tag, Error *error);

/* --- An engine -------------------------------------------------------------------------------- */

typedef struct EngineInput {
    int threads;
    int hash;
    const char *eval;
    const char *weights;
} EngineInput;

/* The rows of an option table whose struct `type` has an EngineInput called `engine`. */
#define ENGINE_INPUT_ROWS(type)                                                                    \
    OPTION_INTEGER_ROW(type, engine.threads, "threads", "N", 0, ENGINE_MAX_THREADS, "0",           \
                       "threads to search with; 0 means one per processor"),                       \
        OPTION_INTEGER_ROW(type, engine.hash, "hash", "MB", 1, 1 << 20, "256",                     \
                           "size of the transposition table"),                                     \
        OPTION_TEXT_ROW(type, engine.eval, "eval", "NAME", NULL,                                   \
                        "evaluation to search with; the best for the board by default"),           \
        OPTION_TEXT_ROW(type, engine.weights, "weights", "FILE", NULL,                             \
                        "learned weights to use instead of those inside the program")

EngineOptions engine_input_options(const EngineInput *input);
Engine *engine_input_open(const EngineInput *input, const Shape *shape, Error *error);

#endif
