/* Writes players, standings, games and endings of a tournament as JSON. */
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

static void put_isolation(FILE *out, const char *name, unsigned isolation) {
    char text[ISOLATION_TEXT_SIZE];
    if (isolation == 0) return;
    isolation_format(isolation, text);
    fprintf(out, ",\"%s\":\"%s\"", name, text);
}

void players_json(FILE *out, const Tournament *tournament) {
    const TournamentOptions *options = tournament->options;
    fputc('[', out);
    for (int i = 0; i < options->participant_count; i++) {
        fputs(i > 0 ? ",{\"name\":" : "{\"name\":", out);
        json_write_string(out, options->participants[i].name);
        fputs(",\"player\":", out);
        json_write_string(out, options->participants[i].player.text);
        put_isolation(out, "isolation", isolation_of(tournament, i));
        fputc('}', out);
    }
    fputc(']', out);
}

void standing_json(FILE *out, const Tournament *tournament, const Standings *standings, int rank,
                   const Tally *row) {
    const Standing *standing = &standings->list[rank];
    const Tally *all = &standing->tally;
    int games = tally_games(all);
    fprintf(out, "{\"rank\":%d,\"name\":", rank + 1);
    json_write_string(out, tournament->options->participants[standing->participant].name);
    fprintf(out,
            ",\"elo\":%.2f,\"margin\":%.2f,\"games\":%d,\"wins\":%d,\"draws\":%d,\"losses\":%d,"
            "\"score\":%.6f,\"discs\":%.4f,\"against\":[",
            standing->rating.elo, standing->rating.margin, games, all->wins, all->draws,
            all->losses, tally_score(all), games == 0 ? 0 : (double)all->discs / games);
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

void standings_json(FILE *out, const Tournament *tournament, const Standings *standings) {
    fputc('[', out);
    for (int rank = 0; rank < standings->count; rank++) {
        Tally row[TOURNAMENT_MAX_PARTICIPANTS];
        for (int i = 0; i < standings->count; i++)
            row[i] = tournament_tally(tournament, standings->list[rank].participant, i);
        if (rank > 0) fputc(',', out);
        standing_json(out, tournament, standings, rank, row);
    }
    fputc(']', out);
}

void endings_json(FILE *out, const Tournament *tournament) {
    int counts[ENDINGS] = {0};
    const char *separator = "";
    for (int i = 0; i < tournament->counted; i++)
        if (tournament->results[i].is_done) counts[tournament->results[i].ending]++;
    fputc('{', out);
    for (int i = 0; i < ENDINGS; i++) {
        if (counts[i] == 0) continue;
        fprintf(out, "%s\"%s\":%d", separator, ending_name((Ending)i), counts[i]);
        separator = ",";
    }
    fputc('}', out);
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

void game_head_json(FILE *out, const Tournament *tournament, const GameResult *result) {
    const ParticipantSpec *participants = tournament->options->participants;
    fprintf(out, "\"number\":%td,\"black\":", result - tournament->results + 1);
    json_write_string(out, participants[result->participants[BLACK]].name);
    fputs(",\"white\":", out);
    json_write_string(out, participants[result->participants[WHITE]].name);
}

void game_result_json(FILE *out, const Tournament *tournament, const GameResult *result) {
    Transcript game;
    char moves[TRANSCRIPT_TEXT_SIZE];
    result_transcript(tournament, result, &game);
    transcript_format(&game, moves, sizeof moves);
    int opening_moves = 0; /* that `moves` shows: without passes */
    for (int i = 0; i < result->opening_moves; i++) opening_moves += game.moves[i].square != PASS;
    game_head_json(out, tournament, result);
    fprintf(out, ",\"score\":%d,\"ending\":\"%s\"", result->score, ending_name(result->ending));
    if (result->ending != ENDING_PLAYED_OUT) {
        fprintf(out, ",\"failed\":\"%s\",\"reason\":", result->failed == BLACK ? "black" : "white");
        json_write_string(out, result->reason != NULL ? result->reason : "");
    }
    start_json(out, &game.start);
    fprintf(out, ",\"opening_moves\":%d,\"moves\":\"%s\",\"seconds\":[%.6f,%.6f]", opening_moves,
            moves, result->seconds[BLACK], result->seconds[WHITE]);
    put_isolation(out, "black_isolation", result->isolation[BLACK]);
    put_isolation(out, "white_isolation", result->isolation[WHITE]);
}
