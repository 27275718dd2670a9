/* Fills the page of web/report/review.html with reviewed games. Its script draws everything and has
 * no words of its own: they are here, for translation. */
#include "cli/review.h"

#include <assert.h>
#include <string.h>

#include "base/embed.h"
#include "protocol/message.h"
#include "protocol/review_message.h"

EMBED(char, review_page, "web/report/review.html");
EMBED(char, review_script, "web/report/review.js");
EMBED(char, review_style, "web/report/review.css");
EMBED(char, review_base_style, "web/report/report.css");

/* --- Words --------------------------------------------------------------------------------------
 */

/* What the script asks for, and in English. */
static const struct {
    const char *key, *text;
} words[] = {
    {"review", MARKED("Review")},
    {"players", MARKED("Players")},
    {"player", MARKED("player")},
    {"games", MARKED("games")},
    {"black", MARKED("Black")},
    {"white", MARKED("White")},
    {"score", MARKED("score")},
    {"accuracy", MARKED("accuracy")},
    {"loss", MARKED("loss")},
    {"inaccuracies", MARKED("inaccuracies")},
    {"mistakes", MARKED("mistakes")},
    {"blunders", MARKED("blunders")},
    {"inaccuracy", MARKED("inaccuracy")},
    {"mistake", MARKED("mistake")},
    {"blunder", MARKED("blunder")},
    {"opening", MARKED("opening")},
    {"played", MARKED("played")},
    {"best", MARKED("best")},
    {"noName", MARKED("(no name)")},
    {"graph", MARKED("Black's score after each move")},
    {"first", MARKED("First move")},
    {"back", MARKED("Back")},
    {"next", MARKED("Next")},
    {"last", MARKED("Last move")},
};

static void write_words(FILE *out) {
    fputs("\"words\":{", out);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        fprintf(out, "%s\"%s\":", i > 0 ? "," : "", words[i].key);
        json_write_string(out, _(words[i].text));
    }
    fputc('}', out);
}

/* --- The page -----------------------------------------------------------------------------------
 */

/* Copies the page from `from` up to a place, and returns what follows the place. */
static const char *copy_page(FILE *out, const char *from, const char *place) {
    const char *at = strstr(from, place);
    assert(at != NULL);
    fwrite(from, 1, (size_t)(at - from), out);
    return at + strlen(place);
}

static const char *skip_page(const char *place) {
    const char *at = strstr(review_page_begin, place);
    assert(at != NULL);
    return at + strlen(place);
}

void review_html_begin(FILE *out) {
    const char *rest = copy_page(out, review_page_begin, "{{style}}");
    fputs(review_base_style_begin, out);
    fputs(review_style_begin, out);
    copy_page(out, rest, "{{data}}");
    fputs("{\"lang\":", out);
    // The language of the translations, as browsers call it.
    json_write_string(out, _("en"));
    fputc(',', out);
    write_words(out);
    fputs(",\"games\":[", out);
}

/* The squares of each position, from the start to the end. */
static void write_positions(FILE *out, const GameReview *review) {
    const Transcript *moves = &review->record.moves;
    Board board = moves->start;
    for (int i = 0; i <= moves->count; i++) {
        char text[BOARD_TEXT_SIZE];
        if (i > 0) board_play(&board, moves->moves[i - 1]);
        board_format(&board, text, sizeof text);
        fprintf(out, "%s\"%.*s\"", i > 0 ? "," : "", review->shape.squares, text);
    }
}

/* In words, by ply. */
static void write_reasons(FILE *out, const GameReview *review) {
    bool is_first = true;
    for (int ply = 0; ply < review->record.moves.count; ply++) {
        const ReviewMove *move = &review->reviewed.moves[ply];
        if (move->reason_count == 0) continue;
        fprintf(out, "%s\"%d\":[", is_first ? "" : ",", ply);
        for (int i = 0; i < move->reason_count; i++) {
            char bytes[REASON_TEXT_SIZE];
            Text text = text_into(bytes, sizeof bytes);
            review_reason_text(&text, &review->shape, move, &move->reasons[i]);
            if (i > 0) fputc(',', out);
            json_write_string(out, bytes);
        }
        fputc(']', out);
        is_first = false;
    }
}

void review_html_game(FILE *out, const GameReview *review, bool is_first) {
    fputs(is_first ? "\n{\"game\":" : ",\n{\"game\":", out);
    review_json_game(out, review);
    fputs(",\"positions\":[", out);
    write_positions(out, review);
    fputs("],\"reasons\":{", out);
    write_reasons(out, review);
    fputs("}}", out);
}

void review_html_end(FILE *out, const ReviewSummary *summary) {
    fputs("],\"players\":", out);
    review_json_players(out, summary);
    fputc('}', out);
    const char *rest = copy_page(out, skip_page("{{data}}"), "{{script}}");
    fputs(review_script_begin, out);
    fputs(rest, out);
}
