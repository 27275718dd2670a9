/* Reviews as JSON for programs: the one place that writes it for `bianca review --json`, the HTML
 * report and the HTTP API. docs/api.md describes the names. */
#ifndef ENGINE_REVIEW_TEXT_H
#define ENGINE_REVIEW_TEXT_H

#include "base/text.h"
#include "engine/review.h"

enum {
    /* Buffers with the NUL, for any move and any side. */
    REVIEW_REASON_JSON_SIZE = (SHAPE_MAX_SQUARES + REASON_LINE_MAX) * 7 + 256,
    REVIEW_MOVE_JSON_SIZE = 2 * ENGINE_MAX_PV * 7 + REASONS_MAX * REVIEW_REASON_JSON_SIZE + 512,
    REVIEW_SIDE_JSON_SIZE = 256,
};

/* One move as an object. */
void review_move_json(Text *out, const Shape *shape, const ReviewMove *move);

/* The summary of one side as an object. */
void review_side_json(Text *out, const ReviewSide *side);

#endif
