/* Writes the moves and sides of a review as JSON; docs/api.md describes the names. */
#include "engine/review_text.h"

#include <math.h>

#include "base/bits.h"
#include "record/notation.h"

static void put_moves(Text *out, const char *name, const Shape *shape, const uint8_t *moves,
                      int count) {
    text_format(out, ",\"%s\":[", name);
    for (int i = 0; i < count; i++)
        text_format(out, "%s\"%s\"", i > 0 ? "," : "", move_name(shape, moves[i]).text);
    text_byte(out, ']');
}

static void put_region(Text *out, const Shape *shape, uint64_t region) {
    uint8_t squares[SHAPE_MAX_SQUARES];
    int count = 0;
    while (region) squares[count++] = (uint8_t)bits_pop(&region);
    put_moves(out, "region", shape, squares, count);
}

/* Which of its numbers a reason has. */
static void put_numbers(Text *out, const Reason *reason) {
    switch (reason->code) {
    case REASON_SAFE_MOVES:
    case REASON_PARITY:
    case REASON_WALL:
        text_format(out, ",\"before\":%d,\"played\":%d,\"best\":%d", reason->before, reason->played,
                    reason->best);
        break;
    case REASON_MOBILITY:
        text_format(out, ",\"played\":%d,\"played_opp\":%d,\"best\":%d,\"best_opp\":%d",
                    reason->played, reason->played_opp, reason->best, reason->best_opp);
        break;
    case REASON_DISCS:
        text_format(out, ",\"played\":%d,\"best\":%d", reason->played, reason->best);
        break;
    case REASON_REPLY: text_format(out, ",\"played\":%d", reason->played); break;
    default: break;
    }
}

static void put_reason(Text *out, const Shape *shape, const Reason *reason) {
    text_format(out, "{\"code\":\"%s\",\"share\":%.2f", reason_name(reason->code), reason->share);
    if (reason->square != NO_MOVE)
        text_format(out, ",\"square\":\"%s\"", move_name(shape, reason->square).text);
    if (reason->region) put_region(out, shape, reason->region);
    put_numbers(out, reason);
    if (reason->length > 0) put_moves(out, "line", shape, reason->line, reason->length);
    text_byte(out, '}');
}

void review_move_json(Text *out, const Shape *shape, const ReviewMove *move) {
    text_format(out, "{\"ply\":%d,\"side\":\"%s\",\"move\":\"%s\"", move->ply,
                move->side == BLACK ? "black" : "white", move_name(shape, move->played).text);
    text_format(out, ",\"best\":\"%s\",\"score\":%.10g,\"best_score\":%.10g",
                move_name(shape, move->best).text, move->score, move->best_score);
    text_format(out, ",\"loss\":%.10g,\"random_loss\":%.10g,\"exact\":%s,\"verdict\":\"%s\"",
                move->loss, move->random_loss, move->is_exact ? "true" : "false",
                review_verdict_name(move->verdict));
    text_format(out, ",\"depth\":%d,\"selectivity\":%d", move->line->depth,
                move->line->selectivity);
    put_moves(out, "pv", shape, move->line->pv, move->line->length);
    put_moves(out, "played_pv", shape, move->played_line->pv, move->played_line->length);
    text_string(out, ",\"reasons\":[");
    for (int i = 0; i < move->reason_count; i++) {
        if (i > 0) text_byte(out, ',');
        put_reason(out, shape, &move->reasons[i]);
    }
    text_string(out, "]}");
}

void review_side_json(Text *out, const ReviewSide *side) {
    text_format(out,
                "{\"moves\":%d,\"loss\":%.10g,\"random_loss\":%.10g,\"accuracy\":%.10g,"
                "\"inaccuracies\":%d,\"mistakes\":%d,\"blunders\":%d}",
                side->moves, round(100 * side->loss) / 100, round(100 * side->random_loss) / 100,
                round(10 * side->accuracy) / 10, side->inaccuracies, side->mistakes,
                side->blunders);
}
