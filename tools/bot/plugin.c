/* A bot in one file has no plug-ins. Stands for engine/plugin.c. */
#include "eval/plugin.h"

const char *plugin_path(const char *name) {
    (void)name;
    return NULL;
}

bool plugin_open(Evaluation *self, const Shape *shape, const char *name, Error *error) {
    (void)self, (void)shape, (void)name;
    error_set(error, STATUS_UNSUPPORTED, "a bot in one file has no plug-ins");
    return false;
}

void plugin_close(Plugin *plugin) {
    (void)plugin;
}

bool evaluation_failure(const Evaluation *evaluation, Error *error) {
    (void)evaluation, (void)error;
    return false;
}
