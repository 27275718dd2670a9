/* Games as jobs of a review (review_jobs.h). The payload is a board, a position and moves; the
 * result has all that review_game() says, field by field. */
#include "cli/review_jobs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/options.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "engine/fingerprint.h"

enum {
    PARAMETERS_SIZE = 4096,
    PATH_SIZE = 1024,
    HEAD_SIZE = 20, /* width, height, side, moves: a byte each; own and opp 8 */
    BIAS = 1 << 14, /* of small numbers, which may be negative */
};

/* --- The run ------------------------------------------------------------------------------- */

static bool write_parameters(const ReviewRun *run, const Shape *board, char *out, Error *error) {
    Text text = text_into(out, PARAMETERS_SIZE);
    const EngineInput *engine = run->engine;
    uint64_t fingerprint;
    if (!engine_fingerprint(board, engine->eval, engine->weights, &fingerprint, error))
        return false;
    text_format(&text, "board: %dx%d\n", board->width, board->height);
    text_format(&text, "fingerprint: %016" PRIx64 "\n", fingerprint);
    text_format(&text, "eval: %s\n", engine->eval ? engine->eval : "");
    text_format(&text, "weights: %s\n", engine->weights ? engine->weights : "");
    text_format(&text, "hash: %d\n", engine->hash);
    text_format(&text, "level: %d\n", run->limits.level);
    text_format(&text, "time: %.17g\n", run->limits.has_move_time ? run->limits.move_seconds : -1);
    if (text.length < PARAMETERS_SIZE) return true;
    error_set(error, STATUS_BAD_INPUT, "the name of the weights is too long");
    return false;
}

/* --- Games as bytes ------------------------------------------------------------------------ */

static size_t game_size(const Transcript *game) {
    return HEAD_SIZE + (size_t)game->count;
}

static void game_encode(const Transcript *game, uint8_t *bytes) {
    const Shape *shape = game->start.shape;
    bytes[0] = (uint8_t)shape->width;
    bytes[1] = (uint8_t)shape->height;
    bytes[2] = (uint8_t)game->start.side;
    bytes[3] = (uint8_t)game->count;
    bytes_put(bytes + 4, game->start.position.own, 8);
    bytes_put(bytes + 12, game->start.position.opp, 8);
    for (int i = 0; i < game->count; i++) bytes[HEAD_SIZE + i] = (uint8_t)game->moves[i].square;
}

/* Fills *shape too, which the game borrows. */
static bool game_decode(Transcript *game, Shape *shape, const uint8_t *bytes, size_t length) {
    if (length < HEAD_SIZE || length != (size_t)HEAD_SIZE + bytes[3] ||
        !shape_init(shape, bytes[0], bytes[1], NULL))
        return false;
    Board start = board_start(shape);
    start.side = bytes[2] == WHITE ? WHITE : BLACK;
    start.position.own = bytes_get(bytes + 4, 8);
    start.position.opp = bytes_get(bytes + 12, 8);
    if ((start.position.own & start.position.opp) ||
        ((start.position.own | start.position.opp) & ~shape->playable))
        return false;
    transcript_init(game, &start);
    for (int i = 0; i < bytes[3]; i++)
        if (!transcript_add(game, bytes[HEAD_SIZE + i], false, NULL)) return false;
    return true;
}

/* --- Reviews as bytes ---------------------------------------------------------------------- */

static void put(FILE *out, uint64_t value, int size) {
    uint8_t bytes[8];
    bytes_put(bytes, value, size);
    fwrite(bytes, 1, (size_t)size, out);
}

static void put_small(FILE *out, int value) {
    put(out, (uint64_t)(value + BIAS), 2);
}

static void put_double(FILE *out, double value) {
    put(out, bytes_from_double(value), 8);
}

/* Bytes that are read one after another; past the end they are 0, and is_short becomes true. */
typedef struct Cursor {
    const uint8_t *at, *end;
    bool is_short;
} Cursor;

