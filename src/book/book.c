/* Reads books where they lie: binary search over the pages, then within one page. */
#include "book/book.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "book/book_format.h"
#include "book/embedded.h"
#include "game/rules.h"
#include "game/symmetry.h"

enum { NAME_SIZE = 151 };

struct Book {
    const uint8_t *bytes;
    size_t length;
    size_t count;
    int width, height;
    bool is_mapped;
    char settings[BOOK_SETTINGS_SIZE];
    char name[NAME_SIZE]; /* for messages */
};

/* --- Opening ---------------------------------------------------------------------------------- */

static bool refuse(Error *error, const char *name, const char *reason) {
    error_set(error, STATUS_BAD_INPUT, "%.150s: %s", name, reason);
    return false;
}

static bool is_sum_right(const uint8_t *page) {
    return bytes_get(page + BOOK_PAGE_SUM, 8) == bytes_checksum(page, BOOK_PAGE_SUM);
}

static bool read_header(Book *book, const char *name, Error *error) {
    const uint8_t *page = book->bytes;
    if (book->length < 8 || memcmp(page, BOOK_MAGIC, 8) != 0)
        return refuse(error, name, "not a book of Bianca");
    if (book->length < BOOK_PAGE) return refuse(error, name, "the book is cut short");
    if (bytes_get(page + BOOK_AT_VERSION, 4) != BOOK_VERSION)
        return refuse(error, name, "a book of another version of Bianca");
    if (!is_sum_right(page)) return refuse(error, name, "the header of the book is damaged");
    book->width = page[BOOK_AT_WIDTH];
    book->height = page[BOOK_AT_HEIGHT];
    uint64_t count = bytes_get(page + BOOK_AT_COUNT, 8);
    if (count > SIZE_MAX / BOOK_PAGE)
        return refuse(error, name, "the book counts too many positions");
    book->count = (size_t)count;
    size_t expected = BOOK_PAGE * (1 + book_pages(book->count));
    if (book->length < expected) return refuse(error, name, "the book is cut short");
    if (book->length > expected)
        return refuse(error, name, "something follows the end of the book");
    memcpy(book->settings, page + BOOK_AT_SETTINGS, BOOK_SETTINGS_SIZE - 1);
    return true;
}

Book *book_open_bytes(const uint8_t *bytes, size_t length, const char *name, Error *error) {
    Book *book = calloc(1, sizeof *book);
    if (!book) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a book");
        return NULL;
    }
    book->bytes = bytes;
    book->length = length;
    snprintf(book->name, sizeof book->name, "%s", name);
    if (read_header(book, name, error)) return book;
    free(book);
    return NULL;
}

static bool fail(Error *error, const char *path) {
    error_set(error, STATUS_IO, "%.150s: %s", path, strerror(errno));
    return false;
}

/* An empty file cannot be mapped, and is no book. */
static bool map_file(const char *path, const uint8_t **bytes, size_t *length, Error *error) {
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return fail(error, path);
    bool ok = fstat(fd, &info) == 0 || fail(error, path);
    if (ok && (!S_ISREG(info.st_mode) || info.st_size == 0))
        ok = refuse(error, path, "not a book of Bianca");
    if (ok) {
        *length = (size_t)info.st_size;
        void *map = mmap(NULL, *length, PROT_READ, MAP_SHARED, fd, 0);
        *bytes = (const uint8_t *)map;
        ok = map != MAP_FAILED || fail(error, path);
    }
    close(fd);
    return ok;
}

Book *book_open(const char *path, Error *error) {
    const uint8_t *bytes = NULL;
    size_t length = 0;
    if (!map_file(path, &bytes, &length, error)) return NULL;
    Book *book = book_open_bytes(bytes, length, path, error);
    if (book)
        book->is_mapped = true;
    else
        munmap((void *)(uintptr_t)bytes, length);
    return book;
}

bool book_open_named(Book **book, const char *word, const Shape *shape, Error *error) {
    *book = NULL;
    if (strcmp(word, BOOK_NONE) == 0) return true;
    if (strcmp(word, BOOK_EMBEDDED) != 0) {
        *book = book_open(word, error);
        return *book != NULL;
    }
    const EmbeddedBook *embedded = embedded_book(shape->width, shape->height);
    if (!embedded) return true;
    *book = book_open_bytes(embedded->begin, (size_t)(embedded->end - embedded->begin),
                            "the book in the program", error);
    return *book != NULL;
}

