/* What can be typed in the terminal game besides moves. */
#ifndef PROTOCOL_TERMINAL_VERBS_H
#define PROTOCOL_TERMINAL_VERBS_H

#include "base/scan.h"
#include "protocol/terminal_game.h"

enum { TERMINAL_WORD_SIZE = 24 };

typedef struct TerminalVerb {
    const char *name;
    const char *arguments;
    const char *help;
    bool (*run)(Terminal *game, Scan *rest); /* false: wrong, and the rest of the line with it */
} TerminalVerb;

/* Of several verbs with the same beginning the first is meant. The first of all is help. */
extern const TerminalVerb terminal_verbs[];
extern const int terminal_verb_count;

/* Takes what stands before the next blank; "" at the end. Longer words are cut; control characters
 * become question marks. */
void terminal_take_word(Scan *scan, char *word, size_t size);

/* Whether the rest of the line is squares of that board, up to its end or to a verb, whose words
 * are its own; if not, says so. */
bool terminal_is_rest_known(Terminal *game, const Shape *shape, Scan scan);

/* Obeys the line from the Scan on: moves and verbs, one after the other, until the end or the first
 * that is wrong. */
void terminal_obey(Terminal *game, const char *line, size_t length);

/* Plays a move of either side and reports it; an illegal one is explained, and false returned. */
bool terminal_play_move(Terminal *game, int square);

/* Plays all moves and passes up to the next choice of a person. */
void terminal_play_on(Terminal *game);

/* Draws the board with what stands beside it. */
void terminal_draw(Terminal *game);

/* The moves so far, as one can type them again. */
void terminal_say_record(const Terminal *game);

/* Says what perfect play leads to from here, on a board that is solved, unless it was said last. */
void terminal_say_perfect(Terminal *game);

/* Finds that for the position as it is; false where it is not known or no person is there. */
bool terminal_find_perfect(Terminal *game, PerfectValue *found);

/* Whether moves of a side are judged: those of a person, and with a teacher those of both sides. */
bool terminal_is_judged(const Terminal *game, Side side);

/* Says whether a move that `side` has just played kept the result that stood before it. */
void terminal_judge_move(Terminal *game, Side side, const PerfectValue *before);

/* The worst moves of the people who played, with what was better. Takes a second or two. */
void terminal_say_mistakes(Terminal *game);

#endif
