/* Plays the pairs of a tuning in this process, each worker with two searches of its own. */
#include "train/tune/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/options.h"
#include "base/thread_pool.h"
#include "engine/time.h"
#include "game/rules.h"
#include "train/tune/openings.h"

enum { PLUS, MINUS, PLAYERS, NAME_SIZE = 64 };

/* A parameter is moved by a twentieth of its range or a fifth of its standard value, whichever is
 * less, but by half of one at least. */
static const double range_share = 1.0 / 20, standard_share = 1.0 / 5, least_step = 0.5;

struct TuneMatch {
    TuneMatchOptions options;
    Evaluation evaluation;
    TuneOpenings openings;
    Search *searches[THREAD_POOL_MAX][PLAYERS];
};

static const SearchParameterInfo *find_parameter(const char *name, Error *error) {
    Nearest nearest = {.word = name};
    for (int i = 0; search_parameter(i); i++) {
        nearest_offer(&nearest, search_parameter(i)->name);
        if (strcmp(search_parameter(i)->name, name) == 0) return search_parameter(i);
    }
    error_set(error, STATUS_BAD_INPUT, "unknown search parameter '%.40s', did you mean '%s'?", name,
              nearest.name ? nearest.name : search_parameter(0)->name);
    return NULL;
}

static bool choose_one(TuneMatchOptions *options, const char *name, Error *error) {
    const SearchParameterInfo *parameter = find_parameter(name, error);
    if (!parameter) return false;
    for (int i = 0; i < options->count; i++) {
        if (options->tuned[i] != parameter) continue;
        error_set(error, STATUS_BAD_INPUT, "search parameter '%s' is given twice", name);
        return false;
    }
    options->tuned[options->count++] = parameter;
    return true;
}

bool tune_match_choose(TuneMatchOptions *options, const char *names, Error *error) {
    options->count = 0;
    bool ok = true;
    if (strcmp(names, "all") == 0) {
        for (int i = 0; search_parameter(i) && ok; i++)
            ok = choose_one(options, search_parameter(i)->name, error);
        return ok;
    }
    while (ok) {
        char name[NAME_SIZE];
        size_t length = strcspn(names, ",");
        size_t kept = length < sizeof name - 1 ? length : sizeof name - 1;
        memcpy(name, names, kept);
        name[kept] = '\0';
        ok = choose_one(options, name, error);
        if (!names[length]) break;
        names += length + 1;
    }
    return ok;
}

SpsaRange tune_match_range(const SearchParameterInfo *parameter) {
    double step = fmin((parameter->most - parameter->least) * range_share,
                       parameter->standard * standard_share);
    return (SpsaRange){.least = parameter->least,
                       .most = parameter->most,
                       .start = parameter->standard,
                       .step = fmax(step, least_step)};
}

static bool open_searches(TuneMatch *match, Error *error) {
    SearchOptions options = {
        .isa = match->options.isa, .threads = 1, .hash_mb = (size_t)match->options.hash_mb};
    for (int worker = 0; worker < match->options.threads; worker++)
        for (int player = 0; player < PLAYERS; player++)
            if (!(match->searches[worker][player] =
                      search_new(&match->evaluation, &options, error)))
                return false;
    return true;
}

TuneMatch *tune_match_new(const TuneMatchOptions *options, Error *error) {
    TuneMatch *match = calloc(1, sizeof *match);
    if (!match) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a match");
        return NULL;
    }
    match->options = *options;
    if (tune_openings_open(&match->openings, options->shape, options->openings, options->seed,
                           error) &&
        evaluation_open(&match->evaluation, options->shape, options->eval, options->weights,
                        error) &&
        open_searches(match, error))
        return match;
    tune_match_free(match);
    return NULL;
}

void tune_match_free(TuneMatch *match) {
    if (!match) return;
    for (int worker = 0; worker < match->options.threads; worker++)
        for (int player = 0; player < PLAYERS; player++)
            search_free(match->searches[worker][player]);
    evaluation_close(&match->evaluation);
    tune_openings_release(&match->openings);
    free(match);
}

static int choose_move(const TuneMatch *match, Search *search, Position position) {
    const TuneMatchOptions *options = &match->options;
    SearchLimits limits = {
        .selectivity = SELECTIVITY_NONE, .nodes = options->nodes, .stop = options->stop};
    SearchResult result;
    if (options->seconds > 0) time_for_move(clock_ns(), options->seconds, &limits);
    search_run(search, position, &limits, NULL, NULL, &result);
    return result.lines[0].pv[0];
}

static bool is_stopped(const TuneMatch *match) {
    return match->options.stop && *match->options.stop;
}

/* Plays one game; `first` has the move. 1 if `first` wins, -1 if it loses. */
static int play_game(const TuneMatch *match, Search *first, Search *second, Position position) {
    const Shape *shape = match->options.shape;
    Search *players[] = {first, second};
    int turn = 0;
    search_clear(first);
    search_clear(second);
    for (; !rules_is_over(shape, position) && !is_stopped(match); turn = 1 - turn) {
        bool must_pass = !rules_moves(shape, position.own, position.opp);
        int square = must_pass ? PASS : choose_move(match, players[turn], position);
        Move move;
        if (!rules_find_move(shape, position, square, &move)) break;
        position_play(&position, move);
    }
    int score = rules_score(shape, position);
    int sign = (score > 0) - (score < 0);
    return turn == 0 ? sign : -sign;
}

static SearchParameters parameters_of(const TuneMatch *match, const int *values) {
    SearchParameters parameters = search_parameters_standard();
    for (int i = 0; i < match->options.count; i++)
        memcpy((char *)&parameters + match->options.tuned[i]->offset, &values[i], sizeof values[i]);
    return parameters;
}

int tune_match_pair(void *context, int worker, uint64_t pair, const int *plus, const int *minus) {
    TuneMatch *match = context;
    Search *const *players = match->searches[worker];
    SearchParameters standard = search_parameters_standard();
    SearchParameters more = parameters_of(match, plus), less = parameters_of(match, minus);
    search_set_parameters(players[PLUS], &standard);
    Position opening = tune_openings_get(&match->openings, pair, players[PLUS]);
    search_set_parameters(players[PLUS], &more);
    search_set_parameters(players[MINUS], &less);
    return play_game(match, players[PLUS], players[MINUS], opening) -
           play_game(match, players[MINUS], players[PLUS], opening);
}
