/* The single-file bots: they compile as their judges compile them, without a warning; they keep to
 * their limits; they play whole games under the judges; and at equal nodes they choose the moves
 * that the program chooses. Takes 3 min on two cores. Runs
 * alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/random.h"
#include "engine/player.h"
#include "reference/reference.h"
#include "reference/sample.h"
#include "support/boards.h"
#include "support/child.h"
#include "support/effort.h"
#include "support/judge.h"
#include "support/kills.h"
#include "support/load.h"

#define NODES "3000"

enum { SIDE = 8, PATH_SIZE = 400, COMMAND_SIZE = 4 * PATH_SIZE };

static char folder[PATH_SIZE]; /* where this test builds */

static void run(const char *command) {
    if (system(command) != 0) fail_msg("failed: %s", command);
}

static const char *path_in_folder(const char *name) {
    static char path[PATH_SIZE];
    snprintf(path, sizeof path, "%.300s/%.90s", folder, name);
    return path;
}

/* Compiles folder/NAME.cpp to folder/PROGRAM; a warning is a failure. */
static void compile(const char *compiler, const char *name, const char *program) {
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "%s -Werror %s/%s.cpp -o %s/%s -lm", compiler, folder, name,
             folder, program);
    run(command);
}

static int make_bots(void **state) {
    (void)state;
    const char *scratch = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.300s/bots", scratch ? scratch : "/tmp");
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command,
             "make --no-print-directory bot BUILD=%s MODE=release >&2 && "
             "mv %s/bot/*.cpp %s/",
             folder, folder, folder);
    mkdir(folder, 0777);
    run(command);
    return 0;
}

/* --- Compiling -------------------------------------------------------------------------------- */

static void bots_compile_without_a_warning(void **state) {
    (void)state;
    compile("g++ -O2 -mavx -std=c++11 -D_BOTZONE_ONLINE", "botzone", "botzone");
    compile("gcc -x c -O2 -std=c11 -Wall -Wextra", "botzone", "botzone-c");
    compile("g++ -O2 -std=c++14 -Wall -Wextra", "player", "player");
    compile("gcc -x c -O2 -std=c11 -Wall -Wextra", "player", "player-c");
    compile("g++ -std=c++11 -Wall -Wextra", "codingame", "codingame");
    compile("gcc -x c -std=c11 -Wall -Wextra", "codingame", "codingame-c");
}

static void bots_keep_to_the_rules_of_their_judges(void **state) {
    (void)state;
    struct stat found;
    char command[COMMAND_SIZE];
    assert_int_equal(stat(path_in_folder("codingame.cpp"), &found), 0);
    assert_true(found.st_size <= 100000);
    /* Lines that begin with a quote are weights. */
    snprintf(command, sizeof command,
             "! grep -v '^\"' %s/player.cpp | "
             "grep 'immintrin\\|_mm\\|vector_size\\|pthread\\|<thread>\\|asm'",
             folder);
    run(command);
    snprintf(command, sizeof command, "! grep -n '#include \"' %s/*.cpp", folder);
    run(command);
}

/* --- Games ------------------------------------------------------------------------------------ */

static void play_botzone(JudgeGame *game, const char *const *program, bool keeps_running) {
    game->program = program;
    game->keeps_running = keeps_running;
    game->limit = 60;
    judge_play(game);
    game->program = NULL;
}

static void botzone_bot_plays_as_the_program_does(void **state) {
    (void)state;
    const char *defines = "-DBOT_SECONDS=60 -DBOT_PLAYER='\"engine:nodes=" NODES ",hash=1\"'";
    const char *kinds[][2] = {
        {"g++ -O2 -mavx -std=c++11 %s", ""},
        {"gcc -x c -O2 -std=c11 %s", ""},
        {"g++ -O2 -std=c++11 %s -DBOT_KEEPS_RUNNING=true", "keep"},
    };
    for (int kind = 0; kind < 3; kind++) {
        char compiler[300];
        snprintf(compiler, sizeof compiler, kinds[kind][0], defines);
        compile(compiler, "botzone", "botzone-nodes");
        bool keeps_running = *kinds[kind][1] != '\0';
        for (uint64_t seed = 1; seed <= (uint64_t)effort_rounds(3); seed++) {
            const char *bot[] = {path_in_folder("botzone-nodes"), NULL};
            const char *program[] = {getenv("BIANCA"),
                                     "botzone",
                                     "--player",
                                     "engine:nodes=" NODES ",hash=1,weights=data/8x8-bot.weights",
                                     "--time",
                                     "60",
                                     keeps_running ? "--keep-running" : NULL,
                                     NULL};
            JudgeGame by_bot = {.is_bot_black = seed % 2, .seed = seed};
            JudgeGame by_program = by_bot;
            play_botzone(&by_bot, bot, keeps_running);
            play_botzone(&by_program, program, keeps_running);
            assert_int_equal(by_bot.count, by_program.count);
            assert_memory_equal(by_bot.moves, by_program.moves, (size_t)by_bot.count * sizeof(int));
        }
    }
}

