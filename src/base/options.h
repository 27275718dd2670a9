/* Command-line options as rows of tables.
 *
 * A command describes its options once, as an array of Option; the parser, the help text, the man
 * page and the shell completion all read those rows. A row says where its value lives in the
 * command's own options struct, so a command sees plain typed fields and never parses text itself.
 *
 * Invariant: a parse that fails writes nothing, neither values nor positional arguments. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef enum OptionKind {
    OPTION_FLAG,    // bool, no value on the command line
    OPTION_INTEGER, // int or int64_t, strictly decimal
    OPTION_NUMBER,  // double, finite
    OPTION_TEXT,    // const char *, points into argv or into the row's default
    OPTION_CHOICE,  // int, index into the words of value_name
    OPTION_LIST,    // OptionList, one more text each time that the option is given
} OptionKind;

enum { OPTION_LIST_MAX = 32 };

typedef struct OptionList {
    int count;
    const char *values[OPTION_LIST_MAX]; // point into argv
} OptionList;

typedef struct Option {
    const char *name; // without the dashes
    OptionKind kind;
    const char *value_name; // "N", "FILE"; for a choice the words themselves: "auto|always|never"
    const char *help;       // one line, no full stop
    const char *initial;    // the default as text, or NULL: false, 0, NULL, the first choice
    int64_t min, max;       // for OPTION_INTEGER
    double least, most;     // for OPTION_NUMBER
    size_t offset, size;    // the field in the command's options struct
    char letter;            // 'o' if -o means the same; 0 for none. The help text says so
} Option;

// The rows are written with these; each refuses at compile time a field of the wrong type.
#define OPTION_FIELD_OF(type, field, field_type)                                                   \
    .offset = _Generic(((type *)0)->field, field_type                                              \
                       : offsetof(type, field)),                                                   \
    .size = sizeof(((type *)0)->field)

#define OPTION_FLAG_ROW(type, field, name_text, help_text)                                         \
    {                                                                                              \
        .name = (name_text), .kind = OPTION_FLAG, .help = (help_text),                             \
        OPTION_FIELD_OF(type, field, bool)                                                         \
    }

#define OPTION_INTEGER_ROW(type, field, name_text, value_text, low, high, default_text, help_text) \
    {                                                                                              \
        .name = (name_text), .kind = OPTION_INTEGER, .value_name = (value_text),                   \
        .help = (help_text), .initial = (default_text), .min = (low), .max = (high),               \
        .offset = _Generic(((type *)0)->field, int                                                 \
                           : offsetof(type, field), int64_t                                        \
                           : offsetof(type, field)),                                               \
        .size = sizeof(((type *)0)->field)                                                         \
    }

#define OPTION_NUMBER_ROW(type, field, name_text, value_text, low, high, default_text, help_text)  \
    {                                                                                              \
        .name = (name_text), .kind = OPTION_NUMBER, .value_name = (value_text),                    \
        .help = (help_text), .initial = (default_text), .least = (low), .most = (high),            \
        OPTION_FIELD_OF(type, field, double)                                                       \
    }

#define OPTION_TEXT_ROW(type, field, name_text, value_text, default_text, help_text)               \
    OPTION_TEXT_LETTER_ROW(type, field, 0, name_text, value_text, default_text, help_text)

#define OPTION_TEXT_LETTER_ROW(type, field, option_letter, name_text, value_text, default_text,    \
                               help_text)                                                          \
    {                                                                                              \
        .letter = (option_letter), .name = (name_text), .kind = OPTION_TEXT,                       \
        .value_name = (value_text), .help = (help_text), .initial = (default_text),                \
        OPTION_FIELD_OF(type, field, const char *)                                                 \
    }

#define OPTION_LIST_ROW(type, field, name_text, value_text, help_text)                             \
    {                                                                                              \
        .name = (name_text), .kind = OPTION_LIST, .value_name = (value_text), .help = (help_text), \
        OPTION_FIELD_OF(type, field, OptionList)                                                   \
    }

#define OPTION_CHOICE_ROW(type, field, name_text, words_text, default_text, help_text)             \
    {                                                                                              \
        .name = (name_text), .kind = OPTION_CHOICE, .value_name = (words_text),                    \
        .help = (help_text), .initial = (default_text), OPTION_FIELD_OF(type, field, int)          \
    }

// A command line as a command accepts it. `max_args` may be OPTIONS_ANY_COUNT.
typedef struct OptionSet {
    const Option *options;
    int option_count;
    int min_args, max_args;
} OptionSet;

enum { OPTIONS_ANY_COUNT = 1 << 30 };

/* Sets every field to its default. `values` is the command's options struct.
 * A default that does not satisfy its own row is a programming error (assert). */
void options_defaults(const OptionSet *set, void *values);

/* Parses argv[0 .. argc-1] (no program name among them): `--name value`, `--name=value`, `--flag`,
 * `-o value` for an option with that letter;
 * `--` ends the options; anything else, also `-` and negative numbers, is a positional argument.
 * The last of a repeated option wins, except that a list takes all. A separate value that looks
 * like an option (`--depth`) is read as a forgotten value (write `--name=--x` if it is really
 * meant); a position `--XO... X` is none. On success fills `values` (only the options given: call
 * options_defaults first) and puts the positional arguments, pointing into argv, into `positional`,
 * which has room for argc, and their number into *positional_count. On failure writes only `error`.
 */
bool options_parse(const OptionSet *set, int argc, const char *const *argv, void *values,
                   const char **positional, int *positional_count, Error *error);

/* Reads a whole text as a decimal integer within [min, max]: no blanks, no junk, no wrap.
 * `what` names it in the error: "depth", "--threads". *out is unchanged on failure. */
bool options_integer(const char *what, const char *text, int64_t min, int64_t max, int64_t *out,
                     Error *error);

/* The same for a finite decimal number. Takes `.` whatever the locale is. */
bool options_number(const char *what, const char *text, double min, double max, double *out,
                    Error *error);

/* The row with that name (`length` bytes), or NULL. */
const Option *options_find(const OptionSet *set, const char *name, size_t length);

/* Finds the best match for a mistyped word. Start with {.word = typed}, offer every candidate;
 * `name` is then the closest one, or NULL if none is close enough to be what was meant. */
typedef struct Nearest {
    const char *word;
    const char *name;
    int distance;
} Nearest;

void nearest_offer(Nearest *nearest, const char *name);

/* Visits the words of a choice: copies word `index` of "a|b|c" to `word`; false past the last. */
bool options_choice_word(const char *words, int index, char *word, size_t size);

#endif
