/* `bianca boards`: solves the starts of small boards, keeps what is finished, and makes the tables
 * of perfect play. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/thread_pool.h"
#include "boards/perfect_maker.h"
#include "boards/solve_board.h"
#include "cli/boards_export.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "engine/result_text.h"

enum { DEFAULT_UP_TO = 25, LINE_MOVES = 12 };

typedef struct BoardsOptions {
    int up_to;
    const char *db, *out, *perfect;
    bool check, show, quick, json;
    int threads, hash;
    int64_t seed;
    int plies, slack;
    int64_t cheap;
} BoardsOptions;

static const Option rows[] = {
    OPTION_INTEGER_ROW(BoardsOptions, up_to, "up-to", "SQUARES", 16, SHAPE_MAX_SQUARES, "25",
                       "every board of at most so many squares"),
    OPTION_TEXT_ROW(BoardsOptions, db, "db", "FILE", NULL,
                    "keep every finished step here, and resume"),
    OPTION_FLAG_ROW(BoardsOptions, check, "check",
                    "solve solved boards again, and every position of their lines"),
    OPTION_FLAG_ROW(BoardsOptions, show, "show", "solve nothing: what the file has"),
    OPTION_FLAG_ROW(BoardsOptions, quick, "quick",
                    "no other first moves where one takes every disc"),
    OPTION_INTEGER_ROW(BoardsOptions, seed, "seed", "N", 0, INT64_C(1000000000), "0",
                       "of the order of first moves; 0: best first"),
    OPTION_INTEGER_ROW(BoardsOptions, threads, "threads", "N", 0, ENGINE_MAX_THREADS, "0",
                       "threads to search with; 0 means one per processor"),
    OPTION_INTEGER_ROW(BoardsOptions, hash, "hash", "MB", 1, 1 << 20, "256",
                       "size of the transposition table"),
    OPTION_TEXT_LETTER_ROW(BoardsOptions, out, 'o', "out", "FILE", NULL,
                           "write the table: .md, .tsv, or .svg for a picture"),
    OPTION_TEXT_ROW(BoardsOptions, perfect, "perfect", "WxH", NULL,
                    "make the table of perfect play of a board"),
    OPTION_INTEGER_ROW(BoardsOptions, plies, "plies", "N", 1, 6, "1",
                       "with --perfect: from all positions of so many plies"),
    OPTION_INTEGER_ROW(BoardsOptions, slack, "slack", "N", 0, PERFECT_MAX_SLACK, "0",
                       "with --perfect: discs lost that it covers besides one error"),
    OPTION_INTEGER_ROW(BoardsOptions, cheap, "cheap", "N", 0, INT64_C(1000000000), "500000",
                       "with --perfect: leave out what N nodes solve"),
    OPTION_FLAG_ROW(BoardsOptions, json, "json", "print one JSON object per board"),
};

/* A run of the command. */
typedef struct Session {
    const BoardsOptions *options;
    Map map;
    Progress progress;
    const Shape *shape; /* of the board in work */
} Session;

/* --- Which boards ----------------------------------------------------------------------------- */

typedef struct BoardList {
    Shape *shapes;
    int count;
} BoardList;

static int by_size(const void *a, const void *b) {
    const Shape *x = a, *y = b;
    return x->squares != y->squares ? x->squares - y->squares : x->width - y->width;
}

/* Those that are named, otherwise all up to a size, small ones first. */
static bool list_boards(const Arguments *args, int up_to, BoardList *list, Error *error) {
    list->count = 0;
    list->shapes = aligned_alloc(_Alignof(Shape), MAP_MAX_BOARDS * sizeof(Shape));
    if (!list->shapes || args->count > MAP_MAX_BOARDS) {
        error_set(error, STATUS_NO_MEMORY, "too many boards");
        return false;
    }
    for (int i = 0; i < args->count; i++)
        if (!shape_parse(&list->shapes[list->count++], args->values[i], strlen(args->values[i]),
                         error))
            return false;
    if (args->count > 0) return true;
    for (int width = SHAPE_MIN_SIDE; width <= SHAPE_MAX_SIDE; width++)
        for (int height = SHAPE_MIN_SIDE; height <= SHAPE_MAX_SIDE && width * height <= up_to;
             height++)
            if (!shape_init(&list->shapes[list->count++], width, height, error)) return false;
    qsort(list->shapes, (size_t)list->count, sizeof list->shapes[0], by_size);
    return true;
}

/* --- The table for people and programs -------------------------------------------------------- */

