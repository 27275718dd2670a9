/* See entrant.h. */
#include "arena/bots/participant_spec.h"

#include <stdio.h>
#include <string.h>

static Protocol protocol_of(PlayerKind kind) {
    switch (kind) {
    case PLAYER_NBOARD: return PROTOCOL_NBOARD;
    case PLAYER_BOTZONE: return PROTOCOL_BOTZONE;
    case PLAYER_BOTZONE_JSON: return PROTOCOL_BOTZONE_JSON;
    case PLAYER_STATEFILE: return PROTOCOL_STATEFILE;
    default: return PROTOCOL_GTP;
    }
}

/* The length of a name in front of the player string: up to a '=' before which nothing stands that
 * belongs to a player string with settings. 0 if there is none. */
static size_t name_length(const char *text) {
    size_t length = strcspn(text, ":=");
    return text[length] == '=' ? length : 0;
}

static bool check_external(Entrant *entrant, Error *error) {
    Error why;
    Failure failure;
    if (!command_line_parse(&entrant->external.line, player_command(&entrant->spec), &why)) {
        error_set(error, why.status, "player '%.60s': %.150s", entrant->name, why.text);
        return false;
    }
    Process *process =
        process_start(&entrant->external.line, &entrant->external.process, NULL, 0, &failure);
    process_free(process);
    if (process != NULL) return true;
    error_set(error, STATUS_IO, "player '%.60s' does not start: %.150s", entrant->name,
              failure.text);
    command_line_release(&entrant->external.line);
    return false;
}

static bool check_inprocess(const Entrant *entrant, const Shape *shape, Error *error) {
    Contestant *contestant = inprocess_new(&entrant->spec, shape, error);
    contestant_free(contestant);
    return contestant != NULL;
}

bool entrant_parse(Entrant *entrant, const char *text, const Shape *shape, int depth,
                   const ProcessOptions *process, Error *error) {
    Entrant made = {.external.process = *process};
    size_t length = name_length(text);
    const char *player = length > 0 ? text + length + 1 : text;
    if (!player_spec_parse(&made.spec, player, strlen(player), error)) return false;
    if (length == 0) length = strlen(text);
    if (length >= ENTRANT_NAME_SIZE) {
        error_set(error, STATUS_BAD_INPUT,
                  "player '%.40s...': its name is longer than %d bytes; write NAME=%.20s...", text,
                  ENTRANT_NAME_SIZE - 1, player);
        return false;
    }
    memcpy(made.name, text, length);
    if (!player_is_external(&made.spec) && made.spec.depth == 0 && made.spec.kind != PLAYER_RANDOM)
        made.spec.depth = depth;
    if (!(player_is_external(&made.spec) ? check_external(&made, error)
                                         : check_inprocess(&made, shape, error)))
        return false;
    *entrant = made;
    return true;
}

void entrant_release(Entrant *entrant) {
    if (player_is_external(&entrant->spec)) command_line_release(&entrant->external.line);
}

Contestant *entrant_seat(const Entrant *entrant, const Shape *shape, Error *error) {
    if (!player_is_external(&entrant->spec)) return inprocess_new(&entrant->spec, shape, error);
    Contestant *contestant = external_new(protocol_of(entrant->spec.kind), &entrant->external);
    if (contestant == NULL)
        error_set(error, STATUS_NO_MEMORY, "no memory for player '%.60s'", entrant->name);
    return contestant;
}

bool entrant_needs_start(const Entrant *entrant) {
    return entrant->spec.kind == PLAYER_GTP || entrant->spec.kind == PLAYER_BOTZONE ||
           entrant->spec.kind == PLAYER_BOTZONE_JSON;
}
