/* The programs that a server was started with: `bianca serve --player mine=gtp:./bot`. The page
 * plays against them by name; nothing that a page asks for can start any other.
 *
 * A program stays with a page (its session) from move to move, so that it keeps what it has learned
 * in the game. At most PROGRAMS_MAX_RUNNING run; one that waits longest for its page is ended
 * first.
 *
 * Any thread may call everything here. */
#ifndef WEB_PROGRAMS_H
#define WEB_PROGRAMS_H

#include <jansson.h>

#include "engine/foreign_player.h"

enum {
    PROGRAMS_MAX = 32,
    PROGRAMS_MAX_RUNNING = 16,
    PROGRAM_NAME_SIZE = 60,
    PROGRAM_SESSION_SIZE = 41, /* of the page that a program plays for, with its NUL */
};

typedef struct Programs Programs;

typedef struct ServerProgram {
    char name[PROGRAM_NAME_SIZE];
    PlayerSpec spec;
} ServerProgram;

/* Reads NAME=PLAYER, where any player will do; the name is not that of a player. */
bool server_program_parse(ServerProgram *program, const char *text, Error *error);

/* Starts each once on 8x8, to see that it does. `list` and `host` must outlive the result. */
Programs *programs_new(const ServerProgram *list, int count, const ForeignHost *host, Error *error);
void programs_free(Programs *programs); /* may be NULL */

/* The program of that name; NULL if there is none. `programs` may be NULL. */
const ServerProgram *programs_find(const Programs *programs, const char *name);

/* [{"name":"mine","player":"gtp:./bot","plugin":false}, ...] */
json_t *programs_json(const Programs *programs);

/* A running program for a page and a board: the one that played there before, or a new one. Give it
 * back afterwards. */
ForeignPlayer *programs_take(Programs *programs, const ServerProgram *program, const char *session,
                             const Shape *shape, Side side, Error *error);
void programs_give(Programs *programs, ForeignPlayer *player, bool has_failed);

#endif
