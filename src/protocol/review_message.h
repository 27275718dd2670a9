/* The reasons of mistakes (engine/reason.h) in words, in the language chosen. */
#ifndef PROTOCOL_REVIEW_MESSAGE_H
#define PROTOCOL_REVIEW_MESSAGE_H

#include "base/text.h"
#include "engine/review.h"

enum { REASON_TEXT_SIZE = 512 };

/* "gives up the corner h8: g7 f8 h8": what the move does, without a full stop. */
void review_reason_text(Text *out, const Shape *shape, const ReviewMove *move,
                        const Reason *reason);

#endif
