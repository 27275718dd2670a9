/* Botzone's judge for Reversi, written to its rules and to nothing of ours: it keeps the board with
 * the slow reference, speaks the four ways of interaction to a bot, and plays the other side at
 * random. A bot that breaks a rule fails the test. */
#ifndef SUPPORT_JUDGE_H
#define SUPPORT_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct JudgeGame {
    const char *const *program; /* the bot's command line, NULL at the end; program[0] is a path */
    bool is_json;
    bool keeps_running; /* one process for the whole game */
    bool is_bot_black;
    uint64_t seed; /* of the other side */
    double limit;  /* seconds for an answer */

    /* What happened. */
    int count;
    int moves[128]; /* squares row by row, -1 for a pass; both sides */
    int bot_discs, other_discs;
    double slowest;    /* answer, in seconds */
    size_t peak_bytes; /* the most memory that the bot had */
} JudgeGame;

/* Plays a whole game. */
void judge_play(JudgeGame *game);

#endif
