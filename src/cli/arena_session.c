/* From a command line to a tournament that has been played: players, openings, database, progress,
 * results, report. */
#include "cli/arena_session.h"

#include <stdlib.h>
#include <string.h>

#include "arena/report/report.h"
#include "arena/tournament/tournament_jobs.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/thread_pool.h"
#include "cli/arena_print.h"
#include "cli/interrupt.h"
#include "protocol/review_message.h"

enum { DEFAULT_PLIES = 6 };
#define GRACE_SECONDS 0.1 /* for pipes and scheduling, which cost no game */
#define START_SECONDS 10.0

/* --- Opening ---------------------------------------------------------------------------------- */

static bool check_names(const ArenaSession *session, Error *error) {
    for (int i = 0; i < session->participant_count; i++) {
        for (int k = 0; k < i; k++) {
            if (strcmp(session->participants[i].name, session->participants[k].name) != 0) continue;
            error_set(error, STATUS_BAD_INPUT,
                      "two players are called '%.60s'; give one another name: NAME=%.60s",
                      session->participants[i].name, session->participants[i].player.text);
            return false;
        }
    }
    return true;
}

static bool read_participants(ArenaSession *session, Error *error) {
    const ArenaInput *input = session->input;
    ProcessOptions *process = &session->process;
    if (!sandbox_input_read(&input->sandbox, process, error)) return false;
    process->stop = interrupt_flag();
    if (input->threads > 1) process->limits.cpus = thread_pool_size(0) / input->threads;
    if (input->threads > 1 && process->limits.cpus < 1) process->limits.cpus = 1;
    if (session->args->count > TOURNAMENT_MAX_PARTICIPANTS) {
        error_set(error, STATUS_BAD_INPUT, "more than %d players", TOURNAMENT_MAX_PARTICIPANTS);
        return false;
    }
    for (int i = 0; i < session->args->count; i++) {
        ParticipantSpec *participant = &session->participants[i];
        if (!participant_spec_parse(participant, session->args->values[i], &session->shape,
                                    input->depth, process, error))
            return false;
        session->participant_count++;
    }
    return check_names(session, error);
}

/* A pair of games is usually meant to begin at the start; many games would all be the same, and so
 * would those of a tournament. */
static bool read_openings(ArenaSession *session, Error *error) {
    const ArenaInput *input = session->input;
    int pairs = (input->games + 1) / 2, count = session->participant_count;
    bool is_match = count == 2;
    if (input->openings != NULL)
        snprintf(session->openings_text, sizeof session->openings_text, "%s", input->openings);
    else if (input->games <= 2 && is_match)
        strcpy(session->openings_text, "start");
    else
        snprintf(session->openings_text, sizeof session->openings_text, "%d", DEFAULT_PLIES);
    if (!openings_make(&session->openings, &session->shape,
                       input->openings != NULL ? input->openings : session->openings_text,
                       (uint64_t)input->seed, pairs * count * (count - 1) / 2, interrupt_flag(),
                       error))
        return false;
    size_t length = strlen(session->openings_text);
    if (!is_match)
        snprintf(session->openings_text + length, sizeof session->openings_text - length,
                 ", another for each two players");
    for (int i = 0; session->openings.has_other_starts && i < session->participant_count; i++) {
        if (!participant_needs_start(&session->participants[i])) continue;
        error_set(
            error, STATUS_BAD_INPUT,
            "player '%.60s' can only begin at the usual start, and the openings are positions",
            session->participants[i].name);
        return false;
    }
    return true;
}

static bool read_sprt(ArenaSession *session, Error *error) {
    const char *text = session->input->sprt;
    if (text == NULL) return true;
    Sprt *sprt = &session->options.sprt;
    const char *comma = strchr(text, ',');
    char first[32] = "";
    if (comma == NULL || (size_t)(comma - text) >= sizeof first) {
        error_set(error, STATUS_BAD_INPUT, "--sprt: expected two numbers: elo0,elo1");
        return false;
    }
    memcpy(first, text, (size_t)(comma - text));
    if (!options_number("--sprt elo0", first, -2000, 2000, &sprt->elo0, error) ||
        !options_number("--sprt elo1", comma + 1, -2000, 2000, &sprt->elo1, error))
        return false;
    session->options.has_sprt = true;
    if (sprt->elo0 < sprt->elo1) return true;
    error_set(error, STATUS_BAD_INPUT, "--sprt: elo0 must be less than elo1");
    return false;
}

static void on_game(void *context, const Tournament *tournament, const GameResult *result);
static void on_move(void *context, const Tournament *tournament, const GameResult *result,
                    const PlayedGame *record);

