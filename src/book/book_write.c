/* Sorts entries and puts them on pages: see book/book_format.h. */
#include "book/book_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "book/book_format.h"

static int compare(const void *a, const void *b) {
    return book_compare(((const BookEntry *)a)->position, ((const BookEntry *)b)->position);
}

static void put_entry(const Shape *shape, const BookEntry *entry, uint8_t *at) {
    int flags = (entry->is_expanded ? BOOK_IS_EXPANDED : 0) | (entry->is_exact ? BOOK_IS_EXACT : 0);
    int move = entry->move < SHAPE_MAX_SQUARES ? shape_index(shape, entry->move) : BOOK_NO_MOVE;
    bytes_put(at + BOOK_AT_OWN, shape_pack(shape, entry->position.own), 8);
    bytes_put(at + BOOK_AT_OPP, shape_pack(shape, entry->position.opp), 8);
    bytes_put(at + BOOK_AT_SCORE, (uint64_t)entry->score, 2);
    bytes_put(at + BOOK_AT_MOVE_SCORE, (uint64_t)entry->move_score, 2);
    at[BOOK_AT_MOVE] = (uint8_t)move;
    at[BOOK_AT_DEPTH] = (uint8_t)entry->depth;
    at[BOOK_AT_SELECTIVITY] = (uint8_t)entry->selectivity;
    at[BOOK_AT_FLAGS] = (uint8_t)flags;
}

static void put_sum(uint8_t *page) {
    bytes_put(page + BOOK_PAGE_SUM, bytes_checksum(page, BOOK_PAGE_SUM), 8);
}

static void put_header(const Shape *shape, const char *settings, size_t count, uint8_t *page) {
    memcpy(page, BOOK_MAGIC, 8);
    bytes_put(page + BOOK_AT_VERSION, BOOK_VERSION, 4);
    page[BOOK_AT_WIDTH] = (uint8_t)shape->width;
    page[BOOK_AT_HEIGHT] = (uint8_t)shape->height;
    bytes_put(page + BOOK_AT_COUNT, count, 8);
    snprintf((char *)page + BOOK_AT_SETTINGS, BOOK_SETTINGS_SIZE, "%s", settings);
    put_sum(page);
}

bool book_encode(const Shape *shape, const char *settings, BookEntry *entries, size_t count,
                 uint8_t **bytes, size_t *length, Error *error) {
    size_t pages = book_pages(count);
    *length = BOOK_PAGE * (1 + pages);
    *bytes = calloc(1, *length);
    if (!*bytes) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a book of %zu positions", count);
        return false;
    }
    qsort(entries, count, sizeof *entries, compare);
    put_header(shape, settings, count, *bytes);
    for (size_t page = 0; page < pages; page++) {
        uint8_t *at = *bytes + BOOK_PAGE * (1 + page);
        size_t first = page * BOOK_PAGE_ENTRIES;
        for (size_t i = 0; i < BOOK_PAGE_ENTRIES && first + i < count; i++)
            put_entry(shape, &entries[first + i], at + i * BOOK_ENTRY);
        bytes_put(at + BOOK_PAGE_NUMBER, page, 8);
        put_sum(at);
    }
    return true;
}

bool book_write(const char *path, const Shape *shape, const char *settings, BookEntry *entries,
                size_t count, Error *error) {
    uint8_t *bytes;
    size_t length;
    if (!book_encode(shape, settings, entries, count, &bytes, &length, error)) return false;
    bool ok = file_replace(path, bytes, length, error);
    free(bytes);
    return ok;
}
