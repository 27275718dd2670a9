/* Builds gold sets (gold.h): collects positions from games, and solves or searches them on the
 * threads of a pool. */
#include "train/games/gold.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/file.h"
#include "base/random.h"
#include "base/thread_pool.h"
#include "game/rules.h"
#include "train/games/gold_journal.h"
#include "train/games/selfplay.h"

enum {
    /* Of the games that positions are taken from. In games of depth 4 the side to move has often
     * just been given something that a search as shallow cannot see, and every score looks too low
     * by up to 0.6 disc. */
    GAME_DEPTH = 10,
    GAME_SELECTIVITY = 73,
    GAME_EXACT = 10,
    GAME_DEVIATE = 30,
    GAMES_PER_POSITION = 64, /* most games to play for one position */
    EXACT_MIN = 12,          /* the range that GoldScore.exact is about */
    EXACT_MAX = 20,
    ALL_SQUARES = 64
};

GoldOptions gold_options(const Shape *shape) {
    int squares = shape->squares;
    return (GoldOptions){.per_empties = 200,
                         .exact_min = EXACT_MIN * squares / ALL_SQUARES,
                         .exact_max = EXACT_MAX * squares / ALL_SQUARES,
                         .deep_min = 24 * squares / ALL_SQUARES,
                         .deep_max = 44 * squares / ALL_SQUARES,
                         .step = 4,
                         .depth = 14,
                         .threads = 1,
                         .seed = UINT64_C(0x601d)};
}

static bool is_wanted(const GoldOptions *options, int empties) {
    if (options->solved) return empties < 64 && (options->solved >> empties & 1);
    if (empties >= options->exact_min && empties <= options->exact_max) return true;
    return empties >= options->deep_min && empties <= options->deep_max &&
           (empties - options->deep_min) % options->step == 0;
}

/* --- Collecting positions ------------------------------------------------------------------------
 */

typedef struct Collection {
    const Shape *shape;
    const GoldOptions *options;
    ObfEntry *entries;
    int count, wanted;
    int per_empties[65];
} Collection;

/* Takes at most one position from a game, so that the positions are independent. */
static void collect_from(Collection *collection, const Game *game, Random *random) {
    const Shape *shape = collection->shape;
    Board board = board_start(shape), candidates[GAME_MAX_MOVES];
    uint32_t count = 0;
    for (int i = 0; i < game->count; i++) {
        Move move;
        if (rules_find_move(shape, board.position, PASS, &move)) board_play(&board, move);
        int empties = bits_count(position_empties(shape, board.position));
        if (i >= game->prefix && is_wanted(collection->options, empties) &&
            collection->per_empties[empties] < collection->options->per_empties)
            candidates[count++] = board;
        if (!rules_find_move(shape, board.position, game->squares[i], &move)) return;
        board_play(&board, move);
    }
    if (count == 0) return;
    Board chosen = candidates[random_below(random, count)];
    collection->per_empties[bits_count(position_empties(shape, chosen.position))]++;
    collection->entries[collection->count++] = (ObfEntry){.board = chosen};
}

static bool collect(Collection *collection, const Evaluation *evaluation, Error *error) {
    const GoldOptions *options = collection->options;
    const Shape *shape = collection->shape;
    SearchOptions search_options = {.isa = options->isa, .threads = 1, .hash_mb = 1};
    Search *search = search_new(evaluation, &search_options, error);
    if (!search) return false;
    GamesHeader header = {.depth = GAME_DEPTH,
                          .selectivity = GAME_SELECTIVITY,
                          .exact_from = GAME_EXACT * shape->squares / ALL_SQUARES,
                          .random_min = shape->squares / 8,
                          .random_max = shape->squares / 4,
                          .deviate_permille = GAME_DEVIATE,
                          .seed = options->seed};
    Random random = random_seeded(options->seed);
    uint64_t most = (uint64_t)collection->wanted * GAMES_PER_POSITION;
    for (uint64_t i = 0; i < most && collection->count < collection->wanted; i++) {
        Game game;
        if (options->stop != NULL && *options->stop) {
            error_set(error, STATUS_STOPPED, "stopped");
            search_free(search);
            return false;
        }
        selfplay_game(search, shape, &header, i, &game);
        collect_from(collection, &game, &random);
    }
    search_free(search);
    return true;
}

/* --- Scoring them --------------------------------------------------------------------------------
 */

