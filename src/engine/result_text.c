/* Writes results of a search for people and for programs; the header lists the JSON names. */
#include "engine/result_text.h"

#include <inttypes.h>
#include <stdio.h>

#include "record/notation.h"

const char *engine_outcome_name(EngineOutcome outcome) {
    static const char *const names[] = {"unknown", "loss", "draw", "win"};
    return names[outcome];
}

const char *engine_end_name(EngineEnd end) {
    switch (end) {
    case ENGINE_FINISHED: return "finished";
    case ENGINE_ONLY_MOVE: return "only-move";
    case ENGINE_GAME_OVER: return "game-over";
    case ENGINE_STOPPED: return "stopped";
    case ENGINE_NODE_LIMIT: return "node-limit";
    case ENGINE_TIME_LIMIT: return "time-limit";
    case ENGINE_BOOK: return "book";
    }
    return "unknown";
}

ResultText score_text(double discs, bool is_exact) {
    ResultText score;
    bool is_nothing = discs > -0.005 && discs < 0.005; /* no "-0.00" */
    snprintf(score.text, sizeof score.text, is_exact ? "%+.0f" : "%+.2f", is_nothing ? 0 : discs);
    return score;
}

ResultText value_text(double value) {
    ResultText text;
    snprintf(text.text, sizeof text.text, "%.10g", value + 0.0);
    return text;
}

ResultText line_score_text(const EngineLine *line) {
    return score_text(line->score, line->is_exact);
}

ResultText line_depth_text(const EngineLine *line) {
    ResultText depth = {"exact"};
    if (!line->is_exact)
        snprintf(depth.text, sizeof depth.text, "%d@%d%%", line->depth, line->selectivity);
    return depth;
}

void line_pv_text(Text *out, const Shape *shape, const EngineLine *line, int from, int max) {
    for (int i = from; i < line->length && i < max; i++)
        text_format(out, "%s%s", i > from ? " " : "", move_name(shape, line->pv[i]).text);
    if (line->length > max) text_string(out, " ...");
}

void line_json(Text *out, const Shape *shape, const EngineLine *line) {
    if (line->length > 0)
        text_format(out, "\"move\":\"%s\"", move_name(shape, line->pv[0]).text);
    else
        text_string(out, "\"move\":null");
    text_format(out, ",\"score\":%.10g,\"depth\":%d,\"selectivity\":%d,\"exact\":%s,\"pv\":[",
                line->score + 0.0, line->depth, line->selectivity,
                line->is_exact ? "true" : "false");
    for (int i = 0; i < line->length; i++)
        text_format(out, "%s\"%s\"", i ? "," : "", move_name(shape, line->pv[i]).text);
    text_byte(out, ']');
}

void result_json_summary(Text *out, const Shape *shape, const EngineResult *result) {
    line_json(out, shape, &result->lines[0]);
    text_format(out, ",\"nodes\":%" PRIu64, result->nodes);
    if (result->seconds >= 0) text_format(out, ",\"seconds\":%.6f", result->seconds);
    text_format(out, ",\"end\":\"%s\"", engine_end_name(result->end));
}

void result_json(Text *out, const Shape *shape, const EngineResult *result) {
    text_byte(out, '{');
    result_json_summary(out, shape, result);
    text_string(out, ",\"lines\":[");
    for (int i = 0; i < result->count; i++) {
        text_string(out, i ? ",{" : "{");
        line_json(out, shape, &result->lines[i]);
        text_byte(out, '}');
    }
    text_string(out, "]}");
}
