/* Any bytes as a book: read as they are, and once more with right lengths and checksums, so that
 * what lies after them is reached. Whatever is refused says why; whatever is found is legal and
 * within bounds; what the checked book says can be written and read again. */
#include "base/bits.h"
#include "base/bytes.h"
#include "book/book_format.h"
#include "book/graph.h"
#include "fuzz/input.h"
#include "game/rules.h"

static void check_moves(const Book *book, const Shape *shape, Position position) {
    BookMove moves[BOOK_MAX_MOVES];
    uint64_t legal = rules_moves(shape, position.own, position.opp);
    int count = book_moves(book, shape, position, moves);
    require(count >= 0 && count <= bits_count(legal));
    for (int i = 0; i < count; i++) {
        require(bits_has(legal, moves[i].square));
        require(moves[i].score >= -BOOK_MAX_SCORE && moves[i].score <= BOOK_MAX_SCORE);
        require(i == 0 || moves[i].score <= moves[i - 1].score);
    }
}

static void check_graph(const Book *book, const Shape *shape) {
    Graph graph;
    graph_init(&graph, shape);
    if (graph_load(&graph, book, NULL) && graph.count > 0) graph_measure(&graph, &(int){0}, 1);
    graph_release(&graph);
}

static void check(const uint8_t *bytes, size_t size) {
    Error error = {.status = STATUS_OK};
    Shape shape;
    Book *book = book_open_bytes(bytes, size, "fuzz", &error);
    if (!book) {
        require(error.status == STATUS_BAD_INPUT && strstr(error.text, "fuzz") != NULL);
        return;
    }
    if (shape_init(&shape, book_width(book), book_height(book), NULL)) {
        bool is_right = book_check(book, &shape, &error);
        require(is_right || error.status == STATUS_BAD_INPUT);
        check_moves(book, &shape, position_start(&shape));
        for (size_t i = 0; i < book_count(book); i++) {
            BookEntry entry;
            if (book_entry(book, &shape, i, &entry, NULL))
                check_moves(book, &shape, entry.position);
        }
        check_graph(book, &shape);
    }
    book_close(book);
}

/* A header for as many pages as there are, and right checksums. */
static void repair(uint8_t *bytes, size_t pages) {
    memcpy(bytes, BOOK_MAGIC, 8);
    bytes_put(bytes + BOOK_AT_VERSION, BOOK_VERSION, 4);
    size_t most = (pages - 1) * BOOK_PAGE_ENTRIES, count = bytes_get(bytes + BOOK_AT_COUNT, 2);
    if (book_pages(count) != pages - 1) count = most;
    bytes_put(bytes + BOOK_AT_COUNT, count, 8);
    for (size_t page = 0; page < pages; page++) {
        uint8_t *at = bytes + page * BOOK_PAGE;
        if (page > 0) bytes_put(at + BOOK_PAGE_NUMBER, page - 1, 8);
        bytes_put(at + BOOK_PAGE_SUM, bytes_checksum(at, BOOK_PAGE_SUM), 8);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *copy = calloc(size + BOOK_PAGE, 1);
    require(copy != NULL);
    if (size > 0) memcpy(copy, data, size);
    check(copy, size);
    /* Filled up to whole pages. */
    size_t pages = (size + BOOK_PAGE - 1) / BOOK_PAGE;
    if (pages > 0) {
        repair(copy, pages);
        check(copy, pages * BOOK_PAGE);
    }
    free(copy);
    return 0;
}
