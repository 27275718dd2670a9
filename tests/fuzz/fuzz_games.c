/* Any bytes as a file of games: read as they are, and once more with right checksums, so that what
 * lies after them is reached. Every game given out is legal; an error has a text; a writer that is
 * refused leaves the file as it is. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/bytes.h"
#include "fuzz/input.h"
#include "game/rules.h"
#include "train/games/games_format.h"

static void check_game(const Shape *shape, const Game *game) {
    Position position = position_start(shape);
    require(game->prefix >= 0 && game->prefix <= game->count && game->count <= shape->squares);
    for (int i = 0; i < game->count; i++) {
        Move move;
        if (!rules_moves(shape, position.own, position.opp)) position = position_passed(position);
        require(rules_find_move(shape, position, game->squares[i], &move));
        position_play(&position, move);
    }
}

static void check_file(const char *path, off_t size) {
    GamesReader reader;
    GamesWriter writer;
    Error error = {.status = STATUS_OK};
    if (!games_open(&reader, path, &error)) {
        require(error.status != STATUS_OK && error.text[0] != '\0');
        return;
    }
    Game game;
    uint64_t number;
    while (games_next(&reader, &game, &number, &error)) check_game(&reader.shape, &game);
    require(error.status == STATUS_OK || error.text[0] != '\0');
    GamesHeader header = reader.header;
    games_close(&reader);
    if (games_create(&writer, path, &header, &error)) {
        require(writer.end <= (uint64_t)size);
        games_finish(&writer);
    } else {
        require(error.text[0] != '\0');
    }
}

/* Puts right checksums where the reader looks for them. */
static void repair(uint8_t *bytes, size_t size) {
    if (size < GAMES_HEADER_SIZE) return;
    memcpy(bytes, GAMES_MAGIC, 8);
    bytes_put(bytes + 8, GAMES_VERSION, 4);
    bytes_put(bytes + 24, GAMES_PER_BLOCK, 4);
    bytes_put(bytes + 56, bytes_checksum(bytes, 56), GAMES_CHECKSUM);
    for (size_t at = GAMES_HEADER_SIZE; size - at >= GAMES_BLOCK_HEADER + GAMES_CHECKSUM;) {
        size_t length = GAMES_BLOCK_HEADER + bytes_get(bytes + at + 4, 4);
        if (length > size - at - GAMES_CHECKSUM) return;
        memcpy(bytes + at, GAMES_BLOCK_MAGIC, 4);
        bytes_put(bytes + at + length, bytes_checksum(bytes + at, length), GAMES_CHECKSUM);
        at += length + GAMES_CHECKSUM;
    }
}

static void check_bytes(const uint8_t *bytes, size_t size) {
    char path[32];
    int fd = memfd_create("games", MFD_CLOEXEC);
    require(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    check_file(path, (off_t)size);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *copy = calloc(size + 1, 1);
    require(copy != NULL);
    if (size > 0) memcpy(copy, data, size);
    check_bytes(copy, size);
    repair(copy, size);
    check_bytes(copy, size);
    free(copy);
    return 0;
}
