/* The main loop of the terminal game and its output. The state and its changes are in
 * terminal_game.c, what can be typed in terminal_verbs.c. */
#include "protocol/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bits.h"
#include "base/text.h"
#include "engine/result_text.h"
#include "game/rules.h"
#include "protocol/message.h"
#include "protocol/terminal_board.h"
#include "protocol/terminal_verbs.h"
#include "record/play.h"

enum { LINE_SIZE = 1024, PROMPT_SIZE = 100 };

#define SAY(...) fprintf(game->options.out, __VA_ARGS__)

/* --- Showing ---------------------------------------------------------------------------------- */

/* The last move that was no pass, or NULL. */
static const Move *last_move(const Transcript *record) {
    for (int i = record->count - 1; i >= 0; i--)
        if (record->moves[i].square != PASS) return &record->moves[i];
    return NULL;
}

void terminal_draw(Terminal *game) {
    const Move *last = last_move(&game->record);
    BoardView view = {
        .has_colour = game->options.has_colour,
        .has_unicode = game->options.has_unicode,
        .has_moves = !game_is_over(game) && game_player(game)->is_human,
        .last = last ? last->square : NO_MOVE,
        .turned = last ? last->flips : 0,
    };
    BoardNotes notes;
    board_notes(&game->record.end, &view, &notes);
    board_note_opening(&game->record, &view, &notes);
    SAY("\n");
    board_draw(game->options.out, &game->record.end, &view, &notes);
    SAY("\n");
    game->is_shown = true;
}

void terminal_say_record(const Terminal *game) {
    char text[TRANSCRIPT_TEXT_SIZE];
    if (transcript_format(&game->record, text, sizeof text) > 0)
        SAY(_("Moves: %s\n"), text);
    else
        SAY(_("No move has been played.\n"));
}

static void say_result(Terminal *game) {
    char result[200];
    board_result(&game->record.end, result, sizeof result);
    if (!game->has_failed) SAY(_("The game is over. %s.\n"), result);
    terminal_say_record(game);
    if (game_has_people(game)) terminal_say_mistakes(game);
    game->is_told = true;
}

/* --- Playing ---------------------------------------------------------------------------------- */

static void explain_move(const Terminal *game, int square) {
    const Board *board = &game->record.end;
    const char *side = message_side(board->side);
    MoveName name = move_name(game->shape, square);
    if (game_is_over(game))
        SAY(_("The game is over.\n"));
    else if (square == PASS)
        SAY(_("That cannot be played: %s can move and may not pass.\n"), side);
    else if (!bits_has(position_empties(game->shape, board->position), square))
        SAY(_("That cannot be played: %s is occupied.\n"), name.text);
    else
        SAY(_("That cannot be played: %s turns nothing for %s.\n"), name.text, side);
}

/* The score that a player gives its move, in its own unit, or in discs unless that would be a
 * hint. */
static void say_score(const Terminal *game, Side side, const PlayerMove *move) {
    if (move->end == ENGINE_BOOK) SAY(_("%s plays from the book.\n"), message_side(side));
    if (!move->has_score || move->square == PASS) return;
    if (move->is_own_unit)
        SAY(_("%s's score: %s.\n"), message_side(side), value_text(move->score).text);
    else if (!game_has_people(game))
        SAY(_("%s's score: %s.\n"), message_side(side),
            score_text(move->score, move->is_exact).text);
}

static void introduce(Terminal *game, Side side) {
    TerminalPlayer *participant = &game->players[side];
    if (!participant->foreign || participant->is_introduced) return;
    const char *protection = foreign_player_protection(participant->foreign);
    if (*protection) SAY(_("%s's program runs under %s.\n"), message_side(side), protection);
    participant->is_introduced = *protection != '\0';
}

/* A foreign program that fails loses. */
static void say_failure(const Terminal *game, const Error *error) {
    Side side = game->record.end.side;
    SAY(_("%s loses: %s.\n"), message_side(side), error->text);
    SAY(_("The game is over. %s wins.\n"), message_side(side_other(side)));
}

/* The player of the side to move chooses and plays. False if it was interrupted or has failed. */
static bool play_chosen(Terminal *game) {
    Side side = game->record.end.side;
    PlayerMove move;
    Error error;
    fflush(game->options.out);
    bool ok = game_choose(game, &move, &error);
    if (game->is_interrupted) return false;
    introduce(game, side);
    if (!ok) {
        say_failure(game, &error);
        return false;
    }
    if (!terminal_play_move(game, move.square)) return false;
    say_score(game, side, &move);
    return true;
}

