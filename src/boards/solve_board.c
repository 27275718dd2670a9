/* Solves the first move exactly, tests the others against its score with a zero window, then
 * verifies the line. */
#include "boards/solve_board.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/random.h"
#include "game/rules.h"
#include "record/transcript.h"

enum { RANKING_DEPTH = 12 }; /* of the search that orders the first moves */

/* A solve in work. */
typedef struct Work {
    const BoardSolveOptions *options;
    const Shape *shape;
    Engine *engine;
    EngineResult result;
    char step[MAP_LINE_SIZE]; /* for the progress */
} Work;

static bool open_work(Work *work, const BoardSolveOptions *options, Error *error) {
    EngineOptions engine = {.threads = options->settings.threads,
                            .hash_mb = options->settings.hash_mb};
    *work = (Work){.options = options, .shape = options->shape};
    work->engine = engine_new(options->shape, &engine, error);
    return work->engine != NULL;
}

static void report(void *context, const EngineResult *so_far) {
    const Work *work = context;
    work->options->progress(work->options->context, work->step, so_far);
}

static bool think(Work *work, Position position, EngineLimits limits, Error *error) {
    limits.stop = work->options->stop;
    engine_think(work->engine, position, &limits, work->options->progress ? report : NULL, work,
                 &work->result);
    if (work->result.end != ENGINE_STOPPED) return true;
    error_set(error, STATUS_STOPPED, "%dx%d: stopped at %s", work->shape->width,
              work->shape->height, work->step);
    return false;
}

static Position after(const Shape *shape, int square) {
    Position start = position_start(shape);
    return position_after(start, square, rules_flips(shape, square, start.own, start.opp));
}

/* --- First moves ------------------------------------------------------------------------------ */

/* The first moves that differ: best first, as a short search sees it, or by the seed. */
static int order_moves(Work *work, int squares[MAP_MAX_MOVES], Error *error) {
    const Shape *shape = work->shape;
    uint64_t left = map_first_moves(shape);
    int count = 0;
    EngineLimits limits = {.depth = RANKING_DEPTH, .lines = ENGINE_MAX_LINES};
    snprintf(work->step, sizeof work->step, "the order of its first moves");
    if (!think(work, position_start(shape), limits, error)) return 0;
    for (int i = 0; i < work->result.count && count < MAP_MAX_MOVES; i++) {
        uint64_t same = map_same_moves(shape, work->result.lines[i].pv[0]) & left;
        if (!same) continue;
        left &= ~same;
        squares[count++] = bits_first(same);
    }
    Random random = random_seeded((uint64_t)work->options->settings.seed);
    if (work->options->settings.seed) random_shuffle(&random, squares, count, sizeof squares[0]);
    return count;
}

/* The whole game, of the first move and the line of the position after it. */
static void write_line(const Shape *shape, int square, const EngineLine *line, char *text) {
    Board start = board_start(shape);
    Transcript game;
    transcript_init(&game, &start);
    transcript_add(&game, square, true, NULL);
    for (int i = 0; i < line->length; i++) transcript_add(&game, line->pv[i], true, NULL);
    transcript_format(&game, text, MAP_LINE_SIZE);
}

static bool solve_exactly(Work *work, MapMove *move, Error *error) {
    if (!think(work, after(work->shape, move->square), (EngineLimits){.lines = 1}, error))
        return false;
    const EngineLine *line = &work->result.lines[0];
    move->is_exact = true;
    move->score = -(int)line->score;
    move->nodes += work->result.nodes;
    move->seconds += work->result.seconds;
    write_line(work->shape, move->square, line, move->line);
    return true;
}

/* Whether the move is worse than `best`, as good or better; in that case, by how much. */
static bool compare(Work *work, int best, MapMove *move, Error *error) {
    EngineLimits limits = {.is_outcome_only = true, .outcome_at = -best};
    if (!think(work, after(work->shape, move->square), limits, error)) return false;
    move->nodes = work->result.nodes;
    move->seconds = work->result.seconds;
    move->score = best;
    move->is_exact = work->result.outcome == ENGINE_DRAW;
    return work->result.outcome == ENGINE_LOSS ? solve_exactly(work, move, error) : true;
}

