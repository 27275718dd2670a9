/* `bianca book`: makes a book of openings by searching, shows it, and writes it as text. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "book/book_text.h"
#include "cli/book.h"
#include "cli/command.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/jobs_input.h"
#include "engine/book_builder.h"

enum { DEFAULT_LEVEL = 18 };

typedef struct BookOptions {
    BoardInput input;
    int level, depth;
    int64_t nodes;
    int plies;
    double margin;
    int positions;
    double time;
    int batch;
    EngineInput engine;
    JobsInput jobs;
    const char *out;
    bool json;
} BookOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(BookOptions, input.board, "board", "WxH", NULL,
                    "board of a new book, 8x8 by default; an old one has its own"),
    OPTION_TEXT_ROW(BookOptions, input.position, "position", "TEXT", NULL,
                    "squares row by row, then the side to move: \"--XO... X\""),
    OPTION_TEXT_ROW(BookOptions, input.moves, "moves", "MOVES", NULL,
                    "moves to play from there: f5d6c3"),
    OPTION_INTEGER_ROW(BookOptions, level, "level", "L", 0, ENGINE_MAX_LEVEL, "0",
                       "search each position at this level; 18 if no limit is given"),
    OPTION_INTEGER_ROW(BookOptions, depth, "depth", "N", 0, 64, "0", "or so many plies deep"),
    OPTION_INTEGER_ROW(BookOptions, nodes, "nodes", "N", 0, INT64_MAX, "0", "or so many nodes"),
    OPTION_INTEGER_ROW(BookOptions, plies, "plies", "N", 1, 60, "16",
                       "follow the lines to this ply of the game"),
    OPTION_NUMBER_ROW(BookOptions, margin, "margin", "D", 0, 64, "1",
                      "discs that a line may give away, both sides together"),
    OPTION_INTEGER_ROW(BookOptions, positions, "positions", "N", 0, 1 << 28, "0",
                       "stop with so many positions; 0 means no limit"),
    OPTION_NUMBER_ROW(BookOptions, time, "time", "S", 0, 1e9, "0",
                      "stop after so many seconds; 0 means no limit"),
    OPTION_INTEGER_ROW(BookOptions, batch, "batch", "N", 1, 1 << 16, "64",
                       "positions to search between two saves"),
    OPTION_INTEGER_ROW(BookOptions, engine.threads, "threads", "N", 0, ENGINE_MAX_THREADS, "0",
                       "positions to search at once; 0 means one per processor"),
    OPTION_INTEGER_ROW(BookOptions, engine.hash, "hash", "MB", 1, 1 << 20, "16",
                       "size of the transposition table of each thread"),
    OPTION_TEXT_ROW(BookOptions, engine.eval, "eval", "NAME", NULL,
                    "evaluation to search with; the best for the board by default"),
    OPTION_TEXT_ROW(BookOptions, engine.weights, "weights", "FILE", NULL,
                    "learned weights to use instead of those inside the program"),
    JOBS_INPUT_ROWS(BookOptions),
    OPTION_TEXT_LETTER_ROW(BookOptions, out, 'o', "out", "FILE", NULL,
                           "export to FILE instead of standard output; also -o FILE"),
    OPTION_FLAG_ROW(BookOptions, json, "json", "print one JSON object"),
};

/* State of one run of the command. */
typedef struct BookRun {
    const Arguments *args;
    const BookOptions *options;
    const char *path;
    Shape shape;
    Error *error;
} BookRun;

/* --- Build and extend ------------------------------------------------------------------------- */

static void watch(void *context, const BookBuildStatus *status) {
    progress_update(context, "%d positions, %d expanded, %d searched, %d waiting, loss %.2f",
                    status->positions, status->expanded, status->searched, status->waiting,
                    status->loss);
}

/* The line that --position and --moves name, on the book's board. */
static bool read_line(const BookRun *run, Transcript *game) {
    BoardInput input = run->options->input;
    char board[16];
    Shape same;
    snprintf(board, sizeof board, "%dx%d", run->shape.width, run->shape.height);
    input.board = board;
    if (!board_input_read(&input, &same, game, run->error)) return false;
    game->start.shape = game->end.shape = &run->shape;
    return true;
}

