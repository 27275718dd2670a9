/* bianca.h: the interface of Bianca, an Othello engine for every board of at most 64 squares.
 *
 * This header is the whole interface and its specification; a program needs it and -lbianca.
 *
 * Boards. W columns and H rows with 4 <= W, H and W * H <= 64: 8x8, 6x6, 9x7, 16x4. A square is a
 * number, row * width + column, both from 0: a1 (top left) is 0, on 8x8 h1 is 7 and a2 is 8. A set
 * of squares is a uint64_t whose bit n is square n.
 *
 * Rules. Black begins. A move turns at least one disc. A side without a move passes, and only
 * then; the game is over when neither side has a move. Nothing here passes by itself except where
 * a function says so.
 *
 * Memory. Positions and moves are plain values. The caller owns everything it passes in and every
 * buffer; nothing is kept after a call, and nothing needs to be freed but engines and players.
 *
 * Text. Functions that read take bytes and a length, need no NUL, and read at most
 * BIANCA_MAX_TEXT bytes. Functions that write follow snprintf: they write at most `size` bytes with
 * the NUL, and return the length the whole text has without it, so a return value of `size` or more
 * means that it was cut. `buffer` may be NULL if `size` is 0.
 *
 * Errors. A function that can fail returns a BiancaStatus. If it is not BIANCA_OK, nothing was
 * changed and *error, unless `error` is NULL, says where and why in one line of English. Functions
 * that return anything else cannot fail; for a BiancaPosition that is not valid (see
 * bianca_position_check) they answer 0 or the empty text, and bianca_is_over answers 1. Pointers
 * must not be NULL unless the function says they may.
 *
 * Threads. There is no hidden state: every function may be called from any thread at any time, as
 * long as no other thread writes to the same object; engines say more below. Nothing prints and
 * nothing exits.
 *
 * Cost. A call (thinking apart) takes a few microseconds, most of them spent on the geometry of the
 * board. */
#ifndef BIANCA_H
#define BIANCA_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define BIANCA_API __attribute__((visibility("default")))
#else
#define BIANCA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --- The library ----------------------------------------------------------------------------- */

/* "MAJOR.MINOR.PATCH" of the library that is linked. A static string. */
BIANCA_API const char *bianca_version(void);

/* --- Status and errors ------------------------------------------------------------------------ */

typedef enum BiancaStatus {
    BIANCA_OK = 0,
    BIANCA_BAD_INPUT = 1,   /* an argument or a text cannot be used: no such board, illegal move */
    BIANCA_IO = 2,          /* a file failed */
    BIANCA_NO_MEMORY = 3,   /* an allocation failed */
    BIANCA_STOPPED = 4,     /* stopped before the work was done */
    BIANCA_UNSUPPORTED = 5, /* right input, but not on this board or this machine */
    BIANCA_TOO_SMALL = 6    /* an array of the caller is too small for the answer */
} BiancaStatus;

enum { BIANCA_ERROR_SIZE = 240 };

typedef struct BiancaError {
    BiancaStatus status;
    char text[BIANCA_ERROR_SIZE]; /* "transcript: move 7: d3 is occupied" */
} BiancaError;

/* A word for a status, for machines: "ok", "bad-input", ... A static string, never NULL. */
BIANCA_API const char *bianca_status_name(BiancaStatus status);

/* --- Positions -------------------------------------------------------------------------------- */

enum { BIANCA_BLACK = 0, BIANCA_WHITE = 1 };

enum {
    BIANCA_PASS = 64,            /* in place of a square */
    BIANCA_MAX_SQUARES = 64,     /* squares of the largest board */
    BIANCA_MAX_MOVES = 128,      /* moves of the longest game, passes included */
    BIANCA_MAX_TEXT = 65536,     /* bytes that are read at once */
    BIANCA_MOVE_SIZE = 8,        /* a buffer for any move as text */
    BIANCA_POSITION_SIZE = 72,   /* a buffer for any position as text */
    BIANCA_TRANSCRIPT_SIZE = 520 /* a buffer for any game as text */
};

