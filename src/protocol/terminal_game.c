/* Changes the state of the terminal game: players, moves, thinking, files. */
#include "protocol/terminal_game.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/scan.h"
#include "game/rules.h"
#include "record/ggf.h"
#include "record/play.h"
#include "record/reader.h"

bool game_is_over(const Terminal *game) {
    return game->has_failed || rules_is_over(game->shape, game->record.end.position);
}

bool game_has_people(const Terminal *game) {
    return game->participants[BLACK].is_human || game->participants[WHITE].is_human;
}

const Participant *game_participant(const Terminal *game) {
    return &game->participants[game->record.end.side];
}

/* --- Players ---------------------------------------------------------------------------------- */

static bool parse_engine(int level, PlayerSpec *spec, Error *error) {
    char text[40];
    int length = snprintf(text, sizeof text, "engine:level=%d", level);
    return player_spec_parse(spec, text, (size_t)length, error);
}

/* The computer as an opponent, who does not play every game alike. */
static bool parse_computer(const Terminal *game, int level, PlayerSpec *spec, Error *error) {
    if (!parse_engine(level, spec, error)) return false;
    spec->variety = game->options.variety;
    spec->seed = (int64_t)game->options.seed;
    return true;
}

/* Reads who plays a side; the caller makes the player. */
static bool parse_participant(const Terminal *game, Participant *participant, const char *text,
                              Error *error) {
    *participant = (Participant){.is_human = strcasecmp(text, "human") == 0,
                                 .is_computer = strcasecmp(text, "computer") == 0};
    if (participant->is_human) return true;
    if (participant->is_computer)
        return parse_computer(game, game->level, &participant->spec, error);
    if (!player_spec_parse(&participant->spec, text, strlen(text), error)) return false;
    if (!participant->spec.seed) participant->spec.seed = (int64_t)game->options.seed;
    return true;
}

static bool make_player(const Terminal *game, Participant *participant, const Shape *shape,
                        Error *error) {
    participant->player = NULL;
    participant->foreign = NULL;
    if (participant->is_human) return true;
    if (player_needs_host(&participant->spec))
        participant->foreign =
            foreign_player_open(game->options.host, &participant->spec, shape, error);
    else
        participant->player = player_new(&participant->spec, shape, error);
    if (participant->player && game->options.book &&
        !player_use_book(participant->player, game->options.book, error)) {
        player_free(participant->player);
        participant->player = NULL;
    }
    return participant->player || participant->foreign;
}

static void release_participant(Participant *participant) {
    player_free(participant->player);
    foreign_player_free(participant->foreign);
}

bool game_set_player(Terminal *game, Side side, const char *text, Error *error) {
    Participant participant;
    if (!parse_participant(game, &participant, text, error) ||
        !make_player(game, &participant, game->shape, error))
        return false;
    release_participant(&game->participants[side]);
    game->participants[side] = participant;
    game->has_failed = false;
    if (participant.player) player_begin(participant.player, game->games, side);
    return true;
}

/* Both players and the adviser, recreated for a shape and a level. */
typedef struct Company {
    Participant participants[2];
    Player *adviser;
} Company;

static void release_company(Company *company) {
    release_participant(&company->participants[BLACK]);
    release_participant(&company->participants[WHITE]);
    player_free(company->adviser);
}

static bool make_company(const Terminal *game, const Shape *shape, int level, Company *company,
                         Error *error) {
    PlayerSpec spec;
    bool ok = true;
    *company = (Company){.adviser = NULL};
    for (Side side = BLACK; side <= WHITE && ok; side++) {
        Participant *participant = &company->participants[side];
        *participant = game->participants[side];
        participant->player = NULL;
        participant->foreign = NULL;
        ok = !participant->is_computer || parse_computer(game, level, &participant->spec, error);
        ok = ok && make_player(game, participant, shape, error);
    }
    ok = ok && parse_engine(level, &spec, error);
    if (ok) company->adviser = player_new(&spec, shape, error);
    if (company->adviser) return true;
    release_company(company);
    return false;
}

