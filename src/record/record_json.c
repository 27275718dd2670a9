/* Writes positions, openings and games as JSON; docs/api.md describes the names. */
#include "record/record_json.h"

#include "base/bits.h"
#include "game/rules.h"

static void put_text(Text *out, const char *name, const char *text) {
    text_format(out, ",\"%s\":", name);
    json_text_string(out, text);
}

void opening_json(Text *out, const Opening *opening) {
    if (opening == NULL) {
        text_string(out, "null");
        return;
    }
    text_format(out, "{\"line\":\"%s\"", opening->line);
    put_text(out, "english", opening->english);
    if (opening->japanese[0] != '\0')
        put_text(out, "japanese", opening->japanese);
    else
        text_string(out, ",\"japanese\":null");
    text_byte(out, '}');
}

static void put_squares(Text *out, const Shape *shape, uint64_t squares) {
    text_byte(out, '[');
    while (squares) {
        text_format(out, "\"%s\"", move_name(shape, bits_pop(&squares)).text);
        if (squares) text_byte(out, ',');
    }
    text_byte(out, ']');
}

/* Every legal move with the discs that it flips. */
static void put_legal(Text *out, const Board *board, uint64_t moves) {
    const Shape *shape = board->shape;
    text_string(out, ",\"legal\":{");
    while (moves) {
        int square = bits_pop(&moves);
        text_format(out, "\"%s\":", move_name(shape, square).text);
        put_squares(out, shape,
                    rules_flips(shape, square, board->position.own, board->position.opp));
        if (moves) text_byte(out, ',');
    }
    text_byte(out, '}');
}

void board_json(Text *out, const Board *board, const Move *move, const Opening *opening) {
    const Shape *shape = board->shape;
    Position position = board->position;
    uint64_t moves = rules_moves(shape, position.own, position.opp);
    bool is_over = !moves && rules_is_over(shape, position);
    char squares[BOARD_TEXT_SIZE];
    board_format(board, squares, sizeof squares);
    text_format(out, "\"position\":\"%s\",\"side\":\"%s\"", squares,
                board->side == BLACK ? "black" : "white");
    if (move != NULL)
        text_format(out, ",\"move\":\"%s\",\"flips\":", move_name(shape, move->square).text);
    else
        text_string(out, ",\"move\":null,\"flips\":");
    put_squares(out, shape, move != NULL ? move->flips : 0);
    put_legal(out, board, moves);
    text_format(out, ",\"black\":%d,\"white\":%d,\"pass\":%s,\"over\":%s",
                bits_count(board_black(board)), bits_count(board_white(board)),
                !moves && !is_over ? "true" : "false", is_over ? "true" : "false");
    if (is_over) {
        int score = rules_score(shape, position);
        text_format(out, ",\"score\":%d", board->side == BLACK ? score : -score);
    }
    text_string(out, ",\"opening\":");
    opening_json(out, opening);
}

void record_json(Text *out, const GameRecord *record) {
    const Shape *shape = record->moves.start.shape;
    char moves[TRANSCRIPT_TEXT_SIZE], start[BOARD_TEXT_SIZE];
    int score;
    text_format(out, "\"board\":\"%dx%d\"", shape->width, shape->height);
    put_text(out, "date", record->date);
    put_text(out, "black", record->black);
    put_text(out, "white", record->white);
    put_text(out, "event", record->event);
    put_text(out, "place", record->place);
    text_string(out, ",\"opening\":");
    opening_json(out, opening_of(&record->moves));
    if (record_score(record, &score))
        text_format(out, ",\"score\":%d", score);
    else
        text_string(out, ",\"score\":null");
    if (record_winner_name(record) != NULL)
        put_text(out, "winner", record_winner_name(record));
    else
        text_string(out, ",\"winner\":null");
    board_format(&record->moves.start, start, sizeof start);
    if (!record_has_usual_start(record)) put_text(out, "start", start);
    transcript_format(&record->moves, moves, sizeof moves);
    text_format(out, ",\"moves\":\"%s\"", moves);
}