static void print_head(void) {
    printf("%-6s  %5s  %-17s  %-12s  %9s  %9s  %s\n", "board", "value", "perfect play",
           "first moves", "nodes", "time", "line");
}

static void print_row(const MapBoard *board) {
    char moves[80];
    Text text = text_into(moves, sizeof moves);
    int value = map_value(board, 0), squares = board->width * board->height;
    first_moves_text(&text, board);
    printf("%2dx%-3d  %+5d  %-17s  %-12s  %9s  %9s  %.*s...\n", board->width, board->height, value,
           outcome_text(squares, value).text, moves, output_count((double)map_nodes(board, 0)).text,
           output_duration(map_seconds(board, 0)).text, 2 * LINE_MOVES, map_best(board, 0)->line);
}

static void print_json(const MapBoard *board) {
    char moves[80];
    Text text = text_into(moves, sizeof moves);
    first_moves_text(&text, board);
    printf("{\"board\":\"%dx%d\",\"value\":%d,\"first_moves\":\"%s\",\"line\":\"%s\",\"nodes\":"
           "%" PRIu64 ",\"seconds\":%.3f,\"checked\":%s,\"line_checked\":%d}\n",
           board->width, board->height, map_value(board, 0), moves, map_best(board, 0)->line,
           map_nodes(board, 0), map_seconds(board, 0), map_is_solved(board, 1) ? "true" : "false",
           board->checks);
}

static void print_board(const Session *session, const MapBoard *board) {
    if (session->options->json)
        print_json(board);
    else
        print_row(board);
    fflush(stdout);
}

/* --- Solving ---------------------------------------------------------------------------------- */

static void watch(void *context, const char *step, const EngineResult *so_far) {
    Session *session = context;
    const EngineLine *line = &so_far->lines[0];
    progress_update(&session->progress, "%dx%d: %s: %s %s  %s nodes", session->shape->width,
                    session->shape->height, step, line_depth_text(line).text,
                    line_score_text(line).text, output_count((double)so_far->nodes).text);
}

/* Whether two solves found the same. */
static bool agree(const MapBoard *board, int run, const MapBoard *other, int other_run,
                  Error *error) {
    int value = map_value(board, run), second = map_value(other, other_run);
    if (value == second) return true;
    error_set(error, STATUS_BAD_INPUT, "%dx%d has the value %+d, but %+d %s", board->width,
              board->height, value, second,
              board == other ? "when it is solved again" : "when it is turned");
    return false;
}

static bool solve_board(Session *session, const Shape *shape, Error *error) {
    const BoardsOptions *options = session->options;
    BoardSolveOptions solve = {.map = &session->map,
                               .shape = shape,
                               .settings = {.threads = thread_pool_size(options->threads),
                                            .hash_mb = options->hash,
                                            .seed = options->seed},
                               .is_value_enough = options->quick,
                               .stop = interrupt_flag(),
                               .progress = watch,
                               .context = session};
    session->shape = shape;
    if (!board_solve(&solve, 0, error)) return false;
    const MapBoard *board = map_find(&session->map, shape->width, shape->height);
    const MapBoard *twin = map_twin(&session->map, board);
    if (twin && map_is_solved(twin, 0) && !agree(board, 0, twin, 0, error)) return false;
    if (!options->check) return true;
    return board_solve(&solve, 1, error) && agree(board, 0, board, 1, error) &&
           board_check_line(&solve, error);
}

static bool solve_boards(Session *session, const BoardList *list, Error *error) {
    const BoardsOptions *options = session->options;
    if (!options->json && list->count > 0) print_head();
    for (int i = 0; i < list->count && !output_is_broken(); i++) {
        const Shape *shape = &list->shapes[i];
        progress_start(&session->progress);
        bool ok = options->show || solve_board(session, shape, error);
        progress_end(&session->progress);
        const MapBoard *board = map_find(&session->map, shape->width, shape->height);
        if (board && map_is_solved(board, 0)) print_board(session, board);
        if (!ok) return false;
    }
    return true;
}

/* Writes twice, first into no buffer at all, to know the size. */
static bool export_map(const Map *map, const char *path, Error *error) {
    MapExport *export = boards_export_find(path);
    Text size = text_into(NULL, 0);
    export(map, &size);
    char *bytes = malloc(size.length + 1);
    if (!bytes) {
        error_set(error, STATUS_NO_MEMORY, "no memory for the table");
        return false;
    }
    Text text = text_into(bytes, size.length + 1);
    export(map, &text);
    bool ok = file_replace(path, bytes, text.length, error);
    free(bytes);
    return ok;
}