static uint64_t get(Cursor *cursor, int size) {
    if (cursor->end - cursor->at < size) {
        cursor->is_short = true;
        return 0;
    }
    cursor->at += size;
    return bytes_get(cursor->at - size, size);
}

static int get_small(Cursor *cursor) {
    return (int)get(cursor, 2) - BIAS;
}

/* A number that must be below `limit`. */
static int get_below(Cursor *cursor, int limit) {
    int value = (int)get(cursor, 1);
    if (value < limit) return value;
    cursor->is_short = true;
    return 0;
}

static double get_double(Cursor *cursor) {
    return bytes_to_double(get(cursor, 8));
}

static void put_line(FILE *out, const EngineLine *line) {
    put_double(out, line->score);
    put_small(out, line->depth);
    put(out, (uint64_t)line->selectivity, 1);
    put(out, line->is_exact, 1);
    put(out, (uint64_t)line->length, 1);
    fwrite(line->pv, 1, (size_t)line->length, out);
}

static void get_line(Cursor *cursor, EngineLine *line) {
    line->score = get_double(cursor);
    line->depth = get_small(cursor);
    line->selectivity = (int)get(cursor, 1);
    line->is_exact = get(cursor, 1);
    line->length = get_below(cursor, ENGINE_MAX_PV + 1);
    for (int i = 0; i < line->length; i++) line->pv[i] = (uint8_t)get(cursor, 1);
}

static void put_reason(FILE *out, const Reason *reason) {
    const int numbers[] = {reason->square, reason->before,     reason->played,
                           reason->best,   reason->played_opp, reason->best_opp};
    put(out, (uint64_t)reason->code, 1);
    put_double(out, reason->share);
    put(out, reason->region, 8);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put_small(out, numbers[i]);
    put(out, (uint64_t)reason->length, 1);
    fwrite(reason->line, 1, (size_t)reason->length, out);
}

static void get_reason(Cursor *cursor, Reason *reason) {
    int *const numbers[] = {&reason->square, &reason->before,     &reason->played,
                            &reason->best,   &reason->played_opp, &reason->best_opp};
    reason->code = (ReasonCode)get_below(cursor, REASON_CODES);
    reason->share = get_double(cursor);
    reason->region = get(cursor, 8);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] = get_small(cursor);
    reason->length = get_below(cursor, REASON_LINE_MAX + 1);
    for (int i = 0; i < reason->length; i++) reason->line[i] = (uint8_t)get(cursor, 1);
}

static void put_move(void *context, const ReviewMove *move) {
    FILE *out = context;
    put(out, (uint64_t)move->ply + 1, 1); /* 0 ends the list */
    put(out, (uint64_t)move->side, 1);
    put_small(out, move->played);
    put_small(out, move->best);
    put_double(out, move->score);
    put_double(out, move->best_score);
    put_double(out, move->loss);
    put_double(out, move->random_loss);
    put(out, move->is_exact, 1);
    put(out, (uint64_t)move->verdict, 1);
    put_line(out, move->line);
    put_line(out, move->played_line);
    put(out, (uint64_t)move->reason_count, 1);
    for (int i = 0; i < move->reason_count; i++) put_reason(out, &move->reasons[i]);
}

/* Reads the rest of a move into its place. */
static void get_move(Cursor *cursor, GameReview *review, int ply) {
    ReviewMove *move = &review->reviewed.moves[ply];
    EngineLine *lines = review->reviewed.lines[ply];
    *move = (ReviewMove){.ply = ply, .line = &lines[0], .played_line = &lines[1]};
    move->side = get(cursor, 1) == WHITE ? WHITE : BLACK;
    move->played = get_small(cursor);
    move->best = get_small(cursor);
    move->score = get_double(cursor);
    move->best_score = get_double(cursor);
    move->loss = get_double(cursor);
    move->random_loss = get_double(cursor);
    move->is_exact = get(cursor, 1);
    move->verdict = (ReviewVerdict)get_below(cursor, REVIEW_BLUNDER + 1);
    get_line(cursor, &lines[0]);
    get_line(cursor, &lines[1]);
    move->reason_count = get_below(cursor, REASONS_MAX + 1);
    for (int i = 0; i < move->reason_count; i++) get_reason(cursor, &move->reasons[i]);
}

