/* Games as jobs of a review (review.h). The payload is a board and a game, the result a review
 * (engine/review_bytes.h). */
#include "cli/review.h"

#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "engine/review_bytes.h"
#include "engine/run_engine.h"

enum { BOARD_BYTES = 2 /* width and height */ };

/* --- The run ------------------------------------------------------------------------------- */

static bool write_parameters(const ReviewRun *run, const Shape *board, char *out, Error *error) {
    Text text = text_into(out, RUN_PARAMETERS_SIZE);
    EngineOptions engine = engine_input_options(run->engine);
    if (!run_engine_write(&text, board, &engine, error)) return false;
    text_format(&text, "level: %d\n", run->limits.level);
    text_format(&text, "time: %.17g\n", run->limits.has_move_time ? run->limits.move_seconds : -1);
    return run_parameters_fit(&text, error);
}

static size_t game_encode(const Transcript *game, uint8_t *bytes) {
    bytes[0] = (uint8_t)game->start.shape->width;
    bytes[1] = (uint8_t)game->start.shape->height;
    return BOARD_BYTES + transcript_encode(game, bytes + BOARD_BYTES);
}

/* Fills *shape too, which the game borrows. */
static bool game_decode(Transcript *game, Shape *shape, const uint8_t *bytes, size_t length) {
    return length > BOARD_BYTES && shape_init(shape, bytes[0], bytes[1], NULL) &&
           transcript_decode(game, shape, bytes + BOARD_BYTES, length - BOARD_BYTES);
}

/* --- The worker's side --------------------------------------------------------------------- */

typedef struct ReviewWorker {
    RunEngine run;
    EngineLimits limits;
    Engine *engine; /* for the board of the last game */
    Shape shape;    /* of the engine */
} ReviewWorker;

static void close_worker(void *context) {
    ReviewWorker *worker = context;
    engine_free(worker->engine);
    free(worker);
}

static bool read_run(ReviewWorker *worker, const char *parameters, Error *error) {
    int64_t level;
    EngineLimits *limits = &worker->limits;
    if (!run_engine_read(&worker->run, parameters, error) ||
        !settings_integer(parameters, "level", 0, ENGINE_MAX_LEVEL, &level, error) ||
        !settings_number(parameters, "time", -1, 1e6, &limits->move_seconds, error))
        return false;
    limits->level = (int)level;
    limits->has_move_time = limits->move_seconds >= 0;
    limits->lines = 1;
    return true;
}

static void *open_worker(const char *parameters, const JobHost *host, Error *error) {
    ReviewWorker *worker = aligned_alloc(_Alignof(ReviewWorker), sizeof *worker);
    if (!worker) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a review");
        return NULL;
    }
    memset(worker, 0, sizeof *worker);
    worker->limits.stop = host->stop;
    if (read_run(worker, parameters, error)) return worker;
    free(worker);
    return NULL;
}

static bool review_one(void *context, const uint8_t *payload, size_t length, FILE *out,
                       Error *error) {
    ReviewWorker *worker = context;
    Shape shape;
    Transcript game;
    ReviewSide sides[2];
    if (!game_decode(&game, &shape, payload, length)) {
        error_set(error, STATUS_BAD_INPUT, "the job is no game");
        return false;
    }
    if (!engine_renew(&worker->engine, &worker->shape, &shape, &worker->run.options, error))
        return false;
    if (review_game(worker->engine, &game, &worker->limits, 0, review_bytes_move, out, sides) !=
        ENGINE_FINISHED) {
        error_set(error, STATUS_STOPPED, "stopped");
        return false;
    }
    review_bytes_sides(out, sides);
    return true;
}

const JobKind job_kind_review = {
    .name = "review", .open = open_worker, .close = close_worker, .run = review_one};

/* --- The side that wants the reviews ------------------------------------------------------- */

typedef struct Submission {
    ReviewRun *run;
    long number; /* of the last game that was delivered */
    size_t count, capacity, used, room;
    size_t *begins; /* where each game is in `bytes`; one more than there are games */
    uint8_t *bytes;
} Submission;

