/* Reads the entries of participants and makes participants from them: in-process players
 * (in_process.c) and foreign programs (foreign.c). */
#include "arena/bots/participant_spec.h"

#include <stdio.h>
#include <string.h>

/* The length of a name in front of the player string: up to a '=' before which nothing stands that
 * belongs to a player string with settings. 0 if there is none. */
static size_t name_length(const char *text) {
    size_t length = strcspn(text, ":=");
    return text[length] == '=' ? length : 0;
}

/* A name is printed to terminals and into reports: no escape sequences in it. */
static void clean_name(char *name) {
    for (; *name != '\0'; name++)
        if ((unsigned char)*name < ' ' || *name == '\x7f') *name = '?';
}

static bool check_foreign(ParticipantSpec *spec, Error *error) {
    Error why;
    Fault fault;
    if (!command_line_parse(&spec->foreign.line, player_command(&spec->player), &why)) {
        error_set(error, why.status, "player '%.60s': %.150s", spec->name, why.text);
        return false;
    }
    Process *process = process_start(&spec->foreign.line, &spec->foreign.process, NULL, 0, &fault);
    process_free(process);
    if (process != NULL) return true;
    error_set(error, STATUS_IO, "player '%.60s' does not start: %.150s", spec->name, fault.text);
    command_line_release(&spec->foreign.line);
    return false;
}

static bool check_in_process(const ParticipantSpec *spec, const Shape *shape, Error *error) {
    Participant *participant = in_process_new(&spec->player, shape, error);
    participant_free(participant);
    return participant != NULL;
}

bool participant_spec_parse(ParticipantSpec *spec, const char *text, const Shape *shape, int depth,
                            const ProcessOptions *process, Error *error) {
    ParticipantSpec made = {.foreign.process = *process};
    size_t length = name_length(text);
    const char *player = length > 0 ? text + length + 1 : text;
    if (!player_spec_parse(&made.player, player, strlen(player), error)) return false;
    if (length == 0) length = strlen(text);
    if (length >= PARTICIPANT_NAME_SIZE) {
        error_set(error, STATUS_BAD_INPUT,
                  "player '%.40s...': its name is longer than %d bytes; write NAME=%.20s...", text,
                  PARTICIPANT_NAME_SIZE - 1, player);
        return false;
    }
    memcpy(made.name, text, length);
    clean_name(made.name);
    bool is_foreign = player_is_foreign(&made.player);
    if (!player_has_limit(&made.player) && player_takes_depth(&made.player))
        made.player.depth = depth;
    if (!(is_foreign ? check_foreign(&made, error) : check_in_process(&made, shape, error)))
        return false;
    *spec = made;
    return true;
}

void participant_spec_release(ParticipantSpec *spec) {
    if (player_is_foreign(&spec->player)) command_line_release(&spec->foreign.line);
}

bool participant_needs_start(const ParticipantSpec *spec) {
    return player_is_foreign(&spec->player) && foreign_needs_start(spec->player.protocol);
}

Participant *participant_new(const ParticipantSpec *spec, const Shape *shape, Error *error) {
    if (!player_is_foreign(&spec->player)) return in_process_new(&spec->player, shape, error);
    Participant *participant = foreign_new(spec->player.protocol, &spec->foreign);
    if (participant == NULL)
        error_set(error, STATUS_NO_MEMORY, "no memory for player '%.60s'", spec->name);
    return participant;
}