/* That line, or the start and the openings that have names. */
static bool read_roots(const BookRun *run, BookRoots *roots) {
    const BoardInput *input = &run->options->input;
    Transcript game;
    if (!read_line(run, &game)) return false;
    if (!book_roots_add(roots, &game, run->error)) return false;
    return input->moves || input->position || book_roots_add_openings(roots, run->error);
}

static EngineLimits limits_of(const BookOptions *options) {
    EngineLimits limits = {
        .level = options->level, .depth = options->depth, .nodes = (uint64_t)options->nodes};
    if (!limits.level && !limits.depth && !limits.nodes) limits.level = DEFAULT_LEVEL;
    return limits;
}

/* What a book must have been built with to be resumed. */
static void write_settings(const BookOptions *options, const EngineLimits *limits,
                           char settings[BOOK_SETTINGS_SIZE]) {
    Text text = text_into(settings, BOOK_SETTINGS_SIZE);
    if (limits->level) text_format(&text, "level %d, ", limits->level);
    if (limits->depth) text_format(&text, "depth %d, ", limits->depth);
    if (limits->nodes) text_format(&text, "nodes %lld, ", (long long)limits->nodes);
    text_format(&text, "plies %d, margin %.10g", options->plies, options->margin);
    if (options->engine.eval) text_format(&text, ", eval %s", options->engine.eval);
    if (options->engine.weights) text_format(&text, ", weights %s", options->engine.weights);
    if (options->input.position) text_format(&text, ", position %s", options->input.position);
    if (options->input.moves) text_format(&text, ", moves %s", options->input.moves);
}

static void print_status(const BookBuildStatus *status, bool is_json) {
    printf(is_json ? "{\"positions\":%d,\"expanded\":%d,\"searched\":%d,\"finished\":%s}\n"
                   : "%d positions, %d expanded, %d searched now; %s\n",
           status->positions, status->expanded, status->searched,
           is_json               ? (status->is_finished ? "true" : "false")
           : status->is_finished ? "finished"
                                 : "more to search: the same command continues");
}

/* Builds with the threads of this process, or with the workers of a queue. */
static bool build_book(const BookRun *run, BookBuildOptions *build, Progress *progress,
                       BookBuildStatus *status) {
    const BookOptions *options = run->options;
    char parameters[RUN_PARAMETERS_SIZE];
    if (!options->jobs.address) return book_build(build, status, run->error);
    SessionOptions jobs = jobs_input_session(&options->jobs, options->engine.threads, progress);
    jobs.kind = &job_kind_book;
    jobs.parameters = parameters;
    if (!book_jobs_describe(&run->shape, &build->engine, &build->limits, parameters, run->error))
        return false;
    Session *session = session_open(&jobs, run->error);
    if (!session) return false;
    build->search_all = book_jobs_search;
    build->search_context = session;
    bool ok = book_build(build, status, run->error);
    session_close(session);
    return ok;
}

static bool grow(BookRun *run, bool is_extension) {
    const BookOptions *options = run->options;
    char settings[BOOK_SETTINGS_SIZE];
    BookRoots roots;
    Progress progress;
    BookBuildStatus status = {0};
    BookBuildOptions build = {.path = run->path,
                              .settings = settings,
                              .is_resumed_only = !is_extension,
                              .roots = &roots,
                              .engine = {.hash_mb = options->engine.hash,
                                         .eval = options->engine.eval,
                                         .weights = options->engine.weights},
                              .limits = limits_of(options),
                              .threads = options->engine.threads,
                              .plies = options->plies,
                              .margin = options->margin,
                              .positions = options->positions,
                              .batch = options->batch,
                              .seconds = options->time,
                              .stop = interrupt_flag(),
                              .progress = watch,
                              .context = &progress};
    write_settings(options, &build.limits, settings);
    book_roots_init(&roots, &run->shape);
    bool ok = jobs_input_check(&options->jobs, run->error) && read_roots(run, &roots);
    if (ok) {
        interrupt_watch();
        progress_start(&progress);
        ok = build_book(run, &build, &progress, &status);
        progress_end(&progress);
        if (ok || run->error->status == STATUS_STOPPED) print_status(&status, options->json);
    }
    book_roots_release(&roots);
    if (!ok && run->error->status == STATUS_STOPPED) {
        size_t length = strlen(run->error->text);
        snprintf(run->error->text + length, sizeof run->error->text - length,
                 "; the same command continues");
    }
    return ok;
}

