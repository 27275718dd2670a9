/* Adds the games of files and folders to a library. */
#include "cli/games_import.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/interrupt.h"
#include "record/reader.h"

enum { MAX_FOLDERS = 16 /* inside of each other */, SAVE_EVERY = 20000 };

static void leave_out(GamesImport *import, const char *path, const Error *error) {
    progress_end(&import->progress);
    output_error("games", "%s: %s", path, error->text);
    import->left_out++;
}

/* False if the library is broken. */
static bool import_games(GamesImport *import, RecordReader *reader, const char *path) {
    GameRecord game;
    RecordRead read;
    Error reason;
    while (!interrupt_came() && (read = record_reader_next(reader, &game, &reason)) != RECORD_END) {
        bool is_new;
        if (read != RECORD_GAME) {
            leave_out(import, path, &reason);
            continue;
        }
        if (!library_add(import->library, &game, &is_new, &import->error)) return false;
        import->added += is_new;
        import->known += !is_new;
        if (is_new && import->added % SAVE_EVERY == 0 &&
            !library_save(import->library, &import->error))
            return false;
        progress_update(&import->progress, "%s: %s games", path,
                        output_count((double)(import->added + import->known)).text);
    }
    return true;
}

static bool import_file(GamesImport *import, const char *path) {
    Error reason;
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *in = is_stdin ? stdin : fopen(path, "rb");
    if (in == NULL) {
        error_set(&import->error, STATUS_IO, "%.150s: %s", path, strerror(errno));
        return false;
    }
    RecordReader *reader =
        record_reader_new(in, is_stdin ? NULL : path, NULL, import->board, &reason);
    if (reader == NULL) leave_out(import, path, &reason);
    bool ok = reader == NULL || import_games(import, reader, path);
    record_reader_free(reader);
    if (!is_stdin) fclose(in);
    return ok;
}

static bool import_path(GamesImport *import, const char *path, int depth);

/* Files of names are read with the games that they belong to. */
static bool is_left_to_others(const char *name) {
    const char *dot = strrchr(name, '.');
    return name[0] == '.' ||
           (dot != NULL && (strcasecmp(dot, ".jou") == 0 || strcasecmp(dot, ".trn") == 0));
}

/* In the order of names, so that the same folder gives the same library everywhere. */
static bool import_folder(GamesImport *import, const char *path, int depth) {
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    bool ok = count >= 0;
    if (!ok) error_set(&import->error, STATUS_IO, "%.150s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        char inner[PATH_MAX];
        int size = snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
        if (ok && size < PATH_MAX && !is_left_to_others(entries[i]->d_name))
            ok = import_path(import, inner, depth + 1);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return ok;
}

static bool import_path(GamesImport *import, const char *path, int depth) {
    struct stat info;
    bool is_file = strcmp(path, "-") == 0 || stat(path, &info) != 0 || !S_ISDIR(info.st_mode);
    if (interrupt_came() || (!is_file && depth > MAX_FOLDERS)) return true;
    return is_file ? import_file(import, path) : import_folder(import, path, depth);
}

bool games_import(GamesImport *import, int count, const char *const *paths, Error *error) {
    bool ok = true;
    progress_start(&import->progress);
    for (int i = 0; ok && i < count; i++) ok = import_path(import, paths[i], 0);
    progress_end(&import->progress);
    Error saving;
    if (!library_save(import->library, &saving) && ok) import->error = saving, ok = false;
    if (!ok) *error = import->error;
    return ok;
}
