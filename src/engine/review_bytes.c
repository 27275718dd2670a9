/* Writes and reads reviews field by field (review_bytes.h). */
#include "engine/review_bytes.h"

#include "base/bytes.h"

enum { BIAS = 1 << 14 /* of small numbers, which may be negative */ };

static void put(FILE *out, uint64_t value, int size) {
    uint8_t bytes[8];
    bytes_put(bytes, value, size);
    fwrite(bytes, 1, (size_t)size, out);
}

static void put_small(FILE *out, int value) {
    put(out, (uint64_t)(value + BIAS), 2);
}

static void put_double(FILE *out, double value) {
    put(out, bytes_from_double(value), 8);
}

/* Bytes that are read one after another; past the end they are 0, and is_short becomes true. */
typedef struct Cursor {
    const uint8_t *at, *end;
    bool is_short;
} Cursor;

static uint64_t get(Cursor *cursor, int size) {
    if (cursor->end - cursor->at < size) {
        cursor->is_short = true;
        return 0;
    }
    cursor->at += size;
    return bytes_get(cursor->at - size, size);
}

static int get_small(Cursor *cursor) {
    return (int)get(cursor, 2) - BIAS;
}

/* A number that must be below `limit`. */
static int get_below(Cursor *cursor, int limit) {
    int value = (int)get(cursor, 1);
    if (value < limit) return value;
    cursor->is_short = true;
    return 0;
}

static double get_double(Cursor *cursor) {
    return bytes_to_double(get(cursor, 8));
}

static void put_line(FILE *out, const EngineLine *line) {
    put_double(out, line->score);
    put_small(out, line->depth);
    put(out, (uint64_t)line->selectivity, 1);
    put(out, line->is_exact, 1);
    put(out, (uint64_t)line->length, 1);
    fwrite(line->pv, 1, (size_t)line->length, out);
}

static void get_line(Cursor *cursor, EngineLine *line) {
    line->score = get_double(cursor);
    line->depth = get_small(cursor);
    line->selectivity = (int)get(cursor, 1);
    line->is_exact = get(cursor, 1);
    line->length = get_below(cursor, ENGINE_MAX_PV + 1);
    for (int i = 0; i < line->length; i++) line->pv[i] = (uint8_t)get(cursor, 1);
}

static void put_reason(FILE *out, const Reason *reason) {
    const int numbers[] = {reason->square, reason->before,     reason->played,
                           reason->best,   reason->played_opp, reason->best_opp};
    put(out, (uint64_t)reason->code, 1);
    put_double(out, reason->share);
    put(out, reason->region, 8);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put_small(out, numbers[i]);
    put(out, (uint64_t)reason->length, 1);
    fwrite(reason->line, 1, (size_t)reason->length, out);
}

static void get_reason(Cursor *cursor, Reason *reason) {
    int *const numbers[] = {&reason->square, &reason->before,     &reason->played,
                            &reason->best,   &reason->played_opp, &reason->best_opp};
    reason->code = (ReasonCode)get_below(cursor, REASON_CODES);
    reason->share = get_double(cursor);
    reason->region = get(cursor, 8);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] = get_small(cursor);
    reason->length = get_below(cursor, REASON_LINE_MAX + 1);
    for (int i = 0; i < reason->length; i++) reason->line[i] = (uint8_t)get(cursor, 1);
}

void review_bytes_move(void *context, const ReviewMove *move) {
    FILE *out = context;
    put(out, (uint64_t)move->ply + 1, 1); /* 0 ends the list */
    put(out, (uint64_t)move->side, 1);
    put_small(out, move->played);
    put_small(out, move->best);
    put_double(out, move->score);
    put_double(out, move->best_score);
    put_double(out, move->loss);
    put_double(out, move->random_loss);
    put(out, move->is_exact, 1);
    put(out, (uint64_t)move->verdict, 1);
    put_line(out, move->line);
    put_line(out, move->played_line);
    put(out, (uint64_t)move->reason_count, 1);
    for (int i = 0; i < move->reason_count; i++) put_reason(out, &move->reasons[i]);
}

/* Reads the rest of a move into its place. */
static void get_move(Cursor *cursor, ReviewedMoves *reviewed, int ply) {
    ReviewMove *move = &reviewed->moves[ply];
    EngineLine *lines = reviewed->lines[ply];
    *move = (ReviewMove){.ply = ply, .line = &lines[0], .played_line = &lines[1]};
    move->side = get(cursor, 1) == WHITE ? WHITE : BLACK;
    move->played = get_small(cursor);
    move->best = get_small(cursor);
    move->score = get_double(cursor);
    move->best_score = get_double(cursor);
    move->loss = get_double(cursor);
    move->random_loss = get_double(cursor);
    move->is_exact = get(cursor, 1);
    move->verdict = (ReviewVerdict)get_below(cursor, REVIEW_BLUNDER + 1);
    get_line(cursor, &lines[0]);
    get_line(cursor, &lines[1]);
    move->reason_count = get_below(cursor, REASONS_MAX + 1);
    for (int i = 0; i < move->reason_count; i++) get_reason(cursor, &move->reasons[i]);
}

static void put_side(FILE *out, const ReviewSide *side) {
    put_small(out, side->moves);
    put_small(out, side->inaccuracies);
    put_small(out, side->mistakes);
    put_small(out, side->blunders);
    put_double(out, side->loss);
    put_double(out, side->random_loss);
    put_double(out, side->accuracy);
}

static void get_side(Cursor *cursor, ReviewSide *side) {
    side->moves = get_small(cursor);
    side->inaccuracies = get_small(cursor);
    side->mistakes = get_small(cursor);
    side->blunders = get_small(cursor);
    side->loss = get_double(cursor);
    side->random_loss = get_double(cursor);
    side->accuracy = get_double(cursor);
}

void review_bytes_sides(FILE *out, const ReviewSide sides[2]) {
    put(out, 0, 1);
    for (int side = 0; side < 2; side++) put_side(out, &sides[side]);
}

bool review_bytes_read(const uint8_t *bytes, size_t length, int moves, ReviewedMoves *reviewed,
                       ReviewSide sides[2]) {
    Cursor cursor = {.at = bytes, .end = bytes + length};
    for (int ply; (ply = get_below(&cursor, moves + 1)) > 0;) get_move(&cursor, reviewed, ply - 1);
    for (int side = 0; side < 2; side++) get_side(&cursor, &sides[side]);
    return !cursor.is_short && cursor.at == cursor.end;
}