typedef struct Scoring {
    const Evaluation *evaluation;
    const GoldOptions *options;
    ObfEntry *entries;
    int count;
    const GoldJournal *journal;
    GoldProgress *progress;
    void *context;
    Search *searches[THREAD_POOL_MAX]; /* by worker, made for its first position */
    atomic_int done;
    atomic_bool is_stopped;
    pthread_mutex_t lock; /* guards what follows */
    bool has_failed;
    Error error;
} Scoring;

static int in_discs(const SearchLine *line, const Shape *shape) {
    int score = (line->score + (line->score < 0 ? -EVAL_DISC : EVAL_DISC) / 2) / EVAL_DISC;
    /* A search that did not reach the end may hope for more discs than the board has squares. */
    if (score > shape->squares) score = shape->squares;
    return score < -shape->squares ? -shape->squares : score;
}

/* Whether a move reaches `score`, which no move exceeds. Most moves are refuted at once, so this
 * costs far less than their scores. */
static bool is_as_good(Search *search, const SearchLimits *limits, const Board *board, int square,
                       int score) {
    Position position = board->position;
    uint64_t flips = rules_flips(board->shape, square, position.own, position.opp);
    Position after = position_after(position, square, flips);
    SearchLimits proof = {.depth = ALL_SQUARES,
                          .selectivity = SELECTIVITY_NONE,
                          .is_outcome_only = true,
                          .outcome_at = -score,
                          .stop = limits->stop};
    SearchResult result;
    search_run(search, after, &proof, NULL, NULL, &result);
    return result.outcome == OUTCOME_DRAW || result.outcome == OUTCOME_LOSS;
}

/* Adds all other moves that are as good as the best. */
static void list_best_moves(Search *search, const SearchLimits *limits, ObfEntry *entry) {
    const Board *board = &entry->board;
    int best = entry->moves[0].score, first = entry->moves[0].square;
    uint64_t moves = rules_moves(board->shape, board->position.own, board->position.opp);
    for (moves &= ~bits_square(first); moves;) {
        int square = bits_pop(&moves);
        if (is_as_good(search, limits, board, square, best))
            entry->moves[entry->count++] = (ObfMove){.square = square, .score = best};
    }
}

static void score_entry(Search *search, const GoldOptions *options, ObfEntry *entry) {
    int empties = bits_count(position_empties(entry->board.shape, entry->board.position));
    bool is_exact = options->solved || empties <= options->exact_max;
    SearchLimits limits = {.depth = is_exact ? empties : options->depth,
                           .selectivity = is_exact ? SELECTIVITY_NONE : SELECTIVITY_99,
                           .stop = options->stop};
    SearchResult result;
    search_clear(search);
    search_run(search, entry->board.position, &limits, NULL, NULL, &result);
    entry->moves[0] = (ObfMove){.square = result.lines[0].pv[0],
                                .score = in_discs(&result.lines[0], entry->board.shape)};
    entry->count = 1;
    if (options->solved && entry->moves[0].square != PASS) list_best_moves(search, &limits, entry);
}

static void fail(Scoring *scoring, const Error *error) {
    pthread_mutex_lock(&scoring->lock);
    if (!scoring->has_failed) scoring->error = *error;
    scoring->has_failed = true;
    pthread_mutex_unlock(&scoring->lock);
    atomic_store(&scoring->is_stopped, true);
}

static void do_position(void *context, int worker, size_t task) {
    Scoring *scoring = context;
    Search **search = &scoring->searches[worker];
    Error error;
    SearchOptions options = {.isa = scoring->options->isa, .threads = 1, .hash_mb = GOLD_HASH_MB};
    /* The largest first: they take longest. */
    ObfEntry *entry = &scoring->entries[scoring->count - 1 - (int)task];
    const _Atomic bool *stop = scoring->options->stop;
    if (atomic_load(&scoring->is_stopped)) return;
    if (entry->count > 0) { /* known from the journal */
        atomic_fetch_add(&scoring->done, 1);
        return;
    }
    if (!*search && !(*search = search_new(scoring->evaluation, &options, &error))) {
        fail(scoring, &error);
        return;
    }
    score_entry(*search, scoring->options, entry);
    if (stop != NULL && *stop) return; /* the search was cut short */
    if (!gold_journal_add(scoring->journal, entry, &error)) fail(scoring, &error);
    atomic_fetch_add(&scoring->done, 1);
}

static void report_progress(void *context) {
    Scoring *scoring = context;
    if (!scoring->progress) return;
    if (!scoring->progress(scoring->context, atomic_load(&scoring->done), scoring->count))
        atomic_store(&scoring->is_stopped, true);
}

