/* The network in a weight file: reads its heads and embeddings, checks that they keep the limits of
 * network.h, and lays the embeddings out for the search; what lies beyond the width of the file is
 * 0. Writes heads, so that the order of their fields is in one place. */
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

/* Calls back for the numbers of a head in the order of the file: each time `count` numbers of
 * `size` bytes that lie side by side in memory. */
typedef void HeadField(void *context, void *field, int count, int size);

static void each_field(NetworkHead *head, int width, HeadField *visit, void *context) {
    for (int k = 0; k < width; k++) visit(context, &head->bias[k % 2][k / 2], 1, 2);
    for (int k = 0; k < width; k++) visit(context, &head->direct[k % 2][k / 2], 1, 2);
    visit(context, head->hidden, width * NETWORK_HIDDEN, 1);
    visit(context, head->hidden_bias, NETWORK_HIDDEN, 4);
    visit(context, head->output, NETWORK_HIDDEN, 2);
}

static void put_field(void *context, void *field, int count, int size) {
    uint8_t **at = (uint8_t **)context;
    for (int i = 0; i < count; i++, *at += size) {
        int32_t number = size == 1   ? ((int8_t *)field)[i]
                         : size == 2 ? ((int16_t *)field)[i]
                                     : ((int32_t *)field)[i];
        bytes_put(*at, (uint64_t)number, size);
    }
}

static void get_field(void *context, void *field, int count, int size) {
    const uint8_t **at = (const uint8_t **)context;
    for (int i = 0; i < count; i++, *at += size) {
        uint64_t bits = bytes_get(*at, size);
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

static bool read_heads(WeightFileReader *reader, NetworkHead *heads,
                       const WeightFileNetwork *network) {
    for (int i = 0; i < network->heads; i++) {
        const uint8_t *at = reader->bytes + reader->at;
        /* Units beyond the width, and what lies between fields. */
        memset(&heads[i], 0, sizeof heads[i]);
        each_field(&heads[i], network->width, get_field, &at);
        if (!is_within_limits(&heads[i]))
            return REFUSE(reader, reader->at, "a head of the network with impossible numbers");
        network_head_finish(&heads[i]);
        reader->at += weight_file_head_size(network->width);
    }
    return true;
}

/* --- Embeddings ----------------------------------------------------------------------------------
 */

static bool read_embeddings(WeightFileReader *reader, size_t end, const PatternSet *set,
                            const uint32_t *tied, uint32_t numbers,
                            const WeightFileNetwork *network, NetworkNumber *embeddings) {
    size_t rows = network_tied_size(numbers) / NETWORK_WIDTH;
    WeightFileEmbeddings *open = weight_file_open_embeddings(reader, end, rows, network->width);
    bool ok = open != NULL;
    for (int phase = 0; ok && phase < network->phases; phase++) {
        const int8_t *read = weight_file_next_embeddings(reader, open);
        ok = read != NULL;
        if (ok) network_expand_embeddings(set, tied, numbers, read, embeddings);
        embeddings += network_embedding_count(set) * NETWORK_WIDTH;
    }
    ok = ok && weight_file_end_embeddings(reader, open);
    weight_file_close_embeddings(open);
    return ok;
}

bool weight_file_read_network(WeightFileReader *reader, WeightFile *weights, const uint32_t *tied,
                              uint32_t numbers, const WeightFileNetwork *network) {
    const PatternSet *set = &weights->set;
    size_t end, heads = (size_t)network->heads;
    if (!weight_file_open_block(reader, WEIGHT_FILE_NETWORK_BLOCK, "the network", &end))
        return false;
    size_t size = heads * weight_file_head_size(network->width);
    if (end - reader->at < size)
        return REFUSE(reader, reader->at, "the heads of the network are cut off");
    weights->embeddings = new_embeddings((size_t)network->phases * network_embedding_count(set));
    weights->heads = aligned_alloc(ALIGNMENT, heads * sizeof *weights->heads);
    if (!weights->embeddings || !weights->heads) {
        error_set(reader->error, STATUS_NO_MEMORY, "weights %s: no memory for the network",
                  reader->name);
        return false;
    }
    if (!read_embeddings(reader, end - size, set, tied, numbers, network, weights->embeddings) ||
        !read_heads(reader, weights->heads, network))
        return false;
    reader->at = end + WEIGHT_FILE_CHECKSUM;
    weights->network =
        network_of(set, weights->embeddings, network->phases, weights->heads, network->heads);
    weights->network.width = network->width;
    weights->learned.network = &weights->network;
    return true;
}

uint8_t *weight_file_put_heads(const WeightFileDraft *draft, uint8_t *at) {
    for (int i = 0; i < draft->network_stages; i++) {
        NetworkHead head = draft->network_heads[i];
        each_field(&head, draft->network_width, put_field, &at);
    }
    return at;
}
