/* Opens evaluations by name: a row of the registry, or `pattern` for learned weights from a file or
 * from inside the program, or `plugin:FILE`. */
#include <string.h>

#include "base/options.h"
#include "eval/learned.h"
#include "eval/plugin.h"
#include "eval/registry.h"
#include "eval/weight_file.h"

static const char pattern_name[] = "pattern";

static bool is_given(const char *text) {
    return text && *text;
}

static bool open_learned(Evaluation *self, const Shape *shape, const char *path, Error *error) {
    WeightFile *file =
        is_given(path) ? weight_file_read(shape, path, error) : weight_file_embedded(shape, error);
    if (!file) return false;
    if (!evaluation_from_weights(self, &file->learned, error)) {
        weight_file_free(file);
        return false;
    }
    self->weight_file = file;
    return true;
}

bool evaluation_exists(const char *name, Error *error) {
    if (strcmp(name, pattern_name) == 0 || classic_program_find(name, strlen(name)) ||
        plugin_path(name))
        return true;
    Nearest nearest = {.word = name};
    nearest_offer(&nearest, pattern_name);
    for (int i = 0; i < classic_program_count; i++)
        nearest_offer(&nearest, classic_programs[i]->name);
    if (nearest.name)
        error_set(error, STATUS_BAD_INPUT, "unknown evaluation '%.40s', did you mean '%s'?", name,
                  nearest.name);
    else
        error_set(error, STATUS_BAD_INPUT, "unknown evaluation '%.40s', see 'bianca players'",
                  name);
    return false;
}

static bool open_classic(Evaluation *self, const Shape *shape, const char *name, Error *error) {
    if (!evaluation_exists(name, error)) return false;
    if (plugin_path(name)) return plugin_open(self, shape, name, error);
    return evaluation_from_program(self, classic_program_find(name, strlen(name)), shape, error);
}

bool evaluation_open(Evaluation *self, const Shape *shape, const char *name, const char *weights,
                     Error *error) {
    *self = (Evaluation){.shape = NULL};
    if (is_given(name) && strcmp(name, pattern_name) != 0) {
        if (!is_given(weights)) return open_classic(self, shape, name, error);
        error_set(error, STATUS_BAD_INPUT, "evaluation '%.40s' takes no weight file", name);
        return false;
    }
    if (is_given(name) || is_given(weights)) return open_learned(self, shape, weights, error);
    Error none;
    if (open_learned(self, shape, NULL, &none)) return true;
    if (none.status == STATUS_UNSUPPORTED) return open_classic(self, shape, "handmade", error);
    if (error) *error = none;
    return false;
}

void evaluation_close(Evaluation *self) {
    weight_file_free(self->weight_file);
    plugin_close(self->plugin);
    self->weight_file = NULL;
    self->plugin = NULL;
}
