/* For bench/convert.sh: writes random games with names as a WTHOR file, and runs a command with its
 * time and memory.
 *
 *     random_games COUNT FILE
 *     random_games run COMMAND... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "game/rules.h"
#include "record/writer.h"

enum { PLAYERS = 8000, TOURNAMENTS = 900 }; /* as many as the real files have, about */

static void play(GameRecord *game, const Shape *shape, Random *random) {
    Board start = board_start(shape);
    memset(game, 0, sizeof *game);
    transcript_init(&game->moves, &start);
    while (!rules_is_over(shape, game->moves.end.position)) {
        Position position = game->moves.end.position;
        uint64_t moves = rules_moves(shape, position.own, position.opp);
        transcript_add(&game->moves, moves ? rules_random_move(moves, random) : PASS, false, NULL);
    }
    snprintf(game->black, sizeof game->black, "Player %04u", random_below(random, PLAYERS));
    snprintf(game->white, sizeof game->white, "Player %04u", random_below(random, PLAYERS));
    snprintf(game->event, sizeof game->event, "Open %03u", random_below(random, TOURNAMENTS));
    snprintf(game->date, sizeof game->date, "2004");
}

static int write_games(long count, const char *path) {
    Shape shape;
    Error error = {.text = "cannot write"};
    Random random = random_seeded(1);
    FILE *file = fopen(path, "w+b");
    RecordWriter *writer = file ? record_writer_new(file, &format_wthor, &error) : NULL;
    bool ok = writer != NULL && shape_init(&shape, 8, 8, &error);
    for (long i = 0; ok && i < count; i++) {
        GameRecord game;
        play(&game, &shape, &random);
        ok = record_writer_put(writer, &game, &error);
    }
    ok = ok && record_writer_finish(writer, path, &error) && fclose(file) == 0;
    if (!ok) fprintf(stderr, "%s: %s\n", path, error.text);
    return !ok;
}

static int run(char **command) {
    double begin = clock_seconds();
    pid_t child = fork();
    if (child == 0) {
        execvp(command[0], command);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) return 1;
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    printf("  %6.2f (processor %.2f)  %5.1f", clock_seconds() - begin, cpu,
           (double)usage.ru_maxrss / 1024);
    fflush(stdout);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "run") == 0) return run(argv + 2);
    return argc == 3 ? write_games(strtol(argv[1], NULL, 10), argv[2]) : 2;
}