/* How a bot is asked. */
typedef struct Way {
    const char *const *program;
    bool is_json, keeps_running, is_black;
} Way;

/* The slowest answer of a game with the bot's own time. */
static double time_botzone(const void *context) {
    const Way *way = context;
    JudgeGame game = {.is_bot_black = way->is_black, .is_json = way->is_json, .seed = 77};
    play_botzone(&game, way->program, way->keeps_running);
    print_message("%s, %s, %s: slowest answer %.3f s, most memory %zu MB\n",
                  strrchr(way->program[0], '/') + 1, way->is_json ? "JSON" : "simple",
                  way->keeps_running ? "kept running" : "restarted", game.slowest,
                  game.peak_bytes >> 20);
    assert_true(game.peak_bytes < (size_t)256 << 20);
    assert_true(game.bot_discs > game.other_discs);
    return game.slowest;
}

/* Plays a game with all cores busy; its slowest answer must be under the limit. Where the machine
 * itself stood still, because others use it too, a slow answer says nothing, and the game is played
 * again. False if that is so every time. */
static bool is_in_time(double (*play)(const void *), const void *context, double limit) {
    enum { TRIES = 4, STILL_MS = 40 };
    for (int i = 0; i < TRIES; i++) {
        Load *load = load_start();
        double slowest = play(context), gap = load_longest_gap(load);
        load_end(load);
        if (slowest < limit) return true;
        print_message("too slow, but the machine stood still for %.0f ms\n", gap);
        assert_true(gap > STILL_MS);
    }
    return false;
}

/* In every way of interaction: under a second although both cores are busy, and within 256 MB. */
static void botzone_is_in_time_and_in_memory(void **state) {
    (void)state;
    compile("g++ -O2 -mavx -std=c++11 -DBOT_KEEPS_RUNNING=true", "botzone", "botzone-keep");
    char path[2][PATH_SIZE];
    snprintf(path[0], sizeof path[0], "%s", path_in_folder("botzone"));
    snprintf(path[1], sizeof path[1], "%s", path_in_folder("botzone-keep"));
    const char *bot[] = {path[0], NULL}, *kept_bot[] = {path[1], NULL};
    const char *program[] = {getenv("BIANCA"), "botzone", NULL};
    const char *kept_program[] = {getenv("BIANCA"), "botzone", "--keep-running", NULL};
    const Way ways[] = {
        {bot, false, false, true},         {kept_bot, false, true, false},
        {program, false, false, true},     {program, true, false, false},
        {kept_program, false, true, true}, {kept_program, true, true, false},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (!is_in_time(time_botzone, &ways[i], 1.0)) skip();
}

/* --- The referee's player --------------------------------------------------------------------- */

static void write_state(const char *path, const Reference *board) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    uint64_t own = reference_own(board), opp = reference_opp(board);
    uint64_t moves = reference_moves(board);
    fprintf(file, "1\n");
    for (int i = 0; i < SIDE * SIDE; i++)
        fprintf(file, "%d%c",
                bits_has(own, i)   ? 1
                : bits_has(opp, i) ? 2
                                   : 0,
                i % SIDE == SIDE - 1 ? '\n' : ' ');
    fprintf(file, "%d\n", bits_count(moves));
    while (moves) {
        int square = bits_pop(&moves);
        fprintf(file, "%d %d\n", square / SIDE, square % SIDE);
    }
    fclose(file);
}

static void read_all(const char *path, char *text, size_t size) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

/* A random position with a choice of moves. */
static Reference pick_position(Sampler *sampler) {
    Reference board;
    do {
        Position position = sampler_from_game(sampler);
        reference_set(&board, SIDE, SIDE, position.own, position.opp);
    } while (bits_count(reference_moves(&board)) < 2);
    return board;
}

