/* Book files: what is written is found, whichever way the board is turned; what is damaged is
 * refused or not found, and never wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "book/book_format.h"
#include "book/book_text.h"
#include "book/book_write.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "support/boards.h"
#include "support/books.h"

enum { MANY = 500, SAMPLE = 25 };

typedef struct Bytes {
    uint8_t *at;
    size_t length;
} Bytes;

static Bytes encode(const Shape *shape, BookEntry *entries, size_t count) {
    Bytes bytes;
    assert_true(book_encode(shape, "for a test", entries, count, &bytes.at, &bytes.length, NULL));
    return bytes;
}

static Book *open_bytes(Bytes bytes) {
    Error error = {.text = ""};
    Book *book = book_open_bytes(bytes.at, bytes.length, "test.book", &error);
    if (!book) fail_msg("%s", error.text);
    return book;
}

static void every_position_is_found_however_it_is_turned(void **state) {
    (void)state;
    static const int sizes[][2] = {{8, 8}, {6, 6}, {9, 7}, {5, 6}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        Shape shape = shape_of(sizes[k][0], sizes[k][1]);
        BookEntry entries[MANY + SAMPLE];
        books_fill(&shape, entries, MANY + SAMPLE, 7 + k);
        /* Every 20th position stays outside. */
        BookEntry outside[SAMPLE], inside[MANY];
        size_t out = 0, in = 0;
        for (size_t i = 0; i < MANY + SAMPLE; i++)
            if (i % 21 == 0 && out < SAMPLE)
                outside[out++] = entries[i];
            else if (in < MANY)
                inside[in++] = entries[i];
        Bytes bytes = encode(&shape, inside, in);
        Book *book = open_bytes(bytes);
        assert_int_equal(book_count(book), in);
        assert_string_equal(book_settings(book), "for a test");
        assert_true(book_check(book, &shape, NULL));
        for (int s = 0; s < shape.symmetries; s++) {
            BookEntry found;
            int back;
            for (size_t i = 0; i < in; i++) {
                Position turned = symmetry_position(&shape, s, inside[i].position);
                assert_true(book_find(book, &shape, turned, &found, &back));
                assert_true(books_equal(&found, &inside[i]));
                Position there = symmetry_position(&shape, back, turned);
                assert_true(there.own == found.position.own && there.opp == found.position.opp);
            }
            for (size_t i = 0; i < out; i++)
                assert_false(book_find(
                    book, &shape, symmetry_position(&shape, s, outside[i].position), &found, NULL));
        }
        book_close(book);
        free(bytes.at);
    }
}

static void a_book_without_positions_is_a_book(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    BookEntry found;
    Bytes bytes = encode(&shape, &found, 0);
    Book *book = open_bytes(bytes);
    assert_false(book_find(book, &shape, position_start(&shape), &found, NULL));
    assert_true(book_check(book, &shape, NULL));
    book_close(book);
    free(bytes.at);
}

static void a_book_for_another_board_has_nothing(void **state) {
    (void)state;
    Shape shape = shape_of(6, 6), other = shape_of(8, 8);
    BookEntry entries[SAMPLE], found;
    books_fill(&shape, entries, SAMPLE, 3);
    Bytes bytes = encode(&shape, entries, SAMPLE);
    Book *book = open_bytes(bytes);
    assert_false(book_is_for(book, &other));
    assert_false(book_find(book, &other, position_start(&other), &found, NULL));
    book_close(book);
    free(bytes.at);
}

static void every_truncation_is_refused(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    BookEntry entries[MANY];
    books_fill(&shape, entries, MANY, 5);
    Bytes bytes = encode(&shape, entries, MANY);
    for (size_t length = 0; length < bytes.length; length++) {
        /* A copy of its own, so that a read beyond the end shows under the sanitizer. */
        uint8_t *copy = malloc(length + 1);
        Error error = {.status = STATUS_OK};
        memcpy(copy, bytes.at, length);
        assert_null(book_open_bytes(copy, length, "cut.book", &error));
        assert_true(error.status == STATUS_BAD_INPUT && strstr(error.text, "cut.book"));
        free(copy);
    }
    free(bytes.at);
}

