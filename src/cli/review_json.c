/* Writes reviewed games as JSON; docs/api.md and docs/games.md describe the names. */
#include "cli/review_json.h"

#include "engine/review_text.h"
#include "record/opening.h"

static void put_text(FILE *out, const char *name, const char *text) {
    fprintf(out, ",\"%s\":", name);
    json_write_string(out, text);
}

static void put_side(FILE *out, const char *name, const char *player, const ReviewSide *side) {
    char bytes[REVIEW_SIDE_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    review_side_json(&text, side);
    put_text(out, name, player);
    fprintf(out, ",\"%s_review\":%s", name, bytes);
}

static void put_moves(FILE *out, const GameReview *review) {
    char bytes[REVIEW_MOVE_JSON_SIZE];
    fputs(",\"review\":[", out);
    for (int ply = 0; ply < review->record.moves.count; ply++) {
        Text text = text_into(bytes, sizeof bytes);
        review_move_json(&text, &review->shape, &review->moves[ply]);
        fprintf(out, "%s%s", ply > 0 ? "," : "", bytes);
    }
    fputc(']', out);
}

void review_json_game(FILE *out, const GameReview *review) {
    const GameRecord *record = &review->record;
    const Opening *opening = opening_of(&record->moves);
    char moves[TRANSCRIPT_TEXT_SIZE], start[BOARD_TEXT_SIZE];
    int score;
    fprintf(out, "{\"game\":%ld,\"size\":\"%dx%d\"", review->number, review->shape.width,
            review->shape.height);
    put_text(out, "file", review->path);
    put_text(out, "event", record->event);
    put_text(out, "date", record->date);
    if (review->level > 0) fprintf(out, ",\"level\":%d", review->level);
    put_side(out, "black", record->black, &review->sides[BLACK]);
    put_side(out, "white", record->white, &review->sides[WHITE]);
    put_text(out, "opening", opening != NULL ? opening->english : "");
    if (record_score(record, &score))
        fprintf(out, ",\"score\":%d", score);
    else
        fputs(",\"score\":null", out);
    if (record_winner_name(record) != NULL)
        put_text(out, "winner", record_winner_name(record));
    else
        fputs(",\"winner\":null", out);
    board_format(&record->moves.start, start, sizeof start);
    if (!record_has_usual_start(record)) put_text(out, "start", start);
    transcript_format(&record->moves, moves, sizeof moves);
    put_text(out, "moves", moves);
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
