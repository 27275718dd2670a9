/* For bench/library.sh: milliseconds of processor time for finding a position and for exploring it,
 * at several depths of a game. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "library/library.h"

enum { REPEAT = 10 };

static double milliseconds(void) {
    return (double)clock() * 1000 / CLOCKS_PER_SEC;
}

static bool first_page(void *context, int64_t id, const GameRecord *game, const char *opening) {
    (void)id, (void)game, (void)opening;
    return ++*(int *)context < 20;
}

int main(int argc, char **argv) {
    static const char *const lines[] = {"", "f5d6", "f5d6c3d3c4", "f5d6c3d3c4f4",
                                        "f5d6c3d3c4f4f6f3e6e7"};
    Shape shape;
    Error error;
    Library *library = argc == 2 ? library_open(argv[1], false, &error) : NULL;
    if (library == NULL || !shape_init(&shape, 8, 8, &error)) return 1;
    Board start = board_start(&shape);
    printf("%-22s %10s %14s %14s\n", "position", "games", "20 found, ms", "explored, ms");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Transcript game;
        LibraryMoves moves;
        if (!transcript_parse(&game, &start, lines[i], strlen(lines[i]), &error)) return 1;
        LibraryQuery query = {.position = &game.end};
        library_explore(library, &game.end, &moves, &error); // fills SQLite's cache
        double begin = milliseconds();
        for (int n = 0; n < REPEAT; n++) {
            int found = 0;
            library_search(library, &query, first_page, &found, &error);
        }
        double searched = milliseconds();
        for (int n = 0; n < REPEAT; n++) library_explore(library, &game.end, &moves, &error);
        printf("%-22s %10d %14.2f %14.2f\n", *lines[i] ? lines[i] : "start", moves.games,
               (searched - begin) / REPEAT, (milliseconds() - searched) / REPEAT);
    }
    library_close(library);
    return 0;
}
