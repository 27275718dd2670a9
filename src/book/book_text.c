/* Writes and reads books as lines of words. */
#include "book/book_text.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "base/options.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "record/notation.h"

enum { LINE_SIZE = 256, MAX_WORDS = 8, TEXT_VERSION = 1 };

#define TEXT_MAGIC "bianca-book"

/* --- Export ----------------------------------------------------------------------------------- */

static void write_score(FILE *out, int score) {
    fprintf(out, " %+.10g", (double)score / BOOK_DISC);
}

static void write_entry(const Shape *shape, const BookEntry *entry, FILE *out) {
    char text[BOARD_TEXT_SIZE];
    board_format(&(Board){shape, entry->position, BLACK}, text, sizeof text);
    fputs(text, out);
    write_score(out, entry->score);
    if (entry->is_expanded)
        fputs(" expanded", out);
    else
        fprintf(out, " %s %d@%d%%", entry->is_exact ? "exact" : "leaf", entry->depth,
                entry->selectivity);
    if (entry->move != NO_MOVE) {
        fprintf(out, " %s", move_name(shape, entry->move).text);
        write_score(out, entry->move_score);
    }
    putc('\n', out);
}

bool book_text_export(const Book *book, const Shape *shape, FILE *out, Error *error) {
    fprintf(out, TEXT_MAGIC " %d %dx%d\n", TEXT_VERSION, shape->width, shape->height);
    if (book_settings(book)[0]) fprintf(out, "# %s\n", book_settings(book));
    for (size_t i = 0; i < book_count(book) && !ferror(out); i++) {
        BookEntry entry;
        if (!book_entry(book, shape, i, &entry, error)) return false;
        write_entry(shape, &entry, out);
    }
    return true;
}

/* --- Import ----------------------------------------------------------------------------------- */

static bool bad(Error *error, const char *reason) {
    error_set(error, STATUS_BAD_INPUT, "%s", reason);
    return false;
}

static bool read_score(const char *word, int *score, Error *error) {
    double discs;
    word += word[0] == '+';
    if (!options_number("score", word, -64, 64, &discs, error)) return false;
    *score = (int)lround(discs * BOOK_DISC);
    return true;
}

/* "18@73%" */
static bool read_depth(const char *word, BookEntry *entry, Error *error) {
    char end;
    if (sscanf(word, "%3d@%3d%%%c", &entry->depth, &entry->selectivity, &end) != 2 ||
        !strchr(word, '%') || entry->depth < 0 || entry->depth > SHAPE_MAX_SQUARES ||
        entry->selectivity < 0 || entry->selectivity > 100)
        return bad(error, "expected a depth and a selectivity, such as 18@73%");
    return true;
}

static bool read_move(const Shape *shape, char *const *words, int count, BookEntry *entry,
                      Error *error) {
    Position position = entry->position;
    if (count == 0) return true;
    if (count != 2) return bad(error, "expected a move and its score at the end");
    if (!move_parse(shape, words[0], strlen(words[0]), &entry->move, error)) return false;
    if (entry->move >= SHAPE_MAX_SQUARES ||
        !bits_has(rules_moves(shape, position.own, position.opp), entry->move))
        return bad(error, "the move is not legal");
    return read_score(words[1], &entry->move_score, error);
}

static int split(char *line, char *words[MAX_WORDS]) {
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r", &rest); word; word = strtok_r(NULL, " \t\r", &rest))
        if (count < MAX_WORDS) words[count++] = word;
    return count;
}

static bool read_position(const Shape *shape, char *const *words, BookEntry *entry, Error *error) {
    char text[LINE_SIZE];
    Board board;
    int length = snprintf(text, sizeof text, "%s %s", words[0], words[1]);
    if (!board_parse(shape, text, (size_t)length, &board, error)) return false;
    entry->position = board.position;
    Position position = board.position;
    if (!rules_moves(shape, position.own, position.opp) && !rules_is_over(shape, position))
        return bad(error, "the side to move must pass: a book has the position after the pass");
    return true;
}