static bool run_build(void *context) {
    BookRun *run = context;
    const char *board = run->options->input.board ? run->options->input.board : "8x8";
    return shape_parse(&run->shape, board, strlen(board), run->error) && grow(run, false);
}

/* --board, if it is given, must be that of the book. */
static bool check_board(const BookRun *run, const Book *book) {
    const char *board = run->options->input.board;
    Shape asked;
    if (!board) return true;
    if (!shape_parse(&asked, board, strlen(board), run->error)) return false;
    if (book_is_for(book, &asked)) return true;
    error_set(run->error, STATUS_BAD_INPUT, "%s: a book for %dx%d, not %dx%d", book_name(book),
              book_width(book), book_height(book), asked.width, asked.height);
    return false;
}

static Book *open_book(BookRun *run) {
    Book *book;
    Shape usual;
    if (!shape_init(&usual, 8, 8, run->error) ||
        !book_open_named(&book, run->path, &usual, run->error))
        return NULL;
    if (!book) error_set(run->error, STATUS_BAD_INPUT, "there is no book in this program");
    if (book && shape_init(&run->shape, book_width(book), book_height(book), run->error) &&
        check_board(run, book))
        return book;
    book_close(book);
    return NULL;
}

static bool run_extend(void *context) {
    BookRun *run = context;
    Book *book = open_book(run);
    if (!book) return false;
    book_close(book);
    if (strcmp(run->path, BOOK_EMBEDDED) != 0) return grow(run, true);
    error_set(run->error, STATUS_BAD_INPUT,
              "the book in the program cannot be extended; export it, "
              "import that into a file and extend the file");
    return false;
}

/* --- Show, stats, export, import -------------------------------------------------------------- */

static bool run_show(void *context) {
    BookRun *run = context;
    Transcript game;
    Book *book = open_book(run);
    if (!book) return false;
    bool ok = read_line(run, &game) && book_check_pages(book, run->error);
    if (ok) book_show(book, &game.end, run->options->json);
    book_close(book);
    return ok;
}

static bool run_stats(void *context) {
    BookRun *run = context;
    Book *book = open_book(run);
    if (!book) return false;
    bool ok = book_stats(book, &run->shape, run->options->json, run->error);
    book_close(book);
    return ok;
}

static bool export_to_file(BookRun *run, const Book *book) {
    FileReplacement file;
    if (!file_replace_begin(&file, run->options->out, run->error)) return false;
    if (book_text_export(book, &run->shape, file.stream, run->error))
        return file_replace_commit(&file, run->error);
    file_replace_abandon(&file);
    return false;
}

static bool run_export(void *context) {
    BookRun *run = context;
    Book *book = open_book(run);
    if (!book) return false;
    bool ok = run->options->out ? export_to_file(run, book)
                                : book_text_export(book, &run->shape, stdout, run->error);
    book_close(book);
    return ok;
}

static bool load_graph(BookRun *run, Graph *graph, char settings[BOOK_SETTINGS_SIZE]) {
    if (access(run->path, F_OK) != 0 && errno == ENOENT) return true;
    Book *book = book_open(run->path, run->error);
    if (!book) return false;
    bool ok = book_is_for(book, &run->shape);
    if (!ok) error_set(run->error, STATUS_BAD_INPUT, "the text is a book for another board");
    snprintf(settings, BOOK_SETTINGS_SIZE, "%s", book_settings(book));
    ok = ok && graph_load(graph, book, run->error);
    book_close(book);
    return ok;
}

