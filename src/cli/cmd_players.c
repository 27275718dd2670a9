/* `bianca players`: who can play, where, and how. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"
#include "engine/player_spec.h"
#include "game/shape.h"

typedef struct PlayersOptions {
    const char *board;
    bool json;
} PlayersOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(PlayersOptions, board, "board", "WxH", NULL, "only those who play on it"),
    OPTION_FLAG_ROW(PlayersOptions, json, "json", "print one JSON object for each player"),
};

/* Whether `board`, as in "9x7", is in a list such as "9x7,8x8". */
static bool is_listed(const char *boards, const char *board) {
    size_t length = strlen(board);
    for (const char *at = boards; (at = strstr(at, board)) != NULL; at += length)
        if ((at == boards || at[-1] == ',') && (at[length] == '\0' || at[length] == ','))
            return true;
    return false;
}

static bool is_shown(const PlayerInfo *info, const char *board) {
    return board == NULL || !info->is_home_only || is_listed(info->boards, board);
}

static void print_json(const PlayerInfo *info) {
    const char *const fields[][2] = {
        {"name", info->name}, {"boards", info->boards},   {"search", info->search},
        {"keys", info->keys}, {"summary", info->summary}, {"origin", info->origin},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        printf("%s\"%s\":", i == 0 ? "{" : ",", fields[i][0]);
        json_write_string(stdout, fields[i][1]);
    }
    printf(",\"home_only\":%s}\n", info->is_home_only ? "true" : "false");
}

/* "8x8" alone means no other board; "8x8 ..." that it adapts to all. */
static void print_row(const PlayerInfo *info) {
    bool is_all = strcmp(info->boards, "all") == 0;
    char boards[24];
    snprintf(boards, sizeof boards, "%s%s", info->boards, info->is_home_only || is_all ? "" : " *");
    printf("%-14s %-10s %-19s %s\n", info->name, boards, info->search, info->summary);
}

static void print_keys(void) {
    printf("\n* made for this board, adapts to all others\n"
           "\nSettings follow a colon: engine:level=10,eval=miniproject3\n");
    PlayerKeyInfo key;
    for (int i = 0; player_key_info(i, &key); i++) {
        char pair[32];
        snprintf(pair, sizeof pair, "%s=%s", key.name, key.value);
        printf("  %-15s %s\n", pair, key.help);
    }
}

/* How foreign programs are started, and which command of ours speaks the same protocol. */
static void print_protocols(void) {
    static const struct {
        const char *name, *run, *command;
    } protocols[] = {
#define ROW(id, make, name, starts, run, command, summary) {name, run, command},
        PROTOCOL_ROWS(ROW)
#undef ROW
    };
    printf("\nForeign programs: PROTOCOL:COMMAND\n");
    for (int i = 0; i < PROTOCOLS; i++)
        printf("  %-15s run %s; '%s' speaks it too\n", protocols[i].name, protocols[i].run,
               protocols[i].command);
}

static int run(const Arguments *args) {
    const PlayersOptions *options = args->options;
    Error error;
    Shape shape;
    char board[16];
    if (options->board != NULL) {
        if (!shape_parse(&shape, options->board, strlen(options->board), &error))
            return command_refuse(args, &error);
        snprintf(board, sizeof board, "%dx%d", shape.width, shape.height);
    }
    if (!options->json)
        printf("%-14s %-10s %-19s %s\n", "player", "boards", "search", "what it goes by");
    PlayerInfo info;
    for (int i = 0; player_info(i, &info); i++) {
        if (!is_shown(&info, options->board != NULL ? board : NULL)) continue;
        if (options->json)
            print_json(&info);
        else
            print_row(&info);
    }
    if (!options->json) {
        print_keys();
        print_protocols();
    }
    return COMMAND_OK;
}

const Command command_players = {
    .name = "players",
    .summary = "List the players: the classic programs, the engine, and yours",
    .details =
        "These are the names that matches, tournaments and games take. Evaluations have the\n"
        "same names: 'bianca eval --eval miniproject3'. See docs/players.md for more.\n"
        "With --json: name, boards, search, keys, summary, origin, home_only.",
    .example = "bianca players --board 6x6",
    COMMAND_OPTIONS(rows, PlayersOptions),
    .run = run,
};