static bool is_done(const MapSolve *solve, int square) {
    for (int i = 0; i < solve->count; i++)
        if (solve->moves[i].square == square) return true;
    return false;
}

static bool solve_moves(Work *work, int run, MapBoard *board, Error *error) {
    const BoardSolveOptions *options = work->options;
    int squares[MAP_MAX_MOVES], count = order_moves(work, squares, error);
    if (count == 0) return false;
    for (int i = 0; i < count; i++) {
        MapMove move = {.square = squares[i]};
        const MapMove *best = map_best(board, run);
        if (is_done(&board->solves[run], move.square)) continue;
        if (options->is_value_enough && map_is_solved(board, run)) break;
        snprintf(work->step, sizeof work->step, "%s", move_name(work->shape, move.square).text);
        bool ok =
            best ? compare(work, best->score, &move, error) : solve_exactly(work, &move, error);
        if (!ok || !map_add_move(options->map, work->shape, run, &options->settings, &move, error))
            return false;
    }
    return true;
}

bool board_solve(const BoardSolveOptions *options, int run, Error *error) {
    Work work;
    MapBoard *board = map_board(options->map, options->shape);
    if (!board) {
        error_set(error, STATUS_BAD_INPUT, "there are too many boards");
        return false;
    }
    if (options->is_value_enough ? map_is_solved(board, run) : map_is_complete(board, run))
        return true;
    if (!open_work(&work, options, error)) return false;
    bool ok = solve_moves(&work, run, board, error);
    engine_free(work.engine);
    return ok;
}

/* --- The line --------------------------------------------------------------------------------- */

static bool is_checked(const MapBoard *board, int ply) {
    for (int i = 0; i < board->checks; i++)
        if (board->check[i].ply == ply) return true;
    return false;
}

static bool check_position(Work *work, const Board *at, MapCheck *check, int value, Error *error) {
    const Shape *shape = work->shape;
    snprintf(work->step, sizeof work->step, "ply %d of the line", check->ply);
    engine_clear(work->engine);
    if (!think(work, at->position, (EngineLimits){.lines = 1}, error)) return false;
    int score = (int)work->result.lines[0].score;
    check->score = at->side == BLACK ? score : -score;
    check->nodes = work->result.nodes;
    check->seconds = work->result.seconds;
    if (check->score == value) return true;
    error_set(error, STATUS_BAD_INPUT,
              "%dx%d: after %d plies of the line the score is %+d, not %+d", shape->width,
              shape->height, check->ply, check->score, value);
    return false;
}

static bool check_positions(Work *work, const MapBoard *board, Error *error) {
    const BoardSolveOptions *options = work->options;
    const MapMove *best = map_best(board, 0);
    Transcript game;
    Board start = board_start(work->shape);
    if (!transcript_parse(&game, &start, best->line, strlen(best->line), error)) return false;
    do {
        MapCheck check = {.ply = game.count};
        if (is_checked(board, check.ply)) continue;
        if (!check_position(work, &game.end, &check, best->score, error) ||
            !map_add_check(options->map, work->shape, &check, error))
            return false;
    } while (transcript_undo(&game) && game.count > 0);
    return true;
}

bool board_check_line(const BoardSolveOptions *options, Error *error) {
    Work work;
    const MapBoard *board = map_board(options->map, options->shape);
    if (!board || !map_is_solved(board, 0) || !map_best(board, 0)->line[0]) {
        error_set(error, STATUS_BAD_INPUT, "%dx%d is not solved: there is no line to check",
                  options->shape->width, options->shape->height);
        return false;
    }
    if (!open_work(&work, options, error)) return false;
    bool ok = check_positions(&work, board, error);
    engine_free(work.engine);
    return ok;
}
