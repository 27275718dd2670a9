/* Any state file: a position with a legal move, or a refusal with the place. */
#include "fuzz/input.h"
#include "game/rules.h"
#include "record/statefile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Shape shape;
    Board board;
    Error error = {.status = STATUS_OK};
    if (!state_parse(&shape, &board, (const char *)data, size, &error)) {
        require(error.status == STATUS_BAD_INPUT && strncmp(error.text, "state: ", 7) == 0);
        return 0;
    }
    require(board.shape == &shape && (board.position.own & board.position.opp) == 0);
    require(((board.position.own | board.position.opp) & ~shape.playable) == 0);
    require(rules_moves(&shape, board.position.own, board.position.opp) != 0);
    return 0;
}
