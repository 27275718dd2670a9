/* The commands of GTP, standard ones and those of Bianca: one function each, and the table of them
 * that gtp.c dispatches by. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bits.h"
#include "base/options.h"
#include "engine/result_text.h"
#include "game/rules.h"
#include "protocol/gtp_command.h"
#include "record/play.h"

/* --- Helpers ---------------------------------------------------------------------------------- */

bool gtp_fail(Gtp *gtp, const char *reason) {
    gtp->answer.length = 0;
    text_string(&gtp->answer, reason);
    return false;
}

bool gtp_read_integer(Gtp *gtp, const char *word, int64_t min, int64_t max, int *out) {
    int64_t value;
    Error error;
    if (!options_integer("syntax error", word, min, max, &value, &error))
        return gtp_fail(gtp, error.text);
    *out = (int)value;
    return true;
}

bool gtp_read_number(Gtp *gtp, const char *word, double *out) {
    Error error;
    if (options_number("syntax error", word, -GTP_MAX_NUMBER, GTP_MAX_NUMBER, out, &error))
        return true;
    return gtp_fail(gtp, error.text);
}

bool gtp_read_side(Gtp *gtp, const char *word, Side *side) {
    bool is_black = strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0;
    bool is_white = strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0;
    if (!is_black && !is_white) return gtp_fail(gtp, "syntax error: a colour is black or white");
    *side = is_black ? BLACK : WHITE;
    return true;
}

bool gtp_give_turn(Gtp *gtp, Side side, bool *has_passed) {
    Session *session = &gtp->session;
    *has_passed = false;
    if (session->game.end.side == side || session_is_over(session)) return true;
    if (!play_must_pass(&session->game.end)) return false;
    *has_passed = transcript_add(&session->game, PASS, false, NULL);
    if (*has_passed) gtp->is_implied[session->game.count - 1] = true;
    return *has_passed;
}

bool gtp_play_move(Gtp *gtp, int square) {
    Transcript *game = &gtp->session.game;
    if (!transcript_add(game, square, false, NULL)) return false;
    gtp->is_implied[game->count - 1] = false;
    return true;
}

static void begin_game(Gtp *gtp, const Board *start) {
    session_begin(&gtp->session, start);
    gtp->end_passes = 0;
    gtp_clock_restart(&gtp->clocks[BLACK]);
    gtp_clock_restart(&gtp->clocks[WHITE]);
}

/* --- About the program ------------------------------------------------------------------------ */

static bool run_protocol_version(Gtp *gtp, char *const *words) {
    (void)words;
    text_string(&gtp->answer, "2");
    return true;
}

static bool run_name(Gtp *gtp, char *const *words) {
    (void)words;
    text_string(&gtp->answer, "Bianca");
    return true;
}

static bool run_version(Gtp *gtp, char *const *words) {
    (void)words;
    text_string(&gtp->answer, PROGRAM_VERSION);
    return true;
}

static bool run_known_command(Gtp *gtp, char *const *words) {
    text_string(&gtp->answer, gtp_command(words[0]) ? "true" : "false");
    return true;
}

static bool run_list_commands(Gtp *gtp, char *const *words);

static bool run_list_games(Gtp *gtp, char *const *words) {
    (void)words;
    text_string(&gtp->answer, "Othello");
    return true;
}

static bool run_set_game(Gtp *gtp, char *const *words) {
    if (strcasecmp(words[0], "othello") == 0 || strcasecmp(words[0], "reversi") == 0) return true;
    return gtp_fail(gtp, "unsupported game: Othello is the only one");
}

static bool run_quit(Gtp *gtp, char *const *words) {
    (void)words;
    gtp->is_quitting = true;
    return true;
}

/* Has done its work when it arrived; here it is only answered. */
static bool run_stop(Gtp *gtp, char *const *words) {
    (void)gtp, (void)words;
    return true;
}

static bool run_player(Gtp *gtp, char *const *words) {
    Error error;
    if (!words[0]) {
        text_string(&gtp->answer, gtp->session.spec.text);
        return true;
    }
    return session_set_player(&gtp->session, words[0], &error) || gtp_fail(gtp, error.text);
}

/* --- The board -------------------------------------------------------------------------------- */

static bool run_boardsize(Gtp *gtp, char *const *words) {
    Shape shape;
    Error error;
    int width, height;
    if (strpbrk(words[0], "xX") && !words[1]) {
        if (!shape_parse(&shape, words[0], strlen(words[0]), &error))
            return gtp_fail(gtp, "unacceptable size");
    } else {
        bool ok = gtp_read_integer(gtp, words[0], SHAPE_MIN_SIDE, SHAPE_MAX_SIDE, &width);
        height = width;
        if (ok && words[1])
            ok = gtp_read_integer(gtp, words[1], SHAPE_MIN_SIDE, SHAPE_MAX_SIDE, &height);
        if (!ok || !shape_init(&shape, width, height, &error))
            return gtp_fail(gtp, "unacceptable size");
    }
    if (!session_set_shape(&gtp->session, &shape, &error)) return gtp_fail(gtp, error.text);
    begin_game(gtp, &gtp->session.game.start);
    return true;
}

static bool run_clear_board(Gtp *gtp, char *const *words) {
    (void)words;
    Board start = board_start(gtp->session.shape);
    begin_game(gtp, &start);
    return true;
}

static bool run_setboard(Gtp *gtp, char *const *words) {
    Board start;
    Error error;
    char text[BOARD_TEXT_SIZE + 8];
    int length = snprintf(text, sizeof text, "%s %s", words[0], words[1] ? words[1] : "");
    if (length >= (int)sizeof text) return gtp_fail(gtp, "syntax error: too long for a board");
    if (!board_parse(gtp->session.shape, text, (size_t)length, &start, &error))
        return gtp_fail(gtp, error.text);
    begin_game(gtp, &start);
    return true;
}

