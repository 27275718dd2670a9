/* Parses every command line by its table of options. */
#include "base/options.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEAREST_MAX_LENGTH = 31, // longer words get no suggestion; bounds the distance table
    CHOICE_MAX_LENGTH = 31,
    NUMBER_MAX_LENGTH = 60,
};

// ---------------------------------------------------------------------------------------------
// The nearest match

// Edit distance with swaps of neighbours counted once ("--borad" is one slip from "--board").
static int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    int rows[3][NEAREST_MAX_LENGTH + 1];
    int *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_length; j++) last[j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        now[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (is_swap && before[j - 2] + 1 < best) best = before[j - 2] + 1;
            now[j] = best;
        }
        int *free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return last[b_length];
}

void nearest_offer(Nearest *nearest, const char *name) {
    size_t word_length = strlen(nearest->word), name_length = strlen(name);
    if (word_length == 0 || word_length > NEAREST_MAX_LENGTH || name_length > NEAREST_MAX_LENGTH)
        return;
    int distance = edit_distance(nearest->word, word_length, name, name_length);
    // An unfinished word ("tour" for "tournament") counts as one slip.
    if (word_length >= 2 && strncmp(name, nearest->word, word_length) == 0 && distance > 1)
        distance = 1;
    size_t longer = word_length > name_length ? word_length : name_length;
    int limit = longer <= 3 ? 1 : (int)(longer + 2) / 3; // a third of the word may be wrong
    if (distance > limit) return;
    if (nearest->name == NULL || distance < nearest->distance) {
        nearest->name = name;
        nearest->distance = distance;
    }
}

// ---------------------------------------------------------------------------------------------
// Values

// Says "is not a number" or how far it may go; the text is cut so that the range always fits.
static bool refuse_integer(const char *what, const char *text, const char *why, int64_t min,
                           int64_t max, Error *error) {
    error_set(error, STATUS_BAD_INPUT,
              "%s: '%.40s' %s (a whole number from %" PRId64 " to %" PRId64 ")", what, text, why,
              min, max);
    return false;
}

bool options_integer(const char *what, const char *text, int64_t min, int64_t max, int64_t *out,
                     Error *error) {
    const char *digit = text;
    bool is_negative = *digit == '-';
    if (is_negative) digit++;
    if (*digit == '\0') return refuse_integer(what, text, "is not a number", min, max, error);
    int64_t value = 0;
    bool overflows = false;
    for (; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9')
            return refuse_integer(what, text, "is not a number", min, max, error);
        int step = is_negative ? '0' - *digit : *digit - '0';
        overflows = overflows || __builtin_mul_overflow(value, (int64_t)10, &value) ||
                    __builtin_add_overflow(value, (int64_t)step, &value);
    }
    if (overflows || value < min || value > max)
        return refuse_integer(what, text, "is out of range", min, max, error);
    *out = value;
    return true;
}

// Accepts [-]digits[.digits][e[+-]digits]; strtod alone would take "nan", "0x1p3" and blanks.
static bool is_plain_number(const char *text) {
    const char *at = text + (*text == '-');
    size_t whole = strspn(at, "0123456789"), fraction = 0;
    at += whole;
    if (*at == '.') {
        fraction = strspn(at + 1, "0123456789");
        at += 1 + fraction;
    }
    if (whole + fraction == 0) return false;
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-';
        size_t exponent = strspn(at, "0123456789");
        if (exponent == 0) return false;
        at += exponent;
    }
    return *at == '\0' && at - text <= NUMBER_MAX_LENGTH;
}

bool options_number(const char *what, const char *text, double min, double max, double *out,
                    Error *error) {
    const char *why = "is not a number";
    if (is_plain_number(text)) {
        // The program never calls setlocale, so strtod reads '.'.
        double value = strtod(text, NULL);
        if (isfinite(value) && value >= min && value <= max) {
            *out = value;
            return true;
        }
        why = "is out of range";
    }
    error_set(error, STATUS_BAD_INPUT, "%s: '%.40s' %s (a number from %g to %g)", what, text, why,
              min, max);
    return false;
}

