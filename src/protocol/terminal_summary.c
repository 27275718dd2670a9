/* The worst moves of a game: see terminal_say_mistakes() in terminal_verbs.h. */
#include <stdlib.h>

#include "protocol/message.h"
#include "protocol/terminal_verbs.h"

enum { SHOWN = 3 };

/* Fewer discs than that are not worth a word; where nothing is exact they may be the search's
 * mistake as well. */
#define LEAST_LOSS       2.0
#define LEAST_GUESS_LOSS 4.0

typedef struct Mistake {
    int ply;
    double loss; /* discs */
    int better;  /* square */
    bool is_exact;
} Mistake;

/* What the adviser says about a position of the game. */
typedef struct Verdict {
    double score; /* for the side to move */
    int best;
    bool is_exact;
} Verdict;

static int by_loss(const void *a, const void *b) {
    double x = ((const Mistake *)a)->loss, y = ((const Mistake *)b)->loss;
    return (y > x) - (y < x);
}

static Verdict judge(Terminal *game, const Board *board) {
    SearchResult result;
    game_advise(game, board->position, 1, &result);
    const SearchLine *line = &result.lines[0];
    return (Verdict){(double)line->score / EVAL_DISC, line->length ? line->pv[0] : NO_MOVE,
                     line->is_exact};
}

/* Finds the mistakes of one side from what was thought of every position. */
static int find_mistakes(const Transcript *record, Side side, const Verdict *verdicts,
                         Mistake *mistakes) {
    int count = 0;
    for (int i = 0; i < record->count; i++) {
        bool is_first = record->start.side == BLACK;
        Side mover = (i % 2 == 0) == is_first ? BLACK : WHITE;
        if (mover != side || record->moves[i].square == PASS) continue;
        if (record->moves[i].square == verdicts[i].best) continue;
        double loss = verdicts[i].score + verdicts[i + 1].score;
        bool is_exact = verdicts[i].is_exact && verdicts[i + 1].is_exact;
        if (loss < (is_exact ? LEAST_LOSS : LEAST_GUESS_LOSS)) continue;
        mistakes[count++] = (Mistake){i, loss, verdicts[i].best, is_exact};
    }
    qsort(mistakes, (size_t)count, sizeof mistakes[0], by_loss);
    return count;
}

static void say_side(const Terminal *game, Side side, const Verdict *verdicts) {
    FILE *out = game->options.out;
    Mistake mistakes[RECORD_MAX_MOVES];
    int count = find_mistakes(&game->record, side, verdicts, mistakes);
    if (count == 0) {
        fprintf(out, _("%s made no great mistake.\n"), message_side(side));
        return;
    }
    fprintf(out, _("What cost %s most:\n"), message_side(side));
    for (int i = 0; i < count && i < SHOWN; i++) {
        const Mistake *mistake = &mistakes[i];
        int discs = (int)(mistake->loss + 0.5);
        MoveName played = move_name(game->shape, game->record.moves[mistake->ply].square);
        MoveName better = move_name(game->shape, mistake->better);
        fprintf(out,
                mistake->is_exact ? PLURAL("  move %d, %s: %d disc; %s was better\n",
                                           "  move %d, %s: %d discs; %s was better\n", discs)
                                  : PLURAL("  move %d, %s: about %d disc; perhaps %s\n",
                                           "  move %d, %s: about %d discs; perhaps %s\n", discs),
                mistake->ply + 1, played.text, discs, better.text);
    }
}

void terminal_say_mistakes(Terminal *game) {
    Verdict verdicts[RECORD_MAX_MOVES + 1];
    Transcript record = game->record;
    if (record.count == 0) {
        fputs(_("No move has been played.\n"), game->options.out);
        return;
    }
    fflush(game->options.out);
    /* From the end, so that what is learned there helps before. */
    do {
        verdicts[record.count] = judge(game, &record.end);
        if (game->is_interrupted) return;
    } while (transcript_undo(&record));
    bool is_watched = !game_has_people(game);
    for (Side side = BLACK; side <= WHITE; side++)
        if (game->seats[side].is_human || is_watched) say_side(game, side, verdicts);
}
