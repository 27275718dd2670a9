/* See gold.h. */
#include "train/games/gold.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/random.h"
#include "game/rules.h"
#include "train/games/selfplay.h"

enum {
    GAME_DEPTH = 4, /* of the games that positions are taken from */
    GAME_EXACT = 10,
    GAME_DEVIATE = 30,
    GAMES_PER_POSITION = 64, /* most games to play for one position */
    EXACT_LEAST = 12,        /* the range that GoldScore.exact is about */
    EXACT_MOST = 20,
    PROGRESS_NS = 200000000,
    ALL_SQUARES = 64
};

GoldOptions gold_options(const Shape *shape) {
    int squares = shape->squares;
    return (GoldOptions){.per_empties = 200,
                         .exact_least = EXACT_LEAST * squares / ALL_SQUARES,
                         .exact_most = EXACT_MOST * squares / ALL_SQUARES,
                         .deep_least = 24 * squares / ALL_SQUARES,
                         .deep_most = 44 * squares / ALL_SQUARES,
                         .step = 4,
                         .depth = 14,
                         .threads = 1,
                         .seed = UINT64_C(0x601d)};
}

static bool is_wanted(const GoldOptions *options, int empties) {
    if (empties >= options->exact_least && empties <= options->exact_most) return true;
    return empties >= options->deep_least && empties <= options->deep_most &&
           (empties - options->deep_least) % options->step == 0;
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

static bool collect(Collection *collection, const Evaluator *evaluator, Error *error) {
    const GoldOptions *options = collection->options;
    const Shape *shape = collection->shape;
    SearchOptions search_options = {.isa = options->isa, .threads = 1, .hash_mb = 1};
    Search *search = search_new(evaluator, &search_options, error);
    if (!search) return false;
    GamesHeader header = {.depth = GAME_DEPTH,
                          .exact_from = GAME_EXACT * shape->squares / ALL_SQUARES,
                          .random_min = shape->squares / 8,
                          .random_max = shape->squares / 4,
                          .deviate_permille = GAME_DEVIATE,
                          .seed = options->seed};
    Random random = random_seeded(options->seed);
    uint64_t most = (uint64_t)collection->wanted * GAMES_PER_POSITION;
    for (uint64_t i = 0; i < most && collection->count < collection->wanted; i++) {
        Game game;
        selfplay_game(search, shape, &header, i, &game);
        collect_from(collection, &game, &random);
    }
    search_free(search);
    return true;
}

/* --- Scoring them --------------------------------------------------------------------------------
 */

typedef struct Crew {
    const Evaluator *evaluator;
    const GoldOptions *options;
    ObfEntry *entries;
    int count;
    pthread_mutex_t lock; /* guards what follows */
    int next, done, working;
    bool is_stopped, has_failed;
    Error error;
} Crew;

static void score_entry(Search *search, const GoldOptions *options, ObfEntry *entry) {
    int empties = bits_count(position_empties(entry->board.shape, entry->board.position));
    bool is_exact = empties <= options->exact_most;
    SearchLimits limits = {.depth = is_exact ? empties : options->depth,
                           .selectivity = is_exact ? SELECTIVITY_NONE : SELECTIVITY_99};
    SearchResult result;
    search_clear(search);
    search_run(search, entry->board.position, &limits, NULL, NULL, &result);
    int score = result.lines[0].score;
    score = (score + (score < 0 ? -EVAL_DISC : EVAL_DISC) / 2) / EVAL_DISC;
    entry->moves[0] = (ObfMove){.square = result.lines[0].pv[0], .score = score};
    entry->count = 1;
}

static void *worker_main(void *context) {
    Crew *crew = context;
    Error error;
    SearchOptions options = {.isa = crew->options->isa, .threads = 1, .hash_mb = GOLD_HASH_MB};
    Search *search = search_new(crew->evaluator, &options, &error);
    pthread_mutex_lock(&crew->lock);
    if (!search && !crew->has_failed) crew->has_failed = true, crew->error = error;
    while (search && crew->next < crew->count && !crew->is_stopped && !crew->has_failed) {
        /* The largest first: they take longest. */
        ObfEntry *entry = &crew->entries[crew->count - 1 - crew->next++];
        pthread_mutex_unlock(&crew->lock);
        score_entry(search, crew->options, entry);
        pthread_mutex_lock(&crew->lock);
        crew->done++;
    }
    crew->working--;
    pthread_mutex_unlock(&crew->lock);
    search_free(search);
    return NULL;
}

static void watch(Crew *crew, GoldProgress *progress, void *context) {
    for (bool is_working = true; is_working;) {
        clock_sleep_ns(PROGRESS_NS);
        pthread_mutex_lock(&crew->lock);
        is_working = crew->working > 0;
        int done = crew->done;
        pthread_mutex_unlock(&crew->lock);
        if (!progress || progress(context, done, crew->count)) continue;
        pthread_mutex_lock(&crew->lock);
        crew->is_stopped = true;
        pthread_mutex_unlock(&crew->lock);
    }
}

static bool score_all(Crew *crew, int threads, GoldProgress *progress, void *context) {
    pthread_t ids[GOLD_MAX_THREADS];
    int started = 0;
    crew->working = threads;
    while (started < threads && pthread_create(&ids[started], NULL, worker_main, crew) == 0)
        started++;
    if (started < threads) {
        pthread_mutex_lock(&crew->lock);
        crew->working -= threads - started;
        crew->has_failed = true;
        error_set(&crew->error, STATUS_NO_MEMORY, "only %d of %d threads could be started", started,
                  threads);
        pthread_mutex_unlock(&crew->lock);
    }
    watch(crew, progress, context);
    for (int i = 0; i < started; i++) pthread_join(ids[i], NULL);
    if (!crew->has_failed && crew->is_stopped) {
        crew->has_failed = true;
        error_set(&crew->error, STATUS_STOPPED, "stopped");
    }
    return !crew->has_failed;
}

static int by_empties(const void *a, const void *b) {
    const ObfEntry *x = a, *y = b;
    int left = bits_count(x->board.position.own | x->board.position.opp);
    int right = bits_count(y->board.position.own | y->board.position.opp);
    if (left != right) return right - left;
    if (x->board.position.own != y->board.position.own)
        return x->board.position.own < y->board.position.own ? -1 : 1;
    return (x->board.position.opp > y->board.position.opp) -
           (x->board.position.opp < y->board.position.opp);
}

bool gold_build(const Evaluator *evaluator, const GoldOptions *options, GoldProgress *progress,
                void *context, ObfEntry **entries, int *count, Error *error) {
    Collection collection = {.shape = evaluator->shape, .options = options};
    for (int empties = 0; empties <= 64; empties++)
        if (is_wanted(options, empties)) collection.wanted += options->per_empties;
    collection.entries = malloc((size_t)(collection.wanted + 1) * sizeof *collection.entries);
    if (!collection.entries) {
        error_set(error, STATUS_NO_MEMORY, "no memory for %d positions", collection.wanted);
        return false;
    }
    bool ok = collect(&collection, evaluator, error);
    if (ok) {
        qsort(collection.entries, (size_t)collection.count, sizeof *collection.entries, by_empties);
        Crew crew = {.evaluator = evaluator,
                     .options = options,
                     .entries = collection.entries,
                     .count = collection.count,
                     .lock = PTHREAD_MUTEX_INITIALIZER};
        ok = score_all(&crew, options->threads, progress, context);
        if (!ok) *error = crew.error;
    }
    if (!ok) {
        free(collection.entries);
        return false;
    }
    *entries = collection.entries;
    *count = collection.count;
    return true;
}

/* --- Judging an evaluation
 * ------------------------------------------------------------------------ */

/* Sums first; gold_score() turns them into means at the end. */
static void add_error(GoldErrors *errors, double error) {
    errors->count++;
    errors->mae += fabs(error);
    errors->rms += error * error;
    errors->bias += error;
}

static void finish_errors(GoldErrors *errors) {
    if (errors->count == 0) return;
    errors->mae /= errors->count;
    errors->rms = sqrt(errors->rms / errors->count);
    errors->bias /= errors->count;
}

bool gold_score(const Evaluator *evaluator, const char *bytes, size_t length, const char *name,
                GoldScore *score, Error *error) {
    ObfReader reader = {.shape = evaluator->shape, .bytes = bytes, .length = length};
    ObfEntry entry;
    ObfNext next;
    Error why;
    memset(score, 0, sizeof *score);
    while ((next = obf_next(&reader, &entry, &why)) == OBF_ENTRY) {
        if (entry.count == 0) continue;
        int empties = bits_count(position_empties(evaluator->shape, entry.board.position));
        double off = (double)evaluator_value(evaluator, entry.board.position) / EVAL_DISC -
                     entry.moves[0].score;
        add_error(&score->by_empties[empties], off);
        add_error(&score->all, off);
        if (empties >= EXACT_LEAST && empties <= EXACT_MOST) add_error(&score->exact, off);
    }
    if (next == OBF_ERROR) {
        error_set(error, why.status, "gold set %s: %s", name, why.text);
        return false;
    }
    for (int empties = 0; empties <= 64; empties++) finish_errors(&score->by_empties[empties]);
    finish_errors(&score->exact);
    finish_errors(&score->all);
    return true;
}
