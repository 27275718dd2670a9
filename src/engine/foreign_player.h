/* A foreign program as an opponent in a front end: the terminal game, the page.
 *
 * A front end knows nothing of processes. The command that starts it supplies a ForeignHost, which
 * opens programs from player strings (arena/bots/foreign_host.h implements it), and the front end
 * asks what it gets for moves. A program that fails costs its game and nothing else. */
#ifndef ENGINE_FOREIGN_PLAYER_H
#define ENGINE_FOREIGN_PLAYER_H

#include "engine/player.h"
#include "record/transcript.h"

typedef struct ForeignPlayer ForeignPlayer;

typedef struct ForeignPlayerKind {
    bool (*move)(ForeignPlayer *self, const Transcript *game, double seconds, PlayerMove *move,
                 Error *error);
    void (*stop)(ForeignPlayer *self);
    const char *(*protection)(ForeignPlayer *self);
    void (*free)(ForeignPlayer *self);
} ForeignPlayerKind;

struct ForeignPlayer {
    const ForeignPlayerKind *kind;
};

/* Opens programs. Any thread may use it; it must outlive what it opens. */
typedef struct ForeignHost {
    /* Starts the program once to see that it does; the shape must outlive what is returned. NULL
     * on failure, with the reason. */
    ForeignPlayer *(*open)(const struct ForeignHost *self, const PlayerSpec *spec,
                           const Shape *shape, Error *error);
} ForeignHost;

/* Whether the player needs a ForeignHost; player_new() refuses it. */
bool player_needs_host(const PlayerSpec *spec);

/* The program that runs a plug-in in that file: the file itself, a name in PATH, or NULL if it
 * needs none. */
const char *player_plugin_program(const char *path);

/* NULL `host`: refused, as foreign programs cannot be started here. */
ForeignPlayer *foreign_player_open(const ForeignHost *host, const PlayerSpec *spec,
                                   const Shape *shape, Error *error);

/* Asks for the next move of *game, whose side to move has one. The game need not continue the one
 * before: after undo or in a new game the program is started anew. `seconds` is the time for the
 * move, 0: as long as the host lets programs think. False if the program failed or was stopped; the
 * error says how. */
static inline bool foreign_player_move(ForeignPlayer *self, const Transcript *game, double seconds,
                                       PlayerMove *move, Error *error) {
    return self->kind->move(self, game, seconds, move, error);
}

/* Makes a running foreign_player_move() fail soon. Any thread, and signal handlers. */
static inline void foreign_player_stop(ForeignPlayer *self) {
    self->kind->stop(self);
}

/* What the program ran under at its last move: "bubblewrap+seccomp+...", empty if it did not start;
 * valid until the next call. */
static inline const char *foreign_player_protection(ForeignPlayer *self) {
    return self->kind->protection(self);
}

static inline void foreign_player_free(ForeignPlayer *self) {
    if (self) self->kind->free(self);
}

#endif
