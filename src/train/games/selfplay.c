/* Plays games by their number, and blocks of games on the threads of a pool (selfplay.h). */
#include "train/games/selfplay.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/thread_pool.h"
#include "game/rules.h"

enum {
    HASH_MB = 1, /* cleared before every game, so it should stay in the cache */
    PERMILLE = 1000,
    MAX_STARTS = 200, /* drawn for one game; the last one is taken as it is */
};

/* --- One game ------------------------------------------------------------------------------- */

typedef struct Play {
    Search *search;
    const Shape *shape;
    const GamesHeader *header;
    Random random;
    Position position;
    Game *game;
    /* The rest of an exact line, to be followed as long as no random move leaves it. */
    uint8_t line[SEARCH_MAX_PV];
    int line_length, line_at;
    int line_score;           /* discs, for the side to move now */
    int last, before_last;    /* scores of the last two passes of a search */
    const _Atomic bool *stop; /* may be NULL */
} Play;

static bool is_told_to_stop(const _Atomic bool *stop) {
    return stop != NULL && *stop;
}

static void make_move(Play *play, int square, bool is_random) {
    Position position = play->position;
    uint64_t flips = rules_flips(play->shape, square, position.own, position.opp);
    play->position = position_after(position, square, flips);
    play->game->squares[play->game->count] = (uint8_t)square;
    play->game->is_random[play->game->count++] = is_random;
    play->line_score = -play->line_score;
}

/* Passes if the side to move has to. False if the game is over. */
static bool can_go_on(Play *play) {
    Position position = play->position;
    if (rules_moves(play->shape, position.own, position.opp)) return true;
    if (!rules_moves(play->shape, position.opp, position.own)) return false;
    play->position = position_passed(position);
    play->line_score = -play->line_score;
    if (play->line_at < play->line_length && play->line[play->line_at] == PASS) play->line_at++;
    return true;
}

static void play_prefix(Play *play) {
    const GamesHeader *header = play->header;
    int span = header->random_max - header->random_min + 1;
    int wanted = header->random_min + (int)random_below(&play->random, (uint32_t)span);
    while (play->game->count < wanted && can_go_on(play)) {
        uint64_t moves = rules_moves(play->shape, play->position.own, play->position.opp);
        make_move(play, rules_random_move(moves, &play->random), true);
    }
    play->game->prefix = play->game->count;
}

static int round_to_discs(int score) {
    return (score + (score < 0 ? -EVAL_DISC : EVAL_DISC) / 2) / EVAL_DISC;
}

static void note_pass(void *context, const SearchResult *so_far) {
    Play *play = context;
    play->before_last = play->last;
    play->last = so_far->lines[0].score;
}

/* Of a search to that depth: as games.h says of GamesHeader.selectivity. */
static Selectivity search_selectivity(const GamesHeader *header) {
    Selectivity selectivity = SELECTIVITY_NONE;
    selectivity_from_percent(header->selectivity, &selectivity);
    return selectivity;
}

/* The best move at that depth, and its score in whole discs. A line to the end of the game is kept
 * if play is to follow it. */
static int search_square(Play *play, int depth, bool is_followed, int *score) {
    int empties = bits_count(position_empties(play->shape, play->position));
    SearchLimits limits = {.depth = depth,
                           .selectivity = SELECTIVITY_NONE,
                           .is_every_depth = true,
                           .stop = play->stop};
    if (depth < empties) limits.selectivity = search_selectivity(play->header);
    SearchResult result;
    search_run(play->search, play->position, &limits, note_pass, play, &result);
    const SearchLine *best = &result.lines[0];
    bool is_mean = play->header->selectivity > 0 && depth > 1 && !best->is_exact;
    *score = round_to_discs(is_mean ? (play->last + play->before_last) / 2 : best->score);
    if (best->is_exact && is_followed) {
        memcpy(play->line, best->pv, sizeof play->line);
        play->line_length = best->length;
        play->line_at = 1;
        play->line_score = *score;
    }
    return best->pv[0];
}

/* The move to play, and the score of the position in whole discs. */
static int best_square(Play *play, int *score) {
    const GamesHeader *header = play->header;
    if (play->line_at < play->line_length) {
        *score = play->line_score;
        return play->line[play->line_at++];
    }
    int empties = bits_count(position_empties(play->shape, play->position));
    if (empties > header->exact_from) return search_square(play, header->depth, true, score);
    if (empties <= header->exact_from - header->play_on)
        return search_square(play, empties, true, score);
    /* What the solve leaves in the table must not tell the shallow searches: theirs comes first,
     * and the table is cleared behind the solve. */
    int square = search_square(play, header->depth, false, score);
    search_square(play, empties, false, score);
    search_clear(play->search);
    return square;
}

/* Draws random starts until one favours neither side by more than the header allows. */
static void play_start(Play *play) {
    const Position start = play->position;
    int most = play->header->balanced, score = 0;
    for (int i = 0; i < MAX_STARTS; i++) {
        play->position = start;
        play->game->count = 0;
        play_prefix(play);
        bool is_over = !can_go_on(play);
        if (most == 0) return;
        if (is_over) continue;
        search_square(play, play->header->depth, false, &score);
        if (abs(score) <= most || is_told_to_stop(play->stop)) return;
    }
}

static void play_on(Play *play) {
    Game *game = play->game;
    while (can_go_on(play) && !is_told_to_stop(play->stop)) {
        int score, best = best_square(play, &score), square = best;
        game->scores[game->count] = (int8_t)score;
        uint64_t moves = rules_moves(play->shape, play->position.own, play->position.opp);
        if ((int)random_below(&play->random, PERMILLE) < play->header->deviate_permille)
            square = rules_random_move(moves, &play->random);
        if (square != best) play->line_length = 0;
        make_move(play, square, square != best);
    }
}

