/* Any GGF: what is read can be written and read again. */
#include "fuzz/input.h"
#include "record/ggf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Shape shape, again_shape;
    GameRecord game, again;
    Error error = {.status = STATUS_OK};
    if (!ggf_parse(&shape, &game, (const char *)data, size, &error)) {
        require(error.status == STATUS_BAD_INPUT && strncmp(error.text, "ggf: ", 5) == 0);
        return 0;
    }
    char text[GGF_TEXT_SIZE];
    size_t length = ggf_format(&game, text, sizeof text);
    require(length < sizeof text);
    require(ggf_parse(&again_shape, &again, text, length, &error));
    require(again.moves.count == game.moves.count);
    require(strcmp(again.black, game.black) == 0 && strcmp(again.place, game.place) == 0);
    for (int i = 0; i < game.moves.count; i++)
        require(again.moves.moves[i].square == game.moves.moves[i].square);
    return 0;
}
