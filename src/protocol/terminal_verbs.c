/* Obeys what is typed in the terminal game. A line is taken apart into words; a word is a move
 * or a row of the table of verbs, which may be shortened. */
#include "protocol/terminal_verbs.h"

#include <string.h>
#include <strings.h>

#include "base/bits.h"
#include "base/options.h"
#include "engine/result_text.h"
#include "protocol/message.h"

enum { WORD_SIZE = 24, PATH_SIZE = 1024, DEFAULT_HINTS = 3, LINE_MOVES = 8 };

typedef struct Verb {
    const char *name;
    const char *arguments;
    const char *help;
    bool (*run)(Terminal *game, Scan *rest); /* false: wrong, and the rest of the line with it */
} Verb;

#define SAY(...) fprintf(game->options.out, __VA_ARGS__)

/* --- Words ------------------------------------------------------------------------------------ */

/* Takes what stands before the next blank; "" at the end. Longer words are cut; control characters
 * become question marks. */
static void take_word(Scan *scan, char *word, size_t size) {
    size_t length = 0;
    scan_skip_blanks(scan);
    for (; !scan_is_end(scan) && !scan_is_blank(scan_peek(scan, 0)); scan->at++) {
        int byte = scan_peek(scan, 0);
        if (length < size - 1) word[length++] = byte < ' ' || byte == 127 ? '?' : (char)byte;
    }
    word[length] = '\0';
}

/* Takes what is left of the line, without blanks at its ends. */
static void take_rest(Scan *scan, char *text, size_t size) {
    scan_skip_blanks(scan);
    size_t length = scan->length - scan->at;
    while (length > 0 && scan_is_blank(scan_peek(scan, length - 1))) length--;
    if (length > size - 1) length = size - 1;
    memcpy(text, scan->bytes + scan->at, length);
    text[length] = '\0';
    scan->at = scan->length;
}

/* Takes a number if there is one; otherwise *number is left alone. */
static bool take_number(Terminal *game, Scan *scan, int min, int max, int *number) {
    char word[WORD_SIZE];
    int64_t value;
    scan_skip_blanks(scan);
    if (!scan_is_digit(scan_peek(scan, 0))) return true;
    take_word(scan, word, sizeof word);
    if (!options_integer("number", word, min, max, &value, NULL)) {
        SAY(_("The number must be from %d to %d.\n"), min, max);
        return false;
    }
    *number = (int)value;
    return true;
}

static bool is_rest_known(Terminal *game, const Shape *shape, Scan scan);

/* --- The game --------------------------------------------------------------------------------- */

static bool verb_undo(Terminal *game, Scan *rest) {
    (void)rest;
    if (!game_undo(game)) SAY(_("There is nothing to take back.\n"));
    return true;
}

static bool verb_redo(Terminal *game, Scan *rest) {
    (void)rest;
    if (!game_redo(game)) SAY(_("There is nothing to play again.\n"));
    return true;
}

/* `new`, or `new 6x6`. A word after it that means nothing changes nothing. */
static bool verb_new(Terminal *game, Scan *rest) {
    char size[WORD_SIZE];
    Scan before = *rest;
    Shape shape;
    Error error;
    take_word(rest, size, sizeof size);
    if (!scan_is_digit(size[0]) || !strpbrk(size, "xX")) {
        *rest = before;
        if (!is_rest_known(game, game->shape, *rest)) return false;
        game_restart(game);
        return true;
    }
    bool is_board = shape_parse(&shape, size, strlen(size), &error);
    if (is_board && !is_rest_known(game, &shape, *rest)) return false;
    if (is_board && game_set_board(game, size, &error)) return true;
    SAY(_("That is no board: %s\n"), error.text);
    return false;
}

static bool verb_board(Terminal *game, Scan *rest) {
    (void)rest;
    game->is_shown = false;
    return true;
}

static bool verb_moves(Terminal *game, Scan *rest) {
    (void)rest;
    terminal_say_record(game);
    return true;
}

static bool verb_quit(Terminal *game, Scan *rest) {
    (void)rest;
    game->is_left = true;
    return true;
}

static bool verb_setboard(Terminal *game, Scan *rest) {
    Board board;
    Error error;
    Transcript record;
    char text[RECORD_MAX_MOVES * 4];
    take_rest(rest, text, sizeof text);
    if (!board_parse(game->shape, text, strlen(text), &board, &error)) {
        SAY(_("That is no board: %s\n"), error.text);
        return false;
    }
    transcript_init(&record, &board);
    return game_set_record(game, &record, &error);
}

