/* The course referee's player in one file: what `bianca player STATE ACTION` does. */
#include "base/clock.h"
#include "protocol/statefile_play.h"

#ifndef BOT_PLAYER
#define BOT_PLAYER "engine:threads=1,hash=128"
#endif
#ifndef BOT_SECONDS
#define BOT_SECONDS 9.5
#endif

int main(int argc, char **argv) {
    static StatefilePlay play;
    Error error;
    if (argc != 3) {
        fprintf(stderr, "usage: player STATE ACTION\n");
        return 2;
    }
    play.state = argv[1];
    play.action = argv[2];
    play.seconds = BOT_SECONDS;
    play.start = clock_seconds();
    unpack_weights();
    bool ok = player_spec_parse(&play.spec, BOT_PLAYER, sizeof BOT_PLAYER - 1, &error) &&
              statefile_play(&play, &error);
    if (!ok) fprintf(stderr, "%s\n", error.text);
    return ok ? 0 : 1;
}
