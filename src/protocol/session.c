/* Replaces board, player and game of a session together, or not at all. */
#include "protocol/session.h"

#include <stdlib.h>
#include <string.h>

#include "game/rules.h"

static Player *make_player(const Session *session, const PlayerSpec *spec, const Shape *shape,
                           Error *error) {
    Player *player = player_new(spec, shape, error);
    if (!player || !session->book[0] || player_use_book(player, session->book, error))
        return player;
    player_free(player);
    return NULL;
}

/* Makes a shape and a player for it, and then the session's of them. */
static bool set_pair(Session *session, const Shape *shape, const PlayerSpec *spec, Error *error) {
    Shape *copy = aligned_alloc(_Alignof(Shape), sizeof *copy);
    if (!copy) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a board");
        return false;
    }
    *copy = *shape;
    Player *player = make_player(session, spec, copy, error);
    if (!player) {
        free(copy);
        return false;
    }
    player_free(session->player);
    free(session->shape);
    session->shape = copy;
    session->spec = *spec;
    session->player = player;
    Board start = board_start(copy);
    session_begin(session, &start);
    return true;
}

bool session_init(Session *session, const Shape *shape, const char *player, Error *error) {
    PlayerSpec spec;
    *session = (Session){.shape = NULL};
    return player_spec_parse(&spec, player, strlen(player), error) &&
           set_pair(session, shape, &spec, error);
}

void session_release(Session *session) {
    player_free(session->player);
    free(session->shape);
}

bool session_set_shape(Session *session, const Shape *shape, Error *error) {
    PlayerSpec spec = session->spec;
    return set_pair(session, shape, &spec, error);
}

bool session_set_player(Session *session, const char *text, Error *error) {
    PlayerSpec spec;
    if (!player_spec_parse(&spec, text, strlen(text), error)) return false;
    Player *player = make_player(session, &spec, session->shape, error);
    if (!player) return false;
    player_free(session->player);
    session->player = player;
    session->spec = spec;
    return true;
}

bool session_use_book(Session *session, const char *book, Error *error) {
    if (strlen(book) >= sizeof session->book) {
        error_set(error, STATUS_BAD_INPUT, "the name of the book is too long");
        return false;
    }
    if (!player_use_book(session->player, book, error)) return false;
    memcpy(session->book, book, strlen(book) + 1);
    return true;
}

void session_begin(Session *session, const Board *start) {
    transcript_init(&session->game, start);
    player_begin(session->player, session->games++, BLACK);
}

void session_begin_work(Session *session) {
    if (session->works++ > 0) return;
    player_rearm(session->player);
    if (session->input) input_begin_work(session->input);
}

void session_end_work(Session *session) {
    if (--session->works == 0 && session->input) input_end_work(session->input);
}

void session_move(Session *session, const PlayerClock *clock, PlayerMove *move) {
    session_begin_work(session);
    player_move(session->player, session->game.end.position, clock, move);
    session_end_work(session);
}

bool session_search(Session *session, Position position, const EngineLimits *limits,
                    EngineProgress *progress, void *context, EngineResult *result) {
    Engine *engine = player_engine(session->player);
    if (!engine) return false;
    session_begin_work(session);
    engine_think(engine, position, limits, progress, context, result);
    session_end_work(session);
    return true;
}

/* For InputOwner. */
static void stop_thinking(void *context) {
    Session *session = context;
    player_stop(session->player);
}

bool session_run(Session *session, int in, FILE *out,
                 InputUrgency (*urgency)(const char *bytes, size_t length), SessionObey *obey,
                 void *context, Error *error) {
    InputOwner owner = {urgency, stop_thinking, session};
    session->input = input_new(in, fileno(out), &owner, error);
    if (!session->input) return false;
    const InputLine *line;
    while ((line = input_next(session->input)) != NULL)
        if (!obey(context, line) || ferror(out)) break;
    input_free(session->input);
    session->input = NULL;
    return true;
}

bool session_is_over(const Session *session) {
    return rules_is_over(session->shape, session->game.end.position);
}
