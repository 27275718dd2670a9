/* Writes and reads the engine of a run (run_engine.h). */
#include "engine/run_engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/settings.h"
#include "eval/fingerprint.h"

enum { FINGERPRINT_SIZE = 17 };

bool engine_fingerprint(const Shape *shape, const char *eval, const char *weights,
                        uint64_t *fingerprint, Error *error) {
    Evaluation evaluation;
    if (!evaluation_open(&evaluation, shape, eval, weights, error)) return false;
    *fingerprint = evaluation_fingerprint(&evaluation);
    evaluation_close(&evaluation);
    return true;
}

static bool format_fingerprint(const Shape *shape, const EngineOptions *options,
                               char text[FINGERPRINT_SIZE], Error *error) {
    uint64_t fingerprint;
    if (!engine_fingerprint(shape, options->eval, options->weights, &fingerprint, error))
        return false;
    snprintf(text, FINGERPRINT_SIZE, "%016" PRIx64, fingerprint);
    return true;
}

bool run_engine_write(Text *out, const Shape *shape, const EngineOptions *options, Error *error) {
    char fingerprint[FINGERPRINT_SIZE];
    if (!format_fingerprint(shape, options, fingerprint, error)) return false;
    text_format(out, "board: %dx%d\n", shape->width, shape->height);
    text_format(out, "eval: %s\n", options->eval ? options->eval : "");
    text_format(out, "weights: %s\n", options->weights ? options->weights : "");
    text_format(out, "fingerprint: %s\n", fingerprint);
    text_format(out, "hash: %d\n", options->hash_mb);
    return true;
}

bool run_engine_read(RunEngine *run, const char *parameters, Error *error) {
    char board[16] = "", wanted[32] = "", ours[FINGERPRINT_SIZE];
    int64_t hash_mb;
    *run = (RunEngine){.options = {.threads = 1}};
    settings_text(parameters, "board", board, sizeof board);
    settings_text(parameters, "eval", run->eval, sizeof run->eval);
    settings_text(parameters, "weights", run->weights, sizeof run->weights);
    settings_text(parameters, "fingerprint", wanted, sizeof wanted);
    if (run->eval[0] != '\0') run->options.eval = run->eval;
    if (run->weights[0] != '\0') run->options.weights = run->weights;
    if (!shape_parse(&run->shape, board, strlen(board), error) ||
        !settings_integer(parameters, "hash", 0, RUN_MAX_HASH_MB, &hash_mb, error) ||
        !format_fingerprint(&run->shape, &run->options, ours, error))
        return false;
    run->options.hash_mb = (int)hash_mb;
    if (strcmp(wanted, ours) == 0) return true;
    error_set(error, STATUS_UNSUPPORTED, "it is for other weights than those here");
    return false;
}

bool run_parameters_fit(const Text *text, Error *error) {
    if (text->length < text->size) return true;
    error_set(error, STATUS_BAD_INPUT, "the parameters of the run are too long: %zu bytes",
              text->length);
    return false;
}
