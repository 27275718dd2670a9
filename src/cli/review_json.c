/* Writes reviewed games as JSON; docs/api.md and docs/games.md describe the names. */
#include "cli/review.h"

#include "engine/review_text.h"
#include "record/record_json.h"

static void put_side(FILE *out, const char *name, const ReviewSide *side) {
    char bytes[REVIEW_SIDE_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    review_side_json(&text, side);
    fprintf(out, ",\"%s\":%s", name, bytes);
}

static void put_moves(FILE *out, const GameReview *review) {
    char bytes[REVIEW_MOVE_JSON_SIZE];
    fputs(",\"review\":[", out);
    for (int ply = 0; ply < review->record.moves.count; ply++) {
        Text text = text_into(bytes, sizeof bytes);
        review_move_json(&text, &review->shape, &review->reviewed.moves[ply]);
        fprintf(out, "%s%s", ply > 0 ? "," : "", bytes);
    }
    fputc(']', out);
}

void review_json_game(FILE *out, const GameReview *review) {
    char bytes[RECORD_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    record_json(&text, &review->record);
    fprintf(out, "{\"number\":%ld,\"file\":", review->number);
    json_write_string(out, review->path);
    fprintf(out, ",%s", bytes);
    if (review->level > 0) fprintf(out, ",\"level\":%d", review->level);
    put_side(out, "black_review", &review->sides[BLACK]);
    put_side(out, "white_review", &review->sides[WHITE]);
    put_moves(out, review);
    fputs("}\n", out);
}

void review_json_players(FILE *out, const ReviewSummary *summary) {
    fputc('[', out);
    for (int i = 0; i < summary->count; i++) {
        const ReviewPlayer *player = &summary->players[i];
        char bytes[REVIEW_SIDE_JSON_SIZE];
        Text text = text_into(bytes, sizeof bytes);
        review_side_json(&text, &player->side);
        fputs(i > 0 ? ",{\"name\":" : "{\"name\":", out);
        json_write_string(out, player->name);
        fprintf(out, ",\"games\":%d,\"review\":%s}", player->games, bytes);
    }
    fputc(']', out);
}

void review_json_summary(FILE *out, const ReviewSummary *summary, long left_out) {
    fprintf(out, "{\"games\":%ld,\"plies\":%ld,\"left_out\":%ld,\"players\":", summary->games,
            summary->moves, left_out);
    review_json_players(out, summary);
    fputs("}\n", out);
}
