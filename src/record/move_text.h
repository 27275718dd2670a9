/* Moves as web sites, programs and people write them.
 *
 *     f5d6c3   F5 d6 C3   1. F5 d6 2. C3   f5-d6-c3   f5,d6,c3   "f5/d6/c3"   ｆ５ｄ６ｃ３
 *     1. f5 {good} d6 (1... f4) 2. c3! 40-24      https://example.org/?moves=f5d6c3
 *
 * Between moves stand blanks, `, ; / | - .`, quotes, `! ?`, numbers with a dot, comments in braces
 * and variations in parentheses, which are read over. `--` is a pass. A result ends the game. Of an
 * address the longest run of squares is taken. */
#ifndef RECORD_MOVE_TEXT_H
#define RECORD_MOVE_TEXT_H

#include "record/transcript.h"

typedef struct MoveText {
    int written; /* moves in the text, passes that were left out not counted */
    bool has_score;
    int score; /* Black's discs minus White's, from a result such as 40-24 */
    bool has_winner;
    Side winner; /* of a result without discs, such as 1-0 */
} MoveText;

/* Adds the moves of the text to *moves. On failure the error is the bare reason, move number
 * `written` + 1 is the one at fault, and *moves has those before it. */
bool move_text_read(const char *bytes, size_t length, Transcript *moves, MoveText *out,
                    Error *error);

/* Reads a result: 40-24, 40:24, 1-0, 0-1, 1/2-1/2 or *. Discs and a draw make a score, 1-0 and 0-1
 * name the winner. */
bool result_scan(Scan *scan, MoveText *out);

#endif
