/* Files of self-play games: `bianca selfplay` writes them, `bianca fit` reads them.
 *
 * A game is a byte a move, with a byte of score for every position that was searched. Games are
 * numbered from 0 and come in blocks of GAMES_PER_BLOCK, each with its number and checksum, in any
 * order. One call writes a block, so a killed writer leaves at most one torn block at the end: the
 * reader ignores it, and a writer that resumes cuts it off. A block damaged anywhere else is
 * refused with its place.
 *
 * The header says how the games were made. Game i of a header is the same game whenever and by
 * however many threads it is played, so blocks can be made again one by one. */
#ifndef TRAIN_GAMES_H
#define TRAIN_GAMES_H

#include <stdio.h>

#include "game/position.h"

enum {
    GAMES_PER_BLOCK = 64,
    GAMES_MAX_BLOCKS = 1 << 22, /* 268 million games a file */
    GAME_MAX_MOVES = 64
};

typedef struct GamesHeader {
    int width, height;
    int generation; /* 0: played with the hand-made evaluation; the fitter counts on */
    int depth;      /* of the searches before the ending */
    /* Of these searches, in percent. A score is the mean of the last two depths, since those of
     * odd and even depths differ. 0, in old files: 100, and the score of the last depth alone. */
    int selectivity;
    int exact_from; /* with this many empty squares or fewer, scores are exact */
    /* Of those, the first `play_on` plies are still played at `depth`, and solved beside the play:
     * what is learned from then is not perfect play alone. 0: perfect play from there on. */
    int play_on;
    int random_min; /* random moves at the start of a game: at least, at most */
    int random_max;
    /* A random start counts only if the search gives it at most so many discs for either side; else
     * another one is drawn. 0: any start. */
    int balanced;
    int deviate_permille; /* chance of a random move later on */
    uint64_t seed;
} GamesHeader;

/* Moves without passes, which are forced and so need not be written. */
typedef struct Game {
    int count;  /* moves */
    int prefix; /* random moves at the start, without scores */
    uint8_t squares[GAME_MAX_MOVES];
    bool is_random[GAME_MAX_MOVES]; /* not the move that the search chose */
    int8_t scores[GAME_MAX_MOVES];  /* before move i, i >= prefix: discs for the side to move */
} Game;

/* --- Reading ------------------------------------------------------------------------------- */

typedef struct GamesReader {
    FILE *file;
    const char *path;
    GamesHeader header;
    Shape shape;
    uint64_t at;     /* where the next block begins */
    uint8_t *seen;   /* a bit for every block number read so far */
    uint64_t blocks; /* good blocks read so far */
    uint64_t torn;   /* bytes of a torn block at the end, known once the end was reached */
    uint32_t number; /* of the current block */
    int count, next; /* games in the current block, and the next one to give out */
    uint8_t payload[GAMES_PER_BLOCK * (2 + 2 * GAME_MAX_MOVES)];
    size_t used; /* bytes of the payload given out */
    size_t length;
} GamesReader;

/* `path` must outlive the reader. */
bool games_open(GamesReader *reader, const char *path, Error *error);
void games_close(GamesReader *reader);

/* The next game, and its number. False at the end (error->status is STATUS_OK) and on damage. Every
 * game was checked to be legal up to its last move. */
bool games_next(GamesReader *reader, Game *game, uint64_t *number, Error *error);

/* Reads the rest without decoding the games, to learn how many there are. */
bool games_skim(GamesReader *reader, Error *error);

/* --- Writing ------------------------------------------------------------------------------- */

typedef struct GamesWriter {
    int fd;
    const char *path;
    GamesHeader header;
    Shape shape;
    uint64_t end;    /* of the good part of the file */
    uint64_t blocks; /* in it */
    uint8_t *done;   /* a bit for every block number that is in the file */
} GamesWriter;

/* Makes the file, or resumes one that has the same header. Fails if another program is writing it
 * or it was made in another way. `path` must outlive the writer. */
bool games_create(GamesWriter *writer, const char *path, const GamesHeader *header, Error *error);
bool games_is_done(const GamesWriter *writer, uint32_t block);

/* Adds one whole block. After a failure the file is as it was before. One thread at a time. */
bool games_append(GamesWriter *writer, uint32_t block, const Game *games, int count, Error *error);

/* A block as it is in the file, for a caller that keeps blocks elsewhere first. */
enum { GAMES_BLOCK_SIZE = 24 + GAMES_PER_BLOCK * (2 + 2 * GAME_MAX_MOVES) }; /* at most */

size_t games_encode(const Shape *shape, uint32_t block, const Game *games, int count,
                    uint8_t bytes[GAMES_BLOCK_SIZE]);

/* Adds such a block after checking that it is whole and has that number. */
bool games_append_bytes(GamesWriter *writer, uint32_t block, const uint8_t *bytes, size_t length,
                        Error *error);

/* Makes sure that everything is on the disk. */
bool games_sync(GamesWriter *writer, Error *error);
void games_finish(GamesWriter *writer);

#endif