static void fill_options(ArenaSession *session) {
    const ArenaInput *input = session->input;
    double hard = input->timeout;
    if (input->time > 0 && input->time + GRACE_SECONDS > hard) hard = input->time + GRACE_SECONDS;
    session->options = (TournamentOptions){
        .shape = &session->shape,
        .participants = session->participants,
        .participant_count = session->participant_count,
        .games = input->games,
        .openings = &session->openings,
        .seed = (uint64_t)input->seed,
        .threads = input->show ? 1 : input->threads,
        .terms = {.depth = input->depth,
                  .move_seconds = input->time,
                  .clock_seconds = input->clock,
                  .hard_seconds = hard,
                  .grace_seconds = GRACE_SECONDS,
                  .start_seconds = input->timeout < START_SECONDS ? input->timeout : START_SECONDS},
        .has_sprt = session->options.has_sprt,
        .sprt = session->options.sprt,
        .stop = interrupt_flag(),
        .on_game = on_game,
        .on_move = input->show || input->serve.is_wanted ? on_move : NULL,
        .context = session,
    };
}

static bool open_store(ArenaSession *session, Error *error) {
    if (session->input->db == NULL) return true;
    StoreSignature signature;
    store_sign(&signature, &session->options, session->openings_text);
    session->store = store_open(session->input->db, &signature, error);
    session->options.store = session->store;
    return session->store != NULL;
}

/* What a submitter may not decide for the machines of others, and what only threads of this process
 * can do. */
static bool check_jobs(const ArenaInput *input, Error *error) {
    if (!jobs_input_check(&input->jobs, error)) return false;
    if (!input->jobs.address) return true;
    const SandboxInput *sandbox = &input->sandbox;
    const char *wrong = sandbox->trust     ? "--trust"
                        : sandbox->network ? "--network"
                        : sandbox->bind    ? "--bind"
                                           : NULL;
    if (!wrong && !input->show) return true;
    error_set(error, STATUS_BAD_INPUT, "%s does not go with --jobs%s", wrong ? wrong : "--show",
              wrong ? ": foreign programs run in the sandbox of the worker, as 'bianca worker' says"
                    : "");
    return false;
}

/* Before the database is opened: the workers are processes that must not inherit it. */
static bool open_jobs(ArenaSession *session, Error *error) {
    const ArenaInput *input = session->input;
    if (!input->jobs.address) return true;
    session->parameters = malloc(TOURNAMENT_PARAMETERS_SIZE);
    if (!session->parameters) {
        error_set(error, STATUS_NO_MEMORY, "no memory for jobs");
        return false;
    }
    progress_start(&session->progress);
    SessionOptions jobs = jobs_input_session(&input->jobs, input->threads, &session->progress);
    jobs.kind = &job_kind_tournament;
    jobs.parameters = session->parameters;
    if (!tournament_jobs_describe(&session->options, session->args->values, session->parameters,
                                  error))
        return false;
    session->jobs = session_open(&jobs, error);
    return session->jobs != NULL;
}

/* Last of all: a server is not started for a command line that is wrong. */
static bool open_page(ArenaSession *session, Error *error) {
    if (!session->input->serve.is_wanted) return true;
    session->serve = arena_serve_start(&session->input->serve, &session->tournament,
                                       session->openings_text, error);
    return session->serve != NULL;
}

/* Reads players and options, opens the database. Returns COMMAND_OK, or has said what is wrong and
 * returns the exit status. In both cases the session must be closed. */
static int open_session(ArenaSession *session, const Arguments *args) {
    *session = (ArenaSession){.args = args, .input = args->options};
    const char *board = session->input->board;
    Error error;
    interrupt_watch();
    if (!shape_parse(&session->shape, board, strlen(board), &error) ||
        !check_jobs(session->input, &error) || !read_sprt(session, &error) ||
        (session->input->html && !file_replace_try(session->input->html, &error)) ||
        !read_participants(session, &error) || !read_openings(session, &error))
        return command_error(session->args, &error);
    fill_options(session);
    if (!open_jobs(session, &error)) return command_fail(session->args, &error);
    if (!open_store(session, &error) ||
        !tournament_init(&session->tournament, &session->options, &error) ||
        !open_page(session, &error))
        return command_error(session->args, &error);
    return COMMAND_OK;
}

/* --- Playing ---------------------------------------------------------------------------------- */

/* JSON comes in the order of the games, whatever order they end in. */
static void print_ready_games(ArenaSession *session, const Tournament *tournament) {
    if (!session->input->json) return;
    while (session->printed < tournament->counted && tournament->results[session->printed].is_done)
        print_game_json(tournament, &tournament->results[session->printed++]);
}