static void player_bot_plays_as_the_program_does(void **state) {
    (void)state;
    compile("g++ -O2 -std=c++14 -DBOT_SECONDS=60 -DBOT_PLAYER='\"engine:nodes=" NODES ",hash=1\"'",
            "player", "player-nodes");
    Sampler sampler = sampler_new((BoardSize){SIDE, SIDE}, 11);
    for (long i = 0; i < effort_rounds(60); i++) {
        char path[3][PATH_SIZE], bot[PATH_SIZE], text[2][4096];
        const char *names[3] = {"state", "action-bot", "action-program"};
        for (int k = 0; k < 3; k++)
            snprintf(path[k], sizeof path[k], "%s", path_in_folder(names[k]));
        snprintf(bot, sizeof bot, "%s", path_in_folder("player-nodes"));
        Reference board = pick_position(&sampler);
        write_state(path[0], &board);
        const char *by_bot[] = {bot, path[0], path[1], NULL};
        const char *by_program[] = {"player",
                                    path[0],
                                    path[2],
                                    "--player",
                                    "engine:nodes=" NODES ",hash=1,weights=data/8x8-bot.weights",
                                    "--time",
                                    "60",
                                    NULL};
        Child first = child_start_program(by_bot), second = child_start(by_program);
        assert_int_equal(child_wait(&first, 20), 0);
        assert_int_equal(child_wait(&second, 20), 0);
        read_all(path[1], text[0], sizeof text[0]);
        read_all(path[2], text[1], sizeof text[1]);
        assert_string_equal(text[0], text[1]);
    }
}

static void player_bot_killed_at_any_moment_leaves_a_legal_move(void **state) {
    (void)state;
    char bot[PATH_SIZE];
    double slowest = 0;
    snprintf(bot, sizeof bot, "%s", path_in_folder("player"));
    for (long i = 0; i < effort_rounds(100); i++) {
        Kill how = {.bot = bot, .seed = (uint64_t)i + 1, .most = 0.5, .is_patient = true};
        double first = kill_player(&how).first;
        if (first > slowest) slowest = first;
    }
    print_message("first move after %.1f ms at most\n", 1000 * slowest);
}

/* --- CodinGame -------------------------------------------------------------------------------- */

static void send_turn(Child *bot, const Reference *board, int number) {
    char text[1024];
    int at = 0;
    uint64_t own = reference_own(board), opp = reference_opp(board);
    uint64_t moves = reference_moves(board);
    for (int i = 0; i < SIDE * SIDE; i++) {
        text[at++] = (char)(bits_has(own, i)   ? '0' + number
                            : bits_has(opp, i) ? '1' - number
                                               : '.');
        if (i % SIDE == SIDE - 1) text[at++] = '\n';
    }
    at += snprintf(text + at, sizeof text - (size_t)at, "%d\n", bits_count(moves));
    while (moves) {
        int square = bits_pop(&moves);
        at += snprintf(text + at, sizeof text - (size_t)at, "%c%d\n", 'a' + square % SIDE,
                       square / SIDE + 1);
    }
    child_send(bot, text);
}

/* Seconds until the first answer, and until the slowest of the others. */
typedef struct CodingameTimes {
    double first, slowest;
} CodingameTimes;

/* The judge plays at random; a side without a move is passed over. `check` sees every move. */
static CodingameTimes play_codingame(const char *program, int number, uint64_t seed,
                                     void (*check)(void *, const Reference *, int), void *context) {
    const char *command[] = {program, NULL};
    Child bot = child_start_program(command);
    Random random = random_seeded(seed);
    Reference board;
    char line[100];
    CodingameTimes times = {0, 0};
    int turn = 0;
    reference_start(&board, SIDE, SIDE);
    snprintf(line, sizeof line, "%d\n%d\n", number, SIDE);
    child_send(&bot, line);
    for (int side = 0; !reference_is_over(&board); side = 1 - side) {
        uint64_t moves = reference_moves(&board);
        int square;
        if (!moves) {
            reference_pass(&board);
            continue;
        }
        if (side != number) {
            uint32_t skip = random_below(&random, (uint32_t)bits_count(moves));
            while (skip--) bits_pop(&moves);
            square = bits_first(moves);
        } else {
            double start = clock_seconds();
            send_turn(&bot, &board, number);
            assert_true(child_line(&bot, line, sizeof line, 10));
            double seconds = clock_seconds() - start;
            double *kept = turn++ == 0 ? &times.first : &times.slowest;
            if (seconds > *kept) *kept = seconds;
            square = (line[1] - '1') * SIDE + line[0] - 'a';
            assert_true(square >= 0 && square < 64 && bits_has(moves, square));
            if (check) check(context, &board, square);
        }
        reference_play(&board, square);
    }
    child_close_input(&bot);
    child_wait(&bot, 5);
    return times;
}