/* Opens and looks up; true if the damage was noticed by the time all of it was read. */
static bool is_noticed(const Shape *shape, Bytes bytes, const BookEntry *entries) {
    Error error = {.status = STATUS_OK};
    Book *book = book_open_bytes(bytes.at, bytes.length, "flipped.book", &error);
    if (!book) return error.status == STATUS_BAD_INPUT;
    for (size_t i = 0; i < MANY; i += MANY / SAMPLE) {
        BookEntry found;
        if (book_find(book, shape, entries[i].position, &found, NULL))
            assert_true(books_equal(&found, &entries[i]));
    }
    bool is_bad = !book_check(book, shape, &error) && error.status == STATUS_BAD_INPUT;
    book_close(book);
    return is_bad;
}

static void every_byte_flip_hides_positions_at_most(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    BookEntry entries[MANY];
    books_fill(&shape, entries, MANY, 5);
    Bytes bytes = encode(&shape, entries, MANY);
    for (size_t at = 0; at < bytes.length; at++) {
        uint8_t mask = (uint8_t)(1u << at % 8);
        bytes.at[at] ^= mask;
        if (!is_noticed(&shape, bytes, entries)) fail_msg("a flip of byte %zu is not noticed", at);
        bytes.at[at] ^= mask;
    }
    assert_false(is_noticed(&shape, bytes, entries));
    free(bytes.at);
}

static void a_damaged_page_leaves_the_others_readable(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    BookEntry entries[MANY], found;
    books_fill(&shape, entries, MANY, 5);
    Bytes bytes = encode(&shape, entries, MANY);
    bytes.at[2 * BOOK_PAGE + 1000] ^= 4;
    Book *book = open_bytes(bytes);
    int count = 0;
    for (int i = 0; i < MANY; i++)
        count += book_find(book, &shape, entries[i].position, &found, NULL);
    assert_int_equal(count, MANY - BOOK_PAGE_ENTRIES);
    book_close(book);
    free(bytes.at);
}

static void pages_that_changed_places_are_noticed(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    BookEntry entries[MANY];
    uint8_t page[BOOK_PAGE];
    books_fill(&shape, entries, MANY, 5);
    Bytes bytes = encode(&shape, entries, MANY);
    memcpy(page, bytes.at + BOOK_PAGE, BOOK_PAGE);
    memcpy(bytes.at + BOOK_PAGE, bytes.at + 2 * BOOK_PAGE, BOOK_PAGE);
    memcpy(bytes.at + 2 * BOOK_PAGE, page, BOOK_PAGE);
    assert_true(is_noticed(&shape, bytes, entries));
    free(bytes.at);
}

/* With right checksums: a book from somebody who means harm. */
static void entries_that_make_no_sense_are_not_found(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    static const struct {
        int at;
        uint8_t value;
    } changes[] = {{BOOK_AT_MOVE, 0},
                   {BOOK_AT_MOVE, 200},
                   {BOOK_AT_SELECTIVITY, 101},
                   {BOOK_AT_SCORE + 1, 0x7f},
                   {BOOK_AT_FLAGS, 4},
                   {BOOK_AT_DEPTH, 65},
                   {BOOK_AT_MOVE_SCORE + 1, 0x80}};
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        BookEntry entry = {.position = symmetry_canonical(&shape, position_start(&shape), NULL),
                           .move = NO_MOVE},
                  found;
        Bytes bytes = encode(&shape, &entry, 1);
        uint8_t *page = bytes.at + BOOK_PAGE;
        page[changes[i].at] = changes[i].value;
        bytes_put(page + BOOK_PAGE_SUM, bytes_checksum(page, BOOK_PAGE_SUM), 8);
        Book *book = open_bytes(bytes);
        assert_false(book_find(book, &shape, position_start(&shape), &found, NULL));
        Error error = {.status = STATUS_OK};
        assert_false(book_check(book, &shape, &error));
        assert_int_equal(error.status, STATUS_BAD_INPUT);
        assert_string_equal(error.text, "test.book: position 1 makes no sense");
        book_close(book);
        free(bytes.at);
    }
}

/* Also the first of the numbers that no square has. */
static void discs_beyond_the_board_make_no_sense(void **state) {
    (void)state;
    static const int sizes[][2] = {{4, 4}, {6, 6}, {9, 7}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Shape shape = shape_of(sizes[i][0], sizes[i][1]);
        for (int beyond = shape.squares; beyond < 64; beyond++) {
            BookEntry entry = {.position = symmetry_canonical(&shape, position_start(&shape), NULL),
                               .move = NO_MOVE};
            Error error = {.status = STATUS_OK};
            Bytes bytes = encode(&shape, &entry, 1);
            uint8_t *page = bytes.at + BOOK_PAGE;
            page[BOOK_AT_OPP + beyond / 8] |= (uint8_t)(1u << beyond % 8);
            bytes_put(page + BOOK_PAGE_SUM, bytes_checksum(page, BOOK_PAGE_SUM), 8);
            Book *book = open_bytes(bytes);
            assert_false(book_check(book, &shape, &error));
            assert_string_equal(error.text, "test.book: position 1 makes no sense");
            book_close(book);
            free(bytes.at);
        }
    }
}

