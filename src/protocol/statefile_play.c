/* Plays one move for the course referee: state file in, action file out, written as it improves. */
#include "protocol/statefile_play.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/file.h"
#include "game/rules.h"
#include "record/statefile.h"

/* Where the moves go. */
typedef struct ActionFile {
    int fd;
    const Shape *shape;
    int square;  /* written last */
    int failure; /* errno of the first failed write, or 0 */
} ActionFile;

static void write_action(ActionFile *file, int square) {
    char line[ACTION_LINE_SIZE];
    if (square == file->square || file->failure) return;
    size_t length = action_format(file->shape, square, line);
    ssize_t written;
    do written = write(file->fd, line, length);
    while (written < 0 && errno == EINTR);
    if (written != (ssize_t)length) file->failure = written < 0 ? errno : ENOSPC;
    file->square = square;
}

static void on_progress(void *context, const EngineResult *so_far) {
    write_action((ActionFile *)context, so_far->lines[0].pv[0]);
}

static bool think(const StatefilePlay *play, const Board *board, ActionFile *file, Error *error) {
    Player *player = player_new(&play->spec, board->shape, error);
    if (!player) return false;
    PlayerMove move;
    PlayerClock clock = {.has_move_time = true,
                         .move_seconds = play->seconds - (clock_seconds() - play->start)};
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
    if (!file_read(path, STATE_MAX_BYTES, &bytes, &length, error)) return false;
    bool ok = state_parse(shape, board, bytes, length, error);
    free(bytes);
    return ok;
}

bool statefile_play(const StatefilePlay *play, Error *error) {
    Shape shape;
    Board board;
    if (!read_state(play->state, &shape, &board, error)) return false;
    ActionFile file = {.shape = &shape, .square = NO_MOVE};
    file.fd = open(play->action, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666);
    if (file.fd < 0) {
        error_set(error, STATUS_IO, "%s: %s", play->action, strerror(errno));
        return false;
    }
    uint64_t moves = rules_moves(&shape, board.position.own, board.position.opp);
    write_action(&file, bits_first(moves));
    bool ok = bits_count(moves) == 1 || think(play, &board, &file, error);
    if (close(file.fd) != 0 && !file.failure) file.failure = errno;
    if (!file.failure) return ok;
    error_set(error, STATUS_IO, "%s: %s", play->action, strerror(file.failure));
    return false;
}