typedef struct BiancaPosition {
    int width, height;
    int side;              /* to move: BIANCA_BLACK or BIANCA_WHITE */
    uint64_t black, white; /* sets of squares */
} BiancaPosition;

/* The start of the game. With r = height / 2 and c = width / 2 rounded down, rows and columns
 * counted from 0, (r-1, c-1) and (r, c) are White's, (r-1, c) and (r, c-1) are Black's.
 * BIANCA_BAD_INPUT if there is no such board. */
BIANCA_API BiancaStatus bianca_position_start(BiancaPosition *position, int width, int height,
                                              BiancaError *error);

/* Whether the fields make a position: there is such a board, `side` is a side, no square holds
 * two discs, and all discs are on the board. Any arrangement of discs is accepted, whether or not a
 * game can lead to it. */
BIANCA_API BiancaStatus bianca_position_check(const BiancaPosition *position, BiancaError *error);

/* Reads the squares row by row from a1, then the side to move. Black is one of `X x * B b`, White
 * one of `O o W w`, an empty square `-` or `.`; blanks (space, tab, newline) are ignored. The
 * digits 0 and 1, which mean opposite colours to different programs, are refused. Errors give the
 * byte, counted from 0. */
BIANCA_API BiancaStatus bianca_position_parse(BiancaPosition *position, int width, int height,
                                              const char *text, size_t length, BiancaError *error);

/* Writes the squares as `X O -`, a blank, and the side to move: "-----XO... X".
 * BIANCA_POSITION_SIZE is always enough. */
BIANCA_API size_t bianca_position_format(const BiancaPosition *position, char *buffer, size_t size);

/* A hash of board, discs and side. Equal positions hash alike on every machine. It may change from
 * one version of the library to the next. */
BIANCA_API uint64_t bianca_position_hash(const BiancaPosition *position);

/* One position out of all those that rotations and reflections of the board make of this one: two
 * positions are symmetric exactly if their canonical forms are equal. *symmetry, unless NULL,
 * receives the symmetry that leads there (see bianca_symmetry_square). `canonical` may be
 * `position` itself. The side to move stays. A position that is not valid is copied as it is. */
BIANCA_API void bianca_position_canonical(const BiancaPosition *position, BiancaPosition *canonical,
                                          int *symmetry);

/* The square that a symmetry of the board sends `square` to. Square boards have the symmetries
 * 0 .. 7, other rectangles 0 .. 3; symmetry 0 changes nothing. BIANCA_PASS, and whatever is not a
 * square or a symmetry of that board, comes back as it is. */
BIANCA_API int bianca_symmetry_square(int width, int height, int symmetry, int square);

/* --- Moves ------------------------------------------------------------------------------------ */

typedef struct BiancaMove {
    int square;     /* or BIANCA_PASS */
    uint64_t flips; /* the discs it turned */
} BiancaMove;

/* The squares where the side to move may play. Empty if it must pass or the game is over. */
BIANCA_API uint64_t bianca_legal_moves(const BiancaPosition *position);

/* 1 if the side to move has no move but the other side has, otherwise 0. */
BIANCA_API int bianca_must_pass(const BiancaPosition *position);

/* 1 if neither side has a move, otherwise 0. */
BIANCA_API int bianca_is_over(const BiancaPosition *position);

/* Plays on `square`, or passes, and hands the turn over. *move, unless NULL, receives what was
 * done, which is what bianca_undo needs. BIANCA_BAD_INPUT if the move is illegal, with the reason:
 * "d3 is occupied", "d3 turns nothing for Black", "Black can move and may not pass", "the game is
 * over". */
BIANCA_API BiancaStatus bianca_play(BiancaPosition *position, int square, BiancaMove *move,
                                    BiancaError *error);

/* Takes back the move that was played last. BIANCA_BAD_INPUT if it cannot have been that one. */
BIANCA_API BiancaStatus bianca_undo(BiancaPosition *position, const BiancaMove *move,
                                    BiancaError *error);

