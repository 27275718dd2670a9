/* Self-play straight into a file of games, by this process alone: see selfplay.h. */
#include "base/clock.h"
#include "train/games/selfplay.h"

enum { SYNC_SECONDS = 5 }; /* between two times of making sure that the games are on the disk */

static SelfplayFile *file_of(SelfplayStore *store) {
    return (SelfplayFile *)store;
}

static bool take(SelfplayStore *store, uint32_t *block) {
    SelfplayFile *self = file_of(store);
    while (self->next < self->blocks_wanted && games_is_done(self->writer, self->next))
        self->next++;
    if (self->next >= self->blocks_wanted) return false;
    *block = self->next++;
    return true;
}

static bool put(SelfplayStore *store, uint32_t block, const Game *games, Error *error) {
    return games_append(file_of(store)->writer, block, games, GAMES_PER_BLOCK, error);
}

static bool tick(SelfplayStore *store, SelfplayStatus *status, Error *error) {
    SelfplayFile *self = file_of(store);
    status->blocks = self->writer->blocks;
    status->blocks_wanted = self->blocks_wanted;
    if (clock_seconds() - self->synced < SYNC_SECONDS) return true;
    self->synced = clock_seconds();
    return games_sync(self->writer, error);
}

bool selfplay_blocks(uint64_t games, uint32_t *blocks, Error *error) {
    uint64_t count = (games + GAMES_PER_BLOCK - 1) / GAMES_PER_BLOCK;
    *blocks = (uint32_t)count;
    if (count <= GAMES_MAX_BLOCKS) return true;
    error_set(error, STATUS_BAD_INPUT, "more games than fit one file: at most %lld",
              (long long)GAMES_MAX_BLOCKS * GAMES_PER_BLOCK);
    return false;
}

bool selfplay_file_init(SelfplayFile *file, GamesWriter *writer, uint64_t games, Error *error) {
    *file = (SelfplayFile){.store = {take, put, tick}, .writer = writer, .synced = clock_seconds()};
    return selfplay_blocks(games, &file->blocks_wanted, error);
}
