/* Turns the options that several commands share into a game and an engine. */
#include "cli/inputs.h"

#include <string.h>

bool board_input_read(const BoardInput *input, Shape *shape, Transcript *game, Error *error) {
    if (!shape_parse(shape, input->board, strlen(input->board), error)) return false;
    Board start = board_start(shape);
    if (input->position != NULL &&
        !board_parse(shape, input->position, strlen(input->position), &start, error))
        return false;
    const char *moves = input->moves != NULL ? input->moves : "";
    return transcript_parse(game, &start, moves, strlen(moves), error);
}

Engine *engine_input_open(const EngineInput *input, const Shape *shape, Error *error) {
    EngineOptions options = {.threads = input->threads,
                             .hash_mb = input->hash,
                             .eval = input->eval,
                             .weights = input->weights};
    return engine_new(shape, &options, error);
}
