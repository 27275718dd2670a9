/* Reads the options about foreign programs (sandbox_input.h). */
#include "cli/sandbox_input.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

/* The names stay as they are written, links included: the program may know them by these. */
static bool write_paths(const char *bind, Text *text, Error *error) {
    char folder[PATH_MAX], path[PATH_MAX];
    if (getcwd(folder, sizeof folder) == NULL) folder[0] = '\0';
    for (size_t length; *bind != '\0'; bind += length + (bind[length] == ':')) {
        length = strcspn(bind, ":");
        if (length == 0) continue;
        snprintf(path, sizeof path, "%.*s", (int)length, bind);
        if (access(path, F_OK) != 0) {
            error_set(error, STATUS_BAD_INPUT, "--bind: '%.150s': %s", path, strerror(errno));
            return false;
        }
        if (text->length > 0) text_byte(text, ':');
        if (path[0] != '/') text_format(text, "%s/", folder);
        text_string(text, path);
    }
    return true;
}

bool bind_input_read(const char *bind, char **binds, Error *error) {
    *binds = NULL;
    if (bind == NULL) return true;
    Text size = {0};
    if (!write_paths(bind, &size, error)) return false;
    *binds = malloc(size.length + 1);
    if (*binds == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory for --bind");
        return false;
    }
    Text text = text_into(*binds, size.length + 1);
    return write_paths(bind, &text, error);
}

bool sandbox_input_read(const SandboxInput *input, ProcessOptions *process, Error *error) {
    char *binds;
    bool ok = bind_input_read(input->bind, &binds, error);
    *process = (ProcessOptions){.limits = process_default_limits,
                                .is_trusted = input->trust,
                                .has_network = input->network,
                                .binds = binds};
    process->limits.memory_bytes = (uint64_t)input->memory << 20;
    process->limits.processes = input->processes + 1;
    return ok;
}
