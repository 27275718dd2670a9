/* Writes games, counts and moves of a library as JSON; docs/api.md describes the names. */
#include "library/library_json.h"

#include "game/rules.h"

void library_game_json(Text *out, int64_t id, const GameRecord *game) {
    text_format(out, "{\"id\":%lld,", (long long)id);
    record_json(out, game);
    text_byte(out, '}');
}

void library_stats_json(Text *out, const LibraryStats *stats) {
    text_format(out,
                "\"games\":%d,\"players\":%d,\"events\":%d,\"first_year\":%d,\"last_year\":%d,"
                "\"black_wins\":%d,\"draws\":%d,\"white_wins\":%d",
                stats->games, stats->players, stats->events, stats->first_year, stats->last_year,
                stats->black_wins, stats->draws, stats->white_wins);
}

/* The opening of the very position after the move. */
static const Opening *opening_after(Board board, int square) {
    Move move;
    if (!rules_find_move(board.shape, board.position, square, &move)) return NULL;
    board_play(&board, move);
    return opening_at(&board);
}

void library_moves_json(Text *out, const Transcript *line, const LibraryMoves *moves) {
    text_format(out, "{\"games\":%d,\"opening\":", moves->games);
    opening_json(out, opening_of(line));
    text_string(out, ",\"moves\":[");
    for (int i = 0; i < moves->count; i++) {
        const LibraryMove *move = &moves->moves[i];
        text_format(out,
                    "%s{\"move\":\"%s\",\"games\":%d,\"black_wins\":%d,\"draws\":%d,"
                    "\"white_wins\":%d,\"opening\":",
                    i > 0 ? "," : "", move_name(line->end.shape, move->square).text, move->games,
                    move->black_wins, move->draws, move->white_wins);
        opening_json(out, opening_after(line->end, move->square));
        text_byte(out, '}');
    }
    text_string(out, "]}");
}
