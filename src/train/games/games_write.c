/* Writes files of games: see games.h and games_format.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/bytes.h"
#include "train/games/games_format.h"

static bool fail(const GamesWriter *writer, int why, const char *what, Error *error) {
    error_set(error, STATUS_IO, "games %s: %s: %s", writer->path, what, strerror(why));
    return false;
}

void games_header_put(const GamesHeader *header, uint8_t *bytes) {
    memset(bytes, 0, GAMES_HEADER_SIZE);
    memcpy(bytes, GAMES_MAGIC, 8);
    bytes_put(bytes + 8, GAMES_VERSION, 4);
    bytes[12] = (uint8_t)header->width;
    bytes[13] = (uint8_t)header->height;
    bytes_put(bytes + 14, (uint64_t)header->generation, 2);
    bytes_put(bytes + 16, (uint64_t)header->depth, 4);
    bytes_put(bytes + 20, (uint64_t)header->exact_from, 4);
    bytes_put(bytes + 24, GAMES_PER_BLOCK, 4);
    bytes_put(bytes + 28, (uint64_t)header->random_min, 4);
    bytes_put(bytes + 32, (uint64_t)header->random_max, 4);
    bytes_put(bytes + 36, (uint64_t)header->deviate_permille, 4);
    bytes_put(bytes + 40, header->seed, 8);
    bytes_put(bytes + 48, (uint64_t)header->play_on, 4);
    bytes_put(bytes + 52, (uint64_t)header->selectivity, 2);
    bytes_put(bytes + 54, (uint64_t)header->balanced, 2);
    bytes_put(bytes + 56, bytes_checksum(bytes, 56), GAMES_CHECKSUM);
}

static bool write_at(const GamesWriter *writer, const uint8_t *bytes, size_t length) {
    uint64_t at = writer->end;
    while (length > 0) {
        ssize_t put = pwrite(writer->fd, bytes, length, (off_t)at);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        bytes += put;
        at += (uint64_t)put;
        length -= (size_t)put;
    }
    return true;
}

/* Finds out what is in the file already. An empty file gets its header. */
static bool take_over(GamesWriter *writer, Error *error) {
    uint8_t expected[GAMES_HEADER_SIZE];
    games_header_put(&writer->header, expected);
    off_t size = lseek(writer->fd, 0, SEEK_END);
    if (size < 0) return fail(writer, errno, "cannot be measured", error);
    if (size < GAMES_HEADER_SIZE) {
        uint8_t start[GAMES_HEADER_SIZE];
        if (pread(writer->fd, start, (size_t)size, 0) != size ||
            memcmp(start, expected, (size_t)size)) {
            error_set(error, STATUS_BAD_INPUT, "games %s: not a file of games", writer->path);
            return false;
        }
        if (!write_at(writer, expected, sizeof expected))
            return fail(writer, errno, "cannot be written", error);
        writer->end = GAMES_HEADER_SIZE;
        return true;
    }
    GamesReader reader;
    if (!games_open(&reader, writer->path, error)) return false;
    uint8_t found[GAMES_HEADER_SIZE];
    games_header_put(&reader.header, found);
    bool ok = memcmp(found, expected, sizeof found) == 0;
    if (!ok)
        error_set(error, STATUS_BAD_INPUT,
                  "games %s: made with other settings; give it the same ones or another name",
                  writer->path);
    ok = ok && games_skim(&reader, error);
    if (ok) {
        writer->end = reader.at;
        writer->blocks = reader.blocks;
        memcpy(writer->done, reader.seen, GAMES_MAX_BLOCKS / 8);
    }
    games_close(&reader);
    return ok;
}

