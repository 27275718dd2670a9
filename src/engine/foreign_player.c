/* Which players need a host, and the refusal where there is none. */
#include "engine/foreign_player.h"

#include "eval/plugin.h"

bool player_needs_host(const PlayerSpec *spec) {
    return player_is_foreign(spec) || player_has_plugin(spec);
}

const char *player_plugin_program(const char *path) {
    return plugin_program(path);
}

ForeignPlayer *foreign_player_open(const ForeignHost *host, const PlayerSpec *spec,
                                   const Shape *shape, Error *error) {
    if (host) return host->open(host, spec, shape, error);
    error_set(error, STATUS_UNSUPPORTED, "player '%.60s': no programs can be started here",
              spec->text);
    return NULL;
}
