/* Reads and writes the checkpoint of a linear fit. Numbers have their least significant byte first:
 *
 *     0  8  "BIANCACP"      12  4  stages of the fit        20  4  stages in the file
 *     8  4  version         16  4  weights of a stage       24  8  signature
 *  then for each stage in the file:
 *     0  4  number of the stage, 4 epochs
 *     8 48  for training and validation: positions, rms, mae
 *    56 130 biases by number of discs
 *   186 ...  weights
 *  then the checksum of everything before, 8 bytes */
#include "train/linear/linear_checkpoint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file.h"

#define MAGIC "BIANCACP"

enum {
    VERSION = 2,
    HEADER_SIZE = 32,
    BIASES = 65,
    STAGE_HEADER = 8 + DATASET_PARTS * 24 + 2 * BIASES,
    CHECKSUM = 8
};

/* --- Signature ----------------------------------------------------------------------------- */

static void mix(uint64_t *state, uint64_t word) {
    *state = (*state ^ word) * UINT64_C(0xd6e8feb86659fd93);
    *state ^= *state >> 32;
}

uint64_t linear_signature(const Dataset *dataset, const LinearGeometry *geometry,
                          const LinearFitOptions *options) {
    const uint64_t settings[] = {(uint64_t)options->epochs,
                                 (uint64_t)options->patience,
                                 (uint64_t)options->overlap,
                                 bytes_from_double(options->ridge),
                                 bytes_from_double(options->overlap_weight),
                                 (uint64_t)dataset->shape.width,
                                 (uint64_t)dataset->shape.height,
                                 geometry->numbers};
    int more = options->stage_discs ? options->stage_discs - LINEAR_STAGE_DISCS : 0;
    uint64_t state = VERSION + (options->only_ordering ? UINT64_C(1) << 32 : 0);
    state += (uint64_t)(int64_t)more << 40;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) mix(&state, settings[i]);
    for (uint32_t w = 0; w < geometry->set->weights; w++) mix(&state, geometry->tied[w]);
    for (int part = 0; part < DATASET_PARTS; part++) {
        for (int discs = 0; discs <= 64; discs++) {
            const DatasetBucket *bucket = &dataset->buckets[part][discs];
            mix(&state, bucket->count);
            for (size_t i = 0; i < bucket->count; i++) {
                mix(&state, bucket->positions[i].own);
                mix(&state, bucket->positions[i].opp ^ ((uint64_t)bucket->labels[i] << 48));
            }
        }
    }
    return state;
}

/* --- Reading ------------------------------------------------------------------------------- */

static void load_stage(const uint8_t *at, uint32_t numbers, LinearFitResult *result) {
    int stage = (int)bytes_get(at, 4);
    FitStage *report = &result->report[stage];
    report->epochs = (int)bytes_get(at + 4, 4);
    at += 8;
    for (int part = 0; part < DATASET_PARTS; part++, at += 24) {
        report->parts[part].positions = bytes_get(at, 8);
        report->parts[part].rms = bytes_to_double(bytes_get(at + 8, 8));
        report->parts[part].mae = bytes_to_double(bytes_get(at + 16, 8));
    }
    for (int discs = report->first; discs <= report->last && stage < result->stages; discs++)
        result->bias[discs] = (int16_t)bytes_get(at + 2 * discs, 2);
    at += 2 * BIASES;
    for (uint32_t w = 0; w < numbers; w++)
        result->tied[stage][w] = (int16_t)bytes_get(at + 2 * w, 2);
    result->is_done[stage] = true;
}

