/* Perfect play in the terminal game: what the result of the position is on a board small enough to
 * be solved, and whether a person's move has kept it. */
#include <stdio.h>

#include "protocol/message.h"
#include "protocol/terminal_verbs.h"

/* A person should not wait for what was not asked for; with a teacher it is what was asked for. */
static const double seconds_aside = 0.5, seconds_taught = 20;

#define SAY(...) fprintf(game->options.out, __VA_ARGS__)

typedef struct ResultWords {
    char text[80];
} ResultWords;

/* "White wins 20-16". */
static ResultWords words_of(const Terminal *game, int value) {
    ResultWords words;
    int black = perfect_discs(game->shape, value, BLACK);
    int white = perfect_discs(game->shape, value, WHITE);
    if (value == 0)
        snprintf(words.text, sizeof words.text, _("a draw, %d-%d"), black, white);
    else
        snprintf(words.text, sizeof words.text, _("%s wins %d-%d"),
                 message_side(value > 0 ? BLACK : WHITE), value > 0 ? black : white,
                 value > 0 ? white : black);
    return words;
}

bool terminal_is_judged(const Terminal *game, Side side) {
    return game->players[side].is_human || game->options.is_taught;
}

bool terminal_find_perfect(Terminal *game, PerfectValue *found) {
    double seconds = game->options.is_taught ? seconds_taught : seconds_aside;
    if (!game_has_people(game)) return false;
    fflush(game->options.out);
    return game_perfect(game, seconds, found);
}

void terminal_say_perfect(Terminal *game) {
    PerfectValue now;
    if (game_is_over(game) || !terminal_find_perfect(game, &now)) return;
    if (game->has_told_value && game->told_value == now.value) return;
    SAY(_("Perfect play: %s.\n"), words_of(game, now.value).text);
    game->has_told_value = true;
    game->told_value = now.value;
}

void terminal_judge_move(Terminal *game, Side side, const PerfectValue *before) {
    PerfectValue now;
    if (!terminal_find_perfect(game, &now)) return;
    int loss = perfect_loss(side, before->value, now.value);
    if (loss == 0)
        SAY(_("The result still stands: %s.\n"), words_of(game, now.value).text);
    else
        SAY(PLURAL("That move costs %d disc. Perfect play now: %s.\n",
                   "That move costs %d discs. Perfect play now: %s.\n", loss),
            loss, words_of(game, now.value).text);
    if (loss > 0 && game->options.is_taught)
        SAY(_("%s would have kept the result.\n"), move_name(game->shape, before->square).text);
    game->has_told_value = true;
    game->told_value = now.value;
}
