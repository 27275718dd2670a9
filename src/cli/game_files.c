/* Lists files and folders, and reads the games in them one by one. */
#include "cli/game_files.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MAX_FOLDERS = 16 /* inside of each other */ };

struct GameFiles {
    const Shape *board;
    bool may_be_moves;
    char **paths;
    int count, capacity;
    int next; /* the file to open after this one */
    FILE *in; /* NULL between files */
    RecordReader *reader;
    const char *path;
};

/* --- The list -----------------------------------------------------------------------------------
 */

static bool add_path(GameFiles *files, const char *path, Error *error) {
    if (files->count == files->capacity) {
        int capacity = files->capacity > 0 ? 2 * files->capacity : 64;
        char **paths = realloc(files->paths, (size_t)capacity * sizeof *paths);
        if (paths != NULL) files->paths = paths, files->capacity = capacity;
    }
    char *copy = files->count < files->capacity ? strdup(path) : NULL;
    if (copy == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the names of files");
        return false;
    }
    files->paths[files->count++] = copy;
    return true;
}

/* Files of names are read with the games that they belong to. */
static bool is_left_to_others(const char *name) {
    const char *dot = strrchr(name, '.');
    return name[0] == '.' ||
           (dot != NULL && (strcasecmp(dot, ".jou") == 0 || strcasecmp(dot, ".trn") == 0));
}

static bool add_all(GameFiles *files, const char *path, int depth, Error *error);

static bool add_folder(GameFiles *files, const char *path, int depth, Error *error) {
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    bool ok = count >= 0;
    if (!ok) error_set(error, STATUS_IO, "%.150s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        char inner[PATH_MAX];
        int size = snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
        if (ok && size < PATH_MAX && !is_left_to_others(entries[i]->d_name))
            ok = add_all(files, inner, depth + 1, error);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return ok;
}

static bool add_all(GameFiles *files, const char *path, int depth, Error *error) {
    struct stat info;
    bool is_file = strcmp(path, "-") == 0 || stat(path, &info) != 0 || !S_ISDIR(info.st_mode);
    if (is_file) return add_path(files, path, error);
    return depth > MAX_FOLDERS || add_folder(files, path, depth, error);
}

GameFiles *game_files_open(int count, const char *const *paths, const Shape *board,
                           bool may_be_moves, Error *error) {
    GameFiles *files = calloc(1, sizeof *files);
    if (files == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the names of files");
        return NULL;
    }
    files->board = board;
    files->may_be_moves = may_be_moves;
    files->path = "";
    bool ok = true;
    for (int i = 0; ok && i < count; i++) ok = add_all(files, paths[i], 0, error);
    if (ok) return files;
    game_files_close(files);
    return NULL;
}

/* --- Games --------------------------------------------------------------------------------------
 */

static void close_file(GameFiles *files) {
    record_reader_free(files->reader);
    if (files->in != NULL && files->in != stdin) fclose(files->in);
    files->reader = NULL;
    files->in = NULL;
}

void game_files_close(GameFiles *files) {
    if (files == NULL) return;
    close_file(files);
    for (int i = 0; i < files->count; i++) free(files->paths[i]);
    free(files->paths);
    free(files);
}

const char *game_files_path(const GameFiles *files) {
    return files->path;
}

/* What is no file may be moves. */
static RecordRead read_moves(GameFiles *files, const char *text, int reason, GameRecord *game,
                             Error *error) {
    Board start = board_start(files->board);
    Error moves;
    memset(game, 0, sizeof *game);
    bool is_game = files->may_be_moves && reason == ENOENT &&
                   transcript_parse(&game->moves, &start, text, strlen(text), &moves);
    if (is_game) {
        files->path = "";
        return RECORD_GAME;
    }
    if (files->may_be_moves && reason == ENOENT)
        error_set(error, STATUS_IO, "%.80s: no such file, and not moves: %.120s", text, moves.text);
    else
        error_set(error, STATUS_IO, "%.150s: %s", text, strerror(reason));
    return RECORD_REFUSED;
}

static RecordRead open_next(GameFiles *files, GameRecord *game, Error *error) {
    files->path = files->paths[files->next++];
    bool is_stdin = strcmp(files->path, "-") == 0;
    files->in = is_stdin ? stdin : fopen(files->path, "rb");
    if (files->in == NULL) return read_moves(files, files->path, errno, game, error);
    files->reader =
        record_reader_new(files->in, is_stdin ? NULL : files->path, NULL, files->board, error);
    if (files->reader != NULL) return RECORD_NOTHING;
    close_file(files);
    return RECORD_BAD;
}

RecordRead game_files_next(GameFiles *files, GameRecord *game, Error *error) {
    for (;;) {
        if (files->reader != NULL) {
            RecordRead read = record_reader_next(files->reader, game, error);
            if (read == RECORD_GAME || read == RECORD_BAD) return read;
            close_file(files);
            if (read == RECORD_REFUSED) return RECORD_BAD;
        }
        if (files->next == files->count) return RECORD_END;
        RecordRead opened = open_next(files, game, error);
        if (opened != RECORD_NOTHING) return opened;
    }
}
