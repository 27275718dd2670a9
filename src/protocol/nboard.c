/* The NBoard protocol: a line is read, obeyed and answered. A line is a verb and the rest; a
 * verb is a row of the table at the end. */
#include "protocol/nboard.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/options.h"
#include "engine/result_text.h"
#include "record/ggf.h"
#include "record/play.h"

enum { MAX_DEPTH = ENGINE_MAX_LEVEL, WORD_SIZE = 32 };

/* Lines of an unfinished search are shown this often, in seconds. */
#define SHOW_INTERVAL 0.2

struct NBoard {
    Session session;
    FILE *out;
    int depth; /* `set depth`: a level; 0: the player's own limits */
    bool is_quitting;
    double next_show; /* moment at which an unfinished search may show lines again */
};

typedef struct NBoardVerb {
    const char *name;
    void (*run)(NBoard *nboard, Scan *rest);
    InputUrgency urgency;
    bool is_work; /* it thinks */
} NBoardVerb;

/* --- Words ------------------------------------------------------------------------------------ */

/* Takes the next word, in lower case; "" at the end. Longer words are cut. */
static void take_word(Scan *scan, char word[WORD_SIZE]) {
    size_t length = 0;
    scan_skip_blanks(scan);
    for (; !scan_is_end(scan) && !scan_is_blank(scan_peek(scan, 0)); scan->at++)
        if (length < WORD_SIZE - 1) word[length++] = (char)scan_lower(scan->bytes[scan->at]);
    word[length] = '\0';
}

static bool take_integer(Scan *scan, int min, int max, int *out) {
    char word[WORD_SIZE];
    int64_t value;
    take_word(scan, word);
    if (!options_integer("number", word, min, max, &value, NULL)) return false;
    *out = (int)value;
    return true;
}

static void say_status(NBoard *nboard, const char *text) {
    fprintf(nboard->out, "status %s\n", text);
    fflush(nboard->out);
}

/* A move as the GUI writes it: F5, PA. */
static MoveName gui_name(const Shape *shape, int square) {
    MoveName name = {"PA"};
    if (square >= SHAPE_MAX_SQUARES) return name;
    name = move_name(shape, square);
    name.text[0] = (char)(name.text[0] - 'a' + 'A');
    return name;
}

/* --- Thinking --------------------------------------------------------------------------------- */

static EngineLimits limits_for(const NBoard *nboard, int lines) {
    EngineLimits limits = {.level = nboard->depth};
    if (!nboard->depth) limits = player_limits(nboard->session.player, NULL);
    limits.lines = lines;
    return limits;
}

/* `verb` is search or book. */
static void show_line(NBoard *nboard, const char *verb, const EngineLine *line, int empties) {
    fprintf(nboard->out, "%s ", verb);
    for (int i = 0; i < line->length; i++)
        fputs(gui_name(nboard->session.shape, line->pv[i]).text, nboard->out);
    fprintf(nboard->out, " %s 0 ", line_score_text(line).text);
    if (line->depth >= empties)
        fprintf(nboard->out, "%d%%\n", line->selectivity);
    else
        fprintf(nboard->out, "%d\n", line->depth);
}

static void show_lines(NBoard *nboard, const EngineResult *result) {
    const Session *session = &nboard->session;
    int empties = bits_count(position_empties(session->shape, session->game.end.position));
    const char *verb = result->end == ENGINE_BOOK ? "book" : "search";
    for (int i = 0; i < result->count; i++) show_line(nboard, verb, &result->lines[i], empties);
    fflush(nboard->out);
}

static void show_now_and_then(void *context, const EngineResult *so_far) {
    NBoard *nboard = context;
    double now = clock_seconds();
    if (now < nboard->next_show) return;
    show_lines(nboard, so_far);
    nboard->next_show = now + SHOW_INTERVAL;
}

static void say_nodes(NBoard *nboard, uint64_t nodes, double seconds) {
    fprintf(nboard->out, "nodestats %" PRIu64 " %.3f\nstatus\n", nodes, seconds);
}