static bool make_room(Submission *self, size_t size, Error *error) {
    if (self->count + 2 > self->capacity) {
        size_t capacity = self->capacity ? 2 * self->capacity : 1024;
        size_t *begins = realloc(self->begins, capacity * sizeof *begins);
        if (begins) self->begins = begins, self->capacity = capacity;
    }
    if (self->used + size > self->room) {
        size_t room = 2 * self->room + (1 << 16);
        uint8_t *bytes = realloc(self->bytes, room);
        if (bytes) self->bytes = bytes, self->room = room;
    }
    if (self->count + 2 <= self->capacity && self->used + size <= self->room) return true;
    error_set(error, STATUS_NO_MEMORY, "no memory for %zu games", self->count);
    return false;
}

/* Reads all games before any is submitted. Unreadable games are reported when results are
 * delivered. */
static bool read_games(Submission *self, GameFiles *files, Error *error) {
    GameRecord game;
    long number = 0;
    for (;;) {
        RecordRead read = game_files_next(files, &game, error);
        if (read == RECORD_REFUSED) return false;
        if (read == RECORD_END) return true;
        if (read == RECORD_BAD) continue;
        number++;
        if (self->run->only > 0 && number != self->run->only) continue;
        if (!make_room(self, BOARD_BYTES + TRANSCRIPT_MAX_BYTES, error)) return false;
        self->begins[self->count++] = self->used;
        self->used += game_encode(&game.moves, self->bytes + self->used);
        self->begins[self->count] = self->used;
    }
}

static bool write_payload(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                          size_t *length, Error *error) {
    const Submission *self = context;
    (void)error;
    *length = self->begins[index + 1] - self->begins[index];
    memcpy(payload, self->bytes + self->begins[index], *length);
    return true;
}

/* The next game that counts, from the files; false at their end. */
static bool next_game(Submission *self, GameRecord *game, Error *error) {
    ReviewRun *run = self->run;
    for (;;) {
        RecordRead read = game_files_next(run->files, game, error);
        if (read == RECORD_BAD) {
            output_error("review", "%s: %s", game_files_path(run->files), error->text);
            run->left_out++;
        }
        if (read == RECORD_BAD) continue;
        if (read != RECORD_GAME) return false;
        self->number++;
        if (run->only == 0 || self->number == run->only) return true;
    }
}

static bool deliver(void *context, size_t index, const uint8_t *result, size_t length,
                    Error *error) {
    Submission *self = context;
    ReviewRun *run = self->run;
    GameRecord game;
    GameReview *review = aligned_alloc(_Alignof(GameReview), sizeof *review);
    if (!review) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a game");
        return false;
    }
    bool ok = next_game(self, &game, error);
    if (ok) {
        *review = (GameReview){.number = self->number,
                               .path = game_files_path(run->files),
                               .level = run->limits.level};
        review_keep_record(review, &game);
        uint8_t bytes[BOARD_BYTES + TRANSCRIPT_MAX_BYTES];
        size_t size = game_encode(&game.moves, bytes);
        ok = size == self->begins[index + 1] - self->begins[index] &&
             memcmp(bytes, self->bytes + self->begins[index], size) == 0 &&
             review_bytes_read(result, length, game.moves.count, &review->reviewed, review->sides);
    }
    if (ok) {
        run->games++;
        run->done(run->context, review);
    } else {
        error_set(error, STATUS_BAD_INPUT, "game %zu has changed, or its review makes no sense",
                  index + 1);
    }
    free(review);
    return ok;
}

bool review_jobs_run(ReviewRun *run, GameFiles *again, const Shape *board,
                     const SessionOptions *jobs, Error *error) {
    Submission self = {.run = run};
    char parameters[RUN_PARAMETERS_SIZE];
    SessionOptions options = *jobs;
    options.kind = &job_kind_review;
    options.parameters = parameters;
    bool ok = read_games(&self, again, error) && write_parameters(run, board, parameters, error);
    Session *session = ok ? session_open(&options, error) : NULL;
    SessionJobs all = {
        .count = self.count, .payload = write_payload, .collect = deliver, .context = &self};
    GameRecord rest;
    ok = session && session_do(session, &all, error);
    session_close(session);
    while (ok && next_game(&self, &rest, error)) continue; /* reports what follows the last game */
    free(self.begins);
    free(self.bytes);
    return ok || interrupt_came();
}
