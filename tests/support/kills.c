/* See kills.h. */
#include "support/kills.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/random.h"
#include "reference/reference.h"
#include "reference/sample.h"
#include "support/child.h"

enum { SIDE = 8, PATH_SIZE = 300, PATIENCE = 5 };

static void write_state(const char *path, const Reference *board, int player) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    uint64_t own = reference_own(board), opp = reference_opp(board);
    uint64_t moves = reference_moves(board);
    fprintf(file, "%d\n", player);
    for (int i = 0; i < SIDE * SIDE; i++) {
        int cell = bits_has(own, i) ? player : bits_has(opp, i) ? 3 - player : 0;
        fprintf(file, "%d%c", cell, i % SIDE == SIDE - 1 ? '\n' : ' ');
    }
    fprintf(file, "%d\n", bits_count(moves));
    while (moves) {
        int square = bits_pop(&moves);
        fprintf(file, "%d %d\n", square / SIDE, square % SIDE);
    }
    fclose(file);
}

/* A random position with a choice of moves. */
static void pick_position(Sampler *sampler, Reference *board) {
    do {
        Position position = sampler_from_game(sampler);
        reference_set(board, SIDE, SIDE, position.own, position.opp);
    } while (bits_count(reference_moves(board)) < 2);
}

static bool has_content(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && found.st_size > 0;
}

/* The move of the last line that ends with a newline; fails if there is none. */
static int last_move(const char *path) {
    char text[4096] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    while (length > 0 && text[length - 1] != '\n') length--;
    if (length == 0) fail_msg("there is no whole line in the action file");
    text[length - 1] = '\0';
    char *line = strrchr(text, '\n');
    int row, column, used = 0;
    if (sscanf(line ? line + 1 : text, "%d %d%n", &row, &column, &used) != 2) fail_msg("%s", text);
    assert_true(row >= 0 && row < SIDE && column >= 0 && column < SIDE);
    return row * SIDE + column;
}

static Child start_player(const char *bot, const char *state, const char *action) {
    const char *program[] = {"player", state, action, "--time", "5", NULL};
    const char *by_bot[] = {bot, state, action, NULL};
    return bot ? child_start_program(by_bot) : child_start(program);
}

Killed kill_player(const Kill *how) {
    char state[PATH_SIZE], action[PATH_SIZE];
    const char *folder = getenv("TMPDIR");
    snprintf(state, sizeof state, "%s/state-%d", folder ? folder : "/tmp", (int)getpid());
    snprintf(action, sizeof action, "%s/action-%d", folder ? folder : "/tmp", (int)getpid());
    unlink(action);
    Sampler sampler = sampler_new((BoardSize){SIDE, SIDE}, how->seed);
    Random random = random_seeded(how->seed);
    Reference board;
    for (uint32_t skip = random_below(&random, 50); skip > 0; skip--) sampler_from_game(&sampler);
    pick_position(&sampler, &board);
    write_state(state, &board, 1 + (int)random_below(&random, 2));
    double wait = how->least + (how->most - how->least) * random_unit(&random), first = 0, now = 0;
    double start = clock_seconds();
    Child child = start_player(how->bot, state, action);
    while (now < wait || (how->is_patient && first == 0 && now < PATIENCE)) {
        clock_sleep_ns(200000);
        now = clock_seconds() - start;
        if (first == 0 && has_content(action)) first = now;
    }
    child_kill(&child);
    int move = last_move(action);
    if (!bits_has(reference_moves(&board), move)) fail_msg("the move %d is illegal", move);
    unlink(state);
    unlink(action);
    return (Killed){first, child.cpu_seconds};
}
