/* Reads the entries of participants and makes participants from them: in-process players
 * (in_process.c) and foreign programs (foreign.c). */
#include "arena/bots/participant_spec.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "engine/foreign_player.h"

enum { HASH_CHUNK = 1 << 14 };
#define PLUGIN_START_NS INT64_C(10000000000)

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

/* Replaces the file of a plug-in in the player string by its absolute path: it plays in another
 * folder. */
static bool resolve_plugin(ParticipantSpec *spec, Error *error) {
    static const char prefix[] = "plugin:";
    PlayerSpec *player = &spec->player;
    const char *file = player->eval + strlen(prefix), *at = strstr(player->text, player->eval);
    char text[PLAYER_TEXT_SIZE + PATH_MAX];
    spec->plugin = access(file, F_OK) == 0 ? command_line_absolute(file) : NULL;
    if (spec->plugin == NULL) {
        error_set(error, STATUS_IO, "plug-in '%.100s': %s", file, strerror(errno));
        return false;
    }
    int length = snprintf(text, sizeof text, "%.*s%s%s%s", (int)(at - player->text), player->text,
                          prefix, spec->plugin, at + strlen(player->eval));
    if (player->depth > 0 && strstr(at, "depth=") == NULL)
        length +=
            snprintf(text + length, sizeof text - (size_t)length, ",depth=%d", (int)player->depth);
    Error reason;
    if (player_spec_parse(player, text, (size_t)length, &reason)) return true;
    error_set(error, STATUS_BAD_INPUT, "plug-in '%.60s': %.120s", spec->plugin, reason.text);
    free(spec->plugin);
    return false;
}

/* `bianca gtp --board WxH --player plugin:...`, with the path of the program that runs now. */
static bool make_plugin_command(ParticipantSpec *spec, const Shape *shape, Error *error) {
    char program[PATH_MAX], board[16];
    if (!resolve_plugin(spec, error)) return false;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    snprintf(board, sizeof board, "%dx%d", shape->width, shape->height);
    const char *const words[] = {program, "gtp", "--board", board, "--player", spec->player.text};
    CommandLine *line = &spec->foreign.line;
    *line = (CommandLine){.program = strdup(program), .count = sizeof words / sizeof words[0]};
    bool ok = line->program != NULL;
    for (int i = 0; i < line->count; i++) ok &= (line->words[i] = strdup(words[i])) != NULL;
    spec->foreign.process.file = spec->plugin;
    spec->foreign.process.program = player_plugin_program(spec->plugin);
    if (ok) return true;
    error_set(error, STATUS_NO_MEMORY, "no memory for player '%.60s'", spec->name);
    participant_spec_release(spec);
    return false;
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

/* Plays no game, but answers: the plug-in is opened, and a failure to open it shows here. */
static bool check_plugin(ParticipantSpec *spec, const Shape *shape, Error *error) {
    Fault fault;
    const char *answer;
    size_t length;
    bool ok = false;
    if (!make_plugin_command(spec, shape, error)) return false;
    Process *process = process_start(&spec->foreign.line, &spec->foreign.process, NULL, 0, &fault);
    if (process != NULL) {
        int64_t deadline = clock_ns() + PLUGIN_START_NS;
        process_new_turn(process);
        ok = process_write(process, "name\n", 5, deadline, &fault) &&
             process_read_line(process, deadline, &answer, &length, &fault);
        process_free(process);
    }
    if (ok) return true;
    error_set(error, STATUS_IO, "player '%.60s' does not start: %.150s", spec->name, fault.text);
    participant_spec_release(spec);
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
    bool ok = is_foreign                        ? check_foreign(&made, error)
              : player_has_plugin(&made.player) ? check_plugin(&made, shape, error)
                                                : check_in_process(&made, shape, error);
    if (!ok) return false;
    *spec = made;
    return true;
}

void participant_spec_release(ParticipantSpec *spec) {
    if (player_is_foreign(&spec->player) || spec->plugin != NULL)
        command_line_release(&spec->foreign.line);
    free(spec->plugin);
    spec->plugin = NULL;
}

/* Adds a file with its length, so that no two lists of files look alike. What is no file, or grows
 * while it is read like those in /proc, has no length and counts for nothing. */
static bool add_file(Sha256 *sha, const char *path, Error *error) {
    struct stat info;
    uint8_t bytes[HASH_CHUNK];
    if (path == NULL || path[0] == '\0' || stat(path, &info) != 0 || !S_ISREG(info.st_mode) ||
        info.st_size == 0)
        return true;
    FILE *file = fopen(path, "rbe");
    size_t length = 0, got = 0;
    while (file != NULL && (got = fread(bytes, 1, sizeof bytes, file)) > 0) {
        sha256_add(sha, bytes, got);
        length += got;
    }
    bool ok = file != NULL && !ferror(file);
    if (!ok) error_set(error, STATUS_IO, "%.150s: %s", path, strerror(errno));
    if (file != NULL) fclose(file);
    sha256_add(sha, &length, sizeof length);
    return ok;
}

bool participant_spec_hash(const ParticipantSpec *spec, char hash[2 * SHA256_SIZE + 1],
                           Error *error) {
    const CommandLine *line = &spec->foreign.line;
    Sha256 sha;
    uint8_t digest[SHA256_SIZE];
    sha256_init(&sha);
    hash[0] = '\0';
    bool ok = add_file(&sha, spec->player.weights, error) && add_file(&sha, spec->plugin, error);
    if (player_is_foreign(&spec->player)) {
        ok = ok && add_file(&sha, line->program, error);
        for (int i = 1; ok && i < line->count; i++)
            if (line->words[i][0] == '/') ok = add_file(&sha, line->words[i], error);
    }
    if (!ok || sha.length == 0) return ok;
    sha256_end(&sha, digest);
    for (int i = 0; i < SHA256_SIZE; i++) snprintf(hash + 2 * i, 3, "%02x", digest[i]);
    return true;
}

bool participant_needs_start(const ParticipantSpec *spec) {
    if (spec->plugin != NULL) return foreign_needs_start(PROTOCOL_GTP);
    return player_is_foreign(&spec->player) && foreign_needs_start(spec->player.protocol);
}

Participant *participant_new(const ParticipantSpec *spec, const Shape *shape, Error *error) {
    bool is_plugin = spec->plugin != NULL;
    if (!player_is_foreign(&spec->player) && !is_plugin)
        return in_process_new(&spec->player, shape, error);
    Protocol protocol = is_plugin ? PROTOCOL_GTP : spec->player.protocol;
    Participant *participant = foreign_new(protocol, &spec->foreign);
    if (participant == NULL)
        error_set(error, STATUS_NO_MEMORY, "no memory for player '%.60s'", spec->name);
    return participant;
}
