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

static bool is_program(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

/* An absolute path without resolving links at its end: a program may behave by its name. */
static char *absolute(const char *path) {
    char folder[PATH_MAX], *whole = NULL;
    if (path[0] == '/') return strdup(path);
    if (getcwd(folder, sizeof folder) == NULL) return NULL;
    while (strncmp(path, "./", 2) == 0) path += 2;
    return asprintf(&whole, "%s/%s", folder, path) < 0 ? NULL : whole;
}

char *command_line_find(const char *name) {
    const char *folders = getenv("PATH");
    if (folders == NULL) folders = "/usr/local/bin:/usr/bin:/bin";
    while (*folders != '\0') {
        size_t length = strcspn(folders, ":");
        char path[PATH_MAX];
        int size = snprintf(path, sizeof path, "%.*s/%s", (int)length, folders, name);
        if (length > 0 && size < (int)sizeof path && is_program(path)) return absolute(path);
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
    if (!is_program(name)) return BAD("program '%.100s': is not executable", name);
    return (line->program = absolute(name)) != NULL || NO_MEMORY();
}

static bool resolve_files(CommandLine *line, Error *error) {
    for (int i = 1; i < line->count; i++) {
        char **word = &line->words[i], *path;
        if (**word == '-' || **word == '/' || access(*word, F_OK) != 0) continue;
        if ((path = absolute(*word)) == NULL) return NO_MEMORY();
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
