/* Any bytes as the file of a library of games: what opens can be searched, explored, added to and
 * deleted from, and whatever it gives are legal games; what cannot be read says why. */
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "fuzz/input.h"
#include "library/library.h"

static char path[200];

static void remove_files(void) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    for (int i = 0; i < 4; i++) {
        char file[220];
        snprintf(file, sizeof file, "%s%s", path, endings[i]);
        unlink(file);
    }
}

/* In memory where there is such a folder: a file on a disk takes milliseconds. */
static void choose_path(void) {
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(path, sizeof path, "%s/bianca-fuzz-library-%ld.db", folder, (long)getpid());
}

static bool check_game(void *context, int64_t id, const GameRecord *game, const char *opening) {
    (void)id;
    Board board = game->moves.start;
    for (int i = 0; i < game->moves.count; i++) board_play(&board, game->moves.moves[i]);
    require(board.position.own == game->moves.end.position.own && opening != NULL);
    return ++*(int *)context < 100;
}

static void use(Library *library, const Shape *shape) {
    Board start = board_start(shape);
    LibraryQuery queries[] = {{0}, {.position = &start}, {.player = "a", .first_year = 2000}};
    LibraryMoves moves;
    LibraryStats stats;
    Error error;
    for (int i = 0; i < 3; i++) {
        int count = 0;
        library_search(library, &queries[i], check_game, &count, &error);
    }
    library_explore(library, &start, &moves, &error);
    library_stats(library, &stats, &error);
    GameRecord game = {.black = "new"};
    bool is_new, was_there;
    require(transcript_parse(&game.moves, &start, "f5d6c3", 6, &error));
    if (library_add(library, &game, &is_new, &error)) library_save(library, &error);
    library_delete(library, 0, &was_there, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Shape shape;
    Error error = {.status = STATUS_OK};
    if (shape.width == 0) {
        require(shape_init(&shape, 8, 8, NULL));
        choose_path();
    }
    remove_files();
    FILE *out = fopen(path, "wb");
    require(out != NULL);
    fwrite(data, 1, size, out);
    fclose(out);
    Library *library = library_open(path, false, &error);
    if (library != NULL)
        use(library, &shape);
    else
        require(error.status != STATUS_OK && error.text[0] != '\0');
    library_close(library);
    remove_files();
    return 0;
}
