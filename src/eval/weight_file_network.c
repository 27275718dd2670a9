/* The network in a weight file: reads its heads and embeddings, checks that they keep the limits of
 * network.h, and lays the embeddings out for the search. Writes heads, so that the order of their
 * fields is in one place. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/bytes.h"
#include "eval/weight_file_format.h"
#include "eval/weight_file_reader.h"

enum { ALIGNMENT = 64, HUGE_PAGE = 2 << 20 };

/* A value reads embeddings all over the table: without huge pages every other one waits for a page
 * walk. */
static NetworkNumber *new_embeddings(size_t count) {
    size_t size = count * NETWORK_WIDTH * sizeof(NetworkNumber);
    size_t alignment = size < HUGE_PAGE ? ALIGNMENT : HUGE_PAGE;
    size = (size + alignment - 1) / alignment * alignment;
    NetworkNumber *embeddings = aligned_alloc(alignment, size);
    if (embeddings && alignment == HUGE_PAGE) madvise(embeddings, size, MADV_HUGEPAGE);
    return embeddings;
}

/* --- Heads --------------------------------------------------------------------------------------
 */

/* Calls back for the fields of a head in the order of the file. */
typedef void HeadField(void *context, void *field, size_t count, size_t size);

static void each_field(NetworkHead *head, HeadField *visit, void *context) {
    visit(context, head->bias, NETWORK_WIDTH, 2);
    visit(context, head->direct, NETWORK_WIDTH, 2);
    visit(context, head->hidden, NETWORK_WIDTH * NETWORK_HIDDEN, 1);
    visit(context, head->hidden_bias, NETWORK_HIDDEN, 4);
    visit(context, head->output, NETWORK_HIDDEN, 2);
}

static void put_field(void *context, void *field, size_t count, size_t size) {
    uint8_t **at = (uint8_t **)context;
    for (size_t i = 0; i < count; i++, *at += size) {
        int32_t number = size == 1   ? ((int8_t *)field)[i]
                         : size == 2 ? ((int16_t *)field)[i]
                                     : ((int32_t *)field)[i];
        bytes_put(*at, (uint64_t)number, (int)size);
    }
}

static void get_field(void *context, void *field, size_t count, size_t size) {
    const uint8_t **at = (const uint8_t **)context;
    for (size_t i = 0; i < count; i++, *at += size) {
        uint64_t bits = bytes_get(*at, (int)size);
        if (size == 1)
            ((int8_t *)field)[i] = (int8_t)bits;
        else if (size == 2)
            ((int16_t *)field)[i] = (int16_t)bits;
        else
            ((int32_t *)field)[i] = (int32_t)bits;
    }
}

/* The limits that keep sums within 16 and 32 bits. */
static bool is_within_limits(const NetworkHead *head) {
    for (int k = 0; k < NETWORK_WIDTH; k++) {
        if (abs(head->bias[k % 2][k / 2]) > NETWORK_BIAS_MAX) return false;
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            if (abs(head->hidden[k / 4][h][k % 4]) > NETWORK_HIDDEN_MAX) return false;
    }
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        if (abs(head->output[h]) > NETWORK_OUTPUT_MAX ||
            head->hidden_bias[h] > NETWORK_HIDDEN_BIAS_MAX ||
            head->hidden_bias[h] < -NETWORK_HIDDEN_BIAS_MAX)
            return false;
    return true;
}

static bool read_heads(WeightFileReader *reader, size_t end, NetworkHead *heads, int count) {
    for (int i = 0; i < count; i++) {
        if (end - reader->at < WEIGHT_FILE_HEAD_SIZE)
            return REFUSE(reader, reader->at, "a head of the network is cut off");
        const uint8_t *at = reader->bytes + reader->at;
        memset(&heads[i], 0, sizeof heads[i]); /* what lies between the fields too */
        each_field(&heads[i], get_field, &at);
        if (!is_within_limits(&heads[i]))
            return REFUSE(reader, reader->at, "a head of the network with impossible numbers");
        network_head_finish(&heads[i]);
        reader->at += WEIGHT_FILE_HEAD_SIZE;
    }
    return true;
}

/* --- Embeddings ----------------------------------------------------------------------------------
 */

bool weight_file_read_network(WeightFileReader *reader, WeightFile *weights, const uint32_t *tied,
                              uint32_t numbers, int heads, int phases) {
    size_t end, count = (size_t)phases * network_tied_size(numbers);
    if (!weight_file_open_block(reader, WEIGHT_FILE_NETWORK_BLOCK, "the network", &end))
        return false;
    weights->embeddings = new_embeddings((size_t)phases * network_embedding_count(&weights->set));
    weights->heads = aligned_alloc(ALIGNMENT, (size_t)heads * sizeof *weights->heads);
    int8_t *read = malloc(count);
    bool ok = weights->embeddings && weights->heads && read;
    if (!ok)
        error_set(reader->error, STATUS_NO_MEMORY, "weights %s: no memory for the network",
                  reader->name);
    ok = ok && read_heads(reader, end, weights->heads, heads);
    ok = ok && weight_file_read_small_numbers(reader, end, NETWORK_EMBEDDING_MAX, read, count);
    for (size_t phase = 0; ok && phase < (size_t)phases; phase++)
        network_expand_embeddings(
            &weights->set, tied, numbers, read + phase * network_tied_size(numbers),
            weights->embeddings + phase * network_embedding_count(&weights->set) * NETWORK_WIDTH);
    free(read);
    if (!ok) return false;
    reader->at = end + WEIGHT_FILE_CHECKSUM;
    weights->network =
        network_of(&weights->set, weights->embeddings, phases, weights->heads, heads);
    weights->learned.network = &weights->network;
    return true;
}

uint8_t *weight_file_put_heads(const WeightFileDraft *draft, uint8_t *at) {
    for (int i = 0; i < draft->network_stages; i++) {
        NetworkHead head = draft->network_heads[i];
        each_field(&head, put_field, &at);
    }
    return at;
}
