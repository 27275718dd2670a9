/* What can be typed in the terminal game besides moves: a function and a row of the table for each
 * verb. */
#include "protocol/terminal_verbs.h"

#include <string.h>

#include "base/bits.h"
#include "base/options.h"
#include "engine/result_text.h"
#include "protocol/message.h"

enum { PATH_SIZE = 1024, DEFAULT_HINTS = 3, LINE_MOVES = 8 };

#define SAY(...) fprintf(game->options.out, __VA_ARGS__)

/* --- Words ------------------------------------------------------------------------------------ */

void terminal_take_word(Scan *scan, char *word, size_t size) {
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
    char word[TERMINAL_WORD_SIZE];
    int64_t value;
    scan_skip_blanks(scan);
    if (!scan_is_digit(scan_peek(scan, 0))) return true;
    terminal_take_word(scan, word, sizeof word);
    if (!options_integer("number", word, min, max, &value, NULL)) {
        SAY(_("The number must be from %d to %d.\n"), min, max);
        return false;
    }
    *number = (int)value;
    return true;
}

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
    char size[TERMINAL_WORD_SIZE];
    Scan before = *rest;
    Shape shape;
    Error error;
    terminal_take_word(rest, size, sizeof size);
    if (!scan_is_digit(size[0]) || !strpbrk(size, "xX")) {
        *rest = before;
        if (!terminal_is_rest_known(game, game->shape, *rest)) return false;
        game_restart(game);
        return true;
    }
    bool is_board = shape_parse(&shape, size, strlen(size), &error);
    if (is_board && !terminal_is_rest_known(game, &shape, *rest)) return false;
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

static const char *player_title(const TerminalPlayer *player) {
    return player->is_human ? _("human") : player->is_computer ? _("computer") : player->spec.text;
}

static void say_players(const Terminal *game) {
    SAY(_("Black: %s. White: %s. Level: %d.\n"), player_title(&game->players[BLACK]),
        player_title(&game->players[WHITE]), game->level);
}

static bool set_player(Terminal *game, Side side, Scan *rest) {
    char text[PLAYER_TEXT_SIZE];
    Error error;
    terminal_take_word(rest, text, sizeof text);
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

/* Whether the game is over, which it then says. */
static bool is_over(Terminal *game) {
    if (game_is_over(game)) SAY(_("The game is over.\n"));
    return game_is_over(game);
}

/* The computer moves once for the side to move. */
static bool verb_go(Terminal *game, Scan *rest) {
    (void)rest;
    EngineResult result;
    if (is_over(game)) return true;
    game_advise(game, game->record.end.position, 1, &result);
    return terminal_play_move(game, result.lines[0].pv[0]);
}

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

/* --- Advice ----------------------------------------------------------------------------------- */

static void say_line(const Terminal *game, const EngineLine *line) {
    EngineLine shown = *line;
    char pv[LINE_PV_SIZE];
    Text text = text_into(pv, sizeof pv);
    if (shown.length > LINE_MOVES) shown.length = LINE_MOVES;
    line_pv_text(&text, game->shape, &shown, 1, LINE_MOVES);
    SAY("  %-4s %7s%s%s\n", move_name(game->shape, line->pv[0]).text, line_score_text(line).text,
        shown.length > 1 ? "  " : " ", pv);
}

static bool verb_hint(Terminal *game, Scan *rest) {
    int count = DEFAULT_HINTS;
    EngineResult result;
    if (!take_number(game, rest, 1, ENGINE_MAX_LINES, &count)) return false;
    if (is_over(game)) return true;
    game_advise(game, game->record.end.position, count, &result);
    SAY(_("Perhaps %s. Move, discs ahead at the end, and how it might continue:\n"),
        move_name(game->shape, result.lines[0].pv[0]).text);
    for (int i = 0; i < result.count; i++) say_line(game, &result.lines[i]);
    return true;
}

static bool verb_eval(Terminal *game, Scan *rest) {
    (void)rest;
    EngineResult result;
    if (is_over(game)) return true;
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

static bool verb_help(Terminal *game, Scan *rest);

const TerminalVerb terminal_verbs[] = {
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

const int terminal_verb_count = sizeof terminal_verbs / sizeof terminal_verbs[0];

static bool verb_help(Terminal *game, Scan *rest) {
    (void)rest;
    SAY(_("Type a square to play there: d3, or its row and column: 3 4. You may type\n"
          "several words on a line, and shorten these:\n"));
    for (int i = 0; i < terminal_verb_count; i++)
        SAY("  %-8s %-9s %s\n", terminal_verbs[i].name, terminal_verbs[i].arguments,
            _(terminal_verbs[i].help));
    SAY(_("A side that cannot move passes by itself.\n"));
    return true;
}