static void put_side(FILE *out, const ReviewSide *side) {
    put_small(out, side->moves);
    put_small(out, side->inaccuracies);
    put_small(out, side->mistakes);
    put_small(out, side->blunders);
    put_double(out, side->loss);
    put_double(out, side->random_loss);
    put_double(out, side->accuracy);
}

static void get_side(Cursor *cursor, ReviewSide *side) {
    side->moves = get_small(cursor);
    side->inaccuracies = get_small(cursor);
    side->mistakes = get_small(cursor);
    side->blunders = get_small(cursor);
    side->loss = get_double(cursor);
    side->random_loss = get_double(cursor);
    side->accuracy = get_double(cursor);
}

static bool review_decode(GameReview *review, const uint8_t *bytes, size_t length) {
    Cursor cursor = {.at = bytes, .end = bytes + length};
    for (int ply; (ply = get_below(&cursor, review->record.moves.count + 1)) > 0;)
        get_move(&cursor, review, ply - 1);
    for (int side = 0; side < 2; side++) get_side(&cursor, &review->sides[side]);
    return !cursor.is_short && cursor.at == cursor.end;
}

/* --- The worker's side --------------------------------------------------------------------- */

typedef struct Critic {
    Shape board; /* of the run */
    Shape shape; /* of the engine */
    EngineOptions options;
    EngineLimits limits;
    Engine *engine; /* for the board of the last game */
    char eval[PATH_SIZE], weights[PATH_SIZE];
} Critic;

static void close_critic(void *context) {
    Critic *critic = context;
    engine_free(critic->engine);
    free(critic);
}

static bool read_run(Critic *critic, const char *parameters, Error *error) {
    char board[16] = "", seconds[40] = "", wanted[32] = "", ours[32];
    int64_t level, hash_mb;
    uint64_t fingerprint;
    EngineLimits *limits = &critic->limits;
    job_parameter(parameters, "board", board, sizeof board);
    job_parameter(parameters, "eval", critic->eval, sizeof critic->eval);
    job_parameter(parameters, "weights", critic->weights, sizeof critic->weights);
    job_parameter(parameters, "time", seconds, sizeof seconds);
    job_parameter(parameters, "fingerprint", wanted, sizeof wanted);
    if (!shape_parse(&critic->board, board, strlen(board), error) ||
        !job_number(parameters, "level", 0, ENGINE_MAX_LEVEL, &level, error) ||
        !job_number(parameters, "hash", 1, 1 << 20, &hash_mb, error) ||
        !options_number("time", seconds, -1, 1e6, &limits->move_seconds, error) ||
        !engine_fingerprint(&critic->board, critic->eval, critic->weights, &fingerprint, error))
        return false;
    limits->level = (int)level;
    limits->has_move_time = limits->move_seconds >= 0;
    limits->lines = 1;
    critic->options = (EngineOptions){
        .threads = 1, .hash_mb = (int)hash_mb, .eval = critic->eval, .weights = critic->weights};
    snprintf(ours, sizeof ours, "%016" PRIx64, fingerprint);
    if (strcmp(ours, wanted) == 0) return true;
    error_set(error, STATUS_UNSUPPORTED, "it is for other weights than those here");
    return false;
}

static void *open_critic(const char *parameters, const JobHost *host, Error *error) {
    Critic *critic = aligned_alloc(_Alignof(Critic), sizeof *critic);
    if (!critic) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a review");
        return NULL;
    }
    memset(critic, 0, sizeof *critic);
    critic->limits.stop = host->stop;
    if (read_run(critic, parameters, error)) return critic;
    free(critic);
    return NULL;
}