/* How the discs of an unfilled board are counted. */
typedef enum BiancaScoring {
    BIANCA_EMPTIES_TO_WINNER = 0, /* the tournament rule: the winner is given the empty squares */
    BIANCA_DISC_DIFFERENCE = 1    /* discs alone */
} BiancaScoring;

/* The discs of the side to move less those of the other side. Meant for finished games; in others
 * it says how it would end if it ended now. */
BIANCA_API int bianca_score(const BiancaPosition *position, BiancaScoring scoring);

/* Discs of `side` that can never be turned again, whatever is played: a safe lower bound, not
 * always all of them. */
BIANCA_API uint64_t bianca_stable_discs(const BiancaPosition *position, int side);

/* Sequences of `depth` moves from here (at most 100): the check of a move generator. A pass is one
 * ply; a finished game counts one at whatever depth it ends. 0 only if the position is not valid.
 */
BIANCA_API uint64_t bianca_perft(const BiancaPosition *position, int depth);

/* --- Moves and games as text ------------------------------------------------------------------ */

/* Reads one move in any case: a letter for the column, a number for the row ("f5", "p4", "a16"), or
 * a pass: `pass PASS PA pa PS ps --` or `@@@@`. Blanks around it are ignored. Whether it is legal
 * is not asked; a square that is not on the board is refused. */
BIANCA_API BiancaStatus bianca_move_parse(int *square, int width, int height, const char *text,
                                          size_t length, BiancaError *error);

/* Writes "f5" or "pass"; "none" for what is not a square of that board. BIANCA_MOVE_SIZE is always
 * enough. */
BIANCA_API size_t bianca_move_format(int width, int height, int square, char *buffer, size_t size);

/* Reads a game that begins at *position, "f5d6c3d3c4": any case, blanks, move numbers
 * ("1. f5 2. d6"). Passes may be written; one that is left out is put in before the next move. On
 * success *position is the position after the last move, and the moves with their passes are in
 * moves[0 .. *count - 1]. `moves` may be NULL with a capacity of 0 if only the position is wanted,
 * and `count` may be NULL. BIANCA_MAX_MOVES is always enough; BIANCA_TOO_SMALL if `capacity` is not
 * 0 and less than the moves of the game. Errors give the number of the move as written (from 1),
 * the byte (from 0) and why. */
BIANCA_API BiancaStatus bianca_transcript_parse(BiancaPosition *position, const char *text,
                                                size_t length, BiancaMove *moves, size_t capacity,
                                                size_t *count, BiancaError *error);

/* Writes moves in lower case without blanks. Passes are left out except one at the end, so that
 * bianca_transcript_parse gives back the same moves. BIANCA_TRANSCRIPT_SIZE is always enough for a
 * whole game. */
BIANCA_API size_t bianca_transcript_format(int width, int height, const BiancaMove *moves,
                                           size_t count, char *buffer, size_t size);

/* --- The engine ------------------------------------------------------------------------------- */

/* An engine for one board: an evaluation, a table of positions and threads to search with. Any
 * number of them can live in one process. A plug-in (an evaluation in a file) that fails makes
 * what needs it return BIANCA_IO. One thread at a time may use an engine;
 * bianca_engine_stop alone may be called from any thread and from a signal handler, at any time. */
typedef struct BiancaEngine BiancaEngine;

/* All zero is a good choice. */
typedef struct BiancaEngineOptions {
    int threads;         /* 1 to 256; 0: one per processor */
    int hash_mb;         /* size of the table; 0: 256 */
    const char *eval;    /* an evaluation by name, or plugin:FILE; NULL: the best for the board */
    const char *weights; /* a weight file to use instead of the weights in the library, or NULL */
} BiancaEngineOptions;

/* How long to think; the first limit that is reached ends it. All zero: until it is solved. Limits
 * below 0, a level above 60 and seconds that are not a number are BIANCA_BAD_INPUT. */
