/* Inside the terminal game: its state, and every change of it. Nothing here prints. A change that
 * fails leaves everything as it was. */
#ifndef PROTOCOL_TERMINAL_GAME_H
#define PROTOCOL_TERMINAL_GAME_H

#include <stdatomic.h>

#include "engine/foreign_player.h"
#include "engine/perfect_value.h"
#include "engine/player.h"
#include "engine/review.h"
#include "protocol/terminal.h"
#include "protocol/terminal_line.h"

/* Who plays a side. */
typedef struct TerminalPlayer {
    bool is_human;
    bool is_computer;       /* the engine at the game's level */
    PlayerSpec spec;        /* unless it is a human */
    Player *in_process;     /* NULL for a human and a foreign program */
    ForeignPlayer *foreign; /* a foreign program, otherwise NULL */
    bool is_introduced;     /* it was said under which protection the program runs */
} TerminalPlayer;

struct Terminal {
    TerminalOptions options;
    Shape *shape;
    Transcript begin;             /* where `new` goes back to */
    Transcript record;            /* the game so far */
    int undone[RECORD_MAX_MOVES]; /* squares taken back, the last one first to be played again */
    int undone_count;
    TerminalPlayer players[2]; /* by Side */
    Player *adviser;           /* for hints, evaluations and the summary */
    int level;
    uint64_t games;      /* begun so far: the next one is another */
    bool is_shown;       /* the board as it is now has been drawn */
    bool is_told;        /* the result has been shown */
    bool is_left;        /* a person quit, or the input ended */
    bool has_asked;      /* a person has been asked for a line, and may be again */
    bool has_failed;     /* the program of the side to move failed, and so lost: the game is over */
    bool has_told_value; /* a person was told what perfect play leads to: `told_value` for Black */
    int told_value;
    TerminalLine *lines;
    volatile sig_atomic_t is_interrupted; /* written by terminal_interrupt() */
    Player *_Atomic thinking;             /* whom terminal_interrupt() has to stop: a player, */
    ForeignPlayer *_Atomic waiting;       /* or a foreign program */
};

bool game_is_over(const Terminal *game);
bool game_has_people(const Terminal *game);

/* The player who is to move. */
const TerminalPlayer *game_player(const Terminal *game);

/* Makes a side's player: "human", "computer" or a player string. */
bool game_set_player(Terminal *game, Side side, const char *text, Error *error);

/* Changes the level of hints and of all computers at the board. */
bool game_set_level(Terminal *game, int level, Error *error);

/* Continues from another game, which may be on another shape. */
bool game_set_record(Terminal *game, const Transcript *record, Error *error);

/* Begins a game on another board: "6x6". */
bool game_set_board(Terminal *game, const char *size, Error *error);

/* Begins again. */
void game_restart(Terminal *game);

/* Plays a move; *move is what it did. */
bool terminal_make_move(Terminal *game, int square, Move *move, Error *error);

/* Takes back until a person with a choice is to move; and plays that again. False if
 * there is nothing to take back or to play again. */
bool game_undo(Terminal *game);
bool game_redo(Terminal *game);

/* Lets the player of the side to move choose. False if it is a foreign program that failed. */
bool game_choose(Terminal *game, PlayerMove *move, Error *error);

/* Asks the adviser about any position of the board; at most `lines` moves are ranked. */
void game_advise(Terminal *game, Position position, int lines, EngineResult *result);

/* The result of the position with perfect play, if the adviser proves it in so many seconds. */
bool game_perfect(Terminal *game, double seconds, PerfectValue *out);

/* Lets the adviser judge every move of the game. False if it was interrupted. */
bool game_review(Terminal *game, ReviewProgress *progress, void *context);

/* Writes the game to a file in GGF; and resumes one that was written so, or a transcript
 * of moves from the start. */
bool game_save(const Terminal *game, const char *path, Error *error);
bool game_load(Terminal *game, const char *path, Error *error);

#endif
