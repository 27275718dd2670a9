/* Pairs of a tuning as jobs (tune_jobs.h). The payload is the number of the pair and the two sets
 * of values, the result the score. */
#include "train/tune/tune_jobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/options.h"
#include "base/text.h"
#include "eval/fingerprint.h"

enum {
    NAMES_SIZE = 2048,
    PATH_SIZE = 512,
    SCORE_BIAS = 2, /* scores are -2 .. 2 */
    VALUE_BIAS = 1 << 30,
};

/* --- The run ------------------------------------------------------------------------------- */

static bool fingerprint_of(const Shape *shape, const char *eval, const char *weights,
                           uint64_t *fingerprint, Error *error) {
    Evaluation evaluation;
    if (!evaluation_open(&evaluation, shape, eval, weights, error)) return false;
    *fingerprint = evaluation_fingerprint(&evaluation);
    evaluation_close(&evaluation);
    return true;
}

bool tune_jobs_describe(const TuneMatchOptions *match, char parameters[TUNE_PARAMETERS_SIZE],
                        Error *error) {
    Text text = text_into(parameters, TUNE_PARAMETERS_SIZE);
    uint64_t fingerprint;
    if (strncmp(match->openings, "balanced:", strlen("balanced:")) != 0) {
        error_set(error, STATUS_BAD_INPUT, "with --jobs the openings must be balanced:N");
        return false;
    }
    if (!fingerprint_of(match->shape, match->eval, match->weights, &fingerprint, error))
        return false;
    text_format(&text, "board: %dx%d\n", match->shape->width, match->shape->height);
    text_format(&text, "eval: %s\n", match->eval ? match->eval : "");
    text_format(&text, "weights: %s\n", match->weights ? match->weights : "");
    text_format(&text, "fingerprint: %016" PRIx64 "\n", fingerprint);
    text_format(&text, "hash: %d\n", match->hash_mb);
    text_format(&text, "time: %.17g\n", match->seconds);
    text_format(&text, "nodes: %" PRIu64 "\n", match->nodes);
    text_format(&text, "openings: %s\n", match->openings);
    text_format(&text, "seed: %" PRIu64 "\n", match->seed);
    text_string(&text, "parameters: ");
    for (int i = 0; i < match->count; i++)
        text_format(&text, "%s%s", i ? "," : "", match->tuned[i]->name);
    text_byte(&text, '\n');
    if (text.length < TUNE_PARAMETERS_SIZE) return true;
    error_set(error, STATUS_BAD_INPUT, "the settings of the tuning are too long");
    return false;
}

/* --- The worker's side --------------------------------------------------------------------- */

typedef struct Pairs {
    Shape shape;
    TuneMatchOptions options;
    char eval[PATH_SIZE], weights[PATH_SIZE], openings[PATH_SIZE];
    TuneMatch *match;
} Pairs;

static void close_pairs(void *context) {
    Pairs *pairs = context;
    tune_match_free(pairs->match);
    free(pairs);
}

static bool read_limits(Pairs *pairs, const char *parameters, Error *error) {
    TuneMatchOptions *options = &pairs->options;
    int64_t hash_mb, nodes, seed;
    char seconds[40] = "", names[NAMES_SIZE] = "";
    job_parameter(parameters, "time", seconds, sizeof seconds);
    job_parameter(parameters, "parameters", names, sizeof names);
    if (!job_number(parameters, "hash", 1, 1 << 20, &hash_mb, error) ||
        !job_number(parameters, "nodes", 0, INT64_MAX, &nodes, error) ||
        !job_number(parameters, "seed", 0, INT64_MAX, &seed, error) ||
        !options_number("time", seconds, 0, 86400, &options->seconds, error) ||
        !isa_choose(&options->isa, error))
        return false;
    options->hash_mb = (int)hash_mb;
    options->nodes = (uint64_t)nodes;
    options->seed = (uint64_t)seed;
    options->threads = 1;
    return tune_match_choose(options, names, error);
}

