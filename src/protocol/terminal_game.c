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
    return game->players[BLACK].is_human || game->players[WHITE].is_human;
}

const TerminalPlayer *game_player(const Terminal *game) {
    return &game->players[game->record.end.side];
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
static bool parse_player(const Terminal *game, TerminalPlayer *player, const char *text,
                         Error *error) {
    *player = (TerminalPlayer){.is_human = strcasecmp(text, "human") == 0,
                               .is_computer = strcasecmp(text, "computer") == 0};
    if (player->is_human) return true;
    if (player->is_computer) return parse_computer(game, game->level, &player->spec, error);
    if (!player_spec_parse(&player->spec, text, strlen(text), error)) return false;
    if (!player->spec.seed) player->spec.seed = (int64_t)game->options.seed;
    return true;
}

static bool make_player(const Terminal *game, TerminalPlayer *player, const Shape *shape,
                        Error *error) {
    player->in_process = NULL;
    player->foreign = NULL;
    if (player->is_human) return true;
    if (player_needs_host(&player->spec))
        player->foreign = foreign_player_open(game->options.host, &player->spec, shape, error);
    else
        player->in_process = player_new(&player->spec, shape, error);
    if (player->in_process && game->options.book &&
        !player_use_book(player->in_process, game->options.book, error)) {
        player_free(player->in_process);
        player->in_process = NULL;
    }
    return player->in_process || player->foreign;
}

static void release_player(TerminalPlayer *player) {
    player_free(player->in_process);
    foreign_player_free(player->foreign);
}

bool game_set_player(Terminal *game, Side side, const char *text, Error *error) {
    TerminalPlayer player;
    if (!parse_player(game, &player, text, error) ||
        !make_player(game, &player, game->shape, error))
        return false;
    release_player(&game->players[side]);
    game->players[side] = player;
    game->has_failed = false;
    if (player.in_process) player_begin(player.in_process, game->games, side);
    return true;
}

/* Both players and the adviser, recreated for a shape and a level. */
typedef struct TerminalPlayers {
    TerminalPlayer players[2];
    Player *adviser;
} TerminalPlayers;

static void release_players(TerminalPlayers *all) {
    release_player(&all->players[BLACK]);
    release_player(&all->players[WHITE]);
    player_free(all->adviser);
}

static bool make_players(const Terminal *game, const Shape *shape, int level, TerminalPlayers *all,
                         Error *error) {
    PlayerSpec spec;
    bool ok = true;
    *all = (TerminalPlayers){.adviser = NULL};
    for (Side side = BLACK; side <= WHITE && ok; side++) {
        TerminalPlayer *player = &all->players[side];
        *player = game->players[side];
        player->in_process = NULL;
        player->foreign = NULL;
        ok = !player->is_computer || parse_computer(game, level, &player->spec, error);
        ok = ok && make_player(game, player, shape, error);
    }
    ok = ok && parse_engine(level, &spec, error);
    if (ok) all->adviser = player_new(&spec, shape, error);
    if (all->adviser) return true;
    release_players(all);
    return false;
}

static void take_players(Terminal *game, const TerminalPlayers *all) {
    TerminalPlayers old = {{game->players[BLACK], game->players[WHITE]}, game->adviser};
    memcpy(game->players, all->players, sizeof game->players);
    game->adviser = all->adviser;
    release_players(&old);
}

bool game_set_level(Terminal *game, int level, Error *error) {
    TerminalPlayers all;
    if (!make_players(game, game->shape, level, &all, error)) return false;
    take_players(game, &all);
    game->level = level;
    return true;
}

/* --- Moves ------------------------------------------------------------------------------------ */

static void begin_game(Terminal *game) {
    game->games++;
    game->has_told_value = false;
    for (Side side = BLACK; side <= WHITE; side++)
        if (game->players[side].in_process)
            player_begin(game->players[side].in_process, game->games, side);
}

static void set_changed(Terminal *game) {
    game->is_shown = false;
    game->is_told = false;
    game->has_failed = false;
}

/* All players are recreated, because they borrow the shape that they play on. */
static bool set_shape(Terminal *game, const Shape *shape, Error *error) {
    TerminalPlayers all;
    Shape *copy = aligned_alloc(_Alignof(Shape), sizeof *copy);
    if (!copy) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a board");
        return false;
    }
    *copy = *shape;
    if (!make_players(game, copy, game->level, &all, error)) {
        free(copy);
        return false;
    }
    take_players(game, &all);
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
    return game->players[board->side].is_human && !play_must_pass(board) &&
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
    const TerminalPlayer *player = game_player(game);
    if (player->foreign) return choose_foreign(game, player->foreign, move, error);
    begin_thinking(game, player->in_process);
    player_move(player->in_process, game->record.end.position, NULL, move);
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

static const char *player_title(const TerminalPlayer *player) {
    return player->is_human ? "human" : player->is_computer ? "Bianca" : player->spec.text;
}

bool game_save(const Terminal *game, const char *path, Error *error) {
    GameRecord saved = {.place = "Bianca", .moves = game->record};
    char text[GGF_TEXT_SIZE + 1];
    snprintf(saved.black, sizeof saved.black, "%.*s", RECORD_NAME_SIZE - 1,
             player_title(&game->players[BLACK]));
    snprintf(saved.white, sizeof saved.white, "%.*s", RECORD_NAME_SIZE - 1,
             player_title(&game->players[WHITE]));
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