static void run_hint(NBoard *nboard, Scan *rest) {
    Session *session = &nboard->session;
    EngineResult result;
    int lines = 1;
    take_integer(rest, 1, ENGINE_MAX_LINES, &lines);
    if (session_is_over(session)) return;
    EngineLimits limits = limits_for(nboard, lines);
    say_status(nboard, "thinking");
    if (player_book(session->player, session->game.end.position, &result)) {
        if (result.count > lines) result.count = lines;
        show_lines(nboard, &result);
    }
    nboard->next_show = clock_seconds() + SHOW_INTERVAL;
    if (session_search(session, session->game.end.position, &limits, show_now_and_then, nboard,
                       &result)) {
        show_lines(nboard, &result);
        say_nodes(nboard, result.nodes, result.seconds);
    } else {
        say_status(nboard, "only an engine can give hints");
    }
}

/* A search with the GUI's depth, or the player's own way. */
static void choose(NBoard *nboard, PlayerMove *move) {
    Session *session = &nboard->session;
    EngineLimits limits = limits_for(nboard, 1);
    EngineResult result;
    if (player_book(session->player, session->game.end.position, &result)) {
        session_move(session, NULL, move); /* chooses from the book, with variety */
        show_lines(nboard, &result);
        return;
    }
    if (!session_search(session, session->game.end.position, &limits, NULL, NULL, &result)) {
        session_move(session, NULL, move);
        return;
    }
    const EngineLine *line = &result.lines[0];
    *move = (PlayerMove){.square = line->pv[0],
                         .has_score = true,
                         .score = line->score,
                         .is_exact = line->is_exact,
                         .nodes = result.nodes,
                         .seconds = result.seconds};
}

static void run_go(NBoard *nboard, Scan *rest) {
    (void)rest;
    Session *session = &nboard->session;
    if (session_is_over(session) || play_must_pass(&session->game.end)) {
        fputs("=== PA\n", nboard->out);
        return;
    }
    PlayerMove move;
    say_status(nboard, "thinking");
    choose(nboard, &move);
    fprintf(nboard->out, "=== %s", gui_name(session->shape, move.square).text);
    if (move.has_score)
        fprintf(nboard->out, "/%s/%.2f", score_text(move.score, move.is_exact).text, move.seconds);
    fputc('\n', nboard->out);
    say_nodes(nboard, move.nodes, move.seconds);
}

static void run_analyze(NBoard *nboard, Scan *rest) {
    (void)rest;
    Session *session = &nboard->session;
    Transcript game = session->game;
    EngineLimits limits = limits_for(nboard, 1);
    uint64_t nodes = 0;
    double start = clock_seconds();
    say_status(nboard, "analyzing");
    do {
        EngineResult result;
        if (!session_search(session, game.end.position, &limits, NULL, NULL, &result)) {
            say_status(nboard, "only an engine can analyze");
            return;
        }
        nodes += result.nodes;
        if (result.end == ENGINE_STOPPED) break;
        fprintf(nboard->out, "analysis %d %s\n", game.count,
                line_score_text(&result.lines[0]).text);
        fflush(nboard->out);
    } while (transcript_undo(&game));
    say_nodes(nboard, nodes, clock_seconds() - start);
}

/* --- The game --------------------------------------------------------------------------------- */

static void run_move(NBoard *nboard, Scan *rest) {
    Session *session = &nboard->session;
    int square;
    Error error;
    scan_skip_blanks(rest);
    if (move_scan(rest, session->shape, &square, &error) &&
        transcript_add(&session->game, square, true, &error))
        return;
    fprintf(nboard->out, "status the move cannot be played: %s\n", error.text);
}

static bool set_game(NBoard *nboard, const char *bytes, size_t length, Error *error) {
    Session *session = &nboard->session;
    Shape shape;
    GameRecord game;
    if (!ggf_parse(&shape, &game, bytes, length, error)) return false;
    if ((shape.width != session->shape->width || shape.height != session->shape->height) &&
        !session_set_shape(session, &shape, error))
        return false;
    session->game = game.moves;
    session->game.start.shape = session->game.end.shape = session->shape;
    return true;
}