static bool verb_save(Terminal *game, Scan *rest) {
    char path[PATH_SIZE];
    Error error;
    take_rest(rest, path, sizeof path);
    if (!*path)
        SAY(_("Say where: save FILE\n"));
    else if (game_save(game, path, &error))
        SAY(_("The game is saved in %s.\n"), path);
    else
        SAY(_("It cannot be saved: %s\n"), error.text);
    return true;
}

static bool verb_load(Terminal *game, Scan *rest) {
    char path[PATH_SIZE];
    Error error;
    take_rest(rest, path, sizeof path);
    if (!*path)
        SAY(_("Say which: load FILE\n"));
    else if (game_load(game, path, &error))
        SAY(_("The game is loaded from %s.\n"), path);
    else
        SAY(_("It cannot be loaded: %s\n"), error.text);
    return true;
}

/* --- Players ---------------------------------------------------------------------------------- */

static const char *participant_name(const Participant *participant) {
    return participant->is_human      ? _("human")
           : participant->is_computer ? _("computer")
                                      : participant->spec.text;
}

static void say_players(const Terminal *game) {
    SAY(_("Black: %s. White: %s. Level: %d.\n"), participant_name(&game->participants[BLACK]),
        participant_name(&game->participants[WHITE]), game->level);
}

static bool set_player(Terminal *game, Side side, Scan *rest) {
    char text[PLAYER_TEXT_SIZE];
    Error error;
    take_word(rest, text, sizeof text);
    if (*text && !game_set_player(game, side, text, &error)) {
        SAY("%s\n", error.text);
        return false;
    }
    game->is_shown = game->is_shown && !*text;
    say_players(game);
    return true;
}

static bool verb_black(Terminal *game, Scan *rest) {
    return set_player(game, BLACK, rest);
}

static bool verb_white(Terminal *game, Scan *rest) {
    return set_player(game, WHITE, rest);
}

static bool verb_level(Terminal *game, Scan *rest) {
    int level = game->level;
    Error error;
    if (!take_number(game, rest, 1, ENGINE_MAX_LEVEL, &level)) return false;
    if (level != game->level && !game_set_level(game, level, &error)) SAY("%s\n", error.text);
    say_players(game);
    return true;
}

/* The numbers are Edax's. */
static bool verb_mode(Terminal *game, Scan *rest) {
    static const char *const modes[4][2] = {
        {"human", "computer"}, {"computer", "human"}, {"computer", "computer"}, {"human", "human"}};
    int mode = -1;
    Error error;
    if (!take_number(game, rest, 0, 3, &mode)) return false;
    for (Side side = BLACK; side <= WHITE && mode >= 0; side++)
        if (!game_set_player(game, side, modes[mode][side], &error)) SAY("%s\n", error.text);
    if (mode >= 0) game->is_shown = false;
    say_players(game);
    return true;
}

/* The computer moves once for the side to move. */
static bool verb_go(Terminal *game, Scan *rest) {
    (void)rest;
    EngineResult result;
    if (game_is_over(game)) {
        SAY(_("The game is over.\n"));
        return true;
    }
    game_advise(game, game->record.end.position, 1, &result);
    return terminal_play_move(game, result.lines[0].pv[0]);
}

/* --- Advice ----------------------------------------------------------------------------------- */

static void say_line(const Terminal *game, const EngineLine *line) {
    SAY("  %-4s %7s ", move_name(game->shape, line->pv[0]).text, line_score_text(line).text);
    for (int i = 1; i < line->length && i < LINE_MOVES; i++)
        SAY(" %s", move_name(game->shape, line->pv[i]).text);
    SAY("\n");
}

static bool verb_hint(Terminal *game, Scan *rest) {
    int count = DEFAULT_HINTS;
    EngineResult result;
    if (!take_number(game, rest, 1, ENGINE_MAX_LINES, &count)) return false;
    if (game_is_over(game)) {
        SAY(_("The game is over.\n"));
        return true;
    }
    game_advise(game, game->record.end.position, count, &result);
    SAY(_("Perhaps %s. Move, discs ahead at the end, and how it might continue:\n"),
        move_name(game->shape, result.lines[0].pv[0]).text);
    for (int i = 0; i < result.count; i++) say_line(game, &result.lines[i]);
    return true;
}

