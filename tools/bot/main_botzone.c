/* A Botzone bot in one file: what `bianca botzone` does. */
#include "base/clock.h"
#include "protocol/botzone.h"
#include "protocol/botzone_play.h"

#ifndef BOT_PLAYER
#define BOT_PLAYER "engine:threads=1,hash=64"
#endif
#ifndef BOT_SECONDS
#define BOT_SECONDS 0.9
#endif
#ifndef BOT_KEEPS_RUNNING
#define BOT_KEEPS_RUNNING false
#endif

int main(void) {
    static Shape shape;
    static PlayerSpec spec;
    Error error;
    BotzonePlay play = {.in = stdin,
                        .out = stdout,
                        .player = NULL,
                        .spec = &spec,
                        .shape = &shape,
                        .seconds = BOT_SECONDS,
                        .start = clock_seconds(),
                        .keeps_running = BOT_KEEPS_RUNNING};
    unpack_weights();
    bool ok = shape_init(&shape, BOTZONE_SIZE, BOTZONE_SIZE, &error) &&
              player_spec_parse(&spec, BOT_PLAYER, sizeof BOT_PLAYER - 1, &error) &&
              (play.player = player_new(&spec, &shape, &error)) != NULL &&
              botzone_play(&play, &error);
    if (!ok) fprintf(stderr, "%s\n", error.text);
    player_free(play.player);
    return ok ? 0 : 1;
}
