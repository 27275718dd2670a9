/* Players, standings and games of a tournament as JSON. */
#include "arena/report/results_json.h"

#include "base/json_write.h"

/* Under which protection a foreign program ran in its last game; 0: none did. */
static unsigned isolation_of(const Tournament *tournament, int participant) {
    unsigned isolation = 0;
    for (int i = 0; i < tournament->counted; i++)
        for (int side = 0; side < 2; side++)
            if (tournament->results[i].participants[side] == participant &&
                tournament->results[i].isolation[side] != 0)
                isolation = tournament->results[i].isolation[side];
    return isolation;
}

void players_json(FILE *out, const Tournament *tournament) {
    const TournamentOptions *options = tournament->options;
    fputc('[', out);
    for (int i = 0; i < options->participant_count; i++) {
        fputs(i > 0 ? ",{\"name\":" : "{\"name\":", out);
        json_write_string(out, options->participants[i].name);
        fputs(",\"player\":", out);
        json_write_string(out, options->participants[i].player.text);
        unsigned isolation = isolation_of(tournament, i);
        char text[ISOLATION_TEXT_SIZE];
        isolation_format(isolation, text);
        if (isolation != 0) fprintf(out, ",\"isolation\":\"%s\"", text);
        fputc('}', out);
    }
    fputc(']', out);
}

void standing_json(FILE *out, const Standings *standings, int rank, const Tally *row) {
    const Standing *standing = &standings->list[rank];
    const Tally *all = &standing->tally;
    int games = tally_games(all);
    fprintf(out,
            "{\"player\":%d,\"elo\":%.2f,\"margin\":%.2f,\"games\":%d,\"score\":%.6f,"
            "\"discs\":%.4f,\"against\":[",
            standing->participant, standing->rating.elo, standing->rating.margin, games,
            tally_score(all), games == 0 ? 0 : (double)all->discs / games);
    for (int i = 0; i < standings->count; i++) {
        Tally tally = row[standings->list[i].participant];
        if (i > 0) fputc(',', out);
        if (i == rank)
            fputs("null", out);
        else
            fprintf(out, "[%d,%d,%d]", tally.wins, tally.draws, tally.losses);
    }
    fputs("]}", out);
}

void start_json(FILE *out, const Board *start) {
    Board usual = board_start(start->shape);
    char text[BOARD_TEXT_SIZE];
    if (start->side == usual.side && start->position.own == usual.position.own &&
        start->position.opp == usual.position.opp)
        return;
    board_format(start, text, sizeof text);
    fprintf(out, ",\"start\":\"%s\"", text);
}

void game_result_json(FILE *out, const Tournament *tournament, const GameResult *result,
                      const char *review) {
    Transcript game;
    char moves[TRANSCRIPT_TEXT_SIZE];
    result_transcript(tournament, result, &game);
    transcript_format(&game, moves, sizeof moves);
    int opening_moves = 0; /* that the text shows: without passes */
    for (int i = 0; i < result->opening_moves; i++) opening_moves += game.moves[i].square != PASS;
    fprintf(out,
            "{\"black\":%d,\"white\":%d,\"score\":%d,\"ending\":\"%s\",\"opening_moves\":%d,"
            "\"moves\":\"%s\"",
            result->participants[BLACK], result->participants[WHITE], result->score,
            ending_name(result->ending), opening_moves, moves);
    fprintf(out, ",\"seconds\":[%.3f,%.3f]", result->seconds[BLACK], result->seconds[WHITE]);
    if (result->ending != ENDING_PLAYED_OUT) {
        fprintf(out, ",\"failed\":\"%s\",\"reason\":", result->failed == BLACK ? "black" : "white");
        json_write_string(out, result->reason != NULL ? result->reason : "");
    }
    start_json(out, &game.start);
    if (review != NULL) fprintf(out, ",\"review\":%s", review);
    fputc('}', out);
}