static void a_file_is_mapped_and_bad_ones_are_refused(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    BookEntry entries[SAMPLE], found;
    char path[] = "/tmp/bianca-book-XXXXXX";
    int fd = mkstemp(path);
    Error error = {.status = STATUS_OK};
    assert_true(fd >= 0);
    close(fd);
    assert_null(book_open(path, &error)); /* empty */
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    assert_null(book_open("/tmp", &error));
    assert_null(book_open("/nowhere/at/all", &error));
    assert_int_equal(error.status, STATUS_IO);
    books_fill(&shape, entries, SAMPLE, 9);
    assert_true(book_write(path, &shape, "", entries, SAMPLE, &error));
    Book *book = book_open(path, &error);
    assert_non_null(book);
    unlink(path); /* what is mapped stays */
    for (int i = 0; i < SAMPLE; i++)
        assert_true(book_find(book, &shape, entries[i].position, &found, NULL) &&
                    books_equal(&found, &entries[i]));
    book_close(book);
}

/* --- Graphs ----------------------------------------------------------------------------------- */

/* The score of a position by plain recursion over the moves. */
static int slow_score(const Graph *graph, Position position) {
    const Shape *shape = graph->shape;
    int node = graph_find(graph, position), best = INT32_MIN;
    assert_int_not_equal(node, GRAPH_NONE);
    const BookEntry *entry = &graph->nodes[node].entry;
    if (!entry->is_expanded) return entry->score;
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    while (moves) {
        int sign, square = bits_pop(&moves);
        Position child = book_child(shape, position, square, &sign);
        if (graph_find(graph, child) == GRAPH_NONE) continue;
        int score = sign * slow_score(graph, child);
        if (score > best) best = score;
    }
    return best == INT32_MIN ? entry->score : best;
}

/* Adds random successors of random nodes. */
static void grow(Graph *graph, int expansions, uint64_t seed) {
    const Shape *shape = graph->shape;
    Random random = random_seeded(seed);
    Position start = symmetry_canonical(shape, position_start(shape), NULL);
    graph_put(graph, &(BookEntry){.position = start, .move = NO_MOVE}, NULL);
    for (int i = 0; i < expansions; i++) {
        int node = (int)random_below(&random, (uint32_t)graph->count);
        Position position = graph->nodes[node].entry.position;
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        while (moves) {
            int sign, square = bits_pop(&moves);
            Position child = book_child(shape, position, square, &sign);
            if (random_below(&random, 3) == 0 || graph_find(graph, child) != GRAPH_NONE) continue;
            int score = (int)random_below(&random, 2000) - 1000;
            graph_put(graph, &(BookEntry){.position = child, .move = NO_MOVE, .score = score},
                      NULL);
        }
        assert_true(graph_expand(graph, node, NULL));
    }
}

static void scores_are_backed_up_through_transpositions(void **state) {
    (void)state;
    static const int sizes[][2] = {{8, 8}, {4, 4}, {5, 6}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        Shape shape = shape_of(sizes[k][0], sizes[k][1]);
        Graph graph;
        graph_init(&graph, &shape);
        grow(&graph, 400, 11 + k);
        assert_true(graph_back_up(&graph, NULL));
        for (int i = 0; i < graph.count; i++)
            assert_int_equal(graph.nodes[i].entry.score,
                             slow_score(&graph, graph.nodes[i].entry.position));
        graph_release(&graph);
    }
}

static void losses_are_summed_along_the_best_way(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Graph graph;
    graph_init(&graph, &shape);
    grow(&graph, 300, 21);
    assert_true(graph_back_up(&graph, NULL));
    graph_measure(&graph, &(int){0}, 1);
    assert_int_equal(graph.nodes[0].loss, 0);
    bool has_loss = false;
    for (int i = 0; i < graph.count; i++) {
        const GraphNode *node = &graph.nodes[i];
        bool has_best = node->link_count == 0;
        for (int k = 0; k < node->link_count; k++) {
            const GraphLink *link = &graph.links[node->first_link + (uint32_t)k];
            if (link->node == GRAPH_NONE || node->loss == GRAPH_FAR) continue;
            const GraphNode *child = &graph.nodes[link->node];
            int loss = node->entry.score - link->sign * child->entry.score;
            assert_true(loss >= 0 && child->loss <= node->loss + loss);
            has_best |= loss == 0;
            has_loss |= child->loss > 0;
        }
        assert_true(has_best || node->loss == GRAPH_FAR);
    }
    assert_true(has_loss);
    graph_release(&graph);
}

