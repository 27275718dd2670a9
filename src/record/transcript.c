/* Adds, takes back, reads and writes the moves of a game. */
#include "record/transcript.h"

#include "base/bytes.h"
#include "base/text.h"
#include "record/move_text.h"
#include "record/play.h"

void transcript_init(Transcript *transcript, const Board *start) {
    transcript->start = *start;
    transcript->end = *start;
    transcript->count = 0;
}

static bool add_one(Transcript *transcript, int square, Error *error) {
    Move move;
    if (transcript->count == RECORD_MAX_MOVES) {
        error_set(error, STATUS_BAD_INPUT, "more than %d moves", RECORD_MAX_MOVES);
        return false;
    }
    if (!play_checked(&transcript->end, square, &move, error)) return false;
    transcript->moves[transcript->count++] = move;
    return true;
}

bool transcript_add(Transcript *transcript, int square, bool is_lenient, Error *error) {
    bool is_pass_added = is_lenient && square != PASS && play_must_pass(&transcript->end);
    if (is_pass_added && !add_one(transcript, PASS, error)) return false;
    if (add_one(transcript, square, error)) return true;
    if (is_pass_added) transcript_undo(transcript);
    return false;
}

bool transcript_undo(Transcript *transcript) {
    if (transcript->count == 0) return false;
    board_undo(&transcript->end, transcript->moves[--transcript->count]);
    return true;
}

bool transcript_parse(Transcript *transcript, const Board *start, const char *bytes, size_t length,
                      Error *error) {
    Transcript found;
    MoveText text;
    Error reason;
    if (length > RECORD_MAX_BYTES) {
        error_set(error, STATUS_BAD_INPUT, "transcript: longer than %d bytes", RECORD_MAX_BYTES);
        return false;
    }
    transcript_init(&found, start);
    if (!move_text_read(bytes, length, &found, &text, &reason)) {
        error_set(error, reason.status, "transcript: move %d: %.180s", text.written + 1,
                  reason.text);
        return false;
    }
    *transcript = found;
    return true;
}

size_t transcript_format(const Transcript *transcript, char *buffer, size_t size) {
    Text text = text_into(buffer, size);
    for (int i = 0; i < transcript->count; i++) {
        int square = transcript->moves[i].square;
        if (square != PASS || i == transcript->count - 1)
            text_string(&text, move_name(transcript->start.shape, square).text);
    }
    return text.length;
}

size_t transcript_encode(const Transcript *transcript, uint8_t bytes[TRANSCRIPT_MAX_BYTES]) {
    const Board *start = &transcript->start;
    bytes[0] = (uint8_t)start->side;
    bytes[1] = (uint8_t)transcript->count;
    bytes_put(bytes + 2, start->position.own, 8);
    bytes_put(bytes + 10, start->position.opp, 8);
    for (int i = 0; i < transcript->count; i++)
        bytes[TRANSCRIPT_BYTES_HEAD + i] = (uint8_t)transcript->moves[i].square;
    return TRANSCRIPT_BYTES_HEAD + (size_t)transcript->count;
}

bool transcript_decode(Transcript *transcript, const Shape *shape, const uint8_t *bytes,
                       size_t length) {
    if (length < TRANSCRIPT_BYTES_HEAD || length != (size_t)TRANSCRIPT_BYTES_HEAD + bytes[1])
        return false;
    Board start = board_start(shape);
    start.side = bytes[0] == WHITE ? WHITE : BLACK;
    start.position.own = bytes_get(bytes + 2, 8);
    start.position.opp = bytes_get(bytes + 10, 8);
    if ((start.position.own & start.position.opp) ||
        ((start.position.own | start.position.opp) & ~shape->playable))
        return false;
    transcript_init(transcript, &start);
    for (int i = 0; i < bytes[1]; i++)
        if (!transcript_add(transcript, bytes[TRANSCRIPT_BYTES_HEAD + i], false, NULL))
            return false;
    return true;
}