/* The move turns with the board. */
static void make_canonical(const Shape *shape, BookEntry *entry) {
    int symmetry;
    entry->position = symmetry_canonical(shape, entry->position, &symmetry);
    if (entry->move != NO_MOVE) entry->move = shape->where[symmetry][entry->move];
}

static bool read_entry(const Shape *shape, char *line, BookEntry *entry, Error *error) {
    char *words[MAX_WORDS];
    int count = split(line, words), used = 4;
    *entry = (BookEntry){.move = NO_MOVE};
    if (count < used) return bad(error, "expected squares, side, score and what is known");
    if (!read_position(shape, words, entry, error) || !read_score(words[2], &entry->score, error))
        return false;
    entry->is_expanded = strcmp(words[3], "expanded") == 0;
    entry->is_exact = strcmp(words[3], "exact") == 0;
    if (!entry->is_expanded && !entry->is_exact && strcmp(words[3], "leaf") != 0)
        return bad(error, "expected leaf, exact or expanded");
    if (!entry->is_expanded) {
        if (count <= used) return bad(error, "expected a depth and a selectivity, such as 18@73%");
        if (!read_depth(words[used++], entry, error)) return false;
    }
    if (!read_move(shape, words + used, count - used, entry, error)) return false;
    make_canonical(shape, entry);
    return true;
}

static bool is_better(const BookEntry *entry, const BookEntry *old) {
    if (old->is_expanded || entry->is_expanded) return entry->is_expanded && !old->is_expanded;
    if (old->is_exact || entry->is_exact) return entry->is_exact && !old->is_exact;
    return entry->depth > old->depth ||
           (entry->depth == old->depth && entry->selectivity > old->selectivity);
}

bool book_text_board(FILE *in, Shape *shape, Error *error) {
    char line[LINE_SIZE], board[16], end;
    size_t length;
    int version;
    LineRead read = line_read(in, line, sizeof line - 1, &length);
    if (read == LINE_READ) {
        line[length] = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (sscanf(line, TEXT_MAGIC " %9d %15s %c", &version, board, &end) == 2 &&
            version == TEXT_VERSION)
            return shape_parse(shape, board, strlen(board), error);
    }
    return bad(error, "line 1: a book as text begins with '" TEXT_MAGIC " 1 8x8'");
}

static bool import_line(Graph *graph, char *line, int *added, int *replaced, Error *error) {
    BookEntry entry;
    if (line[0] == '#' || line[strspn(line, " \t\r")] == '\0') return true;
    if (!read_entry(graph->shape, line, &entry, error)) return false;
    int node = graph_find(graph, entry.position);
    if (node != GRAPH_NONE && !is_better(&entry, &graph->nodes[node].entry)) return true;
    *(node == GRAPH_NONE ? added : replaced) += 1;
    return graph_put(graph, &entry, error) != GRAPH_NONE;
}

bool book_text_import(Graph *graph, FILE *in, int *added, int *replaced, Error *error) {
    char line[LINE_SIZE];
    size_t length;
    LineRead read;
    for (long number = 2; (read = line_read(in, line, sizeof line - 1, &length)) != LINE_END;
         number++) {
        Error reason = {.status = STATUS_BAD_INPUT, .text = "the line is too long"};
        line[length] = '\0';
        if (read == LINE_READ && strlen(line) != length)
            error_set(&reason, STATUS_BAD_INPUT, "a NUL byte");
        else if (read == LINE_READ && import_line(graph, line, added, replaced, &reason))
            continue;
        if (read == LINE_FAILED) error_set(&reason, STATUS_IO, "cannot be read");
        error_set(error, reason.status, "line %ld: %.200s", number, reason.text);
        return false;
    }
    return graph_back_up(graph, error);
}
