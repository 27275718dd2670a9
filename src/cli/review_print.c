/* Prints reviews for people: a table of moves with the graph for one game, a row for each of
 * several, and the table of players. */
#include "cli/review.h"

#include <stdlib.h>

#include "engine/result_text.h"
#include "game/rules.h"
#include "protocol/message.h"
#include "protocol/review_message.h"
#include "protocol/terminal_board.h"
#include "record/opening.h"

enum { PLAYERS_SHOWN = 50, CELL_SIZE = 64 };

#define RED    "\033[31m"
#define YELLOW "\033[33m"
#define CYAN   "\033[36m"
#define RESET  "\033[0m"

static const char *player_name(const GameRecord *record, Side side) {
    const char *name = side == BLACK ? record->black : record->white;
    return name[0] != '\0' ? name : message_side(side);
}

static void put_cell(FILE *out, const char *text, int width) {
    output_cell(out, text, width);
    fputs("  ", out);
}

static void put_number(FILE *out, double number, int decimals, int width) {
    fprintf(out, "%*.*f  ", width, decimals, number);
}

/* --- One game -----------------------------------------------------------------------------------
 */

/* Of a game that stops before its end: what the file says. */
static void print_said_result(FILE *out, const GameRecord *record) {
    int score, squares = record->moves.start.shape->squares;
    RecordWinner winner = record_winner(record);
    const char *side = message_side(winner == RECORD_BLACK_WINS ? BLACK : WHITE);
    if (winner == RECORD_WINNER_UNKNOWN) return;
    if (winner == RECORD_DRAW)
        fprintf(out, _("Draw, %d to %d"), squares / 2, squares / 2);
    else if (record_score(record, &score))
        fprintf(out, _("%s wins %d to %d"), side, (squares + abs(score)) / 2,
                (squares - abs(score)) / 2);
    else if (record->result[2] == 'R')
        fprintf(out, _("%s wins by resignation"), side);
    else if (record->result[2] == 'T')
        fprintf(out, _("%s wins on time"), side);
    else
        fprintf(out, _("%s wins"), side);
    fputc('\n', out);
}

static void print_head(FILE *out, const ReviewView *view, const GameReview *review) {
    const GameRecord *record = &review->record;
    const Board *end = &record->moves.end;
    const Opening *opening = opening_of(&record->moves);
    char text[600];
    fprintf(out, "%s - %s", player_name(record, BLACK), player_name(record, WHITE));
    if (record->event[0] != '\0') fprintf(out, ", %s", record->event);
    if (record->date[0] != '\0') fprintf(out, ", %s", record->date);
    fputc('\n', out);
    if (opening != NULL) {
        opening_format(opening, view->has_unicode, text, sizeof text);
        fprintf(out, _("Opening: %s"), text);
        fputc('\n', out);
    }
    if (rules_is_over(end->shape, end->position)) {
        board_result(end, text, sizeof text);
        fprintf(out, "%s\n", text);
    } else {
        print_said_result(out, record);
    }
    fputc('\n', out);
}

/* As chess players mark them. */
static const char *verdict_sign(ReviewVerdict verdict) {
    static const char *const signs[] = {"", "", "", "?!", "?", "??"};
    return signs[verdict];
}

static const char *verdict_text(ReviewVerdict verdict) {
    switch (verdict) {
    case REVIEW_INACCURACY: return _("inaccuracy");
    case REVIEW_MISTAKE: return _("mistake");
    case REVIEW_BLUNDER: return _("blunder");
    default: return "";
    }
}

static void print_verdict(FILE *out, const ReviewView *view, const ReviewMove *move) {
    static const char *const colours[] = {"", "", "", CYAN, YELLOW, RED};
    if (move->verdict < REVIEW_INACCURACY) return;
    if (view->has_colour) fputs(colours[move->verdict], out);
    fprintf(out, "  %2s %s", verdict_sign(move->verdict), verdict_text(move->verdict));
    if (view->has_colour) fputs(RESET, out);
}

static void print_reasons(FILE *out, const GameReview *review, const ReviewMove *move) {
    for (int i = 0; i < move->reason_count; i++) {
        char words[REASON_TEXT_SIZE];
        Text text = text_into(words, sizeof words);
        review_reason_text(&text, &review->shape, move, &move->reasons[i]);
        fprintf(out, "         %s\n", words);
    }
}

static void print_move(FILE *out, const ReviewView *view, const GameReview *review, int ply) {
    const ReviewMove *move = &review->reviewed.moves[ply];
    const Shape *shape = &review->shape;
    fprintf(out, "%4d  %c  %-6s  %7s", ply + 1, move->side == BLACK ? 'X' : 'O',
            move_name(shape, move->played).text, score_text(move->score, move->is_exact).text);
    if (move->loss > 0)
        fprintf(out, "  %-6s  %7s  %*.*f", move_name(shape, move->best).text,
                score_text(move->best_score, move->is_exact).text, move->is_exact ? 5 : 6,
                move->is_exact ? 0 : 2, move->loss);
    print_verdict(out, view, move);
    fputc('\n', out);
    print_reasons(out, review, move);
}

