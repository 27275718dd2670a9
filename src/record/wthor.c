/* WTHOR: the database of tournament games, a .wtb for each year and names beside it.
 *
 * Little endian. Header, 16 bytes: date of the file (century, year, month, day), u32 games, u16 (of
 * names), u16 year of the games, u8 size of the board (0 means 8), u8 type, u8 depth, 0. Then 68
 * bytes a game: u16 tournament, black, white; u8 Black's discs; u8 Black's discs after perfect play
 * from a number of empty squares; 60 moves, row * 10 + column from 11 to 88, 0 after the last.
 * Passes are left out.
 *
 * The numbers of players and tournaments are those of record/wthor_names.h. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "record/format.h"
#include "record/wthor_names.h"

enum {
    GAMES_AT = 4,
    YEAR_AT = 10,
    SIZE_AT = 12,
    RECORD = 68,
    DISCS_AT = 6,
    BEST_AT = 7,
    MOVES_AT = 8,
    MOVES = RECORD - MOVES_AT,
    MAX_MONTH = 12,
    MAX_DAY = 31,
    UNKNOWN_DISCS = 0, /* of an unfinished game; a finished one is counted on the board anyway */
};

/* --- Reading ------------------------------------------------------------------------------------
 */

typedef struct WthorInput {
    WthorNames players, tournaments;
    bool has_header;
    uint32_t games, read; /* the header's count, and how many there were so far */
    int year;
} WthorInput;

/* Text has no byte of 0, and the header has at least the last one. */
static bool looks_like(const char *bytes, size_t length) {
    const uint8_t *header = (const uint8_t *)bytes;
    return length >= WTHOR_HEADER && header[2] <= MAX_MONTH && header[3] <= MAX_DAY &&
           header[SIZE_AT] <= SHAPE_MAX_SIDE && header[WTHOR_HEADER - 1] == 0;
}

static bool open_names(RecordInput *input, const char *path, Error *error) {
    WthorInput *wthor = calloc(1, sizeof *wthor);
    if (wthor == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory to read games");
        return false;
    }
    input->state = wthor;
    wthor->players.width = WTHOR_PLAYER;
    wthor->tournaments.width = WTHOR_TOURNAMENT;
    return path == NULL || (wthor_names_load(&wthor->players, path, "jou", error) &&
                            wthor_names_load(&wthor->tournaments, path, "trn", error));
}

static void close_names(RecordInput *input) {
    WthorInput *wthor = input->state;
    if (wthor == NULL) return;
    wthor_names_release(&wthor->players);
    wthor_names_release(&wthor->tournaments);
    free(wthor);
}

static size_t measure(const RecordInput *input, const char *bytes, size_t length, bool is_all) {
    const WthorInput *wthor = input->state;
    (void)bytes;
    size_t size = wthor->has_header ? RECORD : WTHOR_HEADER;
    // What follows the last game is no game.
    if (wthor->has_header && wthor->read >= wthor->games) return length;
    if (length >= size) return size;
    return is_all ? length : 0;
}

static RecordRead read_header(RecordInput *input, const Scan *scan, Error *error) {
    WthorInput *wthor = input->state;
    const uint8_t *header = (const uint8_t *)scan->bytes;
    if (scan->length < WTHOR_HEADER) {
        error_set(error, STATUS_BAD_INPUT, "%zu bytes, a WTHOR header alone has %d", scan->length,
                  WTHOR_HEADER);
        return RECORD_REFUSED;
    }
    int size = header[SIZE_AT];
    if (size != 0 && size != 8) {
        error_set(error, STATUS_UNSUPPORTED,
                  size == 10 ? "a WTHOR file of games on 10x10, which has more squares than the 64 "
                               "of the largest board here"
                             : "a WTHOR file of games on %dx%d, where 8x8 alone is known",
                  size, size);
        return RECORD_REFUSED;
    }
    wthor->has_header = true;
    wthor->games = (uint32_t)bytes_get(header + GAMES_AT, 4);
    wthor->year = (int)bytes_get(header + YEAR_AT, 2);
    if (!record_shape(&input->shape, 8, 8, error)) return RECORD_REFUSED;
    return RECORD_NOTHING;
}

