/* Adds the games of files and folders to a library. */
#include "cli/games_import.h"

#include "cli/game_files.h"
#include "cli/interrupt.h"

enum { SAVE_EVERY = 20000 };

static void leave_out(GamesImport *import, const char *path, const Error *error) {
    progress_end(&import->progress);
    output_error("games", "%s: %s", path, error->text);
    import->left_out++;
}

static bool add_game(GamesImport *import, const char *path, const GameRecord *game, Error *error) {
    bool is_new;
    if (!library_add(import->library, game, &is_new, error)) return false;
    import->added += is_new;
    import->known += !is_new;
    if (is_new && import->added % SAVE_EVERY == 0 && !library_save(import->library, error))
        return false;
    progress_update(&import->progress, "%s: %s games", path,
                    output_count((double)(import->added + import->known)).text);
    return true;
}

static bool import_games(GamesImport *import, GameFiles *files, Error *error) {
    GameRecord game;
    RecordRead read;
    while (!interrupt_came() && (read = game_files_next(files, &game, error)) != RECORD_END) {
        const char *path = game_files_path(files);
        if (read == RECORD_REFUSED) return false;
        if (read == RECORD_BAD)
            leave_out(import, path, error);
        else if (!add_game(import, path, &game, error))
            return false;
    }
    return true;
}

bool games_import(GamesImport *import, int count, const char *const *paths, Error *error) {
    GameFiles *files = game_files_open(count, paths, import->board, false, error);
    if (files == NULL) return false;
    progress_start(&import->progress);
    bool ok = import_games(import, files, error);
    progress_end(&import->progress);
    game_files_close(files);
    Error saving;
    if (library_save(import->library, &saving) || !ok) return ok;
    *error = saving;
    return false;
}