static bool run_komi(Gtp *gtp, char *const *words) {
    double komi;
    return gtp_read_number(gtp, words[0], &komi); /* means nothing in Othello */
}

static bool run_play(Gtp *gtp, char *const *words) {
    Session *session = &gtp->session;
    Side side;
    int square;
    bool has_passed;
    if (!gtp_read_side(gtp, words[0], &side)) return false;
    if (!move_parse(session->shape, words[1], strlen(words[1]), &square, NULL))
        return gtp_fail(gtp, "syntax error: no move of this board");
    if (square == PASS && session_is_over(session) && gtp->end_passes < GTP_MAX_END_PASSES) {
        gtp->end_passes++;
        return true;
    }
    if (square == PASS && session->game.end.side != side && play_must_pass(&session->game.end))
        return gtp_fail(gtp, "illegal move");
    if (!gtp_give_turn(gtp, side, &has_passed)) return gtp_fail(gtp, "illegal move");
    if (gtp_play_move(gtp, square)) return true;
    if (has_passed) transcript_undo(&session->game);
    return gtp_fail(gtp, "illegal move");
}

static bool run_undo(Gtp *gtp, char *const *words) {
    (void)words;
    Transcript *game = &gtp->session.game;
    if (gtp->end_passes > 0) {
        gtp->end_passes--;
        return true;
    }
    if (!transcript_undo(game)) return gtp_fail(gtp, "cannot undo");
    while (game->count > 0 && gtp->is_implied[game->count - 1]) transcript_undo(game);
    return true;
}

static char cell_sign(const Board *board, uint64_t moves, int square) {
    if (bits_has(board_black(board), square)) return 'X';
    if (bits_has(board_white(board), square)) return 'O';
    return bits_has(moves, square) ? '+' : '.';
}

static bool run_showboard(Gtp *gtp, char *const *words) {
    (void)words;
    const Board *board = &gtp->session.game.end;
    const Shape *shape = board->shape;
    uint64_t moves = rules_moves(shape, board->position.own, board->position.opp);
    text_string(&gtp->answer, "\n  ");
    for (int column = 0; column < shape->width; column++)
        text_format(&gtp->answer, " %c", 'a' + column);
    for (int row = 0; row < shape->height; row++) {
        text_format(&gtp->answer, "\n%2d", row + 1);
        for (int column = 0; column < shape->width; column++)
            text_format(&gtp->answer, " %c",
                        cell_sign(board, moves, shape_square(shape, column, row)));
    }
    text_format(&gtp->answer, "\nBlack X %d, White O %d; ", bits_count(board_black(board)),
                bits_count(board_white(board)));
    if (session_is_over(&gtp->session))
        text_string(&gtp->answer, "the game is over");
    else
        text_format(&gtp->answer, "%s to move", side_name(board->side));
    return true;
}

static bool run_final_score(Gtp *gtp, char *const *words) {
    (void)words;
    const Board *board = &gtp->session.game.end;
    if (!session_is_over(&gtp->session)) return gtp_fail(gtp, "cannot score: the game is not over");
    int score = rules_score(board->shape, board->position);
    if (board->side == WHITE) score = -score;
    if (score == 0)
        text_string(&gtp->answer, "0");
    else
        text_format(&gtp->answer, "%c+%d", score > 0 ? 'B' : 'W', abs(score));
    return true;
}

/* --- The table ---------------------------------------------------------------------------------
 */

static const GtpCommand commands[] = {
    {"protocol_version", "", 0, 0, run_protocol_version},
    {"name", "", 0, 0, run_name},
    {"version", "", 0, 0, run_version},
    {"known_command", "COMMAND", 1, 1, run_known_command},
    {"list_commands", "", 0, 0, run_list_commands},
    {"list_games", "", 0, 0, run_list_games},
    {"set_game", "GAME", 1, 1, run_set_game},
    {"quit", "", 0, 0, run_quit},
    {"boardsize", "COLUMNS [ROWS]", 1, 2, run_boardsize},
    {"clear_board", "", 0, 0, run_clear_board},
    {"komi", "NUMBER", 1, 1, run_komi},
    {"play", "COLOUR MOVE", 2, 2, run_play},
    {"undo", "", 0, 0, run_undo},
    {"showboard", "", 0, 0, run_showboard},
    {"final_score", "", 0, 0, run_final_score},
    {"time_settings", "MAIN PERIOD STONES", 3, 3, gtp_time_settings},
    {"time_left", "COLOUR SECONDS [STONES]", 2, 3, gtp_time_left},
    {"genmove", "COLOUR", 1, 1, gtp_genmove},
    {"reg_genmove", "COLOUR", 1, 1, gtp_reg_genmove},
    {"bianca-book", "", 0, 0, gtp_book},
    {"bianca-hint", "[LINES]", 0, 1, gtp_hint},
    {"bianca-player", "[PLAYER]", 0, 1, run_player},
    {"bianca-score", "", 0, 0, gtp_score},
    {"bianca-setboard", "SQUARES SIDE", 1, 2, run_setboard},
    {"bianca-stop", "", 0, 0, run_stop},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

const GtpCommand *gtp_command(const char *name) {
    for (int i = 0; i < COMMANDS; i++)
        if (strcasecmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

static bool run_list_commands(Gtp *gtp, char *const *words) {
    (void)words;
    for (int i = 0; i < COMMANDS; i++)
        text_format(&gtp->answer, "%s%s", i > 0 ? "\n" : "", commands[i].name);
    return true;
}
