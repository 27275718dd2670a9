/* Any input of a Botzone bot, simple or JSON, kept running: each turn is answered with the first
 * legal move, and the game stays legal. */
#include "base/bits.h"
#include "fuzz/input.h"
#include "game/rules.h"
#include "protocol/botzone.h"

static void answer(Botzone *botzone) {
    char bytes[BOTZONE_ANSWER_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    const Board *board = &botzone->game.end;
    int square = PASS;
    if (botzone_can_move(botzone))
        square = bits_first(rules_moves(board->shape, board->position.own, board->position.opp));
    botzone_answer(botzone, square, "debug", &text);
    require(text.length > 0 && text.length < sizeof bytes && bytes[text.length - 1] == '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes rest = {(const char *)data, size};
    Shape shape;
    Botzone botzone;
    require(shape_init(&shape, BOTZONE_SIZE, BOTZONE_SIZE, NULL));
    botzone_init(&botzone, &shape);
    while (rest.length > 0) {
        Bytes line = take_line(&rest);
        Error error = {.status = STATUS_OK};
        switch (botzone_feed(&botzone, line.at, line.length, &error)) {
        case BOTZONE_MORE: break;
        case BOTZONE_TURN: answer(&botzone); break;
        case BOTZONE_ERROR:
            require(error.status == STATUS_BAD_INPUT && error.text[0] != '\0');
            return 0;
        }
        require(botzone.game.count <= RECORD_MAX_MOVES);
        require((botzone.game.end.position.own & botzone.game.end.position.opp) == 0);
    }
    return 0;
}