typedef struct BiancaLimits {
    int level; /* 1 to 60: depth, and from how many empties on to solve; 0: none */
    int depth; /* plies, pruned where 73 % sure; the empty squares or more: to the end, exactly;
                * 0: none */
    uint64_t nodes; /* about so many; 0: none */
    double seconds; /* for this move; 0: none */
} BiancaLimits;

enum { BIANCA_MAX_LINE = 64, BIANCA_MAX_LINES = 64 };

/* A move that was found, with what is expected to follow: the names are those of `bianca best
 * --json` and of the HTTP API. `percent` and `moves` are other names for `selectivity` and `pv`. */
typedef struct BiancaLine {
    double score; /* discs for the side to move at the end of the game, empties to the winner */
    int is_exact; /* 1: proven; 0: an estimate */
    int depth;    /* plies looked ahead */
    union {
        int selectivity; /* percent: how sure forward pruning is of each cut, 73 to 100; 100: none
                          */
        int percent;
    };
    int length; /* moves in `pv`, at least 1 */
    union {
        int pv[BIANCA_MAX_LINE]; /* squares, or BIANCA_PASS; pv[0] is the move */
        int moves[BIANCA_MAX_LINE];
    };
} BiancaLine;

typedef struct BiancaThought {
    uint64_t nodes;
    double seconds;
    int count; /* lines that were found; 0 only if the game is over */
} BiancaThought;

/* Makes an engine for a board; *engine is the caller's, to be freed with bianca_engine_free.
 * `options` may be NULL. BIANCA_BAD_INPUT for a board or option that cannot be used, BIANCA_IO for
 * weights that cannot be read, BIANCA_NO_MEMORY. */
BIANCA_API BiancaStatus bianca_engine_new(BiancaEngine **engine, int width, int height,
                                          const BiancaEngineOptions *options, BiancaError *error);

/* Frees it; NULL is allowed. No other thread may be using it. */
BIANCA_API void bianca_engine_free(BiancaEngine *engine);

/* Forgets what was learned from earlier positions: a new game. */
BIANCA_API void bianca_engine_clear(BiancaEngine *engine);

/* Finds the best moves, as many as `capacity` (1 to BIANCA_MAX_LINES), best first, in lines[0 ..
 * thought->count - 1]. Always finds a legal move (or the pass), however small the limits, unless
 * the game is over. BIANCA_BAD_INPUT if the position is not valid or on another board.
 * BIANCA_STOPPED if bianca_engine_stop ended it: the lines are then the best so far. */
BIANCA_API BiancaStatus bianca_engine_think(BiancaEngine *engine, const BiancaPosition *position,
                                            const BiancaLimits *limits, BiancaLine *lines,
                                            int capacity, BiancaThought *thought,
                                            BiancaError *error);

/* Makes a running bianca_engine_think return within milliseconds; and, until
 * bianca_engine_rearm, each later one at once. */
BIANCA_API void bianca_engine_stop(BiancaEngine *engine);
BIANCA_API void bianca_engine_rearm(BiancaEngine *engine);

/* What the engine thinks of a position without searching, in discs for the side to move; 0 for a
 * position that is not valid or on another board. */
BIANCA_API double bianca_engine_evaluate(const BiancaEngine *engine,
                                         const BiancaPosition *position);

/* What an evaluation is made of: the sum of value * weight over the terms is `value`. */
enum { BIANCA_MAX_TERMS = 16 };

typedef struct BiancaTerm {
    const char *name; /* "mobility"; lives as long as the engine */
    double value, weight;
} BiancaTerm;

typedef struct BiancaExplanation {
    double value; /* for the side to move, in the evaluation's own unit, which need not be discs */
    int count;    /* of the terms */
    BiancaTerm terms[BIANCA_MAX_TERMS];
    int has_table;                    /* 1: the evaluation weighs squares by a table */
    double table[BIANCA_MAX_SQUARES]; /* the weight of each square; zeros if there is no table */
} BiancaExplanation;

