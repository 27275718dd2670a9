/* See terminal.h. One Game holds all state; each line is taken apart into words, and a word is a
 * move or a row of the table of verbs. */
#include "protocol/terminal.h"

#include <errno.h>
#include <string.h>

#include "base/bits.h"
#include "base/options.h"
#include "game/rules.h"
#include "protocol/terminal_board.h"
#include "protocol/terminal_opponent.h"
#include "record/play.h"

enum { LINE_SIZE = 1024, WORD_SIZE = 24 };

typedef struct Game {
    const TerminalOptions *options;
    const Transcript *begin;
    Transcript record;
    bool is_shown; /* the board as it is now has been drawn */
    bool is_told;  /* the result has been told */
    bool is_left;  /* somebody quit, or the input ended */
} Game;

typedef struct Verb {
    const char *name;
    const char *help;
    void (*run)(Game *game);
} Verb;

static bool is_over(const Game *game) {
    return rules_is_over(game->record.end.shape, game->record.end.position);
}

static bool is_computers_turn(const Game *game) {
    return game->options->is_computer[game->record.end.side];
}

static bool has_people(const Game *game) {
    return !game->options->is_computer[BLACK] || !game->options->is_computer[WHITE];
}

static void set_changed(Game *game) {
    game->is_shown = false;
    game->is_told = false;
}

static void draw(Game *game) {
    const Transcript *record = &game->record;
    BoardView view = {
        .has_colour = game->options->has_colour,
        .has_unicode = game->options->has_unicode,
        .has_moves = !is_over(game) && !is_computers_turn(game),
        .last = record->count > 0 ? record->moves[record->count - 1].square : NO_MOVE,
    };
    // A pass is announced; the disc to mark is the one before it.
    if (view.last == PASS)
        view.last = record->count > 1 ? record->moves[record->count - 2].square : NO_MOVE;
    BoardNotes notes;
    board_notes(&record->end, &view, &notes);
    fputc('\n', game->options->out);
    board_draw(game->options->out, &record->end, &view, &notes);
    fputc('\n', game->options->out);
    game->is_shown = true;
}

static void say_record(Game *game) {
    char text[TRANSCRIPT_TEXT_SIZE];
    if (transcript_format(&game->record, text, sizeof text) > 0)
        fprintf(game->options->out, "Moves: %s\n", text);
    else
        fprintf(game->options->out, "No move has been played.\n");
}

static void verb_undo(Game *game) {
    Transcript earlier = game->record;
    while (transcript_undo(&earlier)) {
        if (game->options->is_computer[earlier.end.side] || play_must_pass(&earlier.end)) continue;
        game->record = earlier;
        set_changed(game);
        return;
    }
    fprintf(game->options->out, "There is nothing to take back.\n");
}

static void verb_hint(Game *game) {
    const Board *board = &game->record.end;
    if (is_over(game))
        fprintf(game->options->out, "The game is over.\n");
    else
        fprintf(game->options->out, "Perhaps %s.\n",
                move_name(board->shape, choose_move(board)).text);
}

static void verb_board(Game *game) {
    game->is_shown = false;
}

static void verb_new(Game *game) {
    game->record = *game->begin;
    set_changed(game);
}

static void verb_quit(Game *game) {
    game->is_left = true;
}

static void verb_help(Game *game);

