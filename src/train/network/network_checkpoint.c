/* Reads and writes the checkpoint of a network fit. Numbers have their least significant byte
 * first:
 *
 *     0  8  "BIANCANP"      12  4  0                       24  8  signature
 *     8  4  version         16  8  number of parameters    32  8  steps
 *    40  8  error in this epoch      48  8  validation error
 *    56 ...  parameters, then their first moments, then their second moments: 4 bytes each
 *  then the checksum of everything before, 8 bytes */
#include "train/network/network_checkpoint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/random.h"
#include "train/linear/linear_checkpoint.h"

static const char magic[8] = {'B', 'I', 'A', 'N', 'C', 'A', 'N', 'P'};

enum { VERSION = 3, HEADER_SIZE = 56, CHECKSUM = 8 };

static size_t file_size(const Model *model) {
    return HEADER_SIZE + 3 * model->count * sizeof(float) + CHECKSUM;
}

/* 0 for a fit from scratch: the seed says everything about its parameters. */
static uint64_t start_signature(const Model *model) {
    uint64_t state = 0;
    for (size_t i = 0; i < model->count && model->is_learned; i++) {
        uint32_t bits;
        memcpy(&bits, &model->parameters[i], sizeof bits);
        state = random_mix(state ^ bits) + 1;
    }
    return state;
}

uint64_t network_signature(const Dataset *dataset, const Model *model,
                           const NetworkFitOptions *options) {
    const LinearFitOptions none = {0};
    LinearGeometry geometry = {.set = model->set, .tied = model->tied, .numbers = model->numbers};
    const uint64_t settings[] = {linear_signature(dataset, &geometry, &none),
                                 VERSION,
                                 (uint64_t)options->epochs,
                                 bytes_from_double(options->rate),
                                 options->seed,
                                 (uint64_t)model->width,
                                 model->count};
    uint8_t bytes[sizeof settings];
    for (size_t i = 0; i < sizeof settings / 8; i++) bytes_put(bytes + 8 * i, settings[i], 8);
    return bytes_checksum(bytes, sizeof bytes) ^ start_signature(model);
}

/* --- Reading ------------------------------------------------------------------------------- */

/* Whether the file is undamaged and belongs to this fit. */
static bool is_sound(const uint8_t *bytes, size_t length, uint64_t signature, uint64_t most,
                     const Model *model) {
    return length == file_size(model) && bytes_get(bytes + 8, 4) == VERSION &&
           bytes_get(bytes + 16, 8) == model->count && bytes_get(bytes + 24, 8) == signature &&
           bytes_get(bytes + 32, 8) <= most &&
           bytes_get(bytes + length - CHECKSUM, CHECKSUM) ==
               bytes_checksum(bytes, length - CHECKSUM);
}

static const uint8_t *get_floats(const uint8_t *at, float *to, size_t count) {
    for (size_t i = 0; i < count; i++, at += 4) {
        uint32_t bits = (uint32_t)bytes_get(at, 4);
        memcpy(&to[i], &bits, 4);
    }
    return at;
}

static void take_over(const uint8_t *bytes, Model *model, NetworkState *state) {
    *state = (NetworkState){.steps = bytes_get(bytes + 32, 8),
                            .error = bytes_get(bytes + 40, 8),
                            .validation = bytes_to_double(bytes_get(bytes + 48, 8))};
    const uint8_t *at = get_floats(bytes + HEADER_SIZE, model->parameters, model->count);
    at = get_floats(at, model->first_moment, model->count);
    get_floats(at, model->second_moment, model->count);
    for (int stage = 0; stage < model->stages; stage++) model_transpose(model, stage);
}

bool network_checkpoint_load(const char *path, uint64_t signature, uint64_t most, Model *model,
                             NetworkState *state, Error *error) {
    char *text;
    size_t length, limit = file_size(model) > FILE_LIMIT ? file_size(model) : FILE_LIMIT;
    if (access(path, F_OK) != 0 && errno == ENOENT) return true;
    if (!file_read(path, limit, &text, &length, error)) return false;
    const uint8_t *bytes = (const uint8_t *)text;
    bool is_ours = length >= 8 && memcmp(bytes, magic, sizeof magic) == 0;
    if (!is_ours)
        error_set(error, STATUS_BAD_INPUT,
                  "%.150s is in the way: the progress of the fit would be kept there", path);
    else if (is_sound(bytes, length, signature, most, model))
        take_over(bytes, model, state);
    free(text);
    return is_ours;
}

/* --- Writing ------------------------------------------------------------------------------- */

static uint8_t *put_floats(uint8_t *at, const float *from, size_t count) {
    for (size_t i = 0; i < count; i++, at += 4) {
        uint32_t bits;
        memcpy(&bits, &from[i], 4);
        bytes_put(at, bits, 4);
    }
    return at;
}

bool network_checkpoint_save(const char *path, uint64_t signature, const Model *model,
                             const NetworkState *state, Error *error) {
    size_t length = file_size(model);
    uint8_t *bytes = malloc(length);
    if (!bytes) {
        error_set(error, STATUS_NO_MEMORY, "no memory to keep the progress of the fit");
        return false;
    }
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + 8, VERSION, 4);
    bytes_put(bytes + 12, 0, 4);
    bytes_put(bytes + 16, model->count, 8);
    bytes_put(bytes + 24, signature, 8);
    bytes_put(bytes + 32, state->steps, 8);
    bytes_put(bytes + 40, state->error, 8);
    bytes_put(bytes + 48, bytes_from_double(state->validation), 8);
    uint8_t *at = put_floats(bytes + HEADER_SIZE, model->parameters, model->count);
    at = put_floats(at, model->first_moment, model->count);
    at = put_floats(at, model->second_moment, model->count);
    bytes_put(at, bytes_checksum(bytes, length - CHECKSUM), CHECKSUM);
    bool ok = file_replace(path, bytes, length, error);
    free(bytes);
    return ok;
}
