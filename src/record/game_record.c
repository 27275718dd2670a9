/* Texts and results of a game record. */
#include "record/game_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "game/rules.h"

void record_set_text(char text[RECORD_NAME_SIZE], const char *bytes, size_t length) {
    size_t used = 0;
    for (size_t at = 0; at < length;) {
        char piece[5];
        int size = utf8_piece(bytes + at, length - at, piece);
        unsigned char byte = (unsigned char)piece[0];
        at += size > 0 ? (size_t)size : 1;
        if (byte < ' ' || byte == 0x7f) continue;
        if (size == 0) size = utf8_encode(byte, piece); // Latin-1
        if (used + (size_t)size >= RECORD_NAME_SIZE) break;
        memcpy(text + used, piece, (size_t)size);
        used += (size_t)size;
    }
    text[used] = '\0';
}

bool record_score(const GameRecord *record, int *score) {
    const Board *end = &record->moves.end;
    if (rules_is_over(end->shape, end->position)) {
        int own = rules_score(end->shape, end->position);
        *score = end->side == BLACK ? own : -own;
        return true;
    }
    const char *said = record->result;
    if (!scan_is_digit(*said) && !((*said == '+' || *said == '-') && scan_is_digit(said[1])))
        return false;
    long value = strtol(said, NULL, 10);
    if (value < -end->shape->squares || value > end->shape->squares) return false;
    *score = (int)value;
    return true;
}

void record_set_score(GameRecord *record, int score) {
    snprintf(record->result, sizeof record->result, "%+d.00", score);
}

/* "B+R" names Black; 'B', 'W' or 0. */
static char named_winner(const GameRecord *record) {
    const char *said = record->result;
    return (said[0] == 'B' || said[0] == 'W') && said[1] == '+' ? said[0] : '\0';
}

RecordWinner record_winner(const GameRecord *record) {
    int score;
    if (record_score(record, &score))
        return score > 0 ? RECORD_BLACK_WINS : score < 0 ? RECORD_WHITE_WINS : RECORD_DRAW;
    switch (named_winner(record)) {
    case 'B': return RECORD_BLACK_WINS;
    case 'W': return RECORD_WHITE_WINS;
    default: return RECORD_WINNER_UNKNOWN;
    }
}

const char *record_winner_name(const GameRecord *record) {
    static const char *const names[] = {NULL, "black", "white", "draw"};
    return names[record_winner(record)];
}

void record_set_winner(GameRecord *record, Side side, char how) {
    snprintf(record->result, sizeof record->result, "%c+%.1s", side == BLACK ? 'B' : 'W',
             (char[]){how, '\0'});
}

void record_set_result(GameRecord *record, const MoveText *text) {
    int score;
    if (text->has_score)
        record_set_score(record, text->score);
    else if (text->has_winner && !record_score(record, &score))
        record_set_winner(record, text->winner, '\0');
}

void record_result_format(const GameRecord *record, char text[RECORD_RESULT_SIZE]) {
    int score;
    if (record_score(record, &score))
        snprintf(text, RECORD_RESULT_SIZE, "%+d", score);
    else
        snprintf(text, RECORD_RESULT_SIZE, "%.3s", named_winner(record) ? record->result : "-");
}

int record_year(const GameRecord *record) {
    int year = 0, digits = 0;
    for (const char *at = record->date;; at++) {
        if (scan_is_digit(*at)) {
            year = digits < 4 ? 10 * year + *at - '0' : 0;
            digits++;
            continue;
        }
        if (digits == 4) return year;
        if (*at == '\0') return 0;
        year = digits = 0;
    }
}

bool record_has_usual_start(const GameRecord *record) {
    const Board *start = &record->moves.start;
    Board usual = board_start(start->shape);
    return start->side == usual.side && start->position.own == usual.position.own &&
           start->position.opp == usual.position.opp;
}

bool record_shape(Shape *shape, int width, int height, Error *error) {
    if (shape->width == width && shape->height == height && width > 0) return true;
    return shape_init(shape, width, height, error);
}

bool record_shape_parse(Shape *shape, const char *text, size_t length, Error *error) {
    char name[16];
    int size = snprintf(name, sizeof name, "%dx%d", shape->width, shape->height);
    if (shape->width > 0 && length == (size_t)size && memcmp(text, name, length) == 0) return true;
    return shape_parse(shape, text, length, error);
}
