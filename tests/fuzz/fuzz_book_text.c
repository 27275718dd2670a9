/* Any text as a book: refused with its line, or taken whole; what is taken is written and read
 * again as the same positions. */
#include <stdio.h>

#include "book/book_text.h"
#include "book/book_write.h"
#include "fuzz/input.h"

static void import(Graph *graph, FILE *text, bool must_work) {
    Error error = {.status = STATUS_OK};
    int added = 0, replaced = 0;
    bool ok = book_text_import(graph, text, &added, &replaced, &error);
    require(ok || (!must_work && strstr(error.text, "line ") == error.text));
    require(added == graph->count || !ok);
}

static void write_and_read_again(const Graph *graph) {
    BookEntry *entries = calloc((size_t)graph->count + 1, sizeof *entries);
    uint8_t *bytes;
    size_t length;
    Graph again;
    Shape shape;
    for (int i = 0; i < graph->count; i++) entries[i] = graph->nodes[i].entry;
    require(book_encode(graph->shape, "", entries, (size_t)graph->count, &bytes, &length, NULL));
    Book *book = book_open_bytes(bytes, length, "fuzz", NULL);
    FILE *text = tmpfile();
    require(book && text && book_text_export(book, graph->shape, text, NULL));
    rewind(text);
    require(book_text_board(text, &shape, NULL));
    graph_init(&again, &shape);
    import(&again, text, true);
    require(again.count == graph->count);
    graph_release(&again);
    fclose(text);
    book_close(book);
    free(bytes);
    free(entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Shape shape;
    Graph graph;
    FILE *text = tmpfile();
    require(text && fwrite(data, 1, size, text) == size);
    rewind(text);
    if (book_text_board(text, &shape, NULL)) {
        graph_init(&graph, &shape);
        import(&graph, text, false);
        write_and_read_again(&graph);
        graph_release(&graph);
    }
    fclose(text);
    return 0;
}