static const Verb verbs[] = {
    {"help", "this list", verb_help},
    {"hint", "what the computer would play", verb_hint},
    {"undo", "take back your last move and the answer to it", verb_undo},
    {"moves", "the game so far", say_record},
    {"board", "draw the board again", verb_board},
    {"new", "begin again", verb_new},
    {"quit", "leave the game", verb_quit},
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

static void verb_help(Game *game) {
    FILE *out = game->options->out;
    fprintf(out, "Type a square to play there: d3. You may type several words on a line,\n"
                 "and shorten these:\n");
    for (int i = 0; i < VERBS; i++) fprintf(out, "  %-6s %s\n", verbs[i].name, verbs[i].help);
    fprintf(out, "A side that cannot move passes by itself.\n");
}

/* The verb that the word shortens; the first in the table if there are several. */
static const Verb *find_verb(const char *word, size_t length) {
    for (int i = 0; i < VERBS; i++)
        if (strncasecmp(verbs[i].name, word, length) == 0) return &verbs[i];
    return NULL;
}

static void explain_word(Game *game, const char *word) {
    Nearest nearest = {.word = word};
    for (int i = 0; i < VERBS; i++) nearest_offer(&nearest, verbs[i].name);
    if (nearest.name != NULL)
        fprintf(game->options->out, "I do not know '%s'. Did you mean '%s'?\n", word, nearest.name);
    else
        fprintf(game->options->out, "I do not know '%s'. Type a square such as %s, or help.\n",
                word, "d3");
}

static void say_move(Game *game, Side side, Move move) {
    const Shape *shape = game->record.end.shape;
    int turned = bits_count(move.flips);
    fprintf(game->options->out, "%s plays %s and turns %d disc%s.\n", side_name(side),
            move_name(shape, move.square).text, turned, turned == 1 ? "" : "s");
}

/* Plays a move of either side and tells of it; an illegal one is explained. */
static bool play(Game *game, int square) {
    Side side = game->record.end.side;
    Error error;
    if (!transcript_add(&game->record, square, false, &error)) {
        fprintf(game->options->out, "That cannot be played: %s.\n", error.text);
        return false;
    }
    set_changed(game);
    if (square == PASS)
        fprintf(game->options->out, "%s has no move and passes.\n", side_name(side));
    else
        say_move(game, side, game->record.moves[game->record.count - 1]);
    return true;
}

/* Plays everything that nobody has to be asked about. */
static void play_until_asked(Game *game) {
    while (!is_over(game)) {
        if (play_must_pass(&game->record.end))
            play(game, PASS);
        else if (is_computers_turn(game))
            play(game, choose_move(&game->record.end));
        else
            return;
        if (!has_people(game)) draw(game);
        fflush(game->options->out);
    }
}

/* Length of the letters at the Scan if they are a word and not the column of a square. */
static size_t word_length(const Scan *scan) {
    size_t length = 0;
    while (scan_is_letter(scan_peek(scan, length))) length++;
    return scan_is_digit(scan_peek(scan, length)) ? 0 : length;
}

/* Does what the word at the Scan says. False: it was wrong, and the rest of the line with it. */
static bool obey_word(Game *game, Scan *scan) {
    int square;
    Error error;
    size_t length = word_length(scan);
    const Verb *verb = length > 0 ? find_verb(scan->bytes + scan->at, length) : NULL;
    if (scan_peek(scan, 0) == '?') verb = &verbs[0], length = 1;
    if (verb != NULL) {
        scan->at += length;
        verb->run(game);
        return true;
    }
    if (move_scan(scan, game->record.end.shape, &square, &error)) return play(game, square);
    if (length > 0) {
        char word[WORD_SIZE];
        snprintf(word, sizeof word, "%.*s", (int)(length < WORD_SIZE ? length : WORD_SIZE - 1),
                 scan->bytes + scan->at);
        explain_word(game, word);
    } else {
        fprintf(game->options->out, "That cannot be played: %s.\n", error.text);
    }
    return false;
}

static void obey_line(Game *game, const char *line, size_t length) {
    Scan scan = {line, length, 0};
    for (;;) {
        scan_skip_blanks(&scan);
        if (scan_is_end(&scan) || game->is_left || !obey_word(game, &scan)) return;
        play_until_asked(game);
    }
}

typedef enum LineRead { LINE_READ, LINE_TOO_LONG, LINE_END, LINE_FAILED } LineRead;

/* Reads up to a newline or the end of the input. A line longer than LINE_SIZE is read over. */
static LineRead read_line(FILE *in, char *line, size_t *length) {
    size_t count = 0;
    int byte;
    while ((byte = getc(in)) != EOF && byte != '\n') {
        if (count < LINE_SIZE) line[count] = (char)byte;
        count++;
    }
    if (byte == EOF && ferror(in)) return LINE_FAILED;
    if (byte == EOF && count == 0) return LINE_END;
    *length = count;
    return count <= LINE_SIZE ? LINE_READ : LINE_TOO_LONG;
}

static void prompt(const Game *game) {
    if (game->options->is_conversation) {
        if (is_over(game))
            fprintf(game->options->out, "undo, new or quit> ");
        else
            fprintf(game->options->out, "%s> ", side_name(game->record.end.side));
    }
    fflush(game->options->out);
}

static bool ask(Game *game, Error *error) {
    char line[LINE_SIZE];
    size_t length = 0;
    prompt(game);
    switch (read_line(game->options->in, line, &length)) {
    case LINE_READ: obey_line(game, line, length); return true;
    case LINE_TOO_LONG:
        fprintf(game->options->out, "A line of more than %d bytes is not a move.\n", LINE_SIZE);
        return true;
    case LINE_END:
        if (game->options->is_conversation) fputc('\n', game->options->out);
        game->is_left = true;
        return true;
    case LINE_FAILED: break;
    }
    error_set(error, STATUS_IO, "cannot read the next move: %s", strerror(errno));
    return false;
}

static void say_result(Game *game) {
    char result[100];
    board_result(&game->record.end, result, sizeof result);
    fprintf(game->options->out, "The game is over. %s.\n", result);
    say_record(game);
    game->is_told = true;
}

bool terminal_play(const TerminalOptions *options, const Transcript *begin, Error *error) {
    Game game = {.options = options, .begin = begin, .record = *begin};
    if (options->is_conversation && has_people(&game))
        fprintf(options->out, "Type a square to play there, or help.\n");
    if (!has_people(&game)) draw(&game);
    while (!game.is_left && !ferror(options->out)) {
        play_until_asked(&game);
        if (!game.is_shown) draw(&game);
        if (is_over(&game) && !game.is_told) say_result(&game);
        if (is_over(&game) && !(options->is_conversation && has_people(&game))) return true;
        if (!ask(&game, error)) return false;
    }
    if (!is_over(&game) && game.record.count > 0) say_record(&game);
    return true;
}