static void print_moves(FILE *out, const ReviewView *view, const GameReview *review) {
    put_cell(out, "#", -4);
    fputs("   ", out);
    put_cell(out, _("played"), 6);
    put_cell(out, _("score"), -7);
    put_cell(out, _("best"), 6);
    put_cell(out, _("score"), -7);
    output_cell(out, _("loss"), -6);
    fputc('\n', out);
    for (int ply = 0; ply < review->record.moves.count; ply++) print_move(out, view, review, ply);
    fputc('\n', out);
}

static void print_side(FILE *out, const GameReview *review, Side side) {
    const ReviewSide *sum = &review->sides[side];
    fprintf(out,
            _("%s: accuracy %.1f %%, %.1f discs lost in %d moves; inaccuracies %d, mistakes %d, "
              "blunders %d\n"),
            message_side(side), sum->accuracy, sum->loss, sum->moves, sum->inaccuracies,
            sum->mistakes, sum->blunders);
}

void review_print_game(FILE *out, const ReviewView *view, const GameReview *review) {
    int count = review->record.moves.count;
    print_head(out, view, review);
    if (count == 0) {
        fputs(_("No move has been played.\n"), out);
        return;
    }
    print_moves(out, view, review);
    fprintf(out, _("Black's score after each move:\n"));
    review_graph(out, review->reviewed.moves, count, view->has_unicode);
    fputc('\n', out);
    print_side(out, review, BLACK);
    print_side(out, review, WHITE);
}

/* --- Several games ------------------------------------------------------------------------------
 */

void review_print_row(FILE *out, const ReviewView *view, const GameReview *review, bool is_first) {
    const Opening *opening = opening_of(&review->record.moves);
    const ReviewSide *black = &review->sides[BLACK], *white = &review->sides[WHITE];
    char text[CELL_SIZE], result[RECORD_RESULT_SIZE];
    record_result_format(&review->record, result);
    if (is_first) {
        put_cell(out, _("game"), -5);
        put_cell(out, _("Black"), 18);
        put_cell(out, _("White"), 18);
        put_cell(out, _("score"), -5);
        put_cell(out, _("accuracy"), -13);
        put_cell(out, _("blunders"), -8);
        fprintf(out, "%s\n", _("opening"));
    }
    fprintf(out, "%5ld  ", review->number);
    put_cell(out, review->record.black, 18);
    put_cell(out, review->record.white, 18);
    put_cell(out, result, -5);
    snprintf(text, sizeof text, "%.1f - %.1f", black->accuracy, white->accuracy);
    put_cell(out, text, -13);
    snprintf(text, sizeof text, "%d - %d", black->blunders, white->blunders);
    put_cell(out, text, -8);
    if (opening != NULL) {
        char name[OPENING_TEXT_SIZE];
        opening_format(opening, view->has_unicode, name, sizeof name);
        fputs(name, out);
    }
    fputc('\n', out);
}

static void print_player(FILE *out, const ReviewPlayer *player) {
    const ReviewSide *side = &player->side;
    put_cell(out, player->name[0] != '\0' ? player->name : _("(no name)"), 24);
    fprintf(out, "%5d  ", player->games);
    put_number(out, side->accuracy, 1, 8);
    put_number(out, side->moves > 0 ? side->loss / side->moves : 0, 2, 9);
    put_number(out, (double)side->inaccuracies / player->games, 1, 12);
    put_number(out, (double)side->mistakes / player->games, 1, 8);
    fprintf(out, "%8.1f\n", (double)side->blunders / player->games);
}

void review_print_summary(FILE *out, const ReviewSummary *summary) {
    fputc('\n', out);
    put_cell(out, _("player"), 24);
    put_cell(out, _("games"), -5);
    put_cell(out, _("accuracy"), -8);
    put_cell(out, _("loss/move"), -9);
    put_cell(out, _("inaccuracies"), -12);
    put_cell(out, _("mistakes"), -8);
    output_cell(out, _("blunders"), -8);
    fputc('\n', out);
    for (int i = 0; i < summary->count && i < PLAYERS_SHOWN; i++)
        print_player(out, &summary->players[i]);
    if (summary->count > PLAYERS_SHOWN)
        fprintf(
            out,
            PLURAL("and %d more player\n", "and %d more players\n", summary->count - PLAYERS_SHOWN),
            summary->count - PLAYERS_SHOWN);
    fprintf(out, PLURAL("\n%ld game, %ld moves\n", "\n%ld games, %ld moves\n", summary->games),
            summary->games, summary->moves);
}
