/* Splits the command of a foreign program into words and makes the names of files absolute. */
#include "sandbox/command_line.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/scan.h"

#define BAD(...)    (error_set(error, STATUS_BAD_INPUT, __VA_ARGS__), false)
#define NO_MEMORY() (error_set(error, STATUS_NO_MEMORY, "no memory for a command line"), false)

/* Copies the word at `at` without its quotes to `word`, which has room for the whole text. Returns
 * the end of the word, or NULL if a quote is not closed. */
static const char *scan_word(const char *at, char *word) {
    char quote = '\0';
    for (; *at != '\0' && (quote != '\0' || !scan_is_blank(*at)); at++) {
        if (*at == quote)
            quote = '\0';
        else if (quote == '\0' && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (*at == '\\' && quote != '\'' && at[1] != '\0')
            *word++ = *++at;
        else
            *word++ = *at;
    }
    *word = '\0';
    return quote == '\0' ? at : NULL;
}

static bool split(CommandLine *line, const char *text, Error *error) {
    char word[COMMAND_LINE_MAX_BYTES + 1];
    if (strlen(text) > COMMAND_LINE_MAX_BYTES)
        return BAD("command: longer than %d bytes", COMMAND_LINE_MAX_BYTES);
    while (scan_is_blank(*text)) text++;
    while (*text != '\0') {
        if (line->count == COMMAND_LINE_MAX_WORDS)
            return BAD("command: more than %d words", COMMAND_LINE_MAX_WORDS);
        if ((text = scan_word(text, word)) == NULL) return BAD("command: a quote is not closed");
        if ((line->words[line->count] = strdup(word)) == NULL) return NO_MEMORY();
        line->count++;
        while (scan_is_blank(*text)) text++;
    }
    return line->count > 0 || BAD("command: there is none");
}

bool command_line_is_program(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

char *command_line_absolute(const char *path) {
    char folder[PATH_MAX], real[PATH_MAX], *whole = NULL;
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    size_t name = length;
    while (name > 0 && path[name - 1] != '/') name--;
    const char *last = path + name;
    bool has_name = name < length && strncmp(last, ".", length - name) != 0 &&
                    strncmp(last, "..", length - name) != 0;
    if (!has_name) return realpath(path, NULL);
    snprintf(folder, sizeof folder, "%.*s", (int)name, path);
    if (realpath(name > 0 ? folder : ".", real) == NULL) return NULL;
    if (strcmp(real, "/") == 0) real[0] = '\0';
    return asprintf(&whole, "%s/%.*s", real, (int)(length - name), last) < 0 ? NULL : whole;
}

char *command_line_find(const char *name) {
    const char *folders = getenv("PATH");
    if (folders == NULL) folders = "/usr/local/bin:/usr/bin:/bin";
    while (*folders != '\0') {
        size_t length = strcspn(folders, ":");
        char path[PATH_MAX];
        int size = snprintf(path, sizeof path, "%.*s/%s", (int)length, folders, name);
        if (length > 0 && size < (int)sizeof path && command_line_is_program(path))
            return command_line_absolute(path);
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

static bool resolve_program(CommandLine *line, Error *error) {
    const char *name = line->words[0];
    struct stat info;
    if (strchr(name, '/') == NULL && (line->program = command_line_find(name)) != NULL) return true;
    if (stat(name, &info) != 0) return BAD("program '%.100s': %s", name, strerror(errno));
    if (!S_ISREG(info.st_mode)) return BAD("program '%.100s': is not a file", name);
    if (!command_line_is_program(name)) return BAD("program '%.100s': is not executable", name);
    return (line->program = command_line_absolute(name)) != NULL || NO_MEMORY();
}

/* "/dev/fd/0" and "/proc/self/maps" mean something else for each process. */
static bool is_same_for_all(const char *word) {
    return strncmp(word, "/proc/", 6) != 0 && strncmp(word, "/dev/", 5) != 0;
}

static bool resolve_files(CommandLine *line, Error *error) {
    for (int i = 1; i < line->count; i++) {
        char **word = &line->words[i], *path;
        if (**word == '-' || !is_same_for_all(*word) || access(*word, F_OK) != 0) continue;
        if ((path = command_line_absolute(*word)) == NULL) return NO_MEMORY();
        free(*word);
        *word = path;
    }
    return true;
}

bool command_line_parse(CommandLine *line, const char *text, Error *error) {
    CommandLine result = {0};
    if (split(&result, text, error) && resolve_program(&result, error) &&
        resolve_files(&result, error)) {
        *line = result;
        return true;
    }
    command_line_release(&result);
    return false;
}

void command_line_release(CommandLine *line) {
    for (int i = 0; i < line->count; i++) free(line->words[i]);
    free(line->program);
    *line = (CommandLine){0};
}
