/* Player strings: who plays, in one short word that people can type.
 *
 *     NAME                     a classic program (eval/registry.h): e03-myjudge, baseline4
 *     NAME:KEY=VALUE,...       the same with settings:              e03-myjudge:depth=8
 *     engine:KEY=VALUE,...     the full search:                     engine:level=10,variety=1
 *     beginner:N               for first games, N from 1 to 5:      beginner:3,seed=7
 *     random:seed=7            any legal move
 *     plugin:FILE,KEY=VALUE    plain alpha-beta with an evaluation in a file (eval/plugin.h)
 *     gtp:COMMAND              a foreign program, with the protocol that it speaks (protocols.h).
 *                              All after the colon is the command
 *
 * The rows of player_spec.c say which keys each takes; parsing, `bianca players` and
 * docs/players.md go by them. Parsing asks for the form alone: whether a player can play on a
 * board, and whether a command exists, is found out when it is started. */
#ifndef ENGINE_PLAYER_SPEC_H
#define ENGINE_PLAYER_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/status.h"
#include "engine/protocols.h"

typedef enum PlayerKind {
    PLAYER_ALPHABETA, /* plain alpha-beta with a classic evaluation */
    PLAYER_ENGINE,    /* the full search */
    PLAYER_BEGINNER,  /* the engine with errors, see engine/beginner.h */
    PLAYER_RANDOM,
    PLAYER_FOREIGN, /* a foreign program that speaks a protocol */
    PLAYER_KINDS,
} PlayerKind;

enum {
    PLAYER_TEXT_SIZE = 1024, /* a player string with its NUL */
    PLAYER_WORD_SIZE = 256,  /* the value of a key with its NUL */
    PLAYER_DEFAULT_LEVEL = 10,
    PLAYER_MAX_BEGINNER = 5, /* beginners are numbered from 1 */
    PLAYER_DEFAULT_HASH_MB = 16,
};

/* A player string taken apart. Plain data: may be copied. Zero or empty means not given. */
typedef struct PlayerSpec {
    char text[PLAYER_TEXT_SIZE]; /* the whole string */
    PlayerKind kind;
    Protocol protocol;              /* of a foreign program */
    size_t command_at;              /* where the command of a foreign program begins in `text` */
    char eval[PLAYER_WORD_SIZE];    /* name of the evaluation; empty: the best for the board */
    char weights[PLAYER_WORD_SIZE]; /* weight file */
    char search[PLAYER_WORD_SIZE];  /* parameters of the search, as in EngineOptions */
    char book[PLAYER_WORD_SIZE];    /* a book file, or a word of book/book.h */
    int64_t depth;                  /* plies */
    int64_t selectivity;            /* percent, as in EngineLimits */
    int64_t level;                  /* of the engine; of a beginner its number */
    double seconds;                 /* for each move */
    int64_t nodes;
    int64_t threads;
    int64_t hash_mb;
    int64_t seed;
    double variety;  /* discs; see engine/variety.h */
    bool is_minimax; /* do not prune */
} PlayerSpec;

/* Reads a player string. An unknown name or key is refused with the nearest one, a bad value with
 * what it must be. On failure *spec is as it was. */
bool player_spec_parse(PlayerSpec *spec, const char *text, size_t length, Error *error);

/* Whether the player has a setting for how deep it looks. */
static inline bool player_takes_depth(const PlayerSpec *spec) {
    return spec->kind == PLAYER_ENGINE || spec->kind == PLAYER_ALPHABETA;
}

/* Whether the string limits how long the player thinks about a move. */
static inline bool player_has_limit(const PlayerSpec *spec) {
    return spec->depth || spec->level || spec->seconds > 0 || spec->nodes;
}

static inline bool player_is_foreign(const PlayerSpec *spec) {
    return spec->kind == PLAYER_FOREIGN;
}

/* Whether the player runs foreign code in this process: an evaluation in a file. In
 * matches, and wherever else it may cost more than itself, it gets a process of its own. */
static inline bool player_has_plugin(const PlayerSpec *spec) {
    return strncmp(spec->eval, "plugin:", 7) == 0;
}

/* The command of a foreign program, as the user wrote it. */
static inline const char *player_command(const PlayerSpec *spec) {
    return spec->text + spec->command_at;
}

/* One line of the list of players. */
typedef struct PlayerInfo {
    const char *name;   /* "gtp:" if a command or file must follow, "beginner:N" if a number must */
    const char *boards; /* "all", "8x8", "9x7,8x8" */
    bool is_home_only;  /* plays nowhere else */
    char search[48];    /* "alphabeta, 6 plies" */
    char keys[96];      /* "depth,pruning"; empty if it takes none */
    const char *summary;
    const char *origin;
} PlayerInfo;

/* Fills line `index` of the list, from 0; false past the last one. */
bool player_info(int index, PlayerInfo *info);

/* A key that some players take: name, what its value looks like, what it means. */
typedef struct PlayerKeyInfo {
    const char *name, *value, *help;
} PlayerKeyInfo;

bool player_key_info(int index, PlayerKeyInfo *info);

#endif
