/* GGF and SGF, as far as a pasted game needs them: the players' names, the board, and the moves of
 * the main line.
 *
 * Both are trees of properties, `(;NAME[value]NAME[value];B[f5])`, in which a value may hold `\]`.
 * Only the first variation at each branching is read. */
#ifndef WEB_TREE_TEXT_H
#define WEB_TREE_TEXT_H

#include <stdbool.h>

#include "record/transcript.h"

enum { TREE_TEXT_NAME_SIZE = 64 };

typedef struct TreeText {
    Shape shape;
    Transcript transcript; /* borrows shape: the struct must stay put */
    bool is_ggf;
    char black[TREE_TEXT_NAME_SIZE]; /* players; empty if unknown; always whole UTF-8 */
    char white[TREE_TEXT_NAME_SIZE];
} TreeText;

/* Reads one game. The error says the byte and the reason; *out is then unspecified. */
bool tree_text_parse(TreeText *out, const char *bytes, size_t length, Error *error);

#endif
