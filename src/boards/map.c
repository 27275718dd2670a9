/* Reads and writes the file of solved boards, a line for each finished step:
 *
 *     move WxH RUN SQUARE = SCORE NODES SECONDS THREADS HASH SEED LINE
 *     line WxH PLY SCORE NODES SECONDS
 *
 * `<` instead of `=`: the score of the move is less. */
#include "boards/map.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "game/rules.h"
#include "game/symmetry.h"
#include "record/notation.h"

enum { WORD_SIZE = 16 };

static const char head[] = "bianca boards 1\n";

/* --- First moves ------------------------------------------------------------------------------ */

uint64_t map_same_moves(const Shape *shape, int square) {
    Position start = position_start(shape);
    uint64_t same = 0;
    for (int s = 0; s < shape->symmetries; s++) {
        Position image = symmetry_position(shape, s, start);
        if (image.own == start.own && image.opp == start.opp)
            same |= bits_square(shape->where[s][square]);
    }
    return same;
}

uint64_t map_first_moves(const Shape *shape) {
    Position start = position_start(shape);
    uint64_t moves = rules_moves(shape, start.own, start.opp), first = 0;
    while (moves) {
        int square = bits_first(moves);
        first |= bits_square(square);
        moves &= ~map_same_moves(shape, square);
    }
    return first;
}

/* --- Rows ------------------------------------------------------------------------------------- */

const MapBoard *map_find(const Map *map, int width, int height) {
    for (int i = 0; i < map->count; i++)
        if (map->boards[i].width == width && map->boards[i].height == height)
            return &map->boards[i];
    return NULL;
}

MapBoard *map_board(Map *map, const Shape *shape) {
    const MapBoard *found = map_find(map, shape->width, shape->height);
    if (found) return &map->boards[found - map->boards];
    if (map->count == MAP_MAX_BOARDS) return NULL;
    MapBoard *board = &map->boards[map->count++];
    *board = (MapBoard){.width = shape->width, .height = shape->height};
    for (int run = 0; run < MAP_RUNS; run++)
        board->solves[run].wanted = bits_count(map_first_moves(shape));
    return board;
}

bool map_is_complete(const MapBoard *board, int run) {
    const MapSolve *solve = &board->solves[run];
    return solve->wanted > 0 && solve->count == solve->wanted;
}

bool map_is_solved(const MapBoard *board, int run) {
    const MapMove *best = map_best(board, run);
    return map_is_complete(board, run) || (best && best->score == board->width * board->height);
}

const MapMove *map_best(const MapBoard *board, int run) {
    const MapSolve *solve = &board->solves[run];
    const MapMove *best = NULL;
    for (int i = 0; i < solve->count; i++) {
        const MapMove *move = &solve->moves[i];
        if (!move->is_exact) continue;
        bool is_better = !best || move->score > best->score ||
                         (move->score == best->score && !best->line[0] && move->line[0]);
        if (is_better) best = move;
    }
    return best;
}

int map_value(const MapBoard *board, int run) {
    return map_best(board, run)->score;
}

uint64_t map_nodes(const MapBoard *board, int run) {
    uint64_t nodes = 0;
    for (int i = 0; i < board->solves[run].count; i++) nodes += board->solves[run].moves[i].nodes;
    return nodes;
}

double map_seconds(const MapBoard *board, int run) {
    double seconds = 0;
    for (int i = 0; i < board->solves[run].count; i++)
        seconds += board->solves[run].moves[i].seconds;
    return seconds;
}

/* --- Reading ---------------------------------------------------------------------------------- */

static bool put_move(Map *map, const Shape *shape, int run, const MapSettings *settings,
                     const MapMove *move) {
    MapBoard *board = map_board(map, shape);
    if (!board) return false;
    MapSolve *solve = &board->solves[run];
    if (solve->count == MAP_MAX_MOVES) return false;
    for (int i = 0; i < solve->count; i++)
        if (solve->moves[i].square == move->square) return false;
    solve->moves[solve->count++] = *move;
    solve->settings = *settings;
    return true;
}

