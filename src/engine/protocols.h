/* The protocols in which foreign programs play: one row for each, with everything known about it.
 *
 * Player strings ("gtp:COMMAND", player_spec.c), the participants that speak a protocol
 * (arena/bots/foreign.c), `bianca players` and the help of the commands are made from these rows. A
 * new protocol is a row here and a file arena/bots/foreign_NAME.c. The columns:
 *
 *     id        of the enum below
 *     make      make_participant_new() of arena/bots makes a participant that speaks it
 *     name      in player strings, before the colon
 *     starts    where a game can begin: START_USUAL (and moves from there) or START_ANY position
 *     run       how often the arena starts the program, and with which arguments
 *     command   the command of this program that speaks it
 *     summary   who speaks it */
#ifndef ENGINE_PROTOCOLS_H
#define ENGINE_PROTOCOLS_H

/* clang-format off */
#define PROTOCOL_ROWS(ROW)                                                                         \
    ROW(GTP, gtp, "gtp", START_USUAL, "once per game", "bianca gtp",                               \
        "A program that speaks GTP")                                                               \
    ROW(NBOARD, nboard, "nboard", START_ANY, "once per game", "bianca nboard",                     \
        "A program that speaks NBoard")                                                            \
    ROW(BOTZONE, botzone, "botzone", START_USUAL, "once per move, or once per game if it asks",    \
        "bianca botzone", "A Botzone bot, simple interaction")                                     \
    ROW(BOTZONE_JSON, botzone_json, "botzone-json", START_USUAL,                                   \
        "once per move, or once per game if it asks", "bianca botzone",                            \
        "A Botzone bot, JSON interaction")                                                         \
    ROW(STATEFILE, statefile, "statefile", START_ANY, "once per move, as COMMAND state action",    \
        "bianca player", "A program of the course referee, state and action files")

typedef enum Protocol {
#define ROW(id, make, name, starts, run, command, summary) PROTOCOL_##id,
    PROTOCOL_ROWS(ROW)
#undef ROW
    PROTOCOLS,
    NO_PROTOCOL = PROTOCOLS, /* of a player of our own */
} Protocol;
/* clang-format on */

/* Where a game in a protocol can begin. */
typedef enum ProtocolStart { START_USUAL, START_ANY } ProtocolStart;

#endif
