/* Reads player strings by two tables: the names that are not in the registry of classic programs,
 * and the keys. */
#include "engine/player_spec.h"

#include <stdio.h>
#include <string.h>

#include "base/options.h"
#include "engine/alphabeta.h"
#include "engine/engine.h"
#include "eval/registry.h"

typedef struct NameRow {
    const char *name;
    PlayerKind kind;
    const char *search, *summary, *origin;
    Protocol protocol; /* of a foreign program */
} NameRow;

static const NameRow names[] = {
    {"engine", PLAYER_ENGINE, "full search", "Bianca at full strength, or at a level", "Bianca",
     NO_PROTOCOL},
    {"alphabeta", PLAYER_ALPHABETA, "alphabeta, 4 plies",
     "Plain alpha-beta with any evaluation (eval=NAME)", "Bianca", NO_PROTOCOL},
    {"beginner", PLAYER_BEGINNER, "1 to 3 plies",
     "For first games: errs by some discs, less with each N (1 to 5)", "Bianca", NO_PROTOCOL},
    {"random", PLAYER_RANDOM, "none", "Any legal move, each as likely",
     "everybody's first opponent", NO_PROTOCOL},
    {"baseline1", PLAYER_RANDOM, "none", "Any legal move: the same as random",
     "course baselines, NTHU 2021", NO_PROTOCOL},
    {"plugin", PLAYER_ALPHABETA, "alphabeta, 4 plies",
     "Plain alpha-beta with an evaluation of your own: plugin:FILE,depth=6", "yours", NO_PROTOCOL},
#define ROW(id, make, name, starts, run, command, summary)                                         \
    {name ":", PLAYER_FOREIGN, "its own", summary ": " name ":COMMAND", "yours", PROTOCOL_##id},
    PROTOCOL_ROWS(ROW)
#undef ROW
};

enum { NAMES = sizeof names / sizeof names[0] };

typedef enum KeyType { KEY_INTEGER, KEY_NUMBER, KEY_WORD, KEY_NO } KeyType;

#define KINDS(a, b)  ((1u << (a)) | (1u << (b)))
#define FIELD(field) offsetof(PlayerSpec, field)

typedef struct KeyRow {
    const char *name, *value, *help;
    KeyType type;
    double min, max;
    unsigned kinds; /* who takes it: one bit for each PlayerKind */
    size_t offset;  /* of its field in PlayerSpec */
} KeyRow;

static const KeyRow keys[] = {
    {"depth", "N", "plies, 1 to 60", KEY_INTEGER, 1, ALPHABETA_MAX_DEPTH,
     KINDS(PLAYER_ALPHABETA, PLAYER_ENGINE), FIELD(depth)},
    {"selectivity", "P", "73, 87, 95, 98, 99, or 100: prunes where it is so sure", KEY_INTEGER, 73,
     100, KINDS(PLAYER_ENGINE, PLAYER_ENGINE), FIELD(selectivity)},
    {"pruning", "yes|no", "no: plain minimax", KEY_NO, 0, 0,
     KINDS(PLAYER_ALPHABETA, PLAYER_ALPHABETA), FIELD(is_minimax)},
    {"eval", "NAME", "an evaluation of this list, or pattern", KEY_WORD, 0, 0,
     KINDS(PLAYER_ALPHABETA, PLAYER_ENGINE), FIELD(eval)},
    {"weights", "FILE", "learned weights from a file", KEY_WORD, 0, 0,
     KINDS(PLAYER_ALPHABETA, PLAYER_ENGINE), FIELD(weights)},
    {"level", "N", "1 to 60, default 10", KEY_INTEGER, 1, ENGINE_MAX_LEVEL,
     KINDS(PLAYER_ENGINE, PLAYER_ENGINE), FIELD(level)},
    {"time", "S", "seconds for each move", KEY_NUMBER, 0, 1e6, KINDS(PLAYER_ENGINE, PLAYER_ENGINE),
     FIELD(seconds)},
    {"nodes", "N", "nodes for each move", KEY_INTEGER, 1, 1e15, KINDS(PLAYER_ENGINE, PLAYER_ENGINE),
     FIELD(nodes)},
    {"threads", "N", "1 to 256, default 1", KEY_INTEGER, 1, ENGINE_MAX_THREADS,
     KINDS(PLAYER_ENGINE, PLAYER_ENGINE), FIELD(threads)},
    {"hash", "MB", "size of the table, default 16", KEY_INTEGER, 1, 1 << 20,
     KINDS(PLAYER_ENGINE, PLAYER_ENGINE), FIELD(hash_mb)},
    {"search", "NAME:N+...", "parameters of the search (docs/search.md)", KEY_WORD, 0, 0,
     KINDS(PLAYER_ENGINE, PLAYER_ENGINE), FIELD(search)},
    {"book", "FILE", "plays from a book: a file, embedded, or none", KEY_WORD, 0, 0,
     KINDS(PLAYER_ENGINE, PLAYER_ENGINE), FIELD(book)},
    {"variety", "D", "discs that each of its first moves may cost, default 0", KEY_NUMBER, 0, 64,
     KINDS(PLAYER_ENGINE, PLAYER_ENGINE), FIELD(variety)},
    {"seed", "N", "of the random choices, default 0", KEY_INTEGER, 0, 1e15,
     KINDS(PLAYER_RANDOM, PLAYER_ENGINE) | 1u << PLAYER_BEGINNER, FIELD(seed)},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

/* Whether a player takes a key. A classic program brings its own evaluation. */
static bool takes_key(const KeyRow *key, PlayerKind kind, bool is_classic) {
    return key->kinds & (1u << kind) && !(is_classic && key->type == KEY_WORD);
}

static bool is_word(const char *word, const char *bytes, size_t length) {
    return strlen(word) == length && memcmp(word, bytes, length) == 0;
}

/* Everything but the text: on failure the error says which player it is about. */
typedef struct Parser {
    PlayerSpec *spec;
    bool is_classic;
    unsigned seen; /* one bit for each key already given */
    Error *error;
} Parser;

static bool fail(const Parser *parser, const char *problem) {
    error_set(parser->error, STATUS_BAD_INPUT, "player '%.60s': %s", parser->spec->text, problem);
    return false;
}

static bool fail_unknown(const Parser *parser, const char *what, const Nearest *nearest) {
    char problem[160];
    if (nearest->name)
        snprintf(problem, sizeof problem, "unknown %s '%.30s', did you mean '%s'?", what,
                 nearest->word, nearest->name);
    else
        snprintf(problem, sizeof problem, "unknown %s '%.30s', see 'bianca players'", what,
                 nearest->word);
    return fail(parser, problem);
}

static bool set_integer(Parser *parser, const KeyRow *key, const char *value) {
    int64_t number;
    Error reason;
    if (!options_integer(key->name, value, (int64_t)key->min, (int64_t)key->max, &number, &reason))
        return fail(parser, reason.text);
    if (key->offset == FIELD(selectivity) && !engine_selectivity_exists((int)number, &reason))
        return fail(parser, reason.text);
    memcpy((char *)parser->spec + key->offset, &number, sizeof number);
    return true;
}

static bool set_number(Parser *parser, const KeyRow *key, const char *value) {
    double number;
    Error reason;
    if (!options_number(key->name, value, key->min, key->max, &number, &reason))
        return fail(parser, reason.text);
    if (number <= 0 && key->offset == FIELD(seconds))
        return fail(parser, "time must be more than 0");
    memcpy((char *)parser->spec + key->offset, &number, sizeof number);
    return true;
}

static bool set_word(Parser *parser, const KeyRow *key, const char *value) {
    Error reason;
    if (key->offset == FIELD(eval) && !evaluation_exists(value, &reason))
        return fail(parser, reason.text);
    memcpy((char *)parser->spec + key->offset, value, strlen(value) + 1);
    return true;
}

static bool set_value(Parser *parser, const KeyRow *key, const char *value) {
    switch (key->type) {
    case KEY_INTEGER: return set_integer(parser, key, value);
    case KEY_NUMBER: return set_number(parser, key, value);
    case KEY_WORD: return set_word(parser, key, value);
    case KEY_NO: break;
    }
    parser->spec->is_minimax = strcmp(value, "no") == 0;
    if (parser->spec->is_minimax || strcmp(value, "yes") == 0) return true;
    return fail(parser, "pruning must be yes or no");
}

static bool set_key(Parser *parser, const char *name, const char *value) {
    Nearest nearest = {.word = name};
    for (int i = 0; i < KEYS; i++) {
        if (!takes_key(&keys[i], parser->spec->kind, parser->is_classic)) continue;
        nearest_offer(&nearest, keys[i].name);
        if (strcmp(keys[i].name, name) != 0) continue;
        char problem[80];
        snprintf(problem, sizeof problem, "%.40s is given twice", name);
        if (parser->seen & (1u << i)) return fail(parser, problem);
        parser->seen |= 1u << i;
        return set_value(parser, &keys[i], value);
    }
    return fail_unknown(parser, "key", &nearest);
}

/* KEY=VALUE,KEY=VALUE... */
static bool parse_keys(Parser *parser, const char *text) {
    while (true) {
        size_t length = strcspn(text, ",");
        char pair[PLAYER_WORD_SIZE];
        if (length >= sizeof pair) return fail(parser, "a value is too long");
        memcpy(pair, text, length);
        pair[length] = '\0';
        char *equals = strchr(pair, '=');
        if (!equals || equals == pair || !equals[1])
            return fail(parser, "expected KEY=VALUE,KEY=VALUE,... after the colon");
        *equals = '\0';
        if (!set_key(parser, pair, equals + 1)) return false;
        if (!text[length]) return true;
        text += length + 1;
    }
}

/* FILE, or FILE,KEY=VALUE,... */
static bool parse_plugin(Parser *parser, const char *text) {
    PlayerSpec *spec = parser->spec;
    size_t length = strcspn(text, ",");
    if (length == 0) return fail(parser, "a file must follow, such as plugin:./my_eval.so");
    if (length + sizeof "plugin:" > sizeof spec->eval) return fail(parser, "the name is too long");
    snprintf(spec->eval, sizeof spec->eval, "plugin:%.*s", (int)length, text);
    parser->is_classic = true;
    return !text[length] || parse_keys(parser, text + length + 1);
}

/* N, or N,KEY=VALUE,... */
static bool parse_beginner(Parser *parser, const char *text) {
    static const char form[] = "a number must follow, such as beginner:3, from 1 to 5";
    size_t length = strcspn(text, ",");
    char number[8];
    if (length == 0 || length >= sizeof number) return fail(parser, form);
    memcpy(number, text, length);
    number[length] = '\0';
    if (!options_integer("beginner", number, 1, PLAYER_MAX_BEGINNER, &parser->spec->level, NULL))
        return fail(parser, form);
    return !text[length] || parse_keys(parser, text + length + 1);
}

/* Whether the text begins with a key of a classic program: `botzone:depth=4` is the classic of that
 * name, `botzone:./bot` a foreign program. */
static bool begins_with_key(const char *text) {
    size_t length = strcspn(text, "=,: /");
    if (text[length] != '=') return false;
    for (int i = 0; i < KEYS; i++)
        if (takes_key(&keys[i], PLAYER_ALPHABETA, true) && is_word(keys[i].name, text, length))
            return true;
    return false;
}

static bool find_program(PlayerSpec *spec, const char *name, size_t length) {
    for (int i = 0; i < NAMES; i++) {
        bool is_it =
            names[i].kind == PLAYER_FOREIGN && is_word(names[i].name, spec->text, length + 1);
        if (!is_it ||
            (classic_program_find(name, length) && begins_with_key(spec->text + length + 1)))
            continue;
        spec->kind = PLAYER_FOREIGN;
        spec->protocol = names[i].protocol;
        return true;
    }
    return false;
}

/* Finds out who it is from the text before the colon. */
static bool find_name(Parser *parser, const char *name) {
    PlayerSpec *spec = parser->spec;
    size_t length = strlen(name);
    if (find_program(spec, name, length)) return true;
    if (classic_program_find(name, length)) {
        parser->is_classic = true;
        memcpy(spec->eval, name, length + 1);
        return true;
    }
    Nearest nearest = {.word = name};
    for (int i = 0; i < classic_program_count; i++)
        nearest_offer(&nearest, classic_programs[i]->name);
    for (int i = 0; i < NAMES; i++) {
        spec->kind = names[i].kind;
        if (is_word(names[i].name, name, length)) return true;
        if (is_word(name, names[i].name, strlen(names[i].name) - 1) && spec->kind == PLAYER_FOREIGN)
            return fail(parser, "a command must follow, such as gtp:./program");
        nearest_offer(&nearest, names[i].name);
    }
    return fail_unknown(parser, "player", &nearest);
}

bool player_spec_parse(PlayerSpec *out, const char *text, size_t length, Error *error) {
    PlayerSpec spec = {.kind = PLAYER_ALPHABETA};
    Parser parser = {.spec = &spec, .error = error};
    if (length == 0 || length >= sizeof spec.text || memchr(text, '\0', length)) {
        error_set(error, STATUS_BAD_INPUT, "player: expected 1 to %d characters",
                  PLAYER_TEXT_SIZE - 1);
        return false;
    }
    memcpy(spec.text, text, length);
    size_t colon = strcspn(spec.text, ":");
    char name[PLAYER_WORD_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)(colon < 100 ? colon : 100), spec.text);
    if (!find_name(&parser, name)) return false;
    if (player_is_foreign(&spec)) {
        spec.command_at = colon + 1 + strspn(spec.text + colon + 1, " \t");
        if (!spec.text[spec.command_at])
            return fail(&parser, "a command must follow, such as gtp:./program");
    } else if (spec.kind == PLAYER_BEGINNER || strcmp(name, "plugin") == 0) {
        const char *rest = spec.text + colon + (colon < length);
        bool ok = spec.kind == PLAYER_BEGINNER ? parse_beginner(&parser, rest)
                                               : parse_plugin(&parser, rest);
        if (!ok) return false;
    } else if (colon < length && !parse_keys(&parser, spec.text + colon + 1)) {
        return false;
    }
    *out = spec;
    return true;
}

static void list_keys(PlayerInfo *info, PlayerKind kind, bool is_classic) {
    size_t length = 0;
    info->keys[0] = '\0';
    for (int i = 0; i < KEYS; i++)
        if (takes_key(&keys[i], kind, is_classic))
            length += (size_t)snprintf(info->keys + length, sizeof info->keys - length, "%s%s",
                                       length ? "," : "", keys[i].name);
}

bool player_info(int index, PlayerInfo *info) {
    if (index < 0 || index >= classic_program_count + NAMES) return false;
    if (index < NAMES) {
        const NameRow *row = &names[index];
        bool has_number = row->kind == PLAYER_BEGINNER;
        bool is_plugin = strcmp(row->name, "plugin") == 0;
        *info = (PlayerInfo){.name = has_number  ? "beginner:N"
                                     : is_plugin ? "plugin:"
                                                 : row->name,
                             .boards = "all",
                             .summary = row->summary,
                             .origin = row->origin};
        snprintf(info->search, sizeof info->search, "%s", row->search);
        list_keys(info, row->kind, is_plugin);
        return true;
    }
    const ClassicProgram *classic = classic_programs[index - NAMES];
    *info = (PlayerInfo){.name = classic->name,
                         .boards = classic->boards,
                         .is_home_only = classic->is_home_only,
                         .summary = classic->summary,
                         .origin = classic->origin};
    snprintf(info->search, sizeof info->search, "%s, %d %s",
             classic->search.is_minimax ? "minimax" : "alphabeta", classic->search.plies,
             classic->search.plies == 1 ? "ply" : "plies");
    list_keys(info, PLAYER_ALPHABETA, true);
    return true;
}

bool player_key_info(int index, PlayerKeyInfo *info) {
    if (index < 0 || index >= KEYS) return false;
    *info = (PlayerKeyInfo){keys[index].name, keys[index].value, keys[index].help};
    return true;
}