/* Explains the value of a position without searching. BIANCA_BAD_INPUT if the position is not valid
 * or on another board. */
BIANCA_API BiancaStatus bianca_engine_explain(const BiancaEngine *engine,
                                              const BiancaPosition *position,
                                              BiancaExplanation *explanation, BiancaError *error);

/* The name of the evaluation that the engine uses: "pattern", "handmade", "kukreja". Lives as long
 * as the engine. */
BIANCA_API const char *bianca_engine_evaluation(const BiancaEngine *engine);

/* The names that BiancaEngineOptions.eval takes beside "pattern", from index 0 on; NULL past the
 * last. Static strings. */
BIANCA_API const char *bianca_evaluation_name(int index);

/* --- The review of a game --------------------------------------------------------------------- */

typedef enum BiancaVerdict {
    BIANCA_FORCED = 0,     /* there was no choice */
    BIANCA_BEST = 1,       /* lost nothing */
    BIANCA_GOOD = 2,       /* lost less than 2 discs */
    BIANCA_INACCURACY = 3, /* 2 discs or more */
    BIANCA_MISTAKE = 4,    /* 4 or more */
    BIANCA_BLUNDER = 5     /* 8 or more */
} BiancaVerdict;

/* "forced", "best", "good", "inaccuracy", "mistake", "blunder"; "none" for another number. */
BIANCA_API const char *bianca_verdict_name(BiancaVerdict verdict);

/* Why a move was a mistake: found by comparing lines, and confirmed by searching without the cause.
 */
typedef struct BiancaReason {
    const char *name; /* "corner", "mobility", "parity", ...: docs/games.md. A static string */
    double share;     /* of the loss that vanishes with the cause, 0.5 to 1 */
    int square;       /* that it is about, or -1 */
} BiancaReason;

enum { BIANCA_MAX_REASONS = 3 };

/* `line` is another name for `pv`. */
typedef struct BiancaReviewMove {
    int side;                 /* who moved */
    int played, best;         /* squares, or BIANCA_PASS */
    double score, best_score; /* of the two, in discs for that side */
    double loss;              /* the difference, never below 0 */
    int is_exact;             /* 1: both scores are proven */
    BiancaVerdict verdict;
    int length; /* moves in `pv`, at least 1 */
    union {
        int pv[BIANCA_MAX_LINE]; /* the best move and what is expected to follow */
        int line[BIANCA_MAX_LINE];
    };
    int reason_count;                         /* 0 unless it is a mistake or a blunder */
    BiancaReason reasons[BIANCA_MAX_REASONS]; /* the most important one first */
} BiancaReviewMove;

/* The moves of one side that had a choice. */
typedef struct BiancaReviewSide {
    int moves, inaccuracies, mistakes, blunders;
    double loss;     /* of all moves together */
    double accuracy; /* percent; 100 if every move was best */
} BiancaReviewSide;

/* Reviews the game that begins at *start with moves[0 .. count - 1] (their squares alone are read;
 * passes must be there). `limits` are those of each search. Fills review[0 .. count - 1] and
 * sides[BIANCA_BLACK], sides[BIANCA_WHITE]. BIANCA_BAD_INPUT for another board or an illegal move;
 * BIANCA_STOPPED if bianca_engine_stop ended it: what was not reached is then all zero. */
BIANCA_API BiancaStatus bianca_engine_review(BiancaEngine *engine, const BiancaPosition *start,
                                             const BiancaMove *moves, size_t count,
                                             const BiancaLimits *limits, BiancaReviewMove *review,
                                             BiancaReviewSide *sides, BiancaError *error);

/* --- Players ---------------------------------------------------------------------------------- */

/* A player by its string, as `bianca players` lists them: "engine:level=10", "kukreja:depth=6",
 * "beginner:3", "random:seed=7". Foreign programs (gtp:...) need `bianca match`. One thread at a
 * time may use a player. */
typedef struct BiancaPlayer BiancaPlayer;