static bool read_moves(RecordInput *input, const uint8_t *moves, Transcript *game, Error *error) {
    bool is_over = false;
    for (int i = 0; i < MOVES; i++) {
        int row = moves[i] / 10 - 1, column = moves[i] % 10 - 1;
        input->move = i + 1;
        if (moves[i] == 0) {
            is_over = true;
            continue;
        }
        if (is_over) {
            error_set(error, STATUS_BAD_INPUT, "a move after the end of the game");
            return false;
        }
        if (row < 0 || row > 7 || column < 0 || column > 7) {
            error_set(error, STATUS_BAD_INPUT, "%d is off the board, where squares are 11 to 88",
                      moves[i]);
            return false;
        }
        if (!transcript_add(game, shape_square(&input->shape, column, row), true, error))
            return false;
    }
    input->move = 0;
    return true;
}

static RecordRead read_game(RecordInput *input, Scan *scan, GameRecord *game, Error *error) {
    WthorInput *wthor = input->state;
    const uint8_t *bytes = (const uint8_t *)scan->bytes;
    if (wthor->read >= wthor->games) {
        error_set(error, STATUS_BAD_INPUT, "%u games as the header says, and then other bytes",
                  (unsigned)wthor->games);
        return RECORD_REFUSED;
    }
    if (scan->length < RECORD) {
        error_set(error, STATUS_BAD_INPUT,
                  "the file ends in the middle of it; its header says %u games",
                  (unsigned)wthor->games);
        wthor->games = wthor->read; // said once
        return RECORD_BAD;
    }
    wthor->read++;
    memset(game, 0, sizeof *game);
    Board start = board_start(&input->shape);
    transcript_init(&game->moves, &start);
    if (!read_moves(input, bytes + MOVES_AT, &game->moves, error)) return RECORD_BAD;
    wthor_names_get(&wthor->tournaments, (int)bytes_get(bytes, 2), game->event);
    wthor_names_get(&wthor->players, (int)bytes_get(bytes + 2, 2), game->black);
    wthor_names_get(&wthor->players, (int)bytes_get(bytes + 4, 2), game->white);
    if (wthor->year > 0) snprintf(game->date, sizeof game->date, "%04d", wthor->year);
    if (bytes[DISCS_AT] != UNKNOWN_DISCS && bytes[DISCS_AT] <= SHAPE_MAX_SQUARES)
        record_set_score(game, 2 * bytes[DISCS_AT] - SHAPE_MAX_SQUARES);
    if (bytes[BEST_AT] <= SHAPE_MAX_SQUARES) game->best_discs = bytes[BEST_AT];
    return RECORD_GAME;
}

static RecordRead read_unit(RecordInput *input, Scan *scan, GameRecord *game, Error *error) {
    const WthorInput *wthor = input->state;
    return wthor->has_header ? read_game(input, scan, game, error)
                             : read_header(input, scan, error);
}

static RecordRead end_games(RecordInput *input, Error *error) {
    const WthorInput *wthor = input->state;
    if (!wthor->has_header || wthor->read >= wthor->games) return RECORD_END;
    error_set(error, STATUS_BAD_INPUT, "the header says %u games, the file ends after %u",
              (unsigned)wthor->games, (unsigned)wthor->read);
    return RECORD_BAD;
}

/* --- Writing ------------------------------------------------------------------------------------
 */

typedef struct WthorOutput {
    WthorNames players, tournaments;
    uint32_t games;
    int year; /* of all games; 0 if they have none */
} WthorOutput;

static bool write_header(RecordOutput *output) {
    const WthorOutput *wthor = output->state;
    uint8_t header[WTHOR_HEADER] = {0};
    bytes_put(header + GAMES_AT, wthor->games, 4);
    bytes_put(header + YEAR_AT, (uint64_t)wthor->year, 2);
    header[SIZE_AT] = 8;
    return fwrite(header, 1, sizeof header, output->file) == sizeof header;
}