static void take_company(Terminal *game, const Company *company) {
    Company old = {{game->participants[BLACK], game->participants[WHITE]}, game->adviser};
    memcpy(game->participants, company->participants, sizeof game->participants);
    game->adviser = company->adviser;
    release_company(&old);
}

bool game_set_level(Terminal *game, int level, Error *error) {
    Company company;
    if (!make_company(game, game->shape, level, &company, error)) return false;
    take_company(game, &company);
    game->level = level;
    return true;
}

/* --- Moves ------------------------------------------------------------------------------------ */

static void begin_game(Terminal *game) {
    game->games++;
    game->has_told_value = false;
    for (Side side = BLACK; side <= WHITE; side++)
        if (game->participants[side].player)
            player_begin(game->participants[side].player, game->games, side);
}

static void set_changed(Terminal *game) {
    game->is_shown = false;
    game->is_told = false;
    game->has_failed = false;
}

/* All players are recreated, because they borrow the shape that they play on. */
static bool set_shape(Terminal *game, const Shape *shape, Error *error) {
    Company company;
    Shape *copy = aligned_alloc(_Alignof(Shape), sizeof *copy);
    if (!copy) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a board");
        return false;
    }
    *copy = *shape;
    if (!make_company(game, copy, game->level, &company, error)) {
        free(copy);
        return false;
    }
    take_company(game, &company);
    free(game->shape);
    game->shape = copy;
    return true;
}

bool game_set_record(Terminal *game, const Transcript *record, Error *error) {
    const Shape *old = game->shape, *shape = record->start.shape;
    bool is_same = old && shape->width == old->width && shape->height == old->height;
    if (!is_same && !set_shape(game, shape, error)) return false;
    game->record = *record;
    game->record.start.shape = game->record.end.shape = game->shape;
    transcript_init(&game->begin, &game->record.start);
    game->undone_count = 0;
    begin_game(game);
    set_changed(game);
    return true;
}

bool game_set_board(Terminal *game, const char *size, Error *error) {
    Shape shape;
    Transcript record;
    if (!shape_parse(&shape, size, strlen(size), error)) return false;
    Board start = board_start(&shape);
    transcript_init(&record, &start);
    return game_set_record(game, &record, error);
}

void game_restart(Terminal *game) {
    game->record = game->begin;
    game->undone_count = 0;
    begin_game(game);
    set_changed(game);
}

bool terminal_make_move(Terminal *game, int square, Move *move, Error *error) {
    if (!transcript_add(&game->record, square, false, error)) return false;
    *move = game->record.moves[game->record.count - 1];
    bool is_same = game->undone_count > 0 && game->undone[game->undone_count - 1] == square;
    game->undone_count = is_same ? game->undone_count - 1 : 0;
    set_changed(game);
    return true;
}

/* Whether a person has something to choose here. */
static bool is_human_choice(const Terminal *game, const Board *board) {
    return game->participants[board->side].is_human && !play_must_pass(board) &&
           !rules_is_over(board->shape, board->position);
}

bool game_undo(Terminal *game) {
    Transcript earlier = game->record;
    int undone[RECORD_MAX_MOVES], count = game->undone_count;
    memcpy(undone, game->undone, sizeof undone);
    while (earlier.count > 0) {
        undone[count++] = earlier.moves[earlier.count - 1].square;
        transcript_undo(&earlier);
        if (!is_human_choice(game, &earlier.end)) continue;
        game->record = earlier;
        memcpy(game->undone, undone, sizeof undone);
        game->undone_count = count;
        set_changed(game);
        return true;
    }
    return false;
}

bool game_redo(Terminal *game) {
    if (game->undone_count == 0) return false;
    do {
        if (!transcript_add(&game->record, game->undone[--game->undone_count], false, NULL)) break;
    } while (game->undone_count > 0 && !is_human_choice(game, &game->record.end));
    set_changed(game);
    return true;
}

