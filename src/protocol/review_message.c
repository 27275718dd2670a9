/* Reasons of mistakes in words. */
#include "protocol/review_message.h"

#include "base/bits.h"
#include "protocol/message.h"
#include "record/notation.h"

typedef struct Words {
    char text[REASON_LINE_MAX * 5 + 1];
} Words;

static Words line_words(const Shape *shape, const Reason *reason) {
    Words words;
    Text text = text_into(words.text, sizeof words.text);
    for (int i = 0; i < reason->length; i++)
        text_format(&text, "%s%s", i > 0 ? " " : "", move_name(shape, reason->line[i]).text);
    return words;
}

/* The empty squares that are left in the region after the move. */
static void put_region(Text *out, const Shape *shape, uint64_t region) {
    bool is_first = true;
    while (region) {
        text_format(out, "%s%s", is_first ? "" : " ", move_name(shape, bits_pop(&region)).text);
        is_first = false;
    }
}

static void put_corner(Text *out, const Shape *shape, const Reason *reason) {
    const char *corner = move_name(shape, reason->square).text;
    if (reason->length == 1)
        text_format(out, _("weakens the corner %s by playing beside it"), corner);
    else if (reason->length == 2)
        text_format(out, _("gives up the corner %s at once"), corner);
    else
        text_format(out, _("gives up the corner %s: %s"), corner, line_words(shape, reason).text);
}

static void put_corner_missed(Text *out, const Shape *shape, const Reason *reason) {
    const char *corner = move_name(shape, reason->square).text;
    if (reason->length == 1)
        text_format(out, _("does not take the corner %s"), corner);
    else
        text_format(out, _("misses the corner %s: %s"), corner, line_words(shape, reason).text);
}

static void put_parity(Text *out, const Shape *shape, const ReviewMove *move,
                       const Reason *reason) {
    char squares[SHAPE_MAX_SQUARES * 5 + 1];
    Text text = text_into(squares, sizeof squares);
    put_region(&text, shape, reason->region & ~bits_square(move->played));
    text_format(out, _("loses parity: an odd number of empty squares is left at %s"), squares);
}

void review_reason_text(Text *out, const Shape *shape, const ReviewMove *move,
                        const Reason *reason) {
    const char *best = move_name(shape, move->best).text;
    switch (reason->code) {
    case REASON_CORNER: put_corner(out, shape, reason); break;
    case REASON_CORNER_MISSED: put_corner_missed(out, shape, reason); break;
    case REASON_EDGE:
        text_format(out, _("lets the opponent have the edge square %s: %s"),
                    move_name(shape, reason->square).text, line_words(shape, reason).text);
        break;
    case REASON_SAFE_MOVES:
        text_format(out, _("takes its own last safe move away; after %s there are %d"), best,
                    reason->best);
        break;
    case REASON_PASS:
        text_format(out, _("runs out of moves and has to pass: %s"),
                    line_words(shape, reason).text);
        break;
    case REASON_OPPONENT_PASSES:
        text_string(out, _("lets the opponent pass and has to move again"));
        break;
    case REASON_PARITY: put_parity(out, shape, move, reason); break;
    case REASON_WALL:
        text_format(out, _("opens a wall: frontier discs %d before, %d after; with %s %d"),
                    reason->before, reason->played, best, reason->best);
        break;
    case REASON_MOBILITY:
        text_format(out, _("mobility %d against %d; with %s %d against %d"), reason->played,
                    reason->played_opp, best, reason->best, reason->best_opp);
        break;
    case REASON_DISCS:
        text_format(out, _("turns %d discs; %s turns %d"), reason->played, best, reason->best);
        break;
    case REASON_REPLY:
        text_format(out, _("allows the reply %s"), move_name(shape, reason->square).text);
        break;
    case REASON_CODES: break;
    }
}