static int run_map(const Arguments *args) {
    const BoardsOptions *options = args->options;
    Session session = {.options = options};
    BoardList list = {NULL, 0};
    Error error;
    if (options->out && !boards_export_find(options->out)) {
        error_set(&error, STATUS_BAD_INPUT, "-o: the name must end with .md, .tsv or .svg");
        return command_refuse(args, &error);
    }
    if (options->show && !options->db) {
        error_set(&error, STATUS_BAD_INPUT, "--show needs --db");
        return command_refuse(args, &error);
    }
    if (!list_boards(args, options->up_to, &list, &error)) {
        free(list.shapes);
        return command_refuse(args, &error);
    }
    interrupt_watch();
    bool ok = map_open(&session.map, options->db, options->show, &error);
    if (ok) {
        ok = solve_boards(&session, &list, &error);
        Error failure;
        if (options->out && !export_map(&session.map, options->out, ok ? &error : &failure))
            ok = false;
        map_close(&session.map);
    }
    free(list.shapes);
    return ok ? COMMAND_OK : command_fail(args, &error);
}

/* --- Perfect play ----------------------------------------------------------------------------- */

static void watch_perfect(void *context, const PerfectReport *so_far) {
    progress_update(context, "%zu of %zu roots, %zu positions, %s nodes", so_far->done,
                    so_far->roots, so_far->solved, output_count((double)so_far->nodes).text);
}

static bool make_perfect(const BoardsOptions *options, const Shape *shape, Error *error) {
    Progress progress;
    PerfectReport report;
    size_t length = 0;
    PerfectMakerOptions make = {.shape = shape,
                                .plies = options->plies,
                                .cheap_nodes = options->cheap,
                                .slack = options->slack,
                                .threads = thread_pool_size(options->threads),
                                .hash_mb = options->hash,
                                .journal = options->db,
                                .is_dry = options->show,
                                .stop = interrupt_flag()};
    progress_start(&progress);
    uint8_t *bytes = perfect_make(&make, watch_perfect, &progress, &report, &length, error);
    progress_end(&progress);
    if (!bytes) return false;
    bool ok = file_replace(options->out, bytes, length, error);
    free(bytes);
    if (ok)
        printf("%zu positions solved, %s nodes; %zu in the table, %zu bytes\n", report.solved,
               output_count((double)report.nodes).text, report.rows, length);
    return ok;
}

static int run_perfect(const Arguments *args) {
    const BoardsOptions *options = args->options;
    Shape shape;
    Error error;
    if (!shape_parse(&shape, options->perfect, strlen(options->perfect), &error))
        return command_refuse(args, &error);
    if (shape.width > shape.height || shape.squares > PERFECT_MAX_SQUARES) {
        error_set(&error, STATUS_BAD_INPUT,
                  "--perfect takes boards of at most %d squares that are not wider than high",
                  PERFECT_MAX_SQUARES);
        return command_refuse(args, &error);
    }
    if (!options->out || args->count > 0) {
        error_set(&error, STATUS_BAD_INPUT, "%s",
                  options->out ? "--perfect takes one board" : "--perfect needs -o FILE");
        return command_refuse(args, &error);
    }
    interrupt_watch();
    return make_perfect(options, &shape, &error) ? COMMAND_OK : command_fail(args, &error);
}

static int run(const Arguments *args) {
    const BoardsOptions *options = args->options;
    return options->perfect ? run_perfect(args) : run_map(args);
}

const Command command_boards = {
    .name = "boards",
    .arguments = "[WxH...]",
    .summary = "Solve small boards from their start",
    .details =
        "Solves the start of every board of at most --up-to squares, in both orientations,\n"
        "or of the boards named, and prints the value for Black with perfect play, empty\n"
        "squares to the winner. With --db every finished first move is kept: a command that\n"
        "was killed resumes when it is given again. Two orientations, or two solves, that\n"
        "disagree are an error. --check solves each board again, with the --threads, --hash\n"
        "and --seed of this run, and then every position of its line by itself.\n"
        "--perfect WxH -o FILE makes the table of perfect play that is embedded in the\n"
        "program; --db keeps its positions. docs/solved.md has the results.",
    .example = "bianca boards\n"
               "bianca boards --up-to 30 --db boards.txt -o boards.md\n"
               "bianca boards --show --db boards.txt -o boards.svg\n"
               "bianca boards 4x6 6x4 --check --threads 1 --seed 7\n"
               "bianca boards --perfect 4x4 -o 4x4.perfect",
    COMMAND_OPTIONS(rows, BoardsOptions),
    .max_args = OPTIONS_ANY_COUNT,
    .run = run,
};
