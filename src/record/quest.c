/* Othello Quest's JSON: a message whose first argument is a game.
 *
 *     {"name":"game","args":[{"gtype":"reversi1","players":[{"id":"ann","name":"Ann"},...],
 *      "position":{"moves":[{"t":1200,"m":"f5"},...]},"created":"2024-05-31T10:00:00Z"}]}
 *
 * The game itself is read too, without a message around it, and lists of either. The gtype reversi1
 * begins with the usual start; what the others begin with is not said in them, so they are refused.
 * Times and ratings are read over. */
#include <string.h>

#include "base/json_scan.h"
#include "record/format.h"

enum { VALUE_SIZE = 4 * RECORD_NAME_SIZE };

static bool looks_like(const char *bytes, size_t length) {
    Scan scan = {bytes, length, record_skip_blanks(bytes, length)};
    if (scan_peek(&scan, 0) == '[') scan.at++;
    scan_skip_blanks(&scan);
    if (scan_peek(&scan, 0) != '{') return false;
    scan.at++;
    scan_skip_blanks(&scan);
    return scan_peek(&scan, 0) == '"';
}

/* To the brace that closes the first one. What stands between messages of a list is a game of its
 * own, in which there is nothing. */
static size_t measure(const RecordInput *input, const char *bytes, size_t length, bool is_all) {
    (void)input;
    int depth = 0;
    bool is_string = false;
    if (bytes[0] == '[' || bytes[0] == ',' || bytes[0] == ']') return 1;
    for (size_t at = 0; at < length; at++) {
        // No string runs over a line: a game that was cut short ends where the next line begins
        // one.
        if (at > 0 && bytes[at - 1] == '\n' && bytes[at] == '{' && (is_string || depth == 1))
            return at;
        if (is_string && bytes[at] == '\\')
            at++;
        else if (bytes[at] == '"')
            is_string = !is_string;
        else if (!is_string && (bytes[at] == '{' || bytes[at] == '['))
            depth++;
        else if (!is_string && (bytes[at] == '}' || bytes[at] == ']') && --depth <= 0)
            return at + 1;
    }
    return is_all ? length : 0;
}

/* --- Reading ------------------------------------------------------------------------------------
 */

typedef struct Quest {
    RecordInput *input;
    GameRecord *game;
    bool has_moves;
    int written;
} Quest;

/* What a member of an object means; false with the error. */
typedef bool Member(Quest *quest, const Scan *key, Scan *scan, Error *error);

static bool read_object(Quest *quest, Scan *scan, Member *member, Error *error) {
    bool ok = true;
    if (!json_take(scan, '{', error)) return false;
    if (json_peek(scan) == '}') return json_take(scan, '}', error);
    do {
        Scan key;
        if (!json_key(scan, &key, error) || !member(quest, &key, scan, error)) return false;
    } while (json_more(scan, '}', &ok, error));
    return ok;
}

typedef bool Element(Quest *quest, int index, Scan *scan, Error *error);

static bool read_array(Quest *quest, Scan *scan, Element *element, Error *error) {
    bool ok = true;
    int index = 0;
    if (!json_take(scan, '[', error)) return false;
    if (json_peek(scan) == ']') return json_take(scan, ']', error);
    do {
        if (!element(quest, index++, scan, error)) return false;
    } while (json_more(scan, ']', &ok, error));
    return ok;
}

/* A string, or anything else read over. */
static bool read_text(Scan *scan, char text[RECORD_NAME_SIZE], Error *error) {
    char value[VALUE_SIZE];
    size_t length;
    if (json_peek(scan) != '"') return json_skip(scan, error);
    if (!json_take_string(scan, value, sizeof value, &length, error)) return false;
    record_set_text(text, value, length);
    return true;
}

static bool read_type(Scan *scan, Error *error) {
    char type[RECORD_NAME_SIZE] = "";
    if (!read_text(scan, type, error)) return false;
    if (strcmp(type, "reversi1") == 0) return true;
    error_set(error, STATUS_BAD_INPUT,
              "the gtype %s begins with another position, which it does not say", type);
    return false;
}

static bool take_black(Quest *quest, const Scan *key, Scan *scan, Error *error) {
    return json_key_is(key, "name") ? read_text(scan, quest->game->black, error)
                                    : json_skip(scan, error);
}

static bool take_white(Quest *quest, const Scan *key, Scan *scan, Error *error) {
    return json_key_is(key, "name") ? read_text(scan, quest->game->white, error)
                                    : json_skip(scan, error);
}

static bool take_player(Quest *quest, int index, Scan *scan, Error *error) {
    if (index > 1) return json_skip(scan, error);
    return read_object(quest, scan, index == 0 ? take_black : take_white, error);
}

