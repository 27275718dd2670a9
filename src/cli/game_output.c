/* A writer for each file that is being written. */
#include "cli/game_output.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/output.h"

enum { MAX_FILES = 512 /* one a year, all open to the end */ };

typedef struct OutputFile {
    int year;
    char path[4096];
    FileReplacement file; /* its stream is NULL for standard output, and after the end */
    RecordWriter *writer;
} OutputFile;

struct GameOutput {
    const char *path;
    const RecordFormat *format;
    bool is_by_year;
    int count;
    OutputFile *files[MAX_FILES];
};

static bool has_year(const char *path) {
    return path != NULL && strstr(path, GAME_OUTPUT_YEAR) != NULL;
}

/* The name of the file of a year; false if it is too long. */
static bool name_file(const char *pattern, int year, char path[4096]) {
    const char *mark = strstr(pattern, GAME_OUTPUT_YEAR);
    int size = mark == NULL ? snprintf(path, 4096, "%s", pattern)
                            : snprintf(path, 4096, "%.*s%04d%s", (int)(mark - pattern), pattern,
                                       year, mark + strlen(GAME_OUTPUT_YEAR));
    return size < 4096;
}

static OutputFile *open_file(GameOutput *output, int year, Error *error) {
    OutputFile *file = output->count < MAX_FILES ? calloc(1, sizeof *file) : NULL;
    if (file == NULL || (output->path != NULL && !name_file(output->path, year, file->path))) {
        error_set(error, STATUS_IO, "no room for another file");
        free(file);
        return NULL;
    }
    output->files[output->count++] = file;
    file->year = year;
    if (output->path != NULL && !file_replace_begin(&file->file, file->path, error)) {
        file->file.stream = NULL;
        return NULL;
    }
    FILE *stream = output->path != NULL ? file->file.stream : stdout;
    file->writer = record_writer_new(stream, output->format, error);
    return file->writer != NULL ? file : NULL;
}

GameOutput *game_output_open(const char *path, const RecordFormat *format, Error *error) {
    GameOutput *output = calloc(1, sizeof *output);
    if (output == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory to write games");
        return NULL;
    }
    output->path = path;
    output->format = format;
    output->is_by_year = has_year(path);
    if (output->is_by_year || open_file(output, 0, error) != NULL) return output;
    game_output_close(output);
    return NULL;
}

static OutputFile *file_of(GameOutput *output, const GameRecord *game, Error *error) {
    int year = output->is_by_year ? record_year(game) : 0;
    if (output->is_by_year && year == 0) {
        error_set(error, STATUS_UNSUPPORTED, "it has no year for the name of its file");
        return NULL;
    }
    for (int i = 0; i < output->count; i++)
        if (output->files[i]->year == year) return output->files[i];
    return open_file(output, year, error);
}

bool game_output_put(GameOutput *output, const GameRecord *game, Error *error) {
    OutputFile *file = file_of(output, game, error);
    return file != NULL && record_writer_put(file->writer, game, error);
}

bool game_output_finish(GameOutput *output, const char *command, Error *error) {
    int changed = 0;
    for (int i = 0; i < output->count; i++) {
        OutputFile *file = output->files[i];
        if (!record_writer_finish(file->writer, output->path ? file->path : NULL, error))
            return false;
        changed += record_writer_changed_names(file->writer);
    }
    for (int i = 0; i < output->count && output->path != NULL; i++) {
        bool ok = file_replace_commit(&output->files[i]->file, error);
        output->files[i]->file.stream = NULL;
        if (!ok) return false;
    }
    if (changed > 0)
        output_error(command, "warning: %d names are shortened or have other letters: %s", changed,
                     output->format->names);
    return true;
}

void game_output_close(GameOutput *output) {
    if (output == NULL) return;
    for (int i = 0; i < output->count; i++) {
        OutputFile *file = output->files[i];
        record_writer_free(file->writer);
        if (file->file.stream != NULL) file_replace_abandon(&file->file);
        free(file);
    }
    free(output);
}
