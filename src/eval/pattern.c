/* Makes a PatternSet of the references of a board: finds their symmetric images, numbers lanes and
 * tables, and ties the contents that mirrors exchange. Runs once per board, so it is written to be
 * obviously right. */
#include "eval/pattern.h"

#include <stdlib.h>
#include <string.h>

static uint32_t power_of_3(int exponent) {
    uint32_t power = 1;
    while (exponent-- > 0) power *= 3;
    return power;
}

static bool check_reference(const Shape *shape, const PatternReference *reference, int number,
                            Error *error) {
    if (reference->size < 1 || reference->size > PATTERN_SQUARES) {
        error_set(error, STATUS_BAD_INPUT, "pattern %d: %d squares, expected 1 to %d", number,
                  reference->size, PATTERN_SQUARES);
        return false;
    }
    uint64_t seen = 0;
    for (int k = 0; k < reference->size; k++) {
        int square = reference->squares[k];
        if (square > 63 || !bits_has(shape->playable, square) || bits_has(seen, square)) {
            error_set(error, STATUS_BAD_INPUT, "pattern %d: square %d (%d) is %s", number, k,
                      square,
                      square <= 63 && bits_has(seen, square) ? "there twice" : "off the board");
            return false;
        }
        seen |= bits_square(square);
    }
    return true;
}

static uint64_t mask_of(const uint8_t *squares, int size) {
    uint64_t mask = 0;
    for (int k = 0; k < size; k++) mask |= bits_square(squares[k]);
    return mask;
}

/* Notes how `image`, the same squares as the reference in another order, moves its places. */
static void add_mirror(PatternClass *class, const uint8_t *image) {
    int size = class->reference.size;
    uint8_t places[PATTERN_SQUARES] = {0};
    bool moves = false;
    for (int k = 0; k < size; k++) {
        while (class->reference.squares[places[k]] != image[k]) places[k]++;
        moves |= places[k] != k;
    }
    if (!moves) return;
    for (int m = 0; m < class->mirrors; m++)
        if (memcmp(class->mirror[m], places, sizeof places) == 0) return;
    memcpy(class->mirror[class->mirrors++], places, sizeof places);
}

static int find_instance(const PatternSet *set, uint64_t mask) {
    for (int i = 0; i < set->instances; i++)
        if (mask_of(set->squares[i], set->class_list[set->class_of[i]].reference.size) == mask)
            return i;
    return -1;
}

static void add_instance(PatternSet *set, int number, const uint8_t *squares) {
    int lane = set->instances++, size = set->class_list[number].reference.size;
    memcpy(set->squares[lane], squares, (size_t)size);
    set->class_of[lane] = (uint8_t)number;
    set->offset[lane] = set->class_list[number].offset;
    for (int k = 0; k < size; k++) set->power[squares[k]][lane] = (uint16_t)power_of_3(k);
    set->class_list[number].instances++;
}

/* Adds the class of one reference: all its symmetric images that are not there yet. */
static bool add_class(PatternSet *set, const PatternReference *reference, Error *error) {
    int number = set->classes, size = reference->size;
    PatternClass *class = &set->class_list[number];
    *class = (PatternClass){
        .reference = *reference, .offset = set->weights, .entries = power_of_3(size)};
    for (int s = 0; s < set->shape->symmetries; s++) {
        uint8_t image[PATTERN_SQUARES];
        for (int k = 0; k < size; k++) image[k] = set->shape->where[s][reference->squares[k]];
        int found = find_instance(set, mask_of(image, size));
        if (found >= 0 && set->class_of[found] != number) {
            error_set(error, STATUS_BAD_INPUT, "pattern %d: the same as pattern %d", number,
                      set->class_of[found]);
            return false;
        }
        if (found < 0 && set->instances == PATTERN_INSTANCES) {
            error_set(error, STATUS_BAD_INPUT, "pattern %d: more than %d instances on the board",
                      number, PATTERN_INSTANCES);
            return false;
        }
        set->classes = number + 1;
        if (found < 0)
            add_instance(set, number, image);
        else if (mask_of(image, size) == mask_of(reference->squares, size))
            add_mirror(class, image);
    }
    set->weights += class->entries;
    return true;
}

bool pattern_set_init(PatternSet *set, const Shape *shape, const PatternReference *references,
                      int count, Error *error) {
    if (count < 1 || count > PATTERN_INSTANCES) {
        error_set(error, STATUS_BAD_INPUT, "%d patterns, expected 1 to %d", count,
                  PATTERN_INSTANCES);
        return false;
    }
    memset(set, 0, sizeof *set);
    set->shape = shape;
    for (int i = 0; i < count; i++)
        if (!check_reference(shape, &references[i], i, error) ||
            !add_class(set, &references[i], error))
            return false;
    for (int lane = set->instances; lane < PATTERN_LANES; lane++) set->offset[lane] = set->weights;
    return true;
}

int pattern_order_lanes(const PatternSet *set) {
    int lanes = 0;
    for (int c = 0; c < set->classes; c++) {
        if (lanes + set->class_list[c].instances > PATTERN_ORDER_LANES) break;
        lanes += set->class_list[c].instances;
    }
    return lanes;
}

/* images[i]: what content i becomes under a mirror. Content i is content i without its highest
 * digit, whose image is known already, and that digit. */
static void fill_images(const PatternClass *class, const uint8_t *mirror, uint16_t *images) {
    images[0] = 0;
    uint32_t power = 1;
    for (int k = 0; k < class->reference.size; k++, power *= 3) {
        uint32_t image = power_of_3(mirror[k]);
        for (uint32_t i = 0; i < power; i++) {
            images[power + i] = (uint16_t)(images[i] + image);
            images[2 * power + i] = (uint16_t)(images[i] + 2 * image);
        }
    }
}

/* First the least content of each group, then numbers in that order. The mirrors of a class with
 * the identity are a group, so one look at each of them finds the least. */
uint32_t pattern_ties(const PatternSet *set, uint32_t *tied) {
    uint16_t images[PATTERN_ENTRIES];
    uint32_t numbers = 0;
    for (int c = 0; c < set->classes; c++) {
        const PatternClass *class = &set->class_list[c];
        uint32_t *least = tied + class->offset;
        for (uint32_t i = 0; i < class->entries; i++) least[i] = i;
        for (int m = 0; m < class->mirrors; m++) {
            fill_images(class, class->mirror[m], images);
            for (uint32_t i = 0; i < class->entries; i++)
                if (images[i] < least[i]) least[i] = images[i];
        }
        for (uint32_t i = 0; i < class->entries; i++)
            least[i] = least[i] == i ? numbers++ : least[least[i]];
    }
    return numbers;
}
