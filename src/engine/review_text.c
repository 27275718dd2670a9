/* Writes the moves and sides of a review as JSON; docs/api.md describes the names. */
#include "engine/review_text.h"

#include <math.h>

#include "record/notation.h"

static void put_line(Text *out, const char *name, const Shape *shape, const EngineLine *line) {
    text_format(out, ",\"%s\":[", name);
    for (int i = 0; i < line->length; i++)
        text_format(out, "%s\"%s\"", i > 0 ? "," : "", move_name(shape, line->pv[i]).text);
    text_byte(out, ']');
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
    put_line(out, "pv", shape, move->line);
    put_line(out, "played_pv", shape, move->played_line);
    text_byte(out, '}');
}

void review_side_json(Text *out, const ReviewSide *side) {
    text_format(out,
                "{\"moves\":%d,\"loss\":%.10g,\"random_loss\":%.10g,\"accuracy\":%.10g,"
                "\"inaccuracies\":%d,\"mistakes\":%d,\"blunders\":%d}",
                side->moves, round(100 * side->loss) / 100, round(100 * side->random_loss) / 100,
                round(10 * side->accuracy) / 10, side->inaccuracies, side->mistakes,
                side->blunders);
}