static void check_choice(void *context, const Reference *board, int square) {
    PlayerMove move;
    Position position = {reference_own(board), reference_opp(board)};
    player_begin((Player *)context, 0, BLACK);
    player_move((Player *)context, position, NULL, &move);
    assert_int_equal(move.square, square);
}

static void codingame_bot_plays_as_the_program_does(void **state) {
    (void)state;
    static Shape shape;
    const char *text = "engine:eval=handmade,nodes=" NODES ",hash=32";
    PlayerSpec spec;
    Error error;
    shape = shape_of(SIDE, SIDE);
    assert_true(player_spec_parse(&spec, text, strlen(text), &error));
    Player *player = player_new(&spec, &shape, &error);
    assert_non_null(player);
    compile("g++ -std=c++11 -DBOT_NODES=" NODES " -DBOT_FIRST_SECONDS=60 -DBOT_SECONDS=60",
            "codingame", "codingame-nodes");
    char bot[PATH_SIZE];
    snprintf(bot, sizeof bot, "%s", path_in_folder("codingame-nodes"));
    for (uint64_t seed = 1; seed <= (uint64_t)effort_rounds(4); seed++)
        play_codingame(bot, (int)(seed % 2), seed, check_choice, player);
    player_free(player);
}

static double time_codingame(const void *context) {
    CodingameTimes times = play_codingame(context, 0, 5, NULL, NULL);
    print_message("first answer: %.3f s, slowest of the others: %.3f s\n", times.first,
                  times.slowest);
    assert_true(times.first < 2.0);
    return times.slowest;
}

static void codingame_bot_is_in_time(void **state) {
    (void)state;
    char bot[PATH_SIZE];
    snprintf(bot, sizeof bot, "%s", path_in_folder("codingame"));
    if (!is_in_time(time_codingame, bot, 0.15)) skip();
}

/* --- Other players ---------------------------------------------------------------------------- */

static void another_player_is_chosen_with_a_variable(void **state) {
    (void)state;
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command,
             "make --no-print-directory bot BUILD=%s/other BOT_PLAYER=miniproject3:depth=3 >&2 && "
             "cd %s && mv other/bot/botzone.cpp mini.cpp && mv other/bot/codingame.cpp mini-cg.cpp",
             folder, folder);
    run(command);
    compile("g++ -O2 -mavx -std=c++11", "mini", "mini");
    compile("g++ -std=c++11 -Wall -Wextra", "mini-cg", "mini-cg");
    const char *bot[] = {path_in_folder("mini"), NULL};
    const char *program[] = {getenv("BIANCA"), "botzone", "--player", "miniproject3:depth=3", NULL};
    JudgeGame by_bot = {.is_bot_black = true, .seed = 3}, by_program = by_bot;
    play_botzone(&by_bot, bot, false);
    play_botzone(&by_program, program, false);
    assert_int_equal(by_bot.count, by_program.count);
    assert_memory_equal(by_bot.moves, by_program.moves, (size_t)by_bot.count * sizeof(int));
    play_codingame(path_in_folder("mini-cg"), 1, 9, NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_compile_without_a_warning),
        cmocka_unit_test(bots_keep_to_the_rules_of_their_judges),
        cmocka_unit_test(botzone_bot_plays_as_the_program_does),
        cmocka_unit_test(player_bot_plays_as_the_program_does),
        cmocka_unit_test(player_bot_killed_at_any_moment_leaves_a_legal_move),
        cmocka_unit_test(codingame_bot_plays_as_the_program_does),
        cmocka_unit_test(codingame_bot_is_in_time),
        cmocka_unit_test(another_player_is_chosen_with_a_variable),
        cmocka_unit_test(botzone_is_in_time_and_in_memory),
    };
    return cmocka_run_group_tests(tests, make_bots, NULL);
}