/* Whether it is whole, and of this fit. */
static bool is_sound(const uint8_t *bytes, size_t length, uint64_t signature, uint32_t numbers,
                     const LinearFitResult *result) {
    size_t stage_size = STAGE_HEADER + 2 * (size_t)numbers;
    if (length < HEADER_SIZE + CHECKSUM || bytes_get(bytes + 8, 4) != VERSION) return false;
    uint64_t count = bytes_get(bytes + 20, 4);
    if (count > PATTERN_STAGES || length != HEADER_SIZE + count * stage_size + CHECKSUM ||
        bytes_get(bytes + length - CHECKSUM, CHECKSUM) != bytes_checksum(bytes, length - CHECKSUM))
        return false;
    for (uint64_t i = 0; i < count; i++)
        if (bytes_get(bytes + HEADER_SIZE + i * stage_size, 4) >= (uint64_t)result->tables)
            return false;
    return bytes_get(bytes + 12, 4) == (uint64_t)result->stages &&
           bytes_get(bytes + 16, 4) == numbers && bytes_get(bytes + 24, 8) == signature;
}

bool linear_checkpoint_load(const char *path, uint64_t signature, uint32_t numbers,
                            LinearFitResult *result, Error *error) {
    char *text;
    size_t length;
    if (access(path, F_OK) != 0 && errno == ENOENT) return true;
    if (!file_read(path, FILE_LIMIT, &text, &length, error)) return false;
    const uint8_t *bytes = (const uint8_t *)text;
    bool is_ours = length >= 8 && memcmp(bytes, MAGIC, 8) == 0;
    if (!is_ours)
        error_set(error, STATUS_BAD_INPUT,
                  "%.150s is in the way: the progress of the fit would be kept there", path);
    else if (is_sound(bytes, length, signature, numbers, result))
        for (uint64_t i = 0, count = bytes_get(bytes + 20, 4); i < count; i++)
            load_stage(bytes + HEADER_SIZE + i * (STAGE_HEADER + 2 * (size_t)numbers), numbers,
                       result);
    free(text);
    return is_ours;
}

/* --- Writing ------------------------------------------------------------------------------- */

static uint8_t *save_stage(uint8_t *at, int stage, uint32_t numbers,
                           const LinearFitResult *result) {
    const FitStage *report = &result->report[stage];
    bytes_put(at, (uint64_t)stage, 4);
    bytes_put(at + 4, (uint64_t)report->epochs, 4);
    at += 8;
    for (int part = 0; part < DATASET_PARTS; part++, at += 24) {
        bytes_put(at, report->parts[part].positions, 8);
        bytes_put(at + 8, bytes_from_double(report->parts[part].rms), 8);
        bytes_put(at + 16, bytes_from_double(report->parts[part].mae), 8);
    }
    for (int discs = 0; discs < BIASES; discs++, at += 2)
        bytes_put(at, (uint16_t)result->bias[discs], 2);
    for (uint32_t w = 0; w < numbers; w++, at += 2)
        bytes_put(at, (uint16_t)result->tied[stage][w], 2);
    return at;
}

bool linear_checkpoint_save(const char *path, uint64_t signature, uint32_t numbers,
                            const LinearFitResult *result, Error *error) {
    size_t count = 0;
    for (int stage = 0; stage < result->tables; stage++) count += result->is_done[stage];
    size_t length = HEADER_SIZE + count * (STAGE_HEADER + 2 * (size_t)numbers) + CHECKSUM;
    uint8_t *bytes = malloc(length);
    if (!bytes) {
        error_set(error, STATUS_NO_MEMORY, "no memory to keep the progress of the fit");
        return false;
    }
    memcpy(bytes, MAGIC, 8);
    bytes_put(bytes + 8, VERSION, 4);
    bytes_put(bytes + 12, (uint64_t)result->stages, 4);
    bytes_put(bytes + 16, numbers, 4);
    bytes_put(bytes + 20, count, 4);
    bytes_put(bytes + 24, signature, 8);
    uint8_t *at = bytes + HEADER_SIZE;
    for (int stage = 0; stage < result->tables; stage++)
        if (result->is_done[stage]) at = save_stage(at, stage, numbers, result);
    bytes_put(at, bytes_checksum(bytes, length - CHECKSUM), CHECKSUM);
    bool ok = file_replace(path, bytes, length, error);
    free(bytes);
    return ok;
}