void book_close(Book *book) {
    if (!book) return;
    if (book->is_mapped) munmap((void *)(uintptr_t)book->bytes, book->length);
    free(book);
}

size_t book_count(const Book *book) {
    return book->count;
}

size_t book_bytes(const Book *book) {
    return book->length;
}

int book_width(const Book *book) {
    return book->width;
}

int book_height(const Book *book) {
    return book->height;
}

const char *book_settings(const Book *book) {
    return book->settings;
}

const char *book_name(const Book *book) {
    return book->name;
}

bool book_is_for(const Book *book, const Shape *shape) {
    return book->width == shape->width && book->height == shape->height;
}

/* --- Looking up ------------------------------------------------------------------------------- */

/* Page 0 is the first with positions. */
static const uint8_t *page_at(const Book *book, size_t page) {
    return book->bytes + BOOK_PAGE * (1 + page);
}

static bool is_page_right(const Book *book, size_t page) {
    const uint8_t *bytes = page_at(book, page);
    return bytes_get(bytes + BOOK_PAGE_NUMBER, 8) == page && is_sum_right(bytes);
}

/* How many positions the page holds. */
static size_t page_count(const Book *book, size_t page) {
    size_t left = book->count - page * BOOK_PAGE_ENTRIES;
    return left < BOOK_PAGE_ENTRIES ? left : BOOK_PAGE_ENTRIES;
}

/* Positions in a file are numbered without gaps, whatever the layout in memory. */
static Position packed_at(const uint8_t *bytes) {
    return (Position){bytes_get(bytes + BOOK_AT_OWN, 8), bytes_get(bytes + BOOK_AT_OPP, 8)};
}

static Position packed(const Shape *shape, Position position) {
    return (Position){shape_pack(shape, position.own), shape_pack(shape, position.opp)};
}

static int signed_at(const uint8_t *bytes) {
    return (int16_t)bytes_get(bytes, 2);
}

static bool is_score(int score) {
    return score >= -BOOK_MAX_SCORE && score <= BOOK_MAX_SCORE;
}

static bool is_legal(const Shape *shape, Position position, int square) {
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    return square >= 0 && square < SHAPE_MAX_SQUARES && bits_has(moves, square);
}

/* Fills *entry if the bytes make sense on this board. */
static bool read_entry(const Shape *shape, const uint8_t *bytes, BookEntry *entry) {
    Position at = packed_at(bytes);
    uint64_t all = shape->squares == 64 ? ~UINT64_C(0) : (UINT64_C(1) << shape->squares) - 1;
    if (at.own & at.opp || (at.own | at.opp) & ~all) return false;
    Position position = {shape_unpack(shape, at.own), shape_unpack(shape, at.opp)};
    int move = bytes[BOOK_AT_MOVE], flags = bytes[BOOK_AT_FLAGS];
    if (move != BOOK_NO_MOVE && move >= shape->squares) return false;
    *entry = (BookEntry){
        .position = position,
        .score = signed_at(bytes + BOOK_AT_SCORE),
        .move = move == BOOK_NO_MOVE ? (int)NO_MOVE : shape_from_index(shape, move),
        .move_score = signed_at(bytes + BOOK_AT_MOVE_SCORE),
        .depth = bytes[BOOK_AT_DEPTH],
        .selectivity = bytes[BOOK_AT_SELECTIVITY],
        .is_expanded = (flags & BOOK_IS_EXPANDED) != 0,
        .is_exact = (flags & BOOK_IS_EXACT) != 0,
    };
    return flags <= (BOOK_IS_EXPANDED | BOOK_IS_EXACT) && is_score(entry->score) &&
           is_score(entry->move_score) && entry->depth <= SHAPE_MAX_SQUARES &&
           entry->selectivity <= 100 &&
           (entry->move == NO_MOVE || is_legal(shape, position, entry->move));
}

