/* Finds and prints the worst moves of a finished game in the terminal, with the better ones. */
#include <stdlib.h>

#include "protocol/message.h"
#include "protocol/review_message.h"
#include "protocol/terminal_verbs.h"

enum { SHOWN = 3 };

/* A loss is shown if it is an inaccuracy. Where it is not proven it may be the search's mistake,
 * so there it has to be larger. */
#define LEAST_EXACT_LOSS REVIEW_LOSS_INACCURACY
#define LEAST_LOSS       REVIEW_LOSS_MISTAKE

/* The mistakes of both sides, in the order in which the review finds them. */
typedef struct Mistakes {
    int count;
    ReviewMove list[RECORD_MAX_MOVES];
} Mistakes;

static int by_loss(const void *a, const void *b) {
    double x = ((const ReviewMove *)a)->loss, y = ((const ReviewMove *)b)->loss;
    return (y > x) - (y < x);
}

static void note_mistake(void *context, const ReviewMove *move) {
    Mistakes *mistakes = context;
    if (move->loss < (move->is_exact ? LEAST_EXACT_LOSS : LEAST_LOSS)) return;
    mistakes->list[mistakes->count++] = *move;
}

static void say_mistake(const Terminal *game, const ReviewMove *move) {
    int discs = (int)(move->loss + 0.5);
    fprintf(game->options.out,
            move->is_exact ? PLURAL("  move %d, %s: %d disc; %s was better\n",
                                    "  move %d, %s: %d discs; %s was better\n", discs)
                           : PLURAL("  move %d, %s: about %d disc; perhaps %s\n",
                                    "  move %d, %s: about %d discs; perhaps %s\n", discs),
            move->ply + 1, move_name(game->shape, move->played).text, discs,
            move_name(game->shape, move->best).text);
    if (move->reason_count == 0) return;
    char words[REASON_TEXT_SIZE];
    Text text = text_into(words, sizeof words);
    review_reason_text(&text, game->shape, move, &move->reasons[0]);
    fprintf(game->options.out, "    %s\n", words);
}

static void say_side(const Terminal *game, Side side, const Mistakes *mistakes) {
    FILE *out = game->options.out;
    int shown = 0;
    for (int i = 0; i < mistakes->count && shown < SHOWN; i++) {
        if (mistakes->list[i].side != side) continue;
        if (shown++ == 0) fprintf(out, _("What cost %s most:\n"), message_side(side));
        say_mistake(game, &mistakes->list[i]);
    }
    if (shown == 0) fprintf(out, _("%s made no great mistake.\n"), message_side(side));
}

void terminal_say_mistakes(Terminal *game) {
    Mistakes mistakes = {.count = 0};
    if (game->record.count == 0) {
        fputs(_("No move has been played.\n"), game->options.out);
        return;
    }
    fflush(game->options.out);
    if (!game_review(game, note_mistake, &mistakes)) return;
    qsort(mistakes.list, (size_t)mistakes.count, sizeof mistakes.list[0], by_loss);
    bool is_watched = !game_has_people(game);
    for (Side side = BLACK; side <= WHITE; side++)
        if (game->players[side].is_human || is_watched) say_side(game, side, &mistakes);
}