static void moves_of_an_expanded_position_come_best_first(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Graph graph;
    uint8_t *bytes;
    size_t length;
    graph_init(&graph, &shape);
    grow(&graph, 300, 31);
    assert_true(graph_back_up(&graph, NULL));
    BookEntry *entries = malloc((size_t)graph.count * sizeof *entries);
    for (int i = 0; i < graph.count; i++) entries[i] = graph.nodes[i].entry;
    assert_true(book_encode(&shape, "", entries, (size_t)graph.count, &bytes, &length, NULL));
    Book *book = open_bytes((Bytes){bytes, length});
    for (int i = 0; i < graph.count; i++) {
        BookMove moves[BOOK_MAX_MOVES];
        const BookEntry *entry = &graph.nodes[i].entry;
        int s = i % 8;
        Position turned = symmetry_position(&shape, s, entry->position);
        int count = book_moves(book, &shape, turned, moves);
        assert_true(entry->is_expanded || count == 0);
        if (count > 0) assert_int_equal(moves[0].score, entry->score);
        for (int k = 0; k < count; k++) {
            assert_true(bits_has(rules_moves(&shape, turned.own, turned.opp), moves[k].square));
            assert_true(k == 0 || moves[k].score <= moves[k - 1].score);
        }
    }
    book_close(book);
    free(bytes);
    free(entries);
    graph_release(&graph);
}

/* --- Text ------------------------------------------------------------------------------------- */

static void a_book_written_as_text_is_read_again(void **state) {
    (void)state;
    Shape shape = shape_of(9, 7), read;
    Graph graph, again;
    char path[] = "/tmp/bianca-book-XXXXXX";
    close(mkstemp(path));
    graph_init(&graph, &shape);
    grow(&graph, 200, 41);
    assert_true(graph_back_up(&graph, NULL));
    assert_true(graph_save(&graph, path, "some settings", NULL));
    Book *book = book_open(path, NULL);
    FILE *text = tmpfile();
    assert_true(book && text && book_text_export(book, &shape, text, NULL));
    rewind(text);
    int added = 0, replaced = 0;
    Error error = {.text = ""};
    assert_true(book_text_board(text, &read, &error));
    assert_int_equal(read.width, 9);
    graph_init(&again, &shape);
    if (!book_text_import(&again, text, &added, &replaced, &error)) fail_msg("%s", error.text);
    assert_int_equal(added, graph.count);
    for (int i = 0; i < graph.count; i++) {
        int node = graph_find(&again, graph.nodes[i].entry.position);
        assert_int_not_equal(node, GRAPH_NONE);
        assert_true(books_equal(&again.nodes[node].entry, &graph.nodes[i].entry));
    }
    fclose(text);
    book_close(book);
    unlink(path);
    graph_release(&graph);
    graph_release(&again);
}

/* What lies in memory after the last entry does not get into the file. */
static void the_rest_of_a_page_is_zero(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    Position start = position_start(&shape);
    BookEntry entries[3] = {{.position = start, .move = NO_MOVE, .score = 1, .depth = 3},
                            {.position = {~start.own, start.own}, .move = 5, .score = -2},
                            {.position = {start.own, ~start.own}, .move = 7, .score = -3}};
    uint8_t *bytes;
    size_t length;
    assert_true(book_encode(&shape, "", entries, 1, &bytes, &length, NULL));
    assert_int_equal(length, 2 * BOOK_PAGE);
    for (int i = BOOK_ENTRY; i < BOOK_PAGE_NUMBER; i++) assert_int_equal(bytes[BOOK_PAGE + i], 0);
    free(bytes);
}