static bool score_all(Scoring *scoring, Error *error) {
    ThreadPool pool;
    thread_pool_start(&pool, scoring->options->threads);
    bool ok = thread_pool_run_watched(&pool, (size_t)scoring->count, do_position, report_progress,
                                      scoring, error);
    thread_pool_stop(&pool);
    for (int worker = 0; worker < THREAD_POOL_MAX; worker++) search_free(scoring->searches[worker]);
    if (!ok) return false;
    const _Atomic bool *stop = scoring->options->stop;
    if (stop != NULL && *stop) atomic_store(&scoring->is_stopped, true);
    if (scoring->has_failed)
        *error = scoring->error;
    else if (atomic_load(&scoring->is_stopped))
        error_set(error, STATUS_STOPPED, "stopped");
    return !scoring->has_failed && !atomic_load(&scoring->is_stopped);
}

/* Positions with the same number of empty squares in no order that means anything, so that those
 * scored before an interrupt are a fair sample of all. */
static int by_empties(const void *a, const void *b) {
    Position x = ((const ObfEntry *)a)->board.position, y = ((const ObfEntry *)b)->board.position;
    int left = bits_count(x.own | x.opp), right = bits_count(y.own | y.opp);
    if (left != right) return right - left;
    uint64_t first = position_hash(x), second = position_hash(y);
    return (first > second) - (first < second);
}

static bool write_set(const char *path, const ObfEntry *entries, int count, Error *error) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) {
        error_set(error, STATUS_NO_MEMORY, "%s: no memory", path);
        return false;
    }
    for (int i = 0; i < count; i++) {
        char line[OBF_TEXT_SIZE];
        obf_format(&entries[i], line, sizeof line);
        fprintf(out, "%s\n", line);
    }
    bool ok = fclose(out) == 0;
    if (!ok) error_set(error, STATUS_NO_MEMORY, "%s: no memory", path);
    ok = ok && file_replace(path, text, length, error);
    free(text);
    return ok;
}

/* A number for what the scores depend on: positions, depth, and the evaluation by its values. */
static uint64_t build_number(const Evaluation *evaluation, const GoldOptions *options,
                             const ObfEntry *entries, int count) {
    uint64_t number = (uint64_t)options->depth;
    for (int i = 0; i < count; i++) {
        uint64_t parts[4] = {number, entries[i].board.position.own, entries[i].board.position.opp,
                             (uint64_t)evaluation_value(evaluation, entries[i].board.position)};
        number = bytes_checksum((const uint8_t *)parts, sizeof parts);
    }
    return number;
}

/* Scores the positions that the journal does not know, and writes the set. */
static bool finish_set(const char *path, const Evaluation *evaluation, const GoldOptions *options,
                       GoldProgress *progress, void *context, ObfEntry *entries, int count,
                       Error *error) {
    GoldJournal journal;
    Scoring scoring = {.evaluation = evaluation,
                       .options = options,
                       .entries = entries,
                       .count = count,
                       .journal = &journal,
                       .progress = progress,
                       .context = context,
                       .lock = PTHREAD_MUTEX_INITIALIZER};
    qsort(entries, (size_t)count, sizeof *entries, by_empties);
    uint64_t build = build_number(evaluation, options, entries, count);
    if (!gold_journal_open(&journal, path, build, entries, count, error)) return false;
    bool ok = score_all(&scoring, error) && write_set(path, entries, count, error);
    gold_journal_close(&journal, ok);
    return ok;
}

static bool make_set(const char *path, const Evaluation *evaluation, const GoldOptions *options,
                     GoldProgress *progress, void *context, int *count, Error *error) {
    Collection collection = {.shape = evaluation->shape, .options = options};
    for (int empties = 0; empties <= 64; empties++)
        if (is_wanted(options, empties)) collection.wanted += options->per_empties;
    collection.entries = malloc((size_t)(collection.wanted + 1) * sizeof *collection.entries);
    if (!collection.entries) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %d positions", collection.wanted);
        return false;
    }
    bool ok = collect(&collection, evaluation, error) &&
              finish_set(path, evaluation, options, progress, context, collection.entries,
                         collection.count, error);
    free(collection.entries);
    *count = collection.count;
    return ok;
}

bool gold_build(const char *path, const Shape *shape, const char *eval, const char *weights,
                const GoldOptions *options, GoldProgress *progress, void *context, int *count,
                Error *error) {
    Evaluation evaluation;
    int lock = file_lock(path, error);
    if (lock < 0) return false;
    bool ok = evaluation_open(&evaluation, shape, eval, weights, error);
    if (ok) {
        ok = make_set(path, &evaluation, options, progress, context, count, error);
        evaluation_close(&evaluation);
    }
    file_unlock(path, lock);
    return ok;
}
