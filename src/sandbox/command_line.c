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

static bool no_memory(Error *error) {
    error_set(error, STATUS_NO_MEMORY, "no memory for a command line");
    return false;
}

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
    if (strlen(text) > COMMAND_LINE_MAX_BYTES) {
        error_set(error, STATUS_BAD_INPUT, "command: longer than %d bytes", COMMAND_LINE_MAX_BYTES);
        return false;
    }
    for (;;) {
        while (scan_is_blank(*text)) text++;
        if (*text == '\0') break;
        if (line->count == COMMAND_LINE_MAX_WORDS) {
            error_set(error, STATUS_BAD_INPUT, "command: more than %d words",
                      COMMAND_LINE_MAX_WORDS);
            return false;
        }
        text = scan_word(text, word);
        if (text == NULL) {
            error_set(error, STATUS_BAD_INPUT, "command: a quote is not closed");
            return false;
        }
        line->words[line->count] = strdup(word);
        if (line->words[line->count++] == NULL) return no_memory(error);
    }
    if (line->count > 0) return true;
    error_set(error, STATUS_BAD_INPUT, "command: there is none");
    return false;
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
    if (stat(name, &info) != 0) {
        error_set(error, STATUS_BAD_INPUT, "program '%.100s': %s", name, strerror(errno));
        return false;
    }
    if (!is_program(name)) {
        error_set(error, STATUS_BAD_INPUT, "program '%.100s': %s", name,
                  S_ISREG(info.st_mode) ? "is not executable" : "is not a file");
        return false;
    }
    line->program = absolute(name);
    return line->program != NULL || no_memory(error);
}

static bool resolve_files(CommandLine *line, Error *error) {
    for (int i = 1; i < line->count; i++) {
        if (line->words[i][0] == '-' || line->words[i][0] == '/') continue;
        if (line->words[i][0] == '\0' || access(line->words[i], F_OK) != 0) continue;
        char *path = absolute(line->words[i]);
        if (path == NULL) return no_memory(error);
        free(line->words[i]);
        line->words[i] = path;
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
