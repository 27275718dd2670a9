/* Reads the two forms of a Botzone turn. Both forms end up as pairs, and the pairs are played. */
#include "protocol/botzone.h"

#include "base/json_scan.h"
#include "game/rules.h"

/* In botzone->wanted: the number of turns comes first; the two numbers of a request are to come. */
enum { TURN_NUMBER_WANTED = -1, ONE_REQUEST = 2 };

void botzone_init(Botzone *botzone, const Shape *shape) {
    *botzone = (Botzone){.side = BLACK, .wanted = TURN_NUMBER_WANTED};
    Board start = board_start(shape);
    transcript_init(&botzone->game, &start);
}

/* --- Playing what was read -------------------------------------------------------------------- */

static bool is_pass(BotzonePair pair) {
    return pair.x == -1 && pair.y == -1;
}

static bool play_pair(Botzone *botzone, BotzonePair pair, int number, Error *error) {
    const Board *board = &botzone->game.end;
    Error reason;
    int square = is_pass(pair) ? PASS : shape_square(board->shape, pair.x, pair.y);
    bool is_half_pass = !is_pass(pair) && (pair.x < 0 || pair.y < 0);
    /* Some judges ask once more after the end. */
    if (square == PASS && rules_is_over(board->shape, board->position)) return true;
    if (!is_half_pass && transcript_add(&botzone->game, square, false, &reason)) return true;
    error_set(error, STATUS_BAD_INPUT, "move %d, (%d,%d): %s", number, pair.x, pair.y,
              is_half_pass ? "is off the board" : reason.text);
    return false;
}

/* Plays the pairs of a turn. The very first one may only say that we are Black. */
static BotzoneFeed play_turn(Botzone *botzone, Error *error) {
    int from = 0;
    if (!botzone->has_begun) {
        bool is_black = is_pass(botzone->pairs[0]);
        botzone->side = is_black ? BLACK : WHITE;
        from = is_black;
    }
    for (int i = from; i < botzone->count; i++)
        if (!play_pair(botzone, botzone->pairs[i], botzone->game.count + 1, error))
            return BOTZONE_ERROR;
    botzone->has_begun = true;
    return BOTZONE_TURN;
}

/* --- The simple form -------------------------------------------------------------------------- */

static BotzoneFeed refuse(const Scan *scan, const Error *reason, Error *error) {
    error_set(error, STATUS_BAD_INPUT, "%s of the line: %.180s", scan_place_text(scan).text,
              reason->text);
    return BOTZONE_ERROR;
}

static void take_number(Botzone *botzone, int number) {
    if (botzone->wanted == TURN_NUMBER_WANTED) {
        botzone->wanted = 2 * (2 * number - 1);
        return;
    }
    if (--botzone->wanted % 2 == 1)
        botzone->half.x = number;
    else
        botzone->pairs[botzone->count++] = (BotzonePair){botzone->half.x, number};
}

static BotzoneFeed feed_simple(Botzone *botzone, Scan *scan, Error *error) {
    Error reason;
    while (json_peek(scan) != SCAN_END && botzone->wanted != 0) {
        bool is_turns = botzone->wanted == TURN_NUMBER_WANTED;
        int number, min = is_turns ? 1 : -1, max = is_turns ? BOTZONE_MAX_TURNS : BOTZONE_SIZE - 1;
        if (!json_whole(scan, min, max, &number, &reason)) return refuse(scan, &reason, error);
        if (!scan_is_blank(scan_peek(scan, 0)) && !scan_is_end(scan)) {
            error_set(&reason, STATUS_BAD_INPUT, "expected a blank after a number");
            return refuse(scan, &reason, error);
        }
        take_number(botzone, number);
    }
    return botzone->wanted == 0 ? play_turn(botzone, error) : BOTZONE_MORE;
}

/* --- The JSON form ---------------------------------------------------------------------------- */

typedef struct BotzonePairs {
    int count;
    BotzonePair list[BOTZONE_MAX_TURNS];
} BotzonePairs;

/* What one object of the JSON form may hold. */
typedef struct BotzoneObject {
    BotzonePairs requests, responses;
    BotzonePair pair;
    bool has_requests, has_x, has_y;
} BotzoneObject;

static bool scan_pair(Scan *scan, BotzonePair *pair, Error *error) {
    bool has_x = false, has_y = false, ok;
    if (!json_take(scan, '{', error)) return false;
    do {
        Scan key;
        if (!json_key(scan, &key, error)) return false;
        bool is_x = json_key_is(&key, "x"), is_y = json_key_is(&key, "y");
        ok = is_x   ? json_whole(scan, -1, BOTZONE_SIZE - 1, &pair->x, error)
             : is_y ? json_whole(scan, -1, BOTZONE_SIZE - 1, &pair->y, error)
                    : json_skip(scan, error);
        if (!ok) return false;
        has_x = has_x || is_x;
        has_y = has_y || is_y;
    } while (json_more(scan, '}', &ok, error));
    if (ok && !(has_x && has_y)) error_set(error, STATUS_BAD_INPUT, "a move without x or y");
    return ok && has_x && has_y;
}