typedef struct BiancaChoice {
    int square;    /* a legal move; BIANCA_PASS if there is none, or if the game is over */
    int has_score; /* 0 for players that do not have one: random, beginner */
    double score;  /* for the side to move: discs (engine), or the evaluation's own unit */
    int is_exact;  /* 1: proven */
    int depth;
    uint64_t nodes;
    double seconds;
} BiancaChoice;

/* Makes a player for a board; *player is the caller's, to be freed with bianca_player_free.
 * BIANCA_BAD_INPUT for a string that means no player, BIANCA_UNSUPPORTED for a foreign program or a
 * board that the player does not play on. */
BIANCA_API BiancaStatus bianca_player_new(BiancaPlayer **player, const char *text, int width,
                                          int height, BiancaError *error);
BIANCA_API void bianca_player_free(BiancaPlayer *player); /* NULL is allowed */

/* Begins game number `game` as `side`: forgets earlier positions, and makes what is random depend
 * on the seed, the game, the side and the position alone. A new player stands at game 0 as Black.
 */
BIANCA_API void bianca_player_begin(BiancaPlayer *player, uint64_t game, int side);

/* Chooses a move. `seconds`, if above 0, is all the time there is for it. BIANCA_BAD_INPUT if the
 * position is not valid or on another board, or seconds are below 0 or not a number. */
BIANCA_API BiancaStatus bianca_player_choose(BiancaPlayer *player, const BiancaPosition *position,
                                             double seconds, BiancaChoice *choice,
                                             BiancaError *error);

/* --- Many positions at once ------------------------------------------------------------------- */

/* For data sets: arrays of sets of squares instead of positions, own[i] the discs of the side to
 * move and opp[i] those of the other side; no colour, since the rules need none. A call goes
 * through the geometry of the board once, so that a position costs nanoseconds. An output may be
 * the same array as an input, but may not overlap it otherwise. A position that is not valid is
 * BIANCA_BAD_INPUT with its index. */

/* moves[i]: where the side to move may play. */
BIANCA_API BiancaStatus bianca_batch_legal_moves(int width, int height, size_t count,
                                                 const uint64_t *own, const uint64_t *opp,
                                                 uint64_t *moves, BiancaError *error);

/* Plays squares[i] (or BIANCA_PASS) and hands the turn over: next_own[i] are the discs of the side
 * that is then to move. */
BIANCA_API BiancaStatus bianca_batch_play(int width, int height, size_t count, const uint64_t *own,
                                          const uint64_t *opp, const uint8_t *squares,
                                          uint64_t *next_own, uint64_t *next_opp,
                                          BiancaError *error);

/* squares[i]: one of the squares of sets[i], each as likely, or BIANCA_PASS if it is empty. The
 * same seed draws the same squares. */
BIANCA_API BiancaStatus bianca_batch_random(int width, int height, uint64_t seed, size_t count,
                                            const uint64_t *sets, uint8_t *squares,
                                            BiancaError *error);

/* images[i]: the squares that a symmetry (see bianca_symmetry_square) sends sets[i] to. */
BIANCA_API BiancaStatus bianca_batch_symmetry(int width, int height, int symmetry, size_t count,
                                              const uint64_t *sets, uint64_t *images,
                                              BiancaError *error);

/* The canonical forms (see bianca_position_canonical). symmetries[i], unless NULL, receives the
 * symmetry that leads there. */
BIANCA_API BiancaStatus bianca_batch_canonical(int width, int height, size_t count,
                                               const uint64_t *own, const uint64_t *opp,
                                               uint64_t *canonical_own, uint64_t *canonical_opp,
                                               uint8_t *symmetries, BiancaError *error);

/* values[i]: what bianca_engine_evaluate says, on as many threads as the engine has. */
BIANCA_API BiancaStatus bianca_batch_evaluate(const BiancaEngine *engine, size_t count,
                                              const uint64_t *own, const uint64_t *opp,
                                              float *values, BiancaError *error);

#ifdef __cplusplus
}
#endif

#endif
