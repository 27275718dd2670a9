/* Reads files of games: see games.h and games_format.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "game/rules.h"
#include "train/games/games_format.h"

static bool refuse(const GamesReader *reader, uint64_t place, const char *what, Error *error) {
    error_set(error, STATUS_BAD_INPUT, "games %s: byte %llu: %s", reader->path,
              (unsigned long long)place, what);
    return false;
}

static bool read_header(GamesReader *reader, Error *error) {
    uint8_t bytes[GAMES_HEADER_SIZE];
    if (fread(bytes, 1, sizeof bytes, reader->file) != sizeof bytes ||
        memcmp(bytes, GAMES_MAGIC, 8) != 0)
        return refuse(reader, 0, "this is not a file of games", error);
    if (bytes_get(bytes + 8, 4) != GAMES_VERSION)
        return refuse(reader, 8, "a version of the format that this program does not read", error);
    if (bytes_get(bytes + 56, GAMES_CHECKSUM) != bytes_checksum(bytes, 56))
        return refuse(reader, 0, "the header is damaged (wrong checksum)", error);
    if (bytes_get(bytes + 24, 4) != GAMES_PER_BLOCK)
        return refuse(reader, 24, "blocks of another size than this program reads", error);
    reader->header = (GamesHeader){
        .width = bytes[12],
        .height = bytes[13],
        .generation = (int)bytes_get(bytes + 14, 2),
        .depth = (int)bytes_get(bytes + 16, 4),
        .exact_from = (int)bytes_get(bytes + 20, 4),
        .random_min = (int)bytes_get(bytes + 28, 4),
        .random_max = (int)bytes_get(bytes + 32, 4),
        .deviate_permille = (int)bytes_get(bytes + 36, 4),
        .seed = bytes_get(bytes + 40, 8),
        .play_on = (int)bytes_get(bytes + 48, 4),
        .selectivity = (int)bytes_get(bytes + 52, 2),
        .balanced = (int)bytes_get(bytes + 54, 2),
    };
    Error why;
    if (shape_init(&reader->shape, bytes[12], bytes[13], &why)) return true;
    return refuse(reader, 12, why.text, error);
}

bool games_open(GamesReader *reader, const char *path, Error *error) {
    memset(reader, 0, sizeof *reader);
    reader->path = path;
    reader->file = fopen(path, "rb");
    reader->seen = calloc(1, GAMES_MAX_BLOCKS / 8);
    if (!reader->file)
        error_set(error, STATUS_IO, "games %s: %s", path, strerror(errno));
    else if (!reader->seen)
        error_set(error, STATUS_NO_MEMORY, "games %s: no memory", path);
    else if (read_header(reader, error)) {
        reader->at = GAMES_HEADER_SIZE;
        return true;
    }
    games_close(reader);
    return false;
}

void games_close(GamesReader *reader) {
    if (reader->file) fclose(reader->file);
    free(reader->seen);
    reader->file = NULL;
    reader->seen = NULL;
}

/* Whether nothing follows in the file. */
static bool is_at_end(GamesReader *reader) {
    int byte = getc(reader->file);
    if (byte == EOF) return true;
    ungetc(byte, reader->file);
    return false;
}

/* The file ends within a block, or at least nothing good follows: a writer was killed there. */
static bool end_torn(GamesReader *reader, uint64_t bytes, Error *error) {
    if (ferror(reader->file)) {
        error_set(error, STATUS_IO, "games %s: byte %llu: cannot be read", reader->path,
                  (unsigned long long)reader->at);
        return false;
    }
    reader->torn = bytes;
    error_set(error, STATUS_OK, "the end");
    return false;
}

/* Whether a whole block lies within these bytes. */
static bool hides_block(const uint8_t *bytes, size_t length) {
    for (size_t at = 0; at + GAMES_BLOCK_HEADER + GAMES_CHECKSUM <= length; at++) {
        if (memcmp(bytes + at, GAMES_BLOCK_MAGIC, 4) != 0) continue;
        uint64_t size = GAMES_BLOCK_HEADER + bytes_get(bytes + at + 4, 4);
        if (size <= length - at - GAMES_CHECKSUM &&
            bytes_get(bytes + at + size, GAMES_CHECKSUM) == bytes_checksum(bytes + at, size))
            return true;
    }
    return false;
}

/* The block of `got` bytes at the end of the file is not whole. A killed writer leaves nothing
 * behind it; if there is a good block among its bytes, it is its length that is damaged, and
 * cutting it off would lose games. */