static void a_text_replaces_only_what_it_knows_better(void **state) {
    (void)state;
    static const char start[] =
        "---------------------------OX------XO--------------------------- X ";
    static const struct {
        const char *first, *second;
        int replaced;
    } cases[] = {
        {"leaf 8@73%", "leaf 8@73%", 0},       {"leaf 8@73%", "leaf 9@73%", 1},
        {"leaf 9@73%", "leaf 8@100%", 0},      {"leaf 8@73%", "leaf 8@95%", 1},
        {"leaf 30@73%", "expanded", 1},        {"expanded", "leaf 30@73%", 0},
        {"expanded", "expanded", 0},           {"expanded", "exact 30@100%", 0},
        {"leaf 30@73%", "exact 20@100%", 1},   {"exact 20@100%", "leaf 30@73%", 0},
        {"exact 20@100%", "exact 30@100%", 0},
    };
    Shape shape = shape_of(8, 8);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[400];
        Graph graph;
        int added = 0, replaced = 0;
        Error error = {.text = ""};
        snprintf(text, sizeof text, "%s+1 %s\n%s+2 %s\n", start, cases[i].first, start,
                 cases[i].second);
        FILE *in = fmemopen(text, strlen(text), "r");
        graph_init(&graph, &shape);
        if (!book_text_import(&graph, in, &added, &replaced, &error)) fail_msg("%s", error.text);
        if (added != 1 || replaced != cases[i].replaced)
            fail_msg("%s after %s: %d replaced", cases[i].second, cases[i].first, replaced);
        fclose(in);
        graph_release(&graph);
    }
}

static void a_line_of_text_has_room_for_255_bytes(void **state) {
    (void)state;
    Shape shape = shape_of(8, 8);
    for (int length = 254; length <= 258; length++) {
        char text[300];
        Graph graph;
        int added = 0, replaced = 0;
        Error error = {.text = ""};
        memset(text, '#', (size_t)length);
        text[length] = '\n';
        FILE *in = fmemopen(text, (size_t)length + 1, "r");
        graph_init(&graph, &shape);
        bool ok = book_text_import(&graph, in, &added, &replaced, &error);
        if (ok != (length <= 255)) fail_msg("%d bytes: %s", length, ok ? "taken" : error.text);
        if (!ok) assert_string_equal(error.text, "line 2: the line is too long");
        fclose(in);
        graph_release(&graph);
    }
}

static void bad_text_is_refused_with_its_line(void **state) {
    (void)state;
    static const char start[] =
        "---------------------------OX------XO--------------------------- X ";
    static const struct {
        const char *rest, *reason;
    } cases[] = {
        {"", "line 3: expected squares"},
        {"+65 leaf 8@73%", "line 3: score"},
        {"+1 leaf", "line 3: expected a depth"},
        {"+1 leaf 8", "line 3: expected a depth"},
        {"+1 perhaps", "line 3: expected leaf"},
        {"+1 leaf 8@73% d3", "line 3: expected a move and its score"},
        {"+1 leaf 8@73% a1 +1", "line 3: the move is not legal"},
        {"+1 expanded z9 +1", "line 3: "},
    };
    Shape shape = shape_of(8, 8);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        Graph graph;
        int added = 0, replaced = 0;
        Error error = {.text = ""};
        snprintf(text, sizeof text, "# a comment\n%s%s\n", start, cases[i].rest);
        FILE *in = fmemopen(text, strlen(text), "r");
        graph_init(&graph, &shape);
        assert_false(book_text_import(&graph, in, &added, &replaced, &error));
        if (!strstr(error.text, cases[i].reason))
            fail_msg("'%s': expected '%s'", error.text, cases[i].reason);
        fclose(in);
        graph_release(&graph);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_is_found_however_it_is_turned),
        cmocka_unit_test(a_book_without_positions_is_a_book),
        cmocka_unit_test(a_book_for_another_board_has_nothing),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_byte_flip_hides_positions_at_most),
        cmocka_unit_test(a_damaged_page_leaves_the_others_readable),
        cmocka_unit_test(pages_that_changed_places_are_noticed),
        cmocka_unit_test(entries_that_make_no_sense_are_not_found),
        cmocka_unit_test(discs_beyond_the_board_make_no_sense),
        cmocka_unit_test(a_file_is_mapped_and_bad_ones_are_refused),
        cmocka_unit_test(scores_are_backed_up_through_transpositions),
        cmocka_unit_test(losses_are_summed_along_the_best_way),
        cmocka_unit_test(moves_of_an_expanded_position_come_best_first),
        cmocka_unit_test(a_book_written_as_text_is_read_again),
        cmocka_unit_test(the_rest_of_a_page_is_zero),
        cmocka_unit_test(a_text_replaces_only_what_it_knows_better),
        cmocka_unit_test(a_line_of_text_has_room_for_255_bytes),
        cmocka_unit_test(bad_text_is_refused_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