static bool verb_eval(Terminal *game, Scan *rest) {
    (void)rest;
    EngineResult result;
    if (game_is_over(game)) {
        SAY(_("The game is over.\n"));
        return true;
    }
    game_advise(game, game->record.end.position, 1, &result);
    const EngineLine *line = &result.lines[0];
    SAY(line->is_exact ? _("With best play %s ends at %s discs.\n")
                       : _("%s stands at about %s discs.\n"),
        message_side(game->record.end.side), line_score_text(line).text);
    return true;
}

static bool verb_summary(Terminal *game, Scan *rest) {
    (void)rest;
    terminal_say_mistakes(game);
    return true;
}

/* --- The table -------------------------------------------------------------------------------- */

static bool verb_play(Terminal *game, Scan *rest);
static bool verb_help(Terminal *game, Scan *rest);

/* Of several verbs with the same beginning the first is meant. */
static const Verb verbs[] = {
    {"help", "", MARKED("this list"), verb_help},
    {"hint", "[N]", MARKED("the best moves, N of them"), verb_hint},
    {"undo", "", MARKED("take back your last move and the answer to it"), verb_undo},
    {"redo", "", MARKED("play again what was taken back"), verb_redo},
    {"moves", "", MARKED("the game so far"), verb_moves},
    {"board", "", MARKED("draw the board again"), verb_board},
    {"eval", "", MARKED("who is ahead, and by how much"), verb_eval},
    {"go", "", MARKED("let the computer move once for you"), verb_go},
    {"new", "[WxH]", MARKED("begin again, also on another board: new 6x6"), verb_new},
    {"level", "[N]", MARKED("strength of the computer, 1 to 60"), verb_level},
    {"mode", "[N]", MARKED("0: you are Black, 1: White, 2: computer alone, 3: two people"),
     verb_mode},
    {"black", "[PLAYER]", MARKED("who plays Black: human, computer, or see bianca players"),
     verb_black},
    {"white", "[PLAYER]", MARKED("who plays White"), verb_white},
    {"play", "MOVES", MARKED("play several moves: play f5d6c3"), verb_play},
    {"setboard", "BOARD", MARKED("set up a position: squares row by row, then the side"),
     verb_setboard},
    {"save", "FILE", MARKED("write the game to a file"), verb_save},
    {"load", "FILE", MARKED("resume a game from a file"), verb_load},
    {"summary", "", MARKED("the worst moves of the game so far"), verb_summary},
    {"quit", "", MARKED("leave the game"), verb_quit},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

static bool verb_help(Terminal *game, Scan *rest) {
    (void)rest;
    SAY(_("Type a square to play there: d3, or its row and column: 3 4. You may type\n"
          "several words on a line, and shorten these:\n"));
    for (int i = 0; i < VERBS; i++)
        SAY("  %-8s %-9s %s\n", verbs[i].name, verbs[i].arguments, _(verbs[i].help));
    SAY(_("A side that cannot move passes by itself.\n"));
    return true;
}

/* The verb with that name, or the first that the word shortens. */
static const Verb *find_verb(const char *word, size_t length) {
    for (int i = 0; i < VERBS; i++)
        if (strncasecmp(verbs[i].name, word, length) == 0 && !verbs[i].name[length])
            return &verbs[i];
    for (int i = 0; i < VERBS; i++)
        if (strncasecmp(verbs[i].name, word, length) == 0) return &verbs[i];
    return NULL;
}

/* --- Lines ------------------------------------------------------------------------------------ */

static bool verb_play(Terminal *game, Scan *rest) {
    scan_skip_blanks(rest);
    if (scan_is_end(rest)) SAY(_("Say what: play MOVES\n"));
    for (;;) {
        int square;
        scan_skip_blanks(rest);
        if (scan_is_end(rest) || game_is_over(game)) return true;
        if (!move_scan(rest, game->shape, &square, NULL)) {
            SAY(_("I do not understand that. Type a square such as %s, or help.\n"), "d3");
            return false;
        }
        if (!terminal_play_move(game, square)) return false;
        terminal_play_on(game);
    }
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
    char word[WORD_SIZE];
    Scan scan = *at;
    take_word(&scan, word, sizeof word);
    Nearest nearest = {.word = word};
    for (int i = 0; i < VERBS; i++) nearest_offer(&nearest, verbs[i].name);
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

/* Whether the rest of the line is squares of that board, up to its end or to a verb, whose words
 * are its own; if not, says so. */
static bool is_rest_known(Terminal *game, const Shape *shape, Scan scan) {
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
    const Verb *verb = length > 0 ? find_verb(scan->bytes + scan->at, length) : NULL;
    if (scan_peek(scan, 0) == '?') verb = &verbs[0], length = 1;
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