/* The last page whose first position is not after `key`. */
static size_t find_page(const Book *book, Position key) {
    size_t low = 0, high = book_pages(book->count);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (book_compare(packed_at(page_at(book, middle)), key) <= 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static const uint8_t *find_packed(const Book *book, Position key) {
    if (book->count == 0) return NULL;
    size_t page = find_page(book, key);
    const uint8_t *bytes = page_at(book, page);
    size_t low = 0, high = page_count(book, page);
    if (!is_page_right(book, page)) return NULL;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const uint8_t *at = bytes + middle * BOOK_ENTRY;
        int order = book_compare(packed_at(at), key);
        if (order == 0) return at;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static bool find_canonical(const Book *book, const Shape *shape, Position position,
                           BookEntry *entry) {
    const uint8_t *bytes = find_packed(book, packed(shape, position));
    return bytes && read_entry(shape, bytes, entry);
}

bool book_find(const Book *book, const Shape *shape, Position position, BookEntry *entry,
               int *symmetry) {
    if (!book_is_for(book, shape)) return false;
    return find_canonical(book, shape, symmetry_canonical(shape, position, symmetry), entry);
}

Position book_child(const Shape *shape, Position position, int square, int *sign) {
    uint64_t flips = rules_flips(shape, square, position.own, position.opp);
    Position child = position_after(position, square, flips);
    *sign = -1;
    if (!rules_moves(shape, child.own, child.opp) && rules_moves(shape, child.opp, child.own)) {
        child = position_passed(child);
        *sign = 1;
    }
    return symmetry_canonical(shape, child, NULL);
}

/* Keeps the moves sorted, the best first; equal ones in the order of their squares. */
static void insert_move(BookMove *moves, int count, BookMove move) {
    int at = count;
    for (; at > 0 && moves[at - 1].score < move.score; at--) moves[at] = moves[at - 1];
    moves[at] = move;
}

int book_moves(const Book *book, const Shape *shape, Position position,
               BookMove moves[BOOK_MAX_MOVES]) {
    BookEntry entry;
    int count = 0;
    if (!book_find(book, shape, position, &entry, NULL) || !entry.is_expanded) return 0;
    uint64_t left = rules_moves(shape, position.own, position.opp);
    while (left) {
        int sign, square = bits_pop(&left);
        BookEntry child;
        if (!find_canonical(book, shape, book_child(shape, position, square, &sign), &child))
            continue;
        BookMove move = {.square = square,
                         .score = sign * child.score,
                         .is_exact = child.is_exact,
                         .is_expanded = child.is_expanded,
                         .depth = child.depth,
                         .selectivity = child.selectivity};
        insert_move(moves, count++, move);
    }
    return count;
}

/* --- Reading all of it ------------------------------------------------------------------------ */

static bool check_page(const Book *book, size_t page, Error *error) {
    if (is_page_right(book, page)) return true;
    error_set(error, STATUS_BAD_INPUT, "%s: page %zu (byte %zu) is damaged", book->name, page + 1,
              BOOK_PAGE * (page + 1));
    return false;
}

bool book_check_pages(const Book *book, Error *error) {
    for (size_t page = 0; page < book_pages(book->count); page++)
        if (!check_page(book, page, error)) return false;
    return true;
}

bool book_entry(const Book *book, const Shape *shape, size_t index, BookEntry *entry,
                Error *error) {
    size_t page = index / BOOK_PAGE_ENTRIES;
    if (index % BOOK_PAGE_ENTRIES == 0 && !check_page(book, page, error)) return false;
    const uint8_t *bytes = page_at(book, page) + index % BOOK_PAGE_ENTRIES * BOOK_ENTRY;
    if (read_entry(shape, bytes, entry)) return true;
    error_set(error, STATUS_BAD_INPUT, "%s: position %zu makes no sense", book->name, index + 1);
    return false;
}

bool book_check(const Book *book, const Shape *shape, Error *error) {
    Position last = {0, 0};
    for (size_t i = 0; i < book->count; i++) {
        BookEntry entry;
        if (!book_entry(book, shape, i, &entry, error)) return false;
        Position at = packed(shape, entry.position);
        if (i > 0 && book_compare(last, at) >= 0) {
            error_set(error, STATUS_BAD_INPUT, "%s: position %zu is out of order", book->name,
                      i + 1);
            return false;
        }
        last = at;
    }
    return true;
}
