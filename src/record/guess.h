/* "Paste anything": finds out what a text is, a game in any format of format.h, a board or a
 * transcript, and which board it is about, and reads it.
 *
 * The format is detected from the first bytes and the character set; one parser must then accept
 * the whole text, so that the error is about what the user meant. */
#ifndef RECORD_GUESS_H
#define RECORD_GUESS_H

#include "record/game_record.h"
#include "record/obf.h"

/* What a text was. The record borrows the shape: the struct must stay where it is. */
typedef struct Guess {
    const char *format; /* a name of a RecordFormat, or "board" */
    Shape shape;
    GameRecord record; /* a board is a game without moves */
    bool has_scores;   /* it was an OBF line, which gives scores of moves, perhaps none */
    ObfEntry scores;
} Guess;

/* `wanted` is the board that is tried first ("8x8"), for a text that does not say which one it
 * means. */
bool record_guess(Guess *guess, const char *text, const char *wanted, Error *error);

#endif
