/* "Paste anything" (record/guess.h), as JSON. */
#include "record/guess.h"
#include "web/api.h"
#include "web/fields.h"
#include "web/state.h"

json_t *api_import(const json_t *request, Error *error) {
    const char *text, *wanted;
    Guess guess;
    if (!fields_need_text(request, "text", RECORD_MAX_BYTES, &text, error) ||
        !fields_text(request, "board", "8x8", STATE_BOARD_LIMIT, &wanted, error) ||
        !record_guess(&guess, text, wanted, error))
        return NULL;
    json_t *game = game_json(&guess.record.moves), *scores = json_object();
    json_object_set_new(game, "format", json_string(guess.format));
    json_object_set_new(game, "black", json_string(guess.record.black));
    json_object_set_new(game, "white", json_string(guess.record.white));
    for (int i = 0; i < guess.scores.count; i++)
        json_object_set_new(scores, move_name(&guess.shape, guess.scores.moves[i].square).text,
                            json_integer(guess.scores.moves[i].score));
    if (guess.has_scores) json_object_set(game, "scores", scores);
    json_decref(scores);
    return game;
}
