/* Blocks of self-play as jobs (selfplay_jobs.h): the payload is the block's number, the result its
 * bytes as they lie in the file. */
#include "train/games/selfplay_jobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/text.h"
#include "eval/fingerprint.h"

enum { PARAMETERS_SIZE = 2048, NUMBER_SIZE = 4, PATH_SIZE = 1024 };

/* --- The run ------------------------------------------------------------------------------- */

/* The header's numbers, one row each, so that writing and reading cannot disagree. */
static const struct {
    const char *key;
    size_t offset;
    int max;
} numbers[] = {
    {"width", offsetof(GamesHeader, width), 64},
    {"height", offsetof(GamesHeader, height), 64},
    {"generation", offsetof(GamesHeader, generation), 65535},
    {"depth", offsetof(GamesHeader, depth), 64},
    {"selectivity", offsetof(GamesHeader, selectivity), 100},
    {"exact from", offsetof(GamesHeader, exact_from), 64},
    {"play on", offsetof(GamesHeader, play_on), 64},
    {"random min", offsetof(GamesHeader, random_min), 64},
    {"random max", offsetof(GamesHeader, random_max), 64},
    {"balanced", offsetof(GamesHeader, balanced), 64},
    {"deviate", offsetof(GamesHeader, deviate_permille), 1000},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static bool write_parameters(const SelfplayOrder *order, char *out, Error *error) {
    Text text = text_into(out, PARAMETERS_SIZE);
    Shape shape;
    Evaluation evaluation;
    if (!shape_init(&shape, order->header.width, order->header.height, error) ||
        !evaluation_open(&evaluation, &shape, order->eval, order->weights, error))
        return false;
    for (int i = 0; i < NUMBERS; i++) {
        int value;
        memcpy(&value, (const char *)&order->header + numbers[i].offset, sizeof value);
        text_format(&text, "%s: %d\n", numbers[i].key, value);
    }
    text_format(&text, "seed: %" PRIu64 "\n", order->header.seed);
    text_format(&text, "eval: %s\n", order->eval ? order->eval : "");
    text_format(&text, "weights: %s\n", order->weights ? order->weights : "");
    text_format(&text, "fingerprint: %016" PRIx64 "\n", evaluation_fingerprint(&evaluation));
    evaluation_close(&evaluation);
    if (text.length < PARAMETERS_SIZE) return true;
    error_set(error, STATUS_BAD_INPUT, "the name of the weights is too long");
    return false;
}

static bool read_header(const char *parameters, GamesHeader *header, Error *error) {
    int64_t seed;
    for (int i = 0; i < NUMBERS; i++) {
        int64_t value;
        if (!job_number(parameters, numbers[i].key, 0, numbers[i].max, &value, error)) return false;
        memcpy((char *)header + numbers[i].offset, &(int){(int)value}, sizeof(int));
    }
    if (!job_number(parameters, "seed", 0, INT64_MAX, &seed, error)) return false;
    header->seed = (uint64_t)seed;
    if (header->random_max >= header->random_min) return true;
    error_set(error, STATUS_BAD_INPUT, "the run has a wrong range of random plies");
    return false;
}

/* --- The worker's side --------------------------------------------------------------------- */

typedef struct Player {
    const JobHost *host;
    GamesHeader header;
    Shape shape;
    Evaluation evaluation;
    Search *search;
} Player;

static void close_player(void *context) {
    Player *player = context;
    search_free(player->search);
    evaluation_close(&player->evaluation);
    free(player);
}

static bool check_weights(const char *parameters, const Evaluation *evaluation, Error *error) {
    char wanted[32] = "", ours[32];
    job_parameter(parameters, "fingerprint", wanted, sizeof wanted);
    snprintf(ours, sizeof ours, "%016" PRIx64, evaluation_fingerprint(evaluation));
    if (strcmp(wanted, ours) == 0) return true;
    error_set(error, STATUS_UNSUPPORTED, "it is for other weights than those here");
    return false;
}

static bool open_evaluation(Player *player, const char *parameters, Error *error) {
    char eval[PATH_SIZE] = "", weights[PATH_SIZE] = "";
    job_parameter(parameters, "eval", eval, sizeof eval);
    job_parameter(parameters, "weights", weights, sizeof weights);
    return evaluation_open(&player->evaluation, &player->shape, eval, weights, error);
}

static void *open_player(const char *parameters, const JobHost *host, Error *error) {
    Player *player = aligned_alloc(64, (sizeof *player + 63) / 64 * 64);
    Isa isa;
    if (!player) {
        error_set(error, STATUS_NO_MEMORY, "no memory for self-play");
        return NULL;
    }
    memset(player, 0, sizeof *player);
    player->host = host;
    if (!read_header(parameters, &player->header, error) ||
        !shape_init(&player->shape, player->header.width, player->header.height, error) ||
        !isa_choose(&isa, error) || !open_evaluation(player, parameters, error)) {
        free(player);
        return NULL;
    }
    if (check_weights(parameters, &player->evaluation, error) &&
        (player->search = selfplay_search(&player->evaluation, isa, error)))
        return player;
    close_player(player);
    return NULL;
}

static bool play_block(void *context, const uint8_t *payload, size_t length, FILE *result,
                       Error *error) {
    Player *player = context;
    Game games[GAMES_PER_BLOCK];
    uint8_t bytes[GAMES_BLOCK_SIZE];
    uint64_t block = length == NUMBER_SIZE ? bytes_get(payload, NUMBER_SIZE) : UINT64_MAX;
    if (block >= GAMES_MAX_BLOCKS) {
        error_set(error, STATUS_BAD_INPUT, "the job is no block of games");
        return false;
    }
    if (!selfplay_block(player->search, &player->shape, &player->header, (uint32_t)block,
                        player->host->stop, games)) {
        error_set(error, STATUS_STOPPED, "stopped");
        return false;
    }
    fwrite(bytes, 1, games_encode(&player->shape, (uint32_t)block, games, GAMES_PER_BLOCK, bytes),
           result);
    return true;
}

const JobKind job_kind_selfplay = {
    .name = "selfplay", .open = open_player, .close = close_player, .run = play_block};

/* --- The side that wants the games --------------------------------------------------------- */

static bool write_payload(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                          size_t *length, Error *error) {
    (void)context, (void)error;
    bytes_put(payload, index, NUMBER_SIZE);
    *length = NUMBER_SIZE;
    return true;
}

static bool gather(void *context, size_t index, const uint8_t *result, size_t length,
                   Error *error) {
    GamesWriter *writer = context;
    return !writer || games_is_done(writer, (uint32_t)index) ||
           games_append_bytes(writer, (uint32_t)index, result, length, error);
}

bool selfplay_jobs_run(const SelfplayOrder *order, const SessionOptions *jobs,
                       SelfplayOutcome *outcome, Error *error) {
    char parameters[PARAMETERS_SIZE];
    SessionOptions options = *jobs;
    GamesWriter writer;
    uint32_t blocks;
    if (!selfplay_blocks(order->games, &blocks, error) ||
        !write_parameters(order, parameters, error))
        return false;
    options.kind = &job_kind_selfplay;
    options.parameters = parameters;
    Session *session = session_open(&options, error);
    if (!session) return false;
    bool has_file = order->out && games_create(&writer, order->out, &order->header, error);
    bool ok = has_file || !order->out;
    if (ok) {
        SessionJobs all = {.count = blocks,
                           .payload = write_payload,
                           .collect = gather,
                           .context = has_file ? &writer : NULL};
        ok = session_do(session, &all, error);
        *outcome = (SelfplayOutcome){.blocks = blocks};
    }
    session_close(session);
    if (has_file) {
        Error later;
        if (!games_sync(&writer, ok ? error : &later)) ok = false;
        *outcome = (SelfplayOutcome){.blocks = writer.blocks, .bytes = writer.end};
        games_finish(&writer);
    }
    return ok;
}
