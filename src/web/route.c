/* The paths of the server: files of the page, and the verbs of the API by their kind. */
#include "web/route.h"

#include <string.h>

/* The verbs that need no body. */
static const struct {
    const char *name;
    json_t *(*get)(void);
} getters[] = {{"status", api_status}, {"players", api_players}, {"openings", api_openings}};

static Route find_verb(const char *name) {
    Route route = {.method = ROUTE_POST, .is_api = true};
    for (size_t i = 0; i < sizeof getters / sizeof getters[0]; i++)
        if (strcmp(getters[i].name, name) == 0)
            return (Route){.method = ROUTE_GET, .is_api = true, .get = getters[i].get};
    route.is_stop = strcmp(name, "stop") == 0;
    route.think = think_find(name);
    route.quick = api_find(name);
    if (route.think && route.think->is_get) route.method = ROUTE_GET;
    if (!route.is_stop && !route.think && !route.quick) route.method = ROUTE_NONE;
    return route;
}

Route route_find(const char *path) {
    size_t prefix = strlen(ROUTE_API);
    if (strncmp(path, ROUTE_API, prefix) == 0) return find_verb(path + prefix);
    const Asset *asset = asset_find(path);
    return (Route){.method = asset ? ROUTE_GET : ROUTE_NONE, .asset = asset};
}
