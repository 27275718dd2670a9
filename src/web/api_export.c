/* The counterpart of import: a game as the formats that other programs read. */
#include <stdlib.h>
#include <string.h>

#include "record/ggf.h"
#include "record/obf.h"
#include "record/sgf.h"
#include "web/api.h"
#include "web/fields.h"
#include "web/state.h"

/* All formats at once: the texts are small, and the page lets people choose. */
typedef struct Texts {
    char moves[TRANSCRIPT_TEXT_SIZE];
    char position[BOARD_TEXT_SIZE];
    char obf[OBF_TEXT_SIZE];
    char ggf[GGF_TEXT_SIZE];
    char sgf[SGF_TEXT_SIZE];
} Texts;

static void write_all(const Transcript *moves, const char *black, const char *white, Texts *out) {
    GameRecord game = {.moves = *moves};
    ObfEntry obf = {.board = moves->end};
    record_set_text(game.black, black, strlen(black));
    record_set_text(game.white, white, strlen(white));
    transcript_format(moves, out->moves, sizeof out->moves);
    board_format(&moves->end, out->position, sizeof out->position);
    obf_format(&obf, out->obf, sizeof out->obf);
    ggf_format(&game, out->ggf, sizeof out->ggf);
    sgf_format(&game, out->sgf, sizeof out->sgf);
}

json_t *api_export(const json_t *request, Error *error) {
    GameInput game;
    const char *black, *white;
    if (!game_input_read(&game, request, error) ||
        !fields_text(request, "black", "", API_NAME_LIMIT, &black, error) ||
        !fields_text(request, "white", "", API_NAME_LIMIT, &white, error))
        return NULL;
    Texts *texts = malloc(sizeof *texts);
    if (!texts) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a game as text");
        return NULL;
    }
    write_all(&game.transcript, black, white, texts);
    json_t *answer =
        json_pack("{s:s, s:s, s:s, s:s, s:s}", "transcript", texts->moves, "position",
                  texts->position, "obf", texts->obf, "ggf", texts->ggf, "sgf", texts->sgf);
    free(texts);
    return answer;
}