/* As selfplay_game(); false if it was stopped: then the game is not to be used. */
static bool play_game(Search *search, const Shape *shape, const GamesHeader *header,
                      uint64_t number, const _Atomic bool *stop, Game *game) {
    Play play = {.search = search,
                 .stop = stop,
                 .shape = shape,
                 .header = header,
                 .random = random_seeded(random_mix(header->seed) + number),
                 .position = position_start(shape),
                 .game = game};
    memset(game, 0, sizeof *game);
    search_clear(search);
    play_start(&play);
    play_on(&play);
    return !is_told_to_stop(stop);
}

void selfplay_game(Search *search, const Shape *shape, const GamesHeader *header, uint64_t number,
                   Game *game) {
    play_game(search, shape, header, number, NULL, game);
}

bool selfplay_block(Search *search, const Shape *shape, const GamesHeader *header, uint32_t block,
                    const _Atomic bool *stop, Game games[GAMES_PER_BLOCK]) {
    for (uint64_t i = 0; i < GAMES_PER_BLOCK; i++)
        if (!play_game(search, shape, header, block * (uint64_t)GAMES_PER_BLOCK + i, stop,
                       &games[i]))
            return false;
    return true;
}

Search *selfplay_search(const Evaluation *evaluation, Isa isa, Error *error) {
    SearchOptions options = {.isa = isa, .threads = 1, .hash_mb = HASH_MB};
    return search_new(evaluation, &options, error);
}

/* --- Many games ------------------------------------------------------------------------------ */

typedef struct Production {
    const SelfplayPlan *plan;
    SelfplayProgress *progress;
    void *context;
    double start;
    Shape shape;
    pthread_mutex_t lock; /* guards the store, `games` and the error */
    SelfplayStore *store;
    uint64_t games;
    bool has_failed;
    Error error;
    atomic_bool is_stopped;
} Production;

/* Under the lock. */
static void note_failure(Production *production, const Error *error) {
    if (!production->has_failed) production->error = *error;
    production->has_failed = true;
    atomic_store(&production->is_stopped, true);
}

/* The next block to make; false if there is none. */
static bool take_block(Production *production, uint32_t *block) {
    pthread_mutex_lock(&production->lock);
    bool ok =
        !atomic_load(&production->is_stopped) && production->store->take(production->store, block);
    pthread_mutex_unlock(&production->lock);
    return ok;
}

static bool play_block(Production *production, Search *search, uint32_t block, Game *games) {
    for (uint64_t i = 0; i < GAMES_PER_BLOCK; i++) {
        const SelfplayPlan *plan = production->plan;
        uint64_t number = block * (uint64_t)GAMES_PER_BLOCK + i;
        if (atomic_load(&production->is_stopped)) return false;
        if (!play_game(search, &production->shape, &plan->header, number, plan->stop, &games[i])) {
            atomic_store(&production->is_stopped, true);
            return false;
        }
    }
    return true;
}

static void make_blocks(Production *production, Search *search) {
    Game games[GAMES_PER_BLOCK];
    for (uint32_t block; take_block(production, &block);) {
        Error error;
        bool is_made = play_block(production, search, block, games);
        pthread_mutex_lock(&production->lock);
        if (is_made && production->store->put(production->store, block, games, &error))
            production->games += GAMES_PER_BLOCK;
        else if (is_made)
            note_failure(production, &error);
        pthread_mutex_unlock(&production->lock);
    }
}

/* One task is the whole work of one worker: how many blocks it makes, the store knows. */
static void do_blocks(void *context, int worker, size_t task) {
    Production *production = context;
    Error error;
    (void)worker;
    (void)task;
    if (atomic_load(&production->is_stopped)) return;
    Search *search = selfplay_search(production->plan->evaluation, production->plan->isa, &error);
    if (search) {
        make_blocks(production, search);
    } else {
        pthread_mutex_lock(&production->lock);
        note_failure(production, &error);
        pthread_mutex_unlock(&production->lock);
    }
    search_free(search);
}

static void report_progress(void *context) {
    Production *production = context;
    Error error;
    pthread_mutex_lock(&production->lock);
    SelfplayStatus status = {.games = production->games,
                             .seconds = clock_seconds() - production->start};
    status.rate = status.seconds > 0 ? (double)status.games / status.seconds : 0;
    if (!production->store->tick(production->store, &status, &error))
        note_failure(production, &error);
    pthread_mutex_unlock(&production->lock);
    if (production->progress && !production->progress(production->context, &status))
        atomic_store(&production->is_stopped, true);
}

bool selfplay_run(const SelfplayPlan *plan, SelfplayStore *store, SelfplayProgress *progress,
                  void *context, Error *error) {
    Production production = {.plan = plan,
                             .progress = progress,
                             .context = context,
                             .start = clock_seconds(),
                             .lock = PTHREAD_MUTEX_INITIALIZER,
                             .store = store};
    if (!shape_init(&production.shape, plan->header.width, plan->header.height, error))
        return false;
    ThreadPool pool;
    thread_pool_start(&pool, plan->threads);
    bool ok = thread_pool_run_watched(&pool, (size_t)plan->threads, do_blocks, report_progress,
                                      &production, error);
    thread_pool_stop(&pool);
    if (!ok) return false;
    if (production.has_failed)
        *error = production.error;
    else if (atomic_load(&production.is_stopped))
        error_set(error, STATUS_STOPPED, "stopped; the same command resumes it");
    return !production.has_failed && !atomic_load(&production.is_stopped);
}