static bool read_evaluation(Pairs *pairs, const char *parameters, Error *error) {
    char wanted[32] = "", ours[32];
    uint64_t fingerprint;
    job_parameter(parameters, "eval", pairs->eval, sizeof pairs->eval);
    job_parameter(parameters, "weights", pairs->weights, sizeof pairs->weights);
    job_parameter(parameters, "openings", pairs->openings, sizeof pairs->openings);
    job_parameter(parameters, "fingerprint", wanted, sizeof wanted);
    pairs->options.shape = &pairs->shape;
    pairs->options.eval = pairs->eval;
    pairs->options.weights = pairs->weights;
    pairs->options.openings = pairs->openings;
    if (!fingerprint_of(&pairs->shape, pairs->eval, pairs->weights, &fingerprint, error))
        return false;
    snprintf(ours, sizeof ours, "%016" PRIx64, fingerprint);
    if (strcmp(ours, wanted) == 0) return true;
    error_set(error, STATUS_UNSUPPORTED, "it is for other weights than those here");
    return false;
}

static void *open_pairs(const char *parameters, const JobHost *host, Error *error) {
    Pairs *pairs = aligned_alloc(64, (sizeof *pairs + 63) / 64 * 64);
    char board[16] = "";
    if (!pairs) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a tuning");
        return NULL;
    }
    memset(pairs, 0, sizeof *pairs);
    pairs->options.stop = host->stop;
    job_parameter(parameters, "board", board, sizeof board);
    if (shape_parse(&pairs->shape, board, strlen(board), error) &&
        read_limits(pairs, parameters, error) && read_evaluation(pairs, parameters, error) &&
        (pairs->match = tune_match_new(&pairs->options, error)))
        return pairs;
    free(pairs);
    return NULL;
}

static size_t payload_size(int values) {
    return 8 + 8 * (size_t)values;
}

static bool play_pair(void *context, const uint8_t *payload, size_t length, FILE *out,
                      Error *error) {
    Pairs *pairs = context;
    int values = pairs->options.count;
    TunePairSets sets;
    if (length != payload_size(values)) {
        error_set(error, STATUS_BAD_INPUT, "the job is no pair of a tuning");
        return false;
    }
    for (int i = 0; i < values; i++) {
        const SearchParameterInfo *info = pairs->options.tuned[i];
        sets.plus[i] = (int)bytes_get(payload + 8 + 8 * i, 4) - VALUE_BIAS;
        sets.minus[i] = (int)bytes_get(payload + 12 + 8 * i, 4) - VALUE_BIAS;
        if (sets.plus[i] < info->least || sets.plus[i] > info->most ||
            sets.minus[i] < info->least || sets.minus[i] > info->most) {
            error_set(error, STATUS_BAD_INPUT, "the job has a value of %s beyond its range",
                      info->name);
            return false;
        }
    }
    int score = tune_match_pair(pairs->match, 0, bytes_get(payload, 8), sets.plus, sets.minus);
    if (*pairs->options.stop) {
        error_set(error, STATUS_STOPPED, "stopped");
        return false;
    }
    fputc(score + SCORE_BIAS, out);
    return true;
}

const JobKind job_kind_tune = {
    .name = "tune", .open = open_pairs, .close = close_pairs, .run = play_pair};

/* --- The side that tunes ------------------------------------------------------------------- */

typedef struct Round {
    uint64_t first;
    const TunePairSets *sets;
    int *scores;
} Round;

static bool write_payload(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                          size_t *length, Error *error) {
    const Round *round = context;
    const TunePairSets *sets = &round->sets[index];
    (void)error;
    bytes_put(payload, round->first + index, 8);
    for (int i = 0; i < sets->count; i++) {
        bytes_put(payload + 8 + 8 * i, (uint64_t)(sets->plus[i] + VALUE_BIAS), 4);
        bytes_put(payload + 12 + 8 * i, (uint64_t)(sets->minus[i] + VALUE_BIAS), 4);
    }
    *length = payload_size(sets->count);
    return true;
}

static bool take_score(void *context, size_t index, const uint8_t *result, size_t length,
                       Error *error) {
    const Round *round = context;
    if (length == 1 && result[0] <= 2 * SCORE_BIAS) {
        round->scores[index] = result[0] - SCORE_BIAS;
        return true;
    }
    error_set(error, STATUS_BAD_INPUT, "a pair has a result that makes no sense");
    return false;
}

bool tune_jobs_round(void *session, uint64_t first, int pairs, const TunePairSets *sets,
                     int *scores, Error *error) {
    Round round = {.first = first, .sets = sets, .scores = scores};
    SessionJobs jobs = {
        .count = (size_t)pairs, .payload = write_payload, .collect = take_score, .context = &round};
    return session_do(session, &jobs, error);
}