static bool begin_file(RecordOutput *output, Error *error) {
    if (ftell(output->file) != 0) {
        error_set(error, STATUS_UNSUPPORTED,
                  "WTHOR has the number of games at its beginning: write it to a file");
        return false;
    }
    WthorOutput *wthor = output->state = calloc(1, sizeof *wthor);
    if (wthor == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory to write games");
        return false;
    }
    wthor->players.width = WTHOR_PLAYER;
    wthor->tournaments.width = WTHOR_TOURNAMENT;
    if (!write_header(output)) error_set(error, STATUS_IO, "the header cannot be written");
    return !ferror(output->file);
}

static void put_moves(uint8_t *out, const Transcript *moves) {
    const Shape *shape = moves->start.shape;
    for (int i = 0, used = 0; i < moves->count && used < MOVES; i++) {
        int square = moves->moves[i].square;
        if (square == PASS) continue;
        out[used++] =
            (uint8_t)(10 * (shape_row(shape, square) + 1) + shape_column(shape, square) + 1);
    }
}

/* The header has the year of all games. */
static bool require_year(WthorOutput *wthor, const GameRecord *game, Error *error) {
    int year = record_year(game);
    if (wthor->games == 0) wthor->year = year;
    if (year == wthor->year) return true;
    if (year == 0)
        error_set(error, STATUS_UNSUPPORTED, "WTHOR has one year a file: %d, and it has none",
                  wthor->year);
    else if (wthor->year == 0)
        error_set(error, STATUS_UNSUPPORTED,
                  "WTHOR has one year a file, and the first game has none: %d", year);
    else
        error_set(error, STATUS_UNSUPPORTED, "WTHOR has one year a file: %d, not %d", wthor->year,
                  year);
    return false;
}

static bool write_unit(RecordOutput *output, const GameRecord *game, Text *text, Error *error) {
    WthorOutput *wthor = output->state;
    uint8_t bytes[RECORD] = {0};
    int tournament, black, white, score, discs = UNKNOWN_DISCS;
    if (!record_require_usual(game, false, "WTHOR", error) || !require_year(wthor, game, error))
        return false;
    if (!wthor_names_add(&wthor->tournaments, game->event, &tournament, error) ||
        !wthor_names_add(&wthor->players, game->black, &black, error) ||
        !wthor_names_add(&wthor->players, game->white, &white, error))
        return false;
    if (record_score(game, &score)) discs = (SHAPE_MAX_SQUARES + score) / 2;
    bytes_put(bytes, (uint64_t)tournament, 2);
    bytes_put(bytes + 2, (uint64_t)black, 2);
    bytes_put(bytes + 4, (uint64_t)white, 2);
    bytes[DISCS_AT] = (uint8_t)discs;
    bytes[BEST_AT] = (uint8_t)game->best_discs;
    put_moves(bytes + MOVES_AT, &game->moves);
    for (int i = 0; i < RECORD; i++) text_byte(text, (char)bytes[i]);
    wthor->games++;
    output->changed_names = wthor->players.changed + wthor->tournaments.changed;
    return true;
}

static bool finish_file(RecordOutput *output, const char *path, Error *error) {
    WthorOutput *wthor = output->state;
    if (fseek(output->file, 0, SEEK_SET) != 0 || !write_header(output) ||
        fseek(output->file, 0, SEEK_END) != 0) {
        error_set(error, STATUS_IO, "the number of games cannot be written at its beginning");
        return false;
    }
    return path == NULL || (wthor_names_save(&wthor->players, path, "jou", error) &&
                            wthor_names_save(&wthor->tournaments, path, "trn", error));
}

static void release_names(RecordOutput *output) {
    WthorOutput *wthor = output->state;
    if (wthor == NULL) return;
    wthor_names_release(&wthor->players);
    wthor_names_release(&wthor->tournaments);
    free(wthor);
}

const RecordFormat format_wthor = {
    .name = "wthor",
    .extension = "wtb",
    .is_binary = true,
    .names = "WTHOR has 19 for a player and 25 for a tournament, of Latin-1",
    .looks_like = looks_like,
    .measure = measure,
    .read = read_unit,
    .write = write_unit,
    .open = open_names,
    .end = end_games,
    .close = close_names,
    .begin = begin_file,
    .finish = finish_file,
    .release = release_names,
};