bool terminal_play_move(Terminal *game, int square) {
    Side side = game->record.end.side;
    Move move;
    PerfectValue before;
    if (!rules_find_move(game->shape, game->record.end.position, square, &move)) {
        explain_move(game, square);
        return false;
    }
    bool is_judged =
        square != PASS && terminal_is_judged(game, side) && terminal_find_perfect(game, &before);
    if (!terminal_make_move(game, square, &move, NULL)) return false;
    int turned = bits_count(move.flips);
    if (square == PASS)
        SAY(_("%s has no move and passes.\n"), message_side(side));
    else
        SAY(PLURAL("%s plays %s and turns %d disc.\n", "%s plays %s and turns %d discs.\n", turned),
            message_side(side), move_name(game->shape, square).text, turned);
    if (is_judged) terminal_judge_move(game, side, &before);
    return true;
}

void terminal_play_on(Terminal *game) {
    while (!game_is_over(game) && !game->is_interrupted && !game->is_left) {
        if (play_must_pass(&game->record.end)) {
            terminal_play_move(game, PASS);
        } else if (game_player(game)->is_human || !play_chosen(game)) {
            return;
        }
        if (!game_has_people(game)) terminal_draw(game);
        if (ferror(game->options.out) || fflush(game->options.out) != 0) return;
    }
}

static void make_prompt(const Terminal *game, char prompt[PROMPT_SIZE]) {
    Text text = text_into(prompt, PROMPT_SIZE);
    if (!game->options.is_conversation) return;
    if (game_is_over(game))
        text_format(&text, "%s> ", _("undo, new or quit"));
    else
        text_format(&text, "%s> ", message_side(game->record.end.side));
}

static bool ask(Terminal *game, Error *error) {
    char line[LINE_SIZE], prompt[PROMPT_SIZE];
    size_t length = 0;
    make_prompt(game, prompt);
    game->has_asked = true;
    switch (terminal_line_read(game->lines, prompt, line, sizeof line, &length)) {
    case LINE_READ: terminal_obey(game, line, length); return true;
    case LINE_CUT: SAY(_("A line of more than %d bytes is not a move.\n"), LINE_SIZE); return true;
    case LINE_END:
        if (game->options.is_conversation) SAY("\n");
        game->is_left = true;
        return true;
    case LINE_FAILED: break;
    }
    error_set(error, STATUS_IO, "cannot read the next move: %s", strerror(errno));
    return false;
}

bool terminal_run(Terminal *game, Error *error) {
    bool is_conversation = game->options.is_conversation;
    if (is_conversation && game_has_people(game)) SAY(_("Type a square to play there, or help.\n"));
    if (!game_has_people(game)) terminal_draw(game);
    while (!game->is_left && !game->is_interrupted && !ferror(game->options.out)) {
        terminal_play_on(game);
        if (game->is_interrupted) break;
        if (!game->is_shown) terminal_draw(game);
        if (game_is_over(game) && !game->is_told) say_result(game);
        if (game_has_people(game)) terminal_say_perfect(game);
        bool is_watched = !game_has_people(game) && !game->has_asked;
        if (game_is_over(game) && is_watched) return true;
        if (!ask(game, error)) return false;
    }
    if (!game_is_over(game) && game->record.count > 0) terminal_say_record(game);
    return true;
}

/* --- Life ------------------------------------------------------------------------------------- */

static bool set_up(Terminal *game, const Transcript *begin, Error *error) {
    const TerminalOptions *options = &game->options;
    game->lines =
        terminal_line_new(options->in, options->out, options->is_edited, &game->is_interrupted);
    if (!game->lines) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a line");
        return false;
    }
    /* Two people need no players made for the board, so it can come first. */
    game->players[BLACK].is_human = game->players[WHITE].is_human = true;
    return game_set_record(game, begin, error) &&
           game_set_player(game, BLACK, options->players[BLACK], error) &&
           game_set_player(game, WHITE, options->players[WHITE], error);
}

Terminal *terminal_new(const TerminalOptions *options, const Transcript *begin, Error *error) {
    Terminal *game = calloc(1, sizeof *game);
    if (!game) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a game");
        return NULL;
    }
    game->options = *options;
    game->level = options->level;
    if (set_up(game, begin, error)) return game;
    terminal_free(game);
    return NULL;
}

void terminal_free(Terminal *game) {
    if (!game) return;
    for (Side side = BLACK; side <= WHITE; side++) {
        player_free(game->players[side].in_process);
        foreign_player_free(game->players[side].foreign);
    }
    player_free(game->adviser);
    terminal_line_free(game->lines);
    free(game->shape);
    free(game);
}