static bool import_text(BookRun *run, FILE *in) {
    char settings[BOOK_SETTINGS_SIZE] = "imported";
    Graph graph;
    int added = 0, replaced = 0;
    if (!book_text_board(in, &run->shape, run->error)) return false;
    graph_init(&graph, &run->shape);
    bool ok = load_graph(run, &graph, settings) &&
              book_text_import(&graph, in, &added, &replaced, run->error) &&
              graph_save(&graph, run->path, settings, run->error);
    if (ok)
        printf(run->options->json ? "{\"added\":%d,\"replaced\":%d,\"positions\":%d}\n"
                                  : "%d positions added, %d better known now; %d in the book\n",
               added, replaced, graph.count);
    graph_release(&graph);
    return ok;
}

/* Each text as a whole or not at all. */
static bool run_import(void *context) {
    BookRun *run = context;
    bool ok = true;
    interrupt_watch_input();
    for (int i = 2; i < run->args->count && ok; i++) {
        const char *name = run->args->values[i];
        bool is_standard = strcmp(name, "-") == 0;
        FILE *in = is_standard ? stdin : fopen(name, "r");
        Error reason = {.status = STATUS_IO};
        if (!in) error_set(&reason, STATUS_IO, "%s", strerror(errno));
        Error *error = run->error;
        run->error = &reason;
        int lock = in ? file_lock(run->path, &reason) : -1;
        ok = lock >= 0 && import_text(run, in);
        file_unlock(run->path, lock);
        run->error = error;
        if (!ok) error_set(error, reason.status, "%.80s: %.150s", name, reason.text);
        if (in && !is_standard) fclose(in);
    }
    return ok;
}

/* --- The command ------------------------------------------------------------------------------ */

static const Verb verbs[] = {
    {"build", NULL, "search the lines of openings, or continue a build that was stopped",
     run_build},
    {"extend", NULL, "the same to a book with other settings", run_extend},
    {"show", NULL, "the moves of a position with their scores", run_show},
    {"stats", NULL, "check the book and count what is in it", run_stats},
    {"export", NULL, "write the book as text", run_export},
    {"import", "TEXT...", "add such texts to the book", run_import},
};

static int run(const Arguments *args) {
    Error error = {.status = STATUS_OK};
    const Verb *verb = command_verb(args, &error);
    if (!verb) return command_refuse(args, &error);
    BookRun book = {
        .args = args, .options = args->options, .path = args->values[1], .error = &error};
    return verb->run(&book) ? COMMAND_OK : command_error(args, &error);
}

const Command command_book = {
    .name = "book",
    .arguments = "VERB BOOK",
    COMMAND_VERBS(verbs),
    .summary = "Make a book of openings by searching, and look into it",
    .details =
        "`build` searches the lines of the openings that have names, or the line that\n"
        "--position and --moves give, and follows the best play from there: best lines\n"
        "first, to --plies, as long as both sides together give away at most --margin discs.\n"
        "Scores of the last positions are backed up through all orders of moves. The file is\n"
        "a good book at any moment; after Ctrl-C or a kill the same command continues.\n"
        "With `extend` and a higher level the last positions are searched again.\n"
        "BOOK is a file; show, stats and export take `embedded` for the book in the program.\n"
        "With engine:book=BOOK a player plays from it. With --jobs every 'bianca worker' on the\n"
        "same address searches too.",
    .example = "bianca book build my.book --level 20 --plies 16 --margin 1\n"
               "bianca book extend my.book --moves f5d6c3d3c4 --plies 24 --time 600\n"
               "bianca book show embedded --moves f5d6c3d3c4\n"
               "bianca book export my.book -o my.txt",
    COMMAND_OPTIONS(rows, BookOptions),
    .min_args = 2,
    .max_args = OPTIONS_ANY_COUNT,
    .run = run,
};