static bool scan_pairs(Scan *scan, BotzonePairs *pairs, Error *error) {
    bool ok;
    pairs->count = 0;
    if (!json_take(scan, '[', error)) return false;
    if (json_peek(scan) == ']') return json_take(scan, ']', error);
    do {
        if (pairs->count == BOTZONE_MAX_TURNS) {
            error_set(error, STATUS_BAD_INPUT, "more than %d moves", BOTZONE_MAX_TURNS);
            return false;
        }
        if (!scan_pair(scan, &pairs->list[pairs->count++], error)) return false;
    } while (json_more(scan, ']', &ok, error));
    return ok;
}

static bool scan_member(Scan *scan, BotzoneObject *object, Error *error) {
    Scan key;
    if (!json_key(scan, &key, error)) return false;
    if (json_key_is(&key, "requests")) {
        object->has_requests = true;
        return scan_pairs(scan, &object->requests, error);
    }
    if (json_key_is(&key, "responses")) return scan_pairs(scan, &object->responses, error);
    int limit = BOTZONE_SIZE - 1;
    if (json_key_is(&key, "x")) {
        object->has_x = true;
        return json_whole(scan, -1, limit, &object->pair.x, error);
    }
    if (json_key_is(&key, "y")) {
        object->has_y = true;
        return json_whole(scan, -1, limit, &object->pair.y, error);
    }
    return json_skip(scan, error);
}

static bool scan_object(Scan *scan, BotzoneObject *object, Error *error) {
    bool ok = true;
    if (!json_take(scan, '{', error)) return false;
    if (json_peek(scan) == '}') return json_take(scan, '}', error);
    do {
        if (!scan_member(scan, object, error)) return false;
    } while (json_more(scan, '}', &ok, error));
    return ok;
}

/* Turns the object into the pairs of a turn. */
static bool take_object(Botzone *botzone, const BotzoneObject *object, Error *error) {
    botzone->count = 0;
    if (botzone->has_begun) {
        botzone->pairs[botzone->count++] = object->pair;
        if (!object->has_x || !object->has_y)
            error_set(error, STATUS_BAD_INPUT, "a request without x or y");
        return object->has_x && object->has_y;
    }
    const BotzonePairs *requests = &object->requests, *responses = &object->responses;
    if (!object->has_requests || requests->count == 0 || responses->count != requests->count - 1) {
        error_set(error, STATUS_BAD_INPUT, "%d requests and %d responses", requests->count,
                  responses->count);
        return false;
    }
    for (int i = 0; i < requests->count; i++) {
        botzone->pairs[botzone->count++] = requests->list[i];
        if (i < responses->count) botzone->pairs[botzone->count++] = responses->list[i];
    }
    return true;
}

static BotzoneFeed feed_json(Botzone *botzone, Scan *scan, Error *error) {
    BotzoneObject object = {.has_requests = false};
    Error reason;
    if (!scan_object(scan, &object, &reason) || !take_object(botzone, &object, &reason))
        return refuse(scan, &reason, error);
    return play_turn(botzone, error);
}

BotzoneFeed botzone_feed(Botzone *botzone, const char *bytes, size_t length, Error *error) {
    Scan scan = {bytes, length, 0};
    int first = json_peek(&scan);
    if (first == SCAN_END) return BOTZONE_MORE;
    if (!botzone->has_begun && botzone->wanted == TURN_NUMBER_WANTED)
        botzone->is_json = first == '{';
    if (botzone->is_json) return feed_json(botzone, &scan, error);
    return feed_simple(botzone, &scan, error);
}

/* --- Answers ---------------------------------------------------------------------------------- */

bool botzone_is_between_turns(const Botzone *botzone) {
    return botzone->has_begun && botzone->count == 0 && botzone->wanted == ONE_REQUEST;
}

bool botzone_can_move(const Botzone *botzone) {
    const Board *board = &botzone->game.end;
    return board->side == botzone->side &&
           rules_moves(board->shape, board->position.own, board->position.opp) != 0;
}

void botzone_answer(Botzone *botzone, int square, const char *debug, Text *out) {
    const Shape *shape = botzone->game.end.shape;
    BotzonePair pair = {-1, -1};
    if (square != PASS) pair = (BotzonePair){shape_column(shape, square), shape_row(shape, square)};
    if (botzone->is_json)
        text_format(out, "{\"response\":{\"x\":%d,\"y\":%d},\"debug\":\"%s\"}\n", pair.x, pair.y,
                    debug);
    else
        text_format(out, "%d %d\n%s\n", pair.x, pair.y, debug);
    transcript_add(&botzone->game, square, false, NULL);
    botzone->count = 0;
    botzone->wanted = ONE_REQUEST;
}
