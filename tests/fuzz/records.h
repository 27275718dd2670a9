/* What the fuzz targets of the formats of games share: any bytes are read as a file, whatever is
 * read is legal, every complaint has its place, and each game can be written and read again. */
#ifndef FUZZ_RECORDS_H
#define FUZZ_RECORDS_H

#include "fuzz/input.h"
#include "game/rules.h"
#include "support/records.h"

static inline void require_text(const char *text) {
    require(memchr(text, '\0', RECORD_NAME_SIZE) != NULL);
    for (; *text != '\0'; text++) require((unsigned char)*text >= ' ');
}

static inline void require_legal(const GameRecord *game) {
    Board board = game->moves.start;
    for (int i = 0; i < game->moves.count; i++) {
        Move move;
        require(rules_find_move(board.shape, board.position, game->moves.moves[i].square, &move));
        board_play(&board, move);
    }
    require(board.position.own == game->moves.end.position.own);
    require_text(game->event);
    require_text(game->place);
    require_text(game->date);
    require_text(game->black);
    require_text(game->white);
    require_text(game->result);
}

/* The format itself writes what it has read, and reads the same. */
static inline void require_round_trip(const RecordFormat *format, const GameRecord *game) {
    static Records again;
    size_t length;
    char *bytes = records_write(format, game, &length, NULL);
    require(bytes != NULL || game->moves.count == 0);
    if (bytes == NULL) return;
    records_read(&again, format, game->moves.start.shape, bytes, length);
    require(again.games == 1 && again.bad == 0);
    require(format == &format_obf || records_same_moves(game, &again.game[0]));
    free(bytes);
}

static inline int fuzz_records(const RecordFormat *format, const uint8_t *data, size_t size) {
    static Records records;
    static Shape board;
    if (board.width == 0) require(shape_init(&board, 8, 8, NULL));
    records_read(&records, format, &board, data, size);
    for (int i = 0; i < records.games && i < RECORDS_KEPT; i++) {
        require_legal(&records.game[i]);
        require_round_trip(format, &records.game[i]);
    }
    for (int i = 0; i < records.bad && i < RECORDS_KEPT; i++)
        require(records.error[i].text[0] != '\0' && records.error[i].status != STATUS_OK);
    return 0;
}

#endif
