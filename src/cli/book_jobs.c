/* Searches of a book as jobs (book.h). The payload is a position and what to search for, the
 * result the lines found. */
#include "cli/book.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

enum { PAYLOAD_SIZE = 17, LINE_SIZE = 12 };

/* --- The run ------------------------------------------------------------------------------- */

bool book_jobs_describe(const Shape *shape, const EngineOptions *engine, const EngineLimits *limits,
                        char parameters[RUN_PARAMETERS_SIZE], Error *error) {
    Text text = text_into(parameters, RUN_PARAMETERS_SIZE);
    if (!run_engine_write(&text, shape, engine, error)) return false;
    text_format(&text, "level: %d\n", limits->level);
    text_format(&text, "depth: %d\n", limits->depth);
    text_format(&text, "nodes: %" PRIu64 "\n", limits->nodes);
    return run_parameters_fit(&text, error);
}

/* --- The worker's side --------------------------------------------------------------------- */

typedef struct Searcher {
    RunEngine run;
    Engine *engine;
    EngineLimits limits;
    const JobHost *host;
} Searcher;

static void close_searcher(void *context) {
    Searcher *searcher = context;
    engine_free(searcher->engine);
    free(searcher);
}

static bool read_run(Searcher *searcher, const char *parameters, Error *error) {
    int64_t level, depth, nodes;
    if (!run_engine_read(&searcher->run, parameters, error) ||
        !settings_integer(parameters, "level", 0, ENGINE_MAX_LEVEL, &level, error) ||
        !settings_integer(parameters, "depth", 0, SHAPE_MAX_SQUARES, &depth, error) ||
        !settings_integer(parameters, "nodes", 0, INT64_MAX, &nodes, error))
        return false;
    searcher->limits =
        (EngineLimits){.level = (int)level, .depth = (int)depth, .nodes = (uint64_t)nodes};
    searcher->engine = engine_new(&searcher->run.shape, &searcher->run.options, error);
    return searcher->engine != NULL;
}

static void *open_searcher(const char *parameters, const JobHost *host, Error *error) {
    Searcher *searcher = aligned_alloc(_Alignof(Searcher), sizeof *searcher);
    if (!searcher) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a search");
        return NULL;
    }
    memset(searcher, 0, sizeof *searcher);
    searcher->host = host;
    if (read_run(searcher, parameters, error)) return searcher;
    free(searcher);
    return NULL;
}

static bool search_one(void *context, const uint8_t *payload, size_t length, FILE *out,
                       Error *error) {
    Searcher *searcher = context;
    BookSearch search = {0};
    if (length == PAYLOAD_SIZE) {
        search.position.own = bytes_get(payload, 8);
        search.position.opp = bytes_get(payload + 8, 8);
        search.is_ranking = payload[16];
    }
    uint64_t discs = search.position.own | search.position.opp;
    if (!discs || (search.position.own & search.position.opp) ||
        (discs & ~searcher->run.shape.playable)) {
        error_set(error, STATUS_BAD_INPUT, "the job is no position");
        return false;
    }
    if (!book_search(searcher->engine, &searcher->limits, searcher->host->stop, &search)) {
        error_set(error, STATUS_STOPPED, "stopped");
        return false;
    }
    for (int i = 0; i < search.count; i++) {
        uint8_t line[LINE_SIZE] = {(uint8_t)search.lines[i].move, (uint8_t)search.lines[i].depth,
                                   (uint8_t)search.lines[i].selectivity, search.lines[i].is_exact};
        bytes_put(line + 4, bytes_from_double(search.lines[i].score), 8);
        fwrite(line, 1, sizeof line, out);
    }
    return true;
}

const JobKind job_kind_book = {
    .name = "book", .open = open_searcher, .close = close_searcher, .run = search_one};

/* --- The side that builds ------------------------------------------------------------------ */

static bool write_payload(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                          size_t *length, Error *error) {
    const BookSearch *search = (const BookSearch *)context + index;
    (void)error;
    bytes_put(payload, search->position.own, 8);
    bytes_put(payload + 8, search->position.opp, 8);
    payload[16] = search->is_ranking;
    *length = PAYLOAD_SIZE;
    return true;
}

static bool take_result(void *context, size_t index, const uint8_t *result, size_t length,
                        Error *error) {
    BookSearch *search = (BookSearch *)context + index;
    search->count = (int)(length / LINE_SIZE);
    if (length % LINE_SIZE || search->count < 1 || search->count > BOOK_SEARCH_LINES) {
        error_set(error, STATUS_BAD_INPUT, "a search has a result that makes no sense");
        return false;
    }
    for (int i = 0; i < search->count; i++, result += LINE_SIZE) {
        search->lines[i].move = result[0];
        search->lines[i].depth = result[1];
        search->lines[i].selectivity = result[2];
        search->lines[i].is_exact = result[3];
        search->lines[i].score = bytes_to_double(bytes_get(result + 4, 8));
    }
    return true;
}

bool book_jobs_search(void *session, BookSearch *searches, int count, Error *error) {
    SessionJobs jobs = {.count = (size_t)count,
                        .payload = write_payload,
                        .collect = take_result,
                        .context = searches};
    return session_do(session, &jobs, error);
}