static void run_set(NBoard *nboard, Scan *rest) {
    char what[WORD_SIZE];
    Error error;
    take_word(rest, what);
    scan_skip_blanks(rest);
    if (strcmp(what, "game") == 0) {
        if (!set_game(nboard, rest->bytes + rest->at, rest->length - rest->at, &error))
            fprintf(nboard->out, "status %s\n", error.text);
    } else if (strcmp(what, "depth") == 0) {
        if (!take_integer(rest, 1, MAX_DEPTH, &nboard->depth))
            fprintf(nboard->out, "status depth must be 1 to %d\n", MAX_DEPTH);
    }
    /* `set contempt` weighs draws of a book: scores of ours are of discs, and a draw is 0. */
}

static void run_nboard(NBoard *nboard, Scan *rest) {
    (void)rest;
    fputs("set myname Bianca\n", nboard->out);
}

static void run_ping(NBoard *nboard, Scan *rest) {
    char word[WORD_SIZE];
    take_word(rest, word);
    fprintf(nboard->out, "pong%s%s\n", *word ? " " : "", word);
}

static void run_learn(NBoard *nboard, Scan *rest) {
    (void)rest;
    fputs("learned\n", nboard->out);
}

static void run_quit(NBoard *nboard, Scan *rest) {
    (void)rest;
    nboard->is_quitting = true;
}

/* --- The table, and life ---------------------------------------------------------------------- */

static const NBoardVerb verbs[] = {
    {"nboard", run_nboard, INPUT_PATIENT, false}, {"set", run_set, INPUT_URGENT, false},
    {"move", run_move, INPUT_URGENT, false},      {"hint", run_hint, INPUT_URGENT, true},
    {"go", run_go, INPUT_URGENT, true},           {"ping", run_ping, INPUT_EMERGENT, false},
    {"learn", run_learn, INPUT_URGENT, false},    {"analyze", run_analyze, INPUT_URGENT, true},
    {"quit", run_quit, INPUT_URGENT, false},
};

static const NBoardVerb *take_verb(Scan *scan) {
    char word[WORD_SIZE];
    take_word(scan, word);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(word, verbs[i].name) == 0) return &verbs[i];
    return NULL;
}

/* Runs on the reader's thread. */
static InputUrgency urgency(const char *bytes, size_t length) {
    Scan scan = {bytes, length, 0};
    const NBoardVerb *verb = take_verb(&scan);
    return verb ? verb->urgency : INPUT_PATIENT;
}

bool nboard_obey(NBoard *nboard, const char *bytes, size_t length, bool is_cut) {
    Scan scan = {bytes, length, 0};
    const NBoardVerb *verb = take_verb(&scan);
    if (is_cut) {
        say_status(nboard, "the line is too long");
    } else if (verb) {
        /* Before the first word of an answer: a client that has read it can stop the rest. */
        if (verb->is_work) session_begin_work(&nboard->session);
        verb->run(nboard, &scan);
        if (verb->is_work) session_end_work(&nboard->session);
    }
    fflush(nboard->out);
    return !nboard->is_quitting;
}

NBoard *nboard_new(const Shape *shape, const char *player, FILE *out, Error *error) {
    NBoard *nboard = calloc(1, sizeof *nboard);
    if (!nboard) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a game");
        return NULL;
    }
    nboard->out = out;
    if (session_init(&nboard->session, shape, player, error)) return nboard;
    free(nboard);
    return NULL;
}

bool nboard_use_book(NBoard *nboard, const char *book, Error *error) {
    return session_use_book(&nboard->session, book, error);
}

void nboard_free(NBoard *nboard) {
    if (!nboard) return;
    session_release(&nboard->session);
    free(nboard);
}

static bool obey(void *nboard, const InputLine *line) {
    return nboard_obey(nboard, line->bytes, line->length, line->is_cut);
}

bool nboard_run(NBoard *nboard, int in, Error *error) {
    return session_run(&nboard->session, in, nboard->out, urgency, obey, nboard, error);
}