static bool end_short(GamesReader *reader, const uint8_t *bytes, size_t got, Error *error) {
    if (!hides_block(bytes + 1, got - 1)) return end_torn(reader, got, error);
    return refuse(reader, reader->at, "a damaged block of games (wrong length)", error);
}

/* Reads the next block. False at the end (STATUS_OK) and on damage. */
static bool read_block(GamesReader *reader, Error *error) {
    uint8_t start[GAMES_BLOCK_SIZE];
    size_t got = fread(start, 1, GAMES_BLOCK_HEADER, reader->file);
    if (got < GAMES_BLOCK_HEADER) return end_torn(reader, got, error);
    size_t length = bytes_get(start + 4, 4), size = GAMES_BLOCK_HEADER + length;
    if (memcmp(start, GAMES_BLOCK_MAGIC, 4) != 0 || length > sizeof reader->payload)
        return refuse(reader, reader->at, "no block of games begins here", error);
    got += fread(start + got, 1, length + GAMES_CHECKSUM, reader->file);
    if (got < size + GAMES_CHECKSUM) return end_short(reader, start, got, error);
    if (bytes_get(start + size, GAMES_CHECKSUM) != bytes_checksum(start, size)) {
        if (is_at_end(reader)) return end_short(reader, start, got, error);
        return refuse(reader, reader->at, "a damaged block of games (wrong checksum)", error);
    }
    uint32_t number = (uint32_t)bytes_get(start + 8, 4), count = (uint32_t)bytes_get(start + 12, 4);
    if (number >= GAMES_MAX_BLOCKS || count > GAMES_PER_BLOCK)
        return refuse(reader, reader->at + 8, "impossible number of block or games", error);
    if (reader->seen[number / 8] >> (number % 8) & 1)
        return refuse(reader, reader->at + 8, "a block of games that was there before", error);
    reader->seen[number / 8] |= (uint8_t)(1 << number % 8);
    reader->number = number;
    reader->count = (int)count;
    reader->next = 0;
    reader->used = 0;
    reader->length = length;
    memcpy(reader->payload, start + GAMES_BLOCK_HEADER, length);
    reader->at += got;
    reader->blocks++;
    return true;
}

/* Plays the moves: all must be legal, passes being taken where they are forced. */
static bool is_legal(const Shape *shape, Game *game) {
    Position position = position_start(shape);
    for (int i = 0; i < game->count; i++) {
        int square = shape_from_index(shape, game->squares[i]);
        if (!rules_moves(shape, position.own, position.opp)) position = position_passed(position);
        Move move;
        if (!rules_find_move(shape, position, square, &move)) return false;
        game->squares[i] = (uint8_t)square;
        position_play(&position, move);
    }
    return true;
}

static bool take_game(GamesReader *reader, Game *game) {
    const uint8_t *at = reader->payload + reader->used;
    size_t left = reader->length - reader->used;
    if (left < 2) return false;
    game->count = at[0];
    game->prefix = at[1];
    if (game->count > reader->shape.squares || game->prefix > game->count) return false;
    size_t moves = (size_t)game->count, scores = moves - (size_t)game->prefix;
    if (left < 2 + moves + scores) return false;
    for (size_t i = 0; i < moves; i++) {
        game->squares[i] = at[2 + i] & (GAMES_RANDOM_BIT - 1);
        game->is_random[i] = at[2 + i] & GAMES_RANDOM_BIT;
        if (game->squares[i] >= reader->shape.squares) return false;
    }
    memset(game->scores, 0, sizeof game->scores);
    memcpy(game->scores + game->prefix, at + 2 + moves, scores);
    reader->used += 2 + moves + scores;
    reader->next++;
    if (reader->next == reader->count && reader->used != reader->length) return false;
    return is_legal(&reader->shape, game);
}

bool games_next(GamesReader *reader, Game *game, uint64_t *number, Error *error) {
    while (reader->next == reader->count)
        if (!read_block(reader, error)) return false;
    *number = (uint64_t)reader->number * GAMES_PER_BLOCK + (uint64_t)reader->next;
    if (take_game(reader, game)) return true;
    error_set(error, STATUS_BAD_INPUT, "games %s: game %llu in the block before byte %llu: %s",
              reader->path, (unsigned long long)*number, (unsigned long long)reader->at,
              "not a legal game");
    return false;
}

bool games_skim(GamesReader *reader, Error *error) {
    while (read_block(reader, error)) {
    }
    return error->status == STATUS_OK;
}
