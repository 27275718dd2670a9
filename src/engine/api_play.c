/* Reviews and players of include/bianca.h, which is their specification. */
#include <stdlib.h>
#include <string.h>

#include "engine/api.h"
#include "engine/player.h"
#include "engine/review.h"

_Static_assert((int)BIANCA_FORCED == REVIEW_FORCED && (int)BIANCA_BEST == REVIEW_BEST &&
                   (int)BIANCA_GOOD == REVIEW_GOOD && (int)BIANCA_INACCURACY == REVIEW_INACCURACY &&
                   (int)BIANCA_MISTAKE == REVIEW_MISTAKE && (int)BIANCA_BLUNDER == REVIEW_BLUNDER,
               "the public verdicts are those of the review");
_Static_assert((int)BIANCA_MAX_REASONS == REASONS_MAX, "every reason must fit");

/* --- Reviews ---------------------------------------------------------------------------------- */

const char *bianca_verdict_name(BiancaVerdict verdict) {
    bool is_known = (int)verdict >= BIANCA_FORCED && (int)verdict <= BIANCA_BLUNDER;
    return is_known ? review_verdict_name((ReviewVerdict)verdict) : "none";
}

typedef struct ReviewOutput {
    const Shape *shape;
    BiancaReviewMove *moves;
} ReviewOutput;

static void put_review(void *context, const ReviewMove *move) {
    const ReviewOutput *output = context;
    BiancaReviewMove *out = &output->moves[move->ply];
    *out = (BiancaReviewMove){.side = (int)move->side,
                              .played = api_square_out(output->shape, move->played),
                              .best = api_square_out(output->shape, move->best),
                              .score = move->score,
                              .best_score = move->best_score,
                              .loss = move->loss,
                              .is_exact = move->is_exact,
                              .verdict = (BiancaVerdict)move->verdict,
                              .length = move->line->length};
    for (int i = 0; i < out->length; i++)
        out->pv[i] = api_square_out(output->shape, move->line->pv[i]);
    for (out->reason_count = 0; out->reason_count < move->reason_count; out->reason_count++) {
        const Reason *reason = &move->reasons[out->reason_count];
        int square = reason->square == NO_MOVE ? -1 : api_square_out(output->shape, reason->square);
        out->reasons[out->reason_count] =
            (BiancaReason){reason_name(reason->code), reason->share, square};
    }
}

static BiancaReviewSide side_out(const ReviewSide *side) {
    return (BiancaReviewSide){.moves = side->moves,
                              .inaccuracies = side->inaccuracies,
                              .mistakes = side->mistakes,
                              .blunders = side->blunders,
                              .loss = side->loss,
                              .accuracy = side->accuracy};
}

/* The game as a transcript, whose moves are checked one by one. */
static bool read_game(const BiancaPosition *start, const Shape *shape, const BiancaMove *moves,
                      size_t count, Transcript *game, Error *error) {
    Position position;
    if (!api_open_on(start, shape, &position, error)) return false;
    transcript_init(game, &(Board){shape, position, (Side)start->side});
    for (size_t i = 0; i < count; i++) {
        int square = api_square_in(shape, moves[i].square);
        Error reason;
        if (square != NO_MOVE && transcript_add(game, square, false, &reason)) continue;
        if (square == NO_MOVE) error_set(&reason, STATUS_BAD_INPUT, "it is off the board");
        error_set(error, STATUS_BAD_INPUT, "review: move %zu: %s", i + 1, reason.text);
        return false;
    }
    return true;
}

BiancaStatus bianca_engine_review(BiancaEngine *engine, const BiancaPosition *start,
                                  const BiancaMove *moves, size_t count, const BiancaLimits *limits,
                                  BiancaReviewMove *review, BiancaReviewSide *sides,
                                  BiancaError *error) {
    Transcript game;
    Error reason;
    ReviewSide found[2];
    EngineLimits asked;
    if (!read_game(start, &engine->shape, moves, count, &game, &reason) ||
        !api_limits(limits, &asked, &reason))
        return api_fail(error, &reason);
    ReviewOutput output = {&engine->shape, review};
    memset(review, 0, count * sizeof *review);
    EngineEnd end = review_game(engine->engine, &game, &asked, 0, put_review, &output, found);
    for (int side = BIANCA_BLACK; side <= BIANCA_WHITE; side++)
        sides[side] = side_out(&found[side]);
    if (engine_failure(engine->engine, &reason)) return api_fail(error, &reason);
    if (end != ENGINE_STOPPED) return BIANCA_OK;
    error_set(&reason, STATUS_STOPPED, "stopped; the review is of the last moves");
    return api_fail(error, &reason);
}

/* --- Players ---------------------------------------------------------------------------------- */

struct BiancaPlayer {
    Shape shape; /* the player points at it */
    Player *player;
};

BiancaStatus bianca_player_new(BiancaPlayer **player, const char *text, int width, int height,
                               BiancaError *error) {
    PlayerSpec spec;
    Error reason;
    size_t size = (sizeof(BiancaPlayer) + 63) / 64 * 64;
    BiancaPlayer *made = aligned_alloc(64, size);
    if (!made) {
        error_set(&reason, STATUS_NO_MEMORY, "no memory for a player");
        return api_fail(error, &reason);
    }
    bool ok = shape_init(&made->shape, width, height, &reason) &&
              player_spec_parse(&spec, text, strlen(text), &reason);
    made->player = ok ? player_new(&spec, &made->shape, &reason) : NULL;
    if (!made->player) {
        free(made);
        return api_fail(error, &reason);
    }
    *player = made;
    return BIANCA_OK;
}

void bianca_player_free(BiancaPlayer *player) {
    if (!player) return;
    player_free(player->player);
    free(player);
}

void bianca_player_begin(BiancaPlayer *player, uint64_t game, int side) {
    player_begin(player->player, game, side == BIANCA_WHITE ? WHITE : BLACK);
}

BiancaStatus bianca_player_choose(BiancaPlayer *player, const BiancaPosition *position,
                                  double seconds, BiancaChoice *choice, BiancaError *error) {
    Position start;
    PlayerMove move;
    Error reason;
    PlayerClock clock = {.has_move_time = seconds > 0, .move_seconds = seconds};
    if (!api_open_on(position, &player->shape, &start, &reason) || !api_seconds(seconds, &reason))
        return api_fail(error, &reason);
    player_move(player->player, start, seconds > 0 ? &clock : NULL, &move);
    if (player_failure(player->player, &reason)) return api_fail(error, &reason);
    *choice = (BiancaChoice){.square = move.square == NO_MOVE
                                           ? BIANCA_PASS
                                           : api_square_out(&player->shape, move.square),
                             .has_score = move.has_score,
                             .score = move.has_score ? move.score : 0,
                             .is_exact = move.has_score && move.is_exact,
                             .depth = move.depth,
                             .nodes = move.nodes,
                             .seconds = move.seconds};
    return BIANCA_OK;
}
