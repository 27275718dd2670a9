/* The commands of GTP that think, and those about time. */
#include <inttypes.h>
#include <limits.h>

#include "engine/result_text.h"
#include "protocol/gtp_command.h"
#include "record/play.h"

/* --- Time ------------------------------------------------------------------------------------- */

bool gtp_time_settings(Gtp *gtp, char *const *words) {
    double main_seconds, period;
    int stones;
    if (!gtp_read_number(gtp, words[0], &main_seconds) ||
        !gtp_read_number(gtp, words[1], &period) ||
        !gtp_read_integer(gtp, words[2], 0, INT_MAX, &stones))
        return false;
    gtp_clock_set(&gtp->clocks[BLACK], main_seconds, period, stones);
    gtp->clocks[WHITE] = gtp->clocks[BLACK];
    return true;
}

bool gtp_time_left(Gtp *gtp, char *const *words) {
    Side side;
    double seconds;
    int stones = 0;
    if (!gtp_read_side(gtp, words[0], &side) || !gtp_read_number(gtp, words[1], &seconds))
        return false;
    if (words[2] && !gtp_read_integer(gtp, words[2], 0, INT_MAX, &stones)) return false;
    gtp_clock_left(&gtp->clocks[side], seconds, stones);
    return true;
}

/* --- Thinking --------------------------------------------------------------------------------- */

static bool generate(Gtp *gtp, const char *word, bool is_played) {
    Session *session = &gtp->session;
    Side side;
    bool has_passed;
    if (!gtp_read_side(gtp, word, &side)) return false;
    if (!gtp_give_turn(gtp, side, &has_passed)) return gtp_fail(gtp, "it is not that side's turn");
    int square = PASS;
    if (session_is_over(session)) {
        gtp->end_passes += is_played && gtp->end_passes < GTP_MAX_END_PASSES;
    } else if (!play_must_pass(&session->game.end)) {
        PlayerClock clock = gtp_clock_show(&gtp->clocks[side]);
        PlayerMove move;
        session_move(session, &clock, &move);
        if (player_failure(session->player, &gtp->failure)) {
            gtp->has_failed = gtp->failure.status == STATUS_IO;
            return gtp_fail(gtp, gtp->failure.text);
        }
        if (is_played) gtp_clock_spend(&gtp->clocks[side], move.seconds);
        square = move.square;
        gtp->last = move;
    }
    if (is_played && !session_is_over(session))
        gtp_play_move(gtp, square);
    else if (has_passed)
        transcript_undo(&session->game);
    text_string(&gtp->answer, move_name(session->shape, square).text);
    return true;
}

bool gtp_genmove(Gtp *gtp, char *const *words) {
    return generate(gtp, words[0], true);
}

bool gtp_score(Gtp *gtp, char *const *words) {
    (void)words;
    const PlayerMove *move = &gtp->last;
    if (!move->has_score) return gtp_fail(gtp, "there is no move with a score");
    if (move->is_own_unit)
        text_format(&gtp->answer, "%s own", value_text(move->score).text);
    else
        text_format(&gtp->answer, "%s discs", score_text(move->score, move->is_exact).text);
    text_format(&gtp->answer, " depth %d nodes %" PRIu64, move->depth, move->nodes);
    if (move->end == ENGINE_BOOK) text_string(&gtp->answer, " book");
    return true;
}

bool gtp_reg_genmove(Gtp *gtp, char *const *words) {
    return generate(gtp, words[0], false);
}

static void write_line(Gtp *gtp, const EngineLine *line) {
    const Shape *shape = gtp->session.shape;
    text_format(&gtp->answer, "%s %s depth %d %d%%", move_name(shape, line->pv[0]).text,
                line_score_text(line).text, line->depth, line->selectivity);
    text_byte(&gtp->answer, ' ');
    line_pv_text(&gtp->answer, shape, line, 0, ENGINE_MAX_PV);
}

static void write_lines(Gtp *gtp, const EngineResult *result) {
    for (int i = 0; i < result->count; i++) {
        if (i > 0) text_byte(&gtp->answer, '\n');
        write_line(gtp, &result->lines[i]);
    }
}

bool gtp_hint(Gtp *gtp, char *const *words) {
    Session *session = &gtp->session;
    int lines = 1;
    if (words[0] && !gtp_read_integer(gtp, words[0], 1, ENGINE_MAX_LINES, &lines)) return false;
    if (session_is_over(session)) return gtp_fail(gtp, "the game is over");
    PlayerClock clock = gtp_clock_show(&gtp->clocks[session->game.end.side]);
    EngineLimits limits = player_limits(session->player, &clock);
    limits.lines = lines;
    EngineResult result;
    if (!session_search(session, session->game.end.position, &limits, NULL, NULL, &result))
        return gtp_fail(gtp, "only an engine can give hints");
    write_lines(gtp, &result);
    return true;
}

/* What the player's book knows about the position; nothing if it does not have it. */
bool gtp_book(Gtp *gtp, char *const *words) {
    (void)words;
    const Session *session = &gtp->session;
    EngineResult result = {.count = 0};
    player_book(session->player, session->game.end.position, &result);
    write_lines(gtp, &result);
    return true;
}