bool options_choice_word(const char *words, int index, char *word, size_t size) {
    while (index-- > 0) {
        words = strchr(words, '|');
        if (words == NULL) return false;
        words++;
    }
    size_t length = strcspn(words, "|");
    if (length >= size) length = size - 1;
    memcpy(word, words, length);
    word[length] = '\0';
    return true;
}

static bool find_choice(const char *what, const Option *option, const char *text, int *out,
                        Error *error) {
    char word[CHOICE_MAX_LENGTH + 1];
    for (int i = 0; options_choice_word(option->value_name, i, word, sizeof word); i++) {
        if (strcmp(word, text) == 0) {
            *out = i;
            return true;
        }
    }
    error_set(error, STATUS_BAD_INPUT, "%s: '%.40s' is none of %s", what, text, option->value_name);
    return false;
}

static void store_integer(const Option *option, char *field, int64_t value) {
    if (option->size == sizeof(int64_t)) {
        memcpy(field, &value, sizeof value);
    } else {
        assert(value >= INT32_MIN && value <= INT32_MAX);
        int narrow = (int)value;
        memcpy(field, &narrow, sizeof narrow);
    }
}

// Checks `text` against the row and, if `values` is not NULL, stores it in its field.
static bool set_value(const Option *option, const char *text, void *values, Error *error) {
    char what[64] = "--";
    strncat(what, option->name, sizeof what - 3);
    char *field = values == NULL ? NULL : (char *)values + option->offset;
    switch (option->kind) {
    case OPTION_FLAG: {
        bool is_set = true;
        if (field != NULL) memcpy(field, &is_set, sizeof is_set);
        return true;
    }
    case OPTION_INTEGER: {
        int64_t value;
        if (!options_integer(what, text, option->min, option->max, &value, error)) return false;
        if (field != NULL) store_integer(option, field, value);
        return true;
    }
    case OPTION_NUMBER: {
        double value;
        if (!options_number(what, text, option->least, option->most, &value, error)) return false;
        if (field != NULL) memcpy(field, &value, sizeof value);
        return true;
    }
    case OPTION_TEXT:
        if (text[0] == '\0' && strcmp(option->value_name, "FILE") == 0) {
            error_set(error, STATUS_BAD_INPUT, "%s: the name of a file is empty", what);
            return false;
        }
        if (field != NULL) memcpy(field, &text, sizeof text);
        return true;
    case OPTION_LIST: {
        OptionList list;
        if (field == NULL) return true;
        memcpy(&list, field, sizeof list);
        if (list.count == OPTION_LIST_MAX) {
            error_set(error, STATUS_BAD_INPUT, "%s: more than %d times", what, OPTION_LIST_MAX);
            return false;
        }
        list.values[list.count++] = text;
        memcpy(field, &list, sizeof list);
        return true;
    }
    case OPTION_CHOICE: {
        int value;
        if (!find_choice(what, option, text, &value, error)) return false;
        if (field != NULL) memcpy(field, &value, sizeof value);
        return true;
    }
    }
    return false;
}

void options_defaults(const OptionSet *set, void *values) {
    for (int i = 0; i < set->option_count; i++) {
        const Option *option = &set->options[i];
        memset((char *)values + option->offset, 0, option->size);
        if (option->initial == NULL || option->kind == OPTION_FLAG) continue;
        bool is_valid = set_value(option, option->initial, values, NULL);
        assert(is_valid);
        (void)is_valid;
    }
}

// ---------------------------------------------------------------------------------------------
// The command line

const Option *options_find(const OptionSet *set, const char *name, size_t length) {
    for (int i = 0; i < set->option_count; i++) {
        const char *row = set->options[i].name;
        if (strlen(row) == length && memcmp(row, name, length) == 0) return &set->options[i];
    }
    return NULL;
}

static bool refuse_unknown(const OptionSet *set, const char *argument, Error *error) {
    char typed[NEAREST_MAX_LENGTH + 2] = ""; // one more than suggestions look at
    const char *name = argument + strspn(argument, "-");
    size_t length = strcspn(name, "=");
    if (length < sizeof typed) memcpy(typed, name, length);
    Nearest nearest = {.word = typed};
    for (int i = 0; i < set->option_count; i++) nearest_offer(&nearest, set->options[i].name);
    nearest_offer(&nearest, "help");
    int shown = (int)strcspn(argument, "=");
    if (shown > 40) shown = 40;
    if (nearest.name != NULL)
        error_set(error, STATUS_BAD_INPUT, "unknown option '%.*s', did you mean --%s?", shown,
                  argument, nearest.name);
    else
        error_set(error, STATUS_BAD_INPUT, "unknown option '%.*s'", shown, argument);
    return false;
}