/* An engine for the board, without what the last game taught it. */
static bool ready_engine(Critic *critic, const Shape *shape, Error *error) {
    if (critic->engine && critic->shape.width == shape->width &&
        critic->shape.height == shape->height) {
        engine_clear(critic->engine);
        return true;
    }
    engine_free(critic->engine);
    critic->shape = *shape;
    critic->engine = engine_new(&critic->shape, &critic->options, error);
    return critic->engine != NULL;
}

static bool review_one(void *context, const uint8_t *payload, size_t length, FILE *out,
                       Error *error) {
    Critic *critic = context;
    Shape shape;
    Transcript game;
    ReviewSide sides[2];
    if (!game_decode(&game, &shape, payload, length)) {
        error_set(error, STATUS_BAD_INPUT, "the job is no game");
        return false;
    }
    if (!ready_engine(critic, &shape, error)) return false;
    if (review_game(critic->engine, &game, &critic->limits, 0, put_move, out, sides) !=
        ENGINE_FINISHED) {
        error_set(error, STATUS_STOPPED, "stopped");
        return false;
    }
    put(out, 0, 1);
    for (int side = 0; side < 2; side++) put_side(out, &sides[side]);
    return true;
}

const JobKind job_kind_review = {
    .name = "review", .open = open_critic, .close = close_critic, .run = review_one};

/* --- The side that wants the reviews ------------------------------------------------------- */

typedef struct Reviewing {
    ReviewRun *run;
    long number; /* of the last game that was handed on */
    size_t count, capacity, used, room;
    size_t *begins; /* where each game is in `bytes`; one more than there are games */
    uint8_t *bytes;
} Reviewing;

static bool make_room(Reviewing *self, size_t size, Error *error) {
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

/* Reads all games before any is submitted. What cannot be read is told when they are handed on. */
static bool read_games(Reviewing *self, GameFiles *files, Error *error) {
    GameRecord game;
    long number = 0;
    for (;;) {
        RecordRead read = game_files_next(files, &game, error);
        if (read == RECORD_REFUSED) return false;
        if (read == RECORD_END) return true;
        if (read == RECORD_BAD) continue;
        number++;
        if (self->run->only > 0 && number != self->run->only) continue;
        if (!make_room(self, game_size(&game.moves), error)) return false;
        game_encode(&game.moves, self->bytes + self->used);
        self->begins[self->count++] = self->used;
        self->begins[self->count] = self->used += game_size(&game.moves);
    }
}

static bool write_payload(void *context, size_t index, uint8_t payload[QUEUE_PAYLOAD_SIZE],
                          size_t *length, Error *error) {
    const Reviewing *self = context;
    (void)error;
    *length = self->begins[index + 1] - self->begins[index];
    memcpy(payload, self->bytes + self->begins[index], *length);
    return true;
}

/* The next game that counts, from the files; false at their end. */
static bool next_game(Reviewing *self, GameRecord *game, Error *error) {
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

static bool hand_on(void *context, size_t index, const uint8_t *result, size_t length,
                    Error *error) {
    Reviewing *self = context;
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
        ok = game_size(&game.moves) == self->begins[index + 1] - self->begins[index] &&
             review_decode(review, result, length);
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
    Reviewing self = {.run = run};
    char parameters[PARAMETERS_SIZE];
    SessionOptions options = *jobs;
    options.kind = &job_kind_review;
    options.parameters = parameters;
    bool ok = read_games(&self, again, error) && write_parameters(run, board, parameters, error);
    Session *session = ok ? session_open(&options, error) : NULL;
    SessionJobs all = {
        .count = self.count, .payload = write_payload, .collect = hand_on, .context = &self};
    GameRecord rest;
    ok = session && session_do(session, &all, error);
    session_close(session);
    while (ok && next_game(&self, &rest, error)) continue; /* tells what follows the last game */
    free(self.begins);
    free(self.bytes);
    return ok || interrupt_came();
}
