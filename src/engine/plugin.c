/* Makes a row of the registry for a plug-in, whose formula calls the shared object or asks the
 * process. */
#include "eval/plugin.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plugin_process.h"
#include "eval/registry.h"

enum { PLUGIN_PLIES = 4 };
#define PLUGIN_WIN 1e12 /* a proven result outranks every sensible estimate */

typedef double PluginFunction(const BiancaPosition *position);

struct Plugin {
    ClassicProgram program;
    char *name;
    void *object; /* of dlopen() */
    PluginFunction *function;
    PluginProcess *process;
    pthread_mutex_t lock; /* of what follows, and of the process */
    bool has_failed;
    Error failure;
};

const char *plugin_path(const char *name) {
    size_t plain = strlen(PLUGIN_PREFIX), apart = strlen(PLUGIN_APART);
    if (strncmp(name, PLUGIN_PREFIX, plain) == 0) return name + plain;
    if (strncmp(name, PLUGIN_APART, apart) == 0) return name + apart;
    return NULL;
}

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), size = strlen(ending);
    return length > size && strcmp(path + length - size, ending) == 0;
}

static BiancaPosition position_of(const EvalInput *input) {
    return (BiancaPosition){.width = input->shape->width,
                            .height = input->shape->height,
                            .black = shape_pack(input->shape, input->mine),
                            .white = shape_pack(input->shape, input->theirs)};
}

static double fail(Plugin *plugin, const Error *reason) {
    pthread_mutex_lock(&plugin->lock);
    if (!plugin->has_failed) plugin->failure = *reason;
    plugin->has_failed = true;
    pthread_mutex_unlock(&plugin->lock);
    return 0;
}

/* Asks the process, unless it has failed before. */
static bool ask(Plugin *plugin, const BiancaPosition *position, double *value, Error *error) {
    pthread_mutex_lock(&plugin->lock);
    bool ok = !plugin->has_failed && plugin_process_value(plugin->process, position, value, error);
    if (!ok && plugin->has_failed) *error = plugin->failure;
    pthread_mutex_unlock(&plugin->lock);
    return ok;
}

static double plugin_value(const EvalInput *input, EvalTerms *terms) {
    Plugin *plugin = input->evaluation->plugin;
    BiancaPosition position = position_of(input);
    double value;
    Error error;
    if (plugin->function)
        value = plugin->function(&position);
    else if (!ask(plugin, &position, &value, &error))
        return fail(plugin, &error);
    if (!isfinite(value)) {
        error_set(&error, STATUS_BAD_INPUT, "%.60s: evaluate() returned %s", plugin->name,
                  isnan(value) ? "NaN" : "infinity");
        return fail(plugin, &error);
    }
    return terms_add(terms, "evaluate", value, 1);
}

static bool load(Plugin *plugin, const char *path, Error *error) {
    char *named = malloc(strlen(path) + 3);
    if (!named) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a plug-in");
        return false;
    }
    /* Without a slash the system's libraries would be searched. */
    sprintf(named, "%s%s", strchr(path, '/') ? "" : "./", path);
    plugin->object = dlopen(named, RTLD_NOW | RTLD_LOCAL);
    free(named);
    if (!plugin->object) {
        error_set(error, STATUS_IO, "plug-in: %.200s", dlerror());
        return false;
    }
    /* POSIX makes functions of what dlsym() returns; C has no word for it. */
    *(void **)&plugin->function = dlsym(plugin->object, "evaluate");
    if (plugin->function) return true;
    error_set(error, STATUS_BAD_INPUT,
              "plug-in '%.100s' has no function double evaluate(const BiancaPosition *)", path);
    return false;
}

static Plugin *make(const char *name, Error *error) {
    Plugin *plugin = calloc(1, sizeof *plugin);
    char *copy = strdup(name);
    if (!plugin || !copy) {
        free(plugin);
        free(copy);
        error_set(error, STATUS_NO_MEMORY, "no memory for a plug-in");
        return NULL;
    }
    pthread_mutex_init(&plugin->lock, NULL);
    plugin->name = copy;
    plugin->program = (ClassicProgram){
        .name = copy,
        .summary = "A plug-in",
        .origin = "yours",
        .boards = "all",
        .disc = 1,
        .value = plugin_value,
        .search = {
            .plies = PLUGIN_PLIES, .is_negamax = true, .end = END_IS_WIN, .win_value = PLUGIN_WIN}};
    return plugin;
}

void plugin_close(Plugin *plugin) {
    if (!plugin) return;
    plugin_process_free(plugin->process);
    if (plugin->object) dlclose(plugin->object);
    pthread_mutex_destroy(&plugin->lock);
    free(plugin->name);
    free(plugin);
}

bool plugin_open(Evaluation *self, const Shape *shape, const char *name, Error *error) {
    const char *path = plugin_path(name);
    bool is_apart = strncmp(name, PLUGIN_APART, strlen(PLUGIN_APART)) == 0;
    Plugin *plugin = make(name, error);
    if (!plugin) return false;
    bool ok;
    if (has_ending(path, ".so") && !is_apart) {
        ok = load(plugin, path, error);
    } else {
        plugin->process = plugin_process_new(path, error);
        ok = plugin->process != NULL;
    }
    if (ok && evaluation_from_program(self, &plugin->program, shape, error)) {
        self->plugin = plugin;
        return true;
    }
    plugin_close(plugin);
    return false;
}

bool evaluation_failure(const Evaluation *evaluation, Error *error) {
    Plugin *plugin = evaluation->plugin;
    if (!plugin) return false;
    pthread_mutex_lock(&plugin->lock);
    bool has_failed = plugin->has_failed;
    if (has_failed && error) *error = plugin->failure;
    pthread_mutex_unlock(&plugin->lock);
    return has_failed;
}
