/* `bianca player STATE ACTION`: the course referee's player. Puts a legal move into ACTION at once
 * and a better one behind it whenever it finds one, each line as one write: whoever kills it finds
 * a legal move in the last whole line. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/file.h"
#include "cli/command.h"
#include "engine/player.h"
#include "game/rules.h"
#include "protocol/statefile.h"

typedef struct PlayerOptions {
    const char *player;
    double time;
} PlayerOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(PlayerOptions, player, "player", "PLAYER", "engine:threads=1",
                    "who plays: see players"),
    OPTION_NUMBER_ROW(PlayerOptions, time, "time", "S", 0, 1e6, "9.5", "seconds for the move"),
};

/* Where the moves go. */
typedef struct ActionFile {
    int fd;
    const Shape *shape;
    int square;  /* written last */
    int failure; /* errno of the first failed write, or 0 */
} ActionFile;

static void write_action(ActionFile *file, int square) {
    char line[STATEFILE_ACTION_SIZE];
    if (square == file->square || file->failure) return;
    size_t length = statefile_action(file->shape, square, line);
    ssize_t written;
    do written = write(file->fd, line, length);
    while (written < 0 && errno == EINTR);
    if (written != (ssize_t)length) file->failure = written < 0 ? errno : ENOSPC;
    file->square = square;
}

static void on_progress(void *context, const SearchResult *so_far) {
    write_action(context, so_far->lines[0].pv[0]);
}

static bool think(const PlayerOptions *options, const Board *board, double start, ActionFile *file,
                  Error *error) {
    PlayerSpec spec;
    if (!player_spec_parse(&spec, options->player, strlen(options->player), error)) return false;
    Player *player = player_new(&spec, board->shape, error);
    if (!player) return false;
    PlayerMove move;
    PlayerClock clock = {.has_move_time = true,
                         .move_seconds = options->time - (clock_seconds() - start)};
    player_begin(player, 0, board->side);
    player_watch(player, on_progress, file);
    player_move(player, board->position, &clock, &move);
    write_action(file, move.square);
    player_free(player);
    return true;
}

static bool read_state(const char *path, Shape *shape, Board *board, Error *error) {
    char *bytes;
    size_t length;
    if (!file_read(path, STATEFILE_MAX_BYTES, &bytes, &length, error)) return false;
    bool ok = statefile_parse(shape, board, bytes, length, error);
    free(bytes);
    return ok;
}

static int run(const Arguments *args) {
    const PlayerOptions *options = args->options;
    double start = clock_seconds();
    Shape shape;
    Board board;
    Error error;
    if (!read_state(args->values[0], &shape, &board, &error)) return command_fail(args, &error);
    ActionFile file = {.shape = &shape, .square = NO_MOVE};
    file.fd = open(args->values[1], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (file.fd < 0) {
        error_set(&error, STATUS_IO, "%s: %s", args->values[1], strerror(errno));
        return command_fail(args, &error);
    }
    uint64_t moves = rules_moves(&shape, board.position.own, board.position.opp);
    write_action(&file, bits_first(moves));
    bool ok = bits_count(moves) == 1 || think(options, &board, start, &file, &error);
    if (close(file.fd) != 0 && !file.failure) file.failure = errno;
    if (file.failure) {
        error_set(&error, STATUS_IO, "%s: %s", args->values[1], strerror(file.failure));
        return command_fail(args, &error);
    }
    return ok ? COMMAND_OK : command_refuse(args, &error);
}

const Command command_player = {
    .name = "player",
    .arguments = "STATE ACTION",
    .summary = "Make one move for the course referee, from its state file",
    .details = "Reads the position from STATE and writes `row col` lines to ACTION: a legal move\n"
               "at once, and better ones as it finds them. The last whole line counts, so it may\n"
               "be killed at any moment.",
    .example = "bianca player state action --time 1\nbianca player state action --player baseline3",
    COMMAND_OPTIONS(rows, PlayerOptions),
    .min_args = 2,
    .max_args = 2,
    .run = run,
};
