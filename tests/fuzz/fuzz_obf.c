/* Any bytes as an OBF file: a line with the board, then the file. Every entry is a legal position
 * with legal moves and can be written and read again; the reader always gets to the end. */
#include "fuzz/input.h"
#include "game/rules.h"
#include "record/obf.h"

static void check_entry(const ObfEntry *entry) {
    const Board *board = &entry->board;
    for (int i = 0; i < entry->count; i++) {
        Move move;
        require(rules_find_move(board->shape, board->position, entry->moves[i].square, &move));
        require(abs(entry->moves[i].score) <= board->shape->squares);
    }
    char text[OBF_TEXT_SIZE];
    size_t length = obf_format(entry, text, sizeof text);
    require(length < sizeof text && strlen(text) == length);
    ObfReader reader = {board->shape, text, length, 0, 0};
    ObfEntry again;
    require(obf_next(&reader, &again, NULL) == OBF_ENTRY && again.count == entry->count);
    require(again.board.side == board->side && again.board.position.own == board->position.own &&
            again.board.position.opp == board->position.opp);
    for (int i = 0; i < entry->count; i++)
        require(again.moves[i].square == entry->moves[i].square &&
                again.moves[i].score == entry->moves[i].score);
    require(obf_next(&reader, &again, NULL) == OBF_END);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes rest = {(const char *)data, size};
    Shape shape = take_shape(&rest);
    ObfReader reader = {&shape, rest.at, rest.length, 0, 0};
    for (;;) {
        ObfEntry entry, before;
        memset(&entry, 0x5a, sizeof entry);
        memcpy(&before, &entry, sizeof entry);
        Error error = {.status = STATUS_OK};
        size_t at = reader.at;
        int line = reader.line;
        ObfNext next = obf_next(&reader, &entry, &error);
        require(reader.at <= reader.length);
        if (next == OBF_END) return 0;
        require(reader.at > at && reader.line > line);
        if (next == OBF_ENTRY) {
            check_entry(&entry);
        } else {
            require(error.status == STATUS_BAD_INPUT && error.text[0] != '\0');
            require(memcmp(&before, &entry, sizeof entry) == 0);
        }
    }
}