static bool is_option(const char *argument) {
    if (argument[0] != '-' || argument[1] == '\0') return false;
    bool is_negative_number = (argument[1] >= '0' && argument[1] <= '9') || argument[1] == '.';
    return !is_negative_number;
}

// "--", "--depth", "--depth=3": written where a value was expected it means that the value was
// forgotten. A position may begin with dashes too, "--XO... X", and is no option.
static bool looks_like_option(const char *argument) {
    if (strncmp(argument, "--", 2) != 0) return false;
    bool is_name = argument[2] >= 'a' && argument[2] <= 'z';
    return argument[2] == '\0' || (is_name && strchr(argument, ' ') == NULL);
}

// The row of "-o", or NULL.
static const Option *find_letter(const OptionSet *set, const char *argument) {
    if (argument[1] == '\0' || argument[2] != '\0') return NULL;
    for (int i = 0; i < set->option_count; i++)
        if (set->options[i].letter == argument[1]) return &set->options[i];
    return NULL;
}

// Reads the option at argv[*at], moving *at to the last word it used.
static bool read_option(const OptionSet *set, int argc, const char *const *argv, int *at,
                        void *values, Error *error) {
    const char *argument = argv[*at];
    bool is_long = argument[1] == '-';
    const char *name = argument + 2;
    size_t length = is_long ? strcspn(name, "=") : 0;
    const Option *option = is_long ? options_find(set, name, length) : find_letter(set, argument);
    if (option == NULL) return refuse_unknown(set, argument, error);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (option->kind == OPTION_FLAG) {
        if (value == NULL) return set_value(option, NULL, values, error);
        error_set(error, STATUS_BAD_INPUT, "--%s takes no value", option->name);
        return false;
    }
    if (value == NULL && *at + 1 < argc && !looks_like_option(argv[*at + 1])) value = argv[++*at];
    if (value == NULL) {
        error_set(error, STATUS_BAD_INPUT, "--%s needs a value: --%s %s", option->name,
                  option->name, option->value_name);
        return false;
    }
    return set_value(option, value, values, error);
}

static bool check_count(const OptionSet *set, int count, const char *surplus, Error *error) {
    if (count > set->max_args) {
        if (set->max_args == 0)
            error_set(error, STATUS_BAD_INPUT, "unexpected argument '%.40s'", surplus);
        else
            error_set(error, STATUS_BAD_INPUT, "too many arguments: '%.40s' (at most %d)", surplus,
                      set->max_args);
        return false;
    }
    if (count < set->min_args) {
        error_set(error, STATUS_BAD_INPUT, "too few arguments: %d given, %s%d needed", count,
                  set->min_args == set->max_args ? "" : "at least ", set->min_args);
        return false;
    }
    return true;
}

// Walks the command line once. With NULL for `values` and `positional` it only checks, so that
// options_parse can walk twice and write nothing unless everything is right.
static bool walk(const OptionSet *set, int argc, const char *const *argv, void *values,
                 const char **positional, int *count, Error *error) {
    bool has_options = true;
    const char *surplus = NULL;
    *count = 0;
    for (int i = 0; i < argc; i++) {
        if (has_options && strcmp(argv[i], "--") == 0) {
            has_options = false;
        } else if (has_options && is_option(argv[i])) {
            if (!read_option(set, argc, argv, &i, values, error)) return false;
        } else {
            if (positional != NULL) positional[*count] = argv[i];
            if (*count == set->max_args) surplus = argv[i];
            ++*count;
        }
    }
    return check_count(set, *count, surplus, error);
}

bool options_parse(const OptionSet *set, int argc, const char *const *argv, void *values,
                   const char **positional, int *positional_count, Error *error) {
    int count;
    if (!walk(set, argc, argv, NULL, NULL, &count, error)) return false;
    return walk(set, argc, argv, values, positional, positional_count, error);
}