/* --- Thinking --------------------------------------------------------------------------------- */

static void begin_thinking(Terminal *game, Player *player) {
    player_rearm(player);
    atomic_store(&game->thinking, player);
    if (game->is_interrupted) player_stop(player);
}

static void end_thinking(Terminal *game) {
    atomic_store(&game->thinking, NULL);
}

static bool choose_foreign(Terminal *game, ForeignPlayer *foreign, PlayerMove *move, Error *error) {
    atomic_store(&game->waiting, foreign);
    bool ok = !game->is_interrupted && foreign_player_move(foreign, &game->record, 0, move, error);
    atomic_store(&game->waiting, NULL);
    game->has_failed = !ok;
    return ok;
}

bool game_choose(Terminal *game, PlayerMove *move, Error *error) {
    const Participant *participant = game_participant(game);
    Player *player = participant->player;
    if (participant->foreign) return choose_foreign(game, participant->foreign, move, error);
    begin_thinking(game, player);
    player_move(player, game->record.end.position, NULL, move);
    end_thinking(game);
    return true;
}

void game_advise(Terminal *game, Position position, int lines, EngineResult *result) {
    EngineLimits limits = player_limits(game->adviser, NULL);
    limits.lines = lines;
    begin_thinking(game, game->adviser);
    engine_think(player_engine(game->adviser), position, &limits, NULL, NULL, result);
    end_thinking(game);
}

bool game_perfect(Terminal *game, double seconds, PerfectValue *out) {
    begin_thinking(game, game->adviser);
    bool is_known =
        perfect_value(player_engine(game->adviser), &game->record.end, seconds, NULL, out);
    end_thinking(game);
    return is_known && !game->is_interrupted;
}

bool game_review(Terminal *game, ReviewProgress *progress, void *context) {
    EngineLimits limits = player_limits(game->adviser, NULL);
    ReviewSide sides[2];
    begin_thinking(game, game->adviser);
    EngineEnd end = review_game(player_engine(game->adviser), &game->record, &limits, 0, progress,
                                context, sides);
    end_thinking(game);
    return end == ENGINE_FINISHED;
}

void terminal_interrupt(Terminal *game) {
    game->is_interrupted = 1;
    Player *player = atomic_load(&game->thinking);
    if (player) player_stop(player);
    ForeignPlayer *foreign = atomic_load(&game->waiting);
    if (foreign) foreign_player_stop(foreign);
}

/* --- Files ------------------------------------------------------------------------------------ */

static const char *participant_name(const Participant *participant) {
    return participant->is_human      ? "human"
           : participant->is_computer ? "Bianca"
                                      : participant->spec.text;
}

bool game_save(const Terminal *game, const char *path, Error *error) {
    GameRecord saved = {.place = "Bianca", .moves = game->record};
    char text[GGF_TEXT_SIZE + 1];
    snprintf(saved.black, sizeof saved.black, "%.*s", RECORD_NAME_SIZE - 1,
             participant_name(&game->participants[BLACK]));
    snprintf(saved.white, sizeof saved.white, "%.*s", RECORD_NAME_SIZE - 1,
             participant_name(&game->participants[WHITE]));
    size_t length = ggf_format(&saved, text, sizeof text);
    text[length] = '\n';
    return file_replace(path, text, length + 1, error);
}

static bool parse_game(const Terminal *game, const char *bytes, size_t length, Shape *shape,
                       Transcript *record, Error *error) {
    GameRecord read;
    const RecordFormat *format;
    if (!record_parse(game->shape, shape, &read, &format, bytes, length, error)) return false;
    *record = read.moves;
    return true;
}

bool game_load(Terminal *game, const char *path, Error *error) {
    char *bytes;
    size_t length;
    Shape shape;
    Transcript record;
    if (!file_read(path, RECORD_MAX_BYTES, &bytes, &length, error)) return false;
    bool ok = parse_game(game, bytes, length, &shape, &record, error) &&
              game_set_record(game, &record, error);
    free(bytes);
    return ok;
}
