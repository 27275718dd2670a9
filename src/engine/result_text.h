/* Results of a search as text for people and as JSON for programs: the one place that does it for
 * the command line, the protocols and the HTTP API.
 *
 * JSON names, also described in docs/api.md: `move`, `score` (discs for the side to move), `depth`,
 * `selectivity` (percent), `exact`, `pv` (list of moves); `nodes`, `seconds`, `end`, `lines`.
 * include/bianca.h has the same. */
#ifndef ENGINE_RESULT_TEXT_H
#define ENGINE_RESULT_TEXT_H

#include "base/text.h"
#include "engine/result.h"
#include "game/shape.h"

/* "finished", "only-move", "game-over", "stopped", "node-limit", "time-limit",
 * "book". */
const char *engine_end_name(EngineEnd end);

/* "unknown", "loss", "draw", "win". */
const char *engine_outcome_name(EngineOutcome outcome);

/* A short text returned by value: score_text(...).text may be given to printf directly. */
typedef struct ResultText {
    char text[32];
} ResultText;

/* A score as people read it: "+4" if exact, "+3.52" if estimated. */
ResultText score_text(double discs, bool is_exact);
ResultText line_score_text(const EngineLine *line);

/* A score in an evaluation's own unit, as its program prints it: "8127", "-12.4". */
ResultText value_text(double value);

/* How far a line was searched: "exact", or depth and selectivity, "20@73%". */
ResultText line_depth_text(const EngineLine *line);

/* The principal variation from move `from` on with blanks between the moves; " ..." after the
 * first `max` moves if there are more. */
void line_pv_text(Text *out, const Shape *shape, const EngineLine *line, int from, int max);

enum {
    /* Buffers for line_pv_text, and for the JSON of any result, with the NUL. */
    LINE_PV_SIZE = ENGINE_MAX_PV * 5 + 8,
    LINE_JSON_SIZE = ENGINE_MAX_PV * 7 + 192,
    RESULT_JSON_SIZE = (ENGINE_MAX_LINES + 1) * LINE_JSON_SIZE + 192,
};

/* Members of an object without its braces: `"move":"f5","score":0.5,...,"pv":["f5","d6"]`. The
 * move is null if the line has none. */
void line_json(Text *out, const Shape *shape, const EngineLine *line);

/* The best line's members, then `"nodes":..,"seconds":..,"end":..`, also without braces. */
void result_json_summary(Text *out, const Shape *shape, const EngineResult *result);

/* The whole result as one object: the summary, then `"lines":[{..},..]`, best first. */
void result_json(Text *out, const Shape *shape, const EngineResult *result);

#endif
