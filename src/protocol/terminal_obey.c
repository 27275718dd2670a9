/* Obeys a line of the terminal game: takes it apart into words, each a move, row and column, or a
 * verb, which may be shortened. */
#include <string.h>
#include <strings.h>

#include "base/options.h"
#include "protocol/message.h"
#include "protocol/terminal_verbs.h"

#define SAY(...) fprintf(game->options.out, __VA_ARGS__)

/* The verb with that name, or the first that the word shortens. */
static const TerminalVerb *find_verb(const char *word, size_t length) {
    for (int i = 0; i < terminal_verb_count; i++)
        if (strncasecmp(terminal_verbs[i].name, word, length) == 0 &&
            !terminal_verbs[i].name[length])
            return &terminal_verbs[i];
    for (int i = 0; i < terminal_verb_count; i++)
        if (strncasecmp(terminal_verbs[i].name, word, length) == 0) return &terminal_verbs[i];
    return NULL;
}

/* Length of the letters at the Scan if they are a word, and not the column of a square or the
 * beginning of a word in another language. */
static size_t word_length(const Scan *scan) {
    size_t length = 0;
    while (scan_is_letter(scan_peek(scan, length))) length++;
    int next = scan_peek(scan, length);
    return scan_is_digit(next) || next >= 0x80 ? 0 : length;
}

/* The word at the Scan is neither a verb nor a square of the board. */
static void explain_word(Terminal *game, const Shape *shape, const Scan *at) {
    char word[TERMINAL_WORD_SIZE];
    Scan scan = *at;
    terminal_take_word(&scan, word, sizeof word);
    Nearest nearest = {.word = word};
    for (int i = 0; i < terminal_verb_count; i++) nearest_offer(&nearest, terminal_verbs[i].name);
    if (scan_is_letter(word[0]) && scan_is_digit(word[1]))
        SAY(_("That cannot be played: %s is off the board (%dx%d).\n"), word, shape->width,
            shape->height);
    else if (nearest.name != NULL)
        SAY(_("I do not know '%s'. Did you mean '%s'?\n"), word, nearest.name);
    else
        SAY(_("I do not know '%s'. Type a square such as %s, or help.\n"), word, "d3");
}

/* "3 5": row and column, counted from 1. False if it is something else. */
static bool scan_row_column(Scan *scan, int *row, int *column) {
    Scan at = *scan;
    int *const numbers[] = {row, column};
    for (int i = 0; i < 2; i++) {
        int digits = 0;
        *numbers[i] = 0;
        for (; digits < 3 && scan_is_digit(scan_peek(&at, 0)); digits++, at.at++)
            *numbers[i] = *numbers[i] * 10 + (scan_peek(&at, 0) - '0');
        if (digits == 0) return false;
        size_t gap = at.at;
        scan_skip_blanks(&at);
        if (i == 0 && scan_peek(&at, 0) == ',') at.at++;
        scan_skip_blanks(&at);
        bool is_apart = at.at > gap || scan_is_end(&at);
        if (!is_apart) return false;
    }
    *scan = at;
    return true;
}

static bool play_row_column(Terminal *game, int row, int column) {
    const Shape *shape = game->shape;
    if (row < 1 || row > shape->height || column < 1 || column > shape->width) {
        SAY(_("That cannot be played: row %d, column %d is off the board (%dx%d).\n"), row, column,
            shape->width, shape->height);
        return false;
    }
    return terminal_play_move(game, shape_square(shape, column - 1, row - 1));
}

bool terminal_is_rest_known(Terminal *game, const Shape *shape, Scan scan) {
    for (;;) {
        int square, column;
        scan_skip_blanks(&scan);
        if (scan_is_end(&scan)) return true;
        Scan word = scan;
        size_t length = word_length(&scan);
        if (length > 0 && find_verb(scan.bytes + scan.at, length)) return true;
        if (!scan_row_column(&scan, &square, &column) && !move_scan(&scan, shape, &square, NULL)) {
            explain_word(game, shape, &word);
            return false;
        }
    }
}

/* Does what the word at the Scan says. False: it was wrong, and the rest of the line with it. */
static bool obey_word(Terminal *game, Scan *scan) {
    int square;
    size_t length = word_length(scan);
    const TerminalVerb *verb = length > 0 ? find_verb(scan->bytes + scan->at, length) : NULL;
    if (scan_peek(scan, 0) == '?') verb = &terminal_verbs[0], length = 1;
    if (verb != NULL) {
        scan->at += length;
        return verb->run(game, scan);
    }
    int row, column;
    if (scan_row_column(scan, &row, &column)) return play_row_column(game, row, column);
    Scan before = *scan;
    if (move_scan(scan, game->shape, &square, NULL)) return terminal_play_move(game, square);
    explain_word(game, game->shape, &before);
    return false;
}

void terminal_obey(Terminal *game, const char *line, size_t length) {
    Scan scan = {line, length, 0};
    for (;;) {
        scan_skip_blanks(&scan);
        if (scan_is_end(&scan) || game->is_left || !obey_word(game, &scan)) return;
        terminal_play_on(game);
    }
}