static void on_game(void *context, const Tournament *tournament, const GameResult *result) {
    ArenaSession *session = context;
    if (session->serve) arena_serve_game(session->serve, result);
    print_ready_games(session, tournament);
    if (session->input->show && !session->input->json) {
        print_game_end(tournament, result);
        session->shown = 0;
        return;
    }
    /* Adding up all results takes a while in a long match: only when a terminal shows it. */
    if (session->jobs || !session->progress.is_terminal || clock_ns() < session->progress.next_ns)
        return;
    if (session->participant_count > 2) {
        progress_update(&session->progress, "game %d of %d", tournament->done, tournament->total);
        return;
    }
    Tally tally = tournament_tally(tournament, 0, 1);
    progress_update(&session->progress, "game %d of %d: %d wins, %d draws, %d losses, Elo %s",
                    tournament->done, tournament->total, tally.wins, tally.draws, tally.losses,
                    elo_text(elo_estimate(&tally).elo).text);
}

static void on_move(void *context, const Tournament *tournament, const GameResult *result,
                    const PlayedGame *record) {
    ArenaSession *session = context;
    if (session->serve) arena_serve_move(session->serve, result, record);
    if (!session->input->show || session->input->json) return;
    if (session->shown++ == 0) print_game_begin(tournament, result, record);
    print_position(record);
    fflush(stdout);
}

/* Returns COMMAND_OK, or COMMAND_FAILED after saying why; *has_results tells whether there is
 * something to print even so. */
static int play_games(ArenaSession *session, bool *has_results) {
    Error error;
    progress_start(&session->progress);
    print_ready_games(session, &session->tournament);
    bool ok = session->jobs ? tournament_jobs_run(&session->tournament, session->jobs, &error)
                            : tournament_run(&session->tournament, &error);
    progress_end(&session->progress);
    *has_results = ok || error.status == STATUS_STOPPED;
    return ok ? COMMAND_OK : command_fail(session->args, &error);
}

static void show_review_progress(void *context, int done, int total) {
    progress_update(context, "reviewing game %d of %d", done, total);
}

/* Reviews the games for the report. */
static bool review_games(const ArenaSession *session, GameReviews *reviews, Error *error) {
    Progress progress;
    GameReviewsOptions options = {.level = session->input->review,
                                  .threads = session->input->threads,
                                  .write_reason = review_reason_text,
                                  .stop = interrupt_flag(),
                                  .on_progress = show_review_progress,
                                  .context = &progress};
    progress_start(&progress);
    bool ok = game_reviews_make(reviews, &session->tournament, &options, error);
    progress_end(&progress);
    return ok;
}

/* Whether every game that was played has a review: a signal ends reviewing early, and the report
 * has what there is by then. */
static bool is_review_complete(const ArenaSession *session, const GameReviews *reviews,
                               Error *error) {
    int done = 0, total = 0;
    for (int i = 0; i < reviews->count; i++) {
        total += session->tournament.results[i].is_done;
        done += reviews->texts[i] != NULL;
    }
    if (done == total) return true;
    error_set(error, STATUS_STOPPED, "stopped; the report has reviews of %d of %d games", done,
              total);
    return false;
}

/* Writes the HTML report if one was asked for. */
static int write_report(const ArenaSession *session) {
    if (session->input->html == NULL) return COMMAND_OK;
    char *bytes = NULL;
    size_t length = 0;
    Error error;
    GameReviews reviews = {0};
    bool is_reviewed = session->input->review > 0 && !atomic_load(interrupt_flag());
    if (is_reviewed && !review_games(session, &reviews, &error))
        return command_fail(session->args, &error);
    FILE *out = open_memstream(&bytes, &length);
    bool ok = out != NULL && report_write(out, &session->tournament, session->openings_text,
                                          is_reviewed ? &reviews : NULL);
    if (out != NULL && fclose(out) != 0) ok = false;
    if (!ok)
        error_set(&error, STATUS_NO_MEMORY, "no memory for the report");
    else
        ok = file_replace(session->input->html, bytes, length, &error);
    free(bytes);
    if (ok && is_reviewed && !is_review_complete(session, &reviews, &error)) ok = false;
    game_reviews_release(&reviews);
    return ok ? COMMAND_OK : command_fail(session->args, &error);
}

static void close_session(ArenaSession *session) {
    arena_serve_stop(session->serve);
    session_close(session->jobs);
    free(session->parameters);
    tournament_release(&session->tournament);
    store_close(session->store);
    openings_release(&session->openings);
    for (int i = 0; i < session->participant_count; i++)
        participant_spec_release(&session->participants[i]);
    free((char *)session->process.binds);
}

int arena_session_run(const Arguments *args, ArenaPrinter *print) {
    static ArenaSession session; /* too large for a stack */
    int status = open_session(&session, args);
    if (status == COMMAND_OK) {
        bool has_results = false;
        status = play_games(&session, &has_results);
        if (has_results) {
            int printed = print(&session), reported = write_report(&session);
            if (status == COMMAND_OK) status = printed != COMMAND_OK ? printed : reported;
            fflush(stdout);
            if (session.serve) arena_serve_end(session.serve);
        }
    }
    close_session(&session);
    return status;
}