bool games_create(GamesWriter *writer, const char *path, const GamesHeader *header, Error *error) {
    *writer = (GamesWriter){.fd = -1, .path = path, .header = *header};
    if (!shape_init(&writer->shape, header->width, header->height, error)) return false;
    writer->done = calloc(1, GAMES_MAX_BLOCKS / 8);
    if (!writer->done) {
        error_set(error, STATUS_NO_MEMORY, "games %s: no memory", path);
        return false;
    }
    writer->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    bool ok = writer->fd >= 0 || fail(writer, errno, "cannot be opened", error);
    if (ok && flock(writer->fd, LOCK_EX | LOCK_NB) != 0)
        ok = fail(writer, errno, "another program is writing it", error);
    ok = ok && take_over(writer, error);
    if (ok && ftruncate(writer->fd, (off_t)writer->end) != 0)
        ok = fail(writer, errno, "the torn end cannot be cut off", error);
    if (!ok) games_finish(writer);
    return ok;
}

bool games_is_done(const GamesWriter *writer, uint32_t block) {
    return writer->done[block / 8] >> (block % 8) & 1;
}

static uint8_t *put_game(const Shape *shape, const Game *game, uint8_t *at) {
    *at++ = (uint8_t)game->count;
    *at++ = (uint8_t)game->prefix;
    for (int i = 0; i < game->count; i++)
        *at++ = (uint8_t)(shape_index(shape, game->squares[i]) |
                          (game->is_random[i] ? GAMES_RANDOM_BIT : 0));
    for (int i = game->prefix; i < game->count; i++) *at++ = (uint8_t)game->scores[i];
    return at;
}

size_t games_encode(const Shape *shape, uint32_t block, const Game *games, int count,
                    uint8_t bytes[GAMES_BLOCK_SIZE]) {
    uint8_t *at = bytes + GAMES_BLOCK_HEADER;
    for (int i = 0; i < count; i++) at = put_game(shape, &games[i], at);
    memcpy(bytes, GAMES_BLOCK_MAGIC, 4);
    bytes_put(bytes + 4, (uint64_t)(at - bytes) - GAMES_BLOCK_HEADER, 4);
    bytes_put(bytes + 8, block, 4);
    bytes_put(bytes + 12, (uint64_t)count, 4);
    bytes_put(at, bytes_checksum(bytes, (size_t)(at - bytes)), GAMES_CHECKSUM);
    return (size_t)(at - bytes) + GAMES_CHECKSUM;
}

static bool append(GamesWriter *writer, uint32_t block, const uint8_t *bytes, size_t length,
                   Error *error) {
    if (!write_at(writer, bytes, length)) {
        int why = errno;
        if (ftruncate(writer->fd, (off_t)writer->end) != 0) why = errno;
        return fail(writer, why, "cannot be written; it is complete as far as it goes", error);
    }
    writer->end += length;
    writer->blocks++;
    writer->done[block / 8] |= (uint8_t)(1 << block % 8);
    return true;
}

bool games_append(GamesWriter *writer, uint32_t block, const Game *games, int count, Error *error) {
    uint8_t bytes[GAMES_BLOCK_SIZE];
    size_t length = games_encode(&writer->shape, block, games, count, bytes);
    return append(writer, block, bytes, length, error);
}

bool games_append_bytes(GamesWriter *writer, uint32_t block, const uint8_t *bytes, size_t length,
                        Error *error) {
    size_t frame = GAMES_BLOCK_HEADER + GAMES_CHECKSUM;
    bool is_whole = length >= frame && length <= GAMES_BLOCK_SIZE &&
                    memcmp(bytes, GAMES_BLOCK_MAGIC, 4) == 0 &&
                    bytes_get(bytes + 4, 4) == length - frame && bytes_get(bytes + 8, 4) == block &&
                    bytes_get(bytes + length - GAMES_CHECKSUM, GAMES_CHECKSUM) ==
                        bytes_checksum(bytes, length - GAMES_CHECKSUM);
    if (is_whole) return append(writer, block, bytes, length, error);
    error_set(error, STATUS_BAD_INPUT, "games %s: block %u: damaged before it came here",
              writer->path, (unsigned)block);
    return false;
}

bool games_sync(GamesWriter *writer, Error *error) {
    return fdatasync(writer->fd) == 0 || fail(writer, errno, "cannot be written", error);
}

void games_finish(GamesWriter *writer) {
    if (writer->fd >= 0) close(writer->fd);
    free(writer->done);
    *writer = (GamesWriter){.fd = -1};
}
