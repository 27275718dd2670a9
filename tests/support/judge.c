/* See judge.h. */
#include "support/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/text.h"
#include "reference/reference.h"
#include "support/child.h"

#define KEEP_RUNNING ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

enum { NO_MOVE_YET = -2, PASSED = -1, SIDE = 8, TEXT_SIZE = 8192 };

/* Requests and responses in turn, as the bot sees the game. */
typedef struct Record {
    int count;
    int moves[130];
    bool is_running; /* `child` is the bot of the last turn */
    Child child;
} Record;

static void write_pair(Text *text, bool is_json, int move) {
    int x = move < 0 ? -1 : move % SIDE, y = move < 0 ? -1 : move / SIDE;
    text_format(text, is_json ? "{\"x\":%d,\"y\":%d}" : "%d %d\n", x, y);
}

static void write_simple(const Record *record, Text *text) {
    text_format(text, "%d\n", (record->count + 1) / 2);
    for (int i = 0; i < record->count; i++) write_pair(text, false, record->moves[i]);
}

static void write_list(const Record *record, int from, Text *text) {
    for (int i = from; i < record->count; i += 2) {
        if (i > from) text_byte(text, ',');
        write_pair(text, true, record->moves[i]);
    }
}

static void write_json(const Record *record, Text *text) {
    text_string(text, "{\"requests\":[");
    write_list(record, 0, text);
    text_string(text, "],\"responses\":[");
    write_list(record, 1, text);
    text_string(text,
                "],\"data\":\"\",\"globaldata\":\"\",\"time_limit\":1,\"memory_limit\":256}\n");
}

static int read_pair(const char *line, bool is_json) {
    int x, y, used = 0;
    const char *form = is_json ? "{\"response\":{\"x\":%d,\"y\":%d}%n" : "%d %d%n";
    if (sscanf(line, form, &x, &y, &used) != 2 || used == 0) fail_msg("not a move: %s", line);
    if (x == -1 && y == -1) return PASSED;
    if (x < 0 || x >= SIDE || y < 0 || y >= SIDE) fail_msg("off the board: %s", line);
    return y * SIDE + x;
}

static void end_bot(JudgeGame *game, Child *bot) {
    child_close_input(bot);
    assert_int_equal(child_wait(bot, game->limit), 0);
    if (bot->peak_bytes > game->peak_bytes) game->peak_bytes = bot->peak_bytes;
}

/* Sends what the bot must know and reads its move. */
static int ask_bot(JudgeGame *game, Record *record) {
    char text_bytes[TEXT_SIZE], line[TEXT_SIZE];
    Text text = text_into(text_bytes, sizeof text_bytes);
    if (record->is_running) {
        write_pair(&text, game->is_json, record->moves[record->count - 1]);
        if (game->is_json) text_byte(&text, '\n');
    } else if (game->is_json) {
        write_json(record, &text);
    } else {
        write_simple(record, &text);
    }
    double start = clock_seconds();
    if (!record->is_running) record->child = child_start_program(game->program);
    child_send(&record->child, text_bytes);
    if (!child_line(&record->child, line, sizeof line, game->limit)) fail_msg("it said nothing");
    double seconds = clock_seconds() - start;
    if (seconds > game->slowest) game->slowest = seconds;
    int move = read_pair(line, game->is_json);
    if (game->keeps_running) {
        do {
            if (!child_line(&record->child, line, sizeof line, 1)) fail_msg("it did not stay");
        } while (strcmp(line, KEEP_RUNNING) != 0);
        record->is_running = true;
    } else {
        end_bot(game, &record->child);
    }
    return move;
}

static int choose_at_random(const Reference *board, Random *random) {
    uint64_t moves = reference_moves(board);
    int count = __builtin_popcountll(moves);
    if (count == 0) return PASSED;
    for (uint32_t skip = random_below(random, (uint32_t)count); skip > 0; skip--)
        moves &= moves - 1;
    return __builtin_ctzll(moves);
}

static void play(JudgeGame *game, Reference *board, int move, bool is_bot) {
    uint64_t moves = reference_moves(board);
    bool ok = move == PASSED ? moves == 0 : (moves >> move & 1) != 0;
    if (!ok) fail_msg("illegal move %d of the %s", move, is_bot ? "bot" : "judge");
    game->moves[game->count++] = move;
    if (move == PASSED)
        reference_pass(board);
    else
        reference_play(board, move);
}

void judge_play(JudgeGame *game) {
    Reference board;
    Record record = {.count = 0};
    Random random = random_seeded(game->seed);
    game->count = 0;
    game->slowest = 0;
    game->peak_bytes = 0;
    reference_start(&board, SIDE, SIDE);
    if (game->is_bot_black) record.moves[record.count++] = PASSED; /* "you are Black" */
    bool is_bots_turn = game->is_bot_black;
    while (!reference_is_over(&board)) {
        int move = is_bots_turn ? ask_bot(game, &record) : choose_at_random(&board, &random);
        play(game, &board, move, is_bots_turn);
        record.moves[record.count++] = move;
        is_bots_turn = !is_bots_turn;
    }
    int own = __builtin_popcountll(reference_own(&board));
    int opp = __builtin_popcountll(reference_opp(&board));
    game->bot_discs = is_bots_turn ? own : opp;
    game->other_discs = is_bots_turn ? opp : own;
    if (record.is_running) end_bot(game, &record.child);
}