static bool put_check(Map *map, const Shape *shape, const MapCheck *check) {
    MapBoard *board = map_board(map, shape);
    if (!board || board->checks == SHAPE_MAX_SQUARES) return false;
    board->check[board->checks++] = *check;
    return true;
}

static bool read_move(Map *map, const char *line) {
    char size[WORD_SIZE], square[WORD_SIZE], sign;
    int run, length = 0;
    MapMove move = {.square = NO_MOVE};
    MapSettings settings;
    Shape shape;
    int fields = sscanf(line, "move %15s %d %15s %c %d %" SCNu64 " %lf %d %d %" SCNd64 " %319s%n",
                        size, &run, square, &sign, &move.score, &move.nodes, &move.seconds,
                        &settings.threads, &settings.hash_mb, &settings.seed, move.line, &length);
    if (fields != 11 || line[length] || run < 0 || run >= MAP_RUNS || (sign != '=' && sign != '<'))
        return false;
    if (!shape_parse(&shape, size, strlen(size), NULL) ||
        !move_parse(&shape, square, strlen(square), &move.square, NULL) ||
        !(map_first_moves(&shape) >> (move.square & 63) & 1))
        return false;
    move.is_exact = sign == '=';
    if (strcmp(move.line, "-") == 0) move.line[0] = '\0';
    return put_move(map, &shape, run, &settings, &move);
}

static bool read_check(Map *map, const char *line) {
    char size[WORD_SIZE];
    int length = 0;
    MapCheck check;
    Shape shape;
    int fields = sscanf(line, "line %15s %d %d %" SCNu64 " %lf%n", size, &check.ply, &check.score,
                        &check.nodes, &check.seconds, &length);
    return fields == 5 && !line[length] && shape_parse(&shape, size, strlen(size), NULL) &&
           put_check(map, &shape, &check);
}

static bool take_line(void *context, char *line, Error *error) {
    if (read_move(context, line) || read_check(context, line)) return true;
    error_set(error, STATUS_BAD_INPUT, "says nothing of a board: %.60s", line);
    return false;
}

/* --- Files ------------------------------------------------------------------------------------ */

bool map_open(Map *map, const char *path, bool is_read_only, Error *error) {
    static const char noun[] = "a file of solved boards";
    *map = (Map){.boards = calloc(MAP_MAX_BOARDS, sizeof(MapBoard)), .journal = {.lock = -1}};
    if (!map->boards) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a map");
        return false;
    }
    if (!path || (is_read_only ? append_log_read : append_log_open)(&map->journal, path, head, noun,
                                                                    take_line, map, error))
        return true;
    map_close(map);
    return false;
}

void map_close(Map *map) {
    append_log_close(&map->journal);
    free(map->boards);
    *map = (Map){.journal = {.lock = -1}};
}

/* What was finished must outlive a crash of the machine too. */
static bool keep(const Map *map, Error *error) {
    return !map->journal.file || append_log_flush(&map->journal, true, error);
}

static bool fail_full(Error *error) {
    error_set(error, STATUS_BAD_INPUT, "a step of a board was done twice");
    return false;
}

bool map_add_move(Map *map, const Shape *shape, int run, const MapSettings *settings,
                  const MapMove *move, Error *error) {
    if (!put_move(map, shape, run, settings, move)) return fail_full(error);
    if (map->journal.file)
        fprintf(map->journal.file, "move %dx%d %d %s %c %d %" PRIu64 " %.3f %d %d %" PRId64 " %s\n",
                shape->width, shape->height, run, move_name(shape, move->square).text,
                move->is_exact ? '=' : '<', move->score, move->nodes, move->seconds,
                settings->threads, settings->hash_mb, settings->seed,
                move->line[0] ? move->line : "-");
    return keep(map, error);
}

bool map_add_check(Map *map, const Shape *shape, const MapCheck *check, Error *error) {
    if (!put_check(map, shape, check)) return fail_full(error);
    if (map->journal.file)
        fprintf(map->journal.file, "line %dx%d %d %d %" PRIu64 " %.3f\n", shape->width,
                shape->height, check->ply, check->score, check->nodes, check->seconds);
    return keep(map, error);
}