static bool take_square(Quest *quest, const Scan *key, Scan *scan, Error *error) {
    char value[8];
    size_t length;
    int square = PASS;
    if (!json_key_is(key, "m")) return json_skip(scan, error);
    quest->input->move = ++quest->written;
    if (!json_take_string(scan, value, sizeof value, &length, error)) return false;
    bool is_dash = length == 1 && value[0] == '-';
    Scan move = {value, length, 0};
    if (!is_dash && !move_scan(&move, quest->game->moves.start.shape, &square, error)) return false;
    if (!transcript_add(&quest->game->moves, square, true, error)) return false;
    quest->input->move = 0;
    return true;
}

static bool take_move(Quest *quest, int index, Scan *scan, Error *error) {
    (void)index;
    return read_object(quest, scan, take_square, error);
}

static bool take_position(Quest *quest, const Scan *key, Scan *scan, Error *error) {
    if (!json_key_is(key, "moves")) return json_skip(scan, error);
    quest->has_moves = true;
    return read_array(quest, scan, take_move, error);
}

static bool take_argument(Quest *quest, int index, Scan *scan, Error *error);

/* A message or a game: their members have different names. */
static bool take_member(Quest *quest, const Scan *key, Scan *scan, Error *error) {
    if (json_key_is(key, "args")) return read_array(quest, scan, take_argument, error);
    if (json_key_is(key, "gtype")) return read_type(scan, error);
    if (json_key_is(key, "created")) return read_text(scan, quest->game->date, error);
    if (json_key_is(key, "players")) return read_array(quest, scan, take_player, error);
    if (json_key_is(key, "position")) return read_object(quest, scan, take_position, error);
    return json_skip(scan, error);
}

/* The game itself; a message inside of a message is none. */
static bool take_game_member(Quest *quest, const Scan *key, Scan *scan, Error *error) {
    return json_key_is(key, "args") ? json_skip(scan, error) : take_member(quest, key, scan, error);
}

static bool take_argument(Quest *quest, int index, Scan *scan, Error *error) {
    if (index > 0 || json_peek(scan) != '{') return json_skip(scan, error);
    return read_object(quest, scan, take_game_member, error);
}

static RecordRead read_game(RecordInput *input, Scan *scan, GameRecord *game, Error *error) {
    if (scan_peek(scan, 0) != '{') {
        bool is_between = scan->length == 1;
        if (!is_between) error_set(error, STATUS_BAD_INPUT, "expected '{'");
        return is_between ? RECORD_NOTHING : RECORD_BAD;
    }
    Quest quest = {.input = input, .game = game};
    memset(game, 0, sizeof *game);
    if (!record_shape(&input->shape, 8, 8, error)) return RECORD_BAD;
    Board start = board_start(&input->shape);
    transcript_init(&game->moves, &start);
    if (!read_object(&quest, scan, take_member, error)) return RECORD_BAD;
    if (quest.has_moves) return RECORD_GAME;
    error_set(error, STATUS_BAD_INPUT, "a message without the moves of a game");
    return RECORD_BAD;
}

/* --- Writing ------------------------------------------------------------------------------------
 */

static void write_string(Text *text, const char *value) {
    text_byte(text, '"');
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\') text_byte(text, '\\');
        text_byte(text, *value);
    }
    text_byte(text, '"');
}

static void write_player(Text *text, const char *name) {
    text_string(text, "{\"id\":");
    write_string(text, name);
    text_string(text, ",\"name\":");
    write_string(text, name);
    text_byte(text, '}');
}

static bool write_game(RecordOutput *output, const GameRecord *game, Text *text, Error *error) {
    (void)output;
    if (!record_require_usual(game, false, "Othello Quest", error)) return false;
    text_string(text, "{\"name\":\"game\",\"args\":[{\"gtype\":\"reversi1\",\"players\":[");
    write_player(text, game->black);
    text_byte(text, ',');
    write_player(text, game->white);
    text_string(text, "],\"position\":{\"moves\":[");
    const Transcript *moves = &game->moves;
    const char *comma = "";
    for (int i = 0; i < moves->count; i++) {
        int square = moves->moves[i].square;
        if (square == PASS && i < moves->count - 1) continue;
        text_format(text, "%s{\"t\":0,\"m\":\"%s\"}", comma,
                    square == PASS ? "-" : move_name(moves->start.shape, square).text);
        comma = ",";
    }
    text_string(text, "]}");
    if (*game->date) {
        text_string(text, ",\"created\":");
        write_string(text, game->date);
    }
    text_string(text, "}]}\n");
    return true;
}

const RecordFormat format_quest = {
    .name = "quest",
    .extension = "json",
    .looks_like = looks_like,
    .measure = measure,
    .read = read_game,
    .write = write_game,
};
