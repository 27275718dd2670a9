/* A program that misbehaves in every way we could think of. It speaks GTP and plays honestly until
 * its time has come. Usage:
 *
 *     hostile BEHAVIOUR [MOVES [TAG]]   MOVES: how many honest moves come first; -1: do it before
 *                                       a word is said. TAG: a number, for the processes it leaves
 *     hostile by-opening                both come from the first six moves of the game: with s the
 *                                       sum of 8 * column + row (from 0) over them, behaviour
 *                                       s % count after (s / count) % 10 honest moves
 *     hostile list                      all behaviours with the ending that each must have */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mini.h"

static const char *tag = "98765";
static Mini mini;
static int to_move;

static void wait_for_ever(void) {
    for (;;) pause();
}

static void hang(void) {
    wait_for_ever();
}

static void ignore_signals(void) {
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    for (;;) continue;
}

static void leave(void) {
    exit(0);
}

static void leave_with_3(void) {
    fprintf(stderr, "something is wrong\n");
    exit(3);
}

static void segfault(void) {
    raise(SIGSEGV);
}

static void abort_now(void) {
    abort();
}

static void close_output(void) {
    close(1);
    wait_for_ever();
}

static void flood(void) {
    for (;;) puts("blah blah blah blah blah blah blah blah blah blah blah");
}

static void flood_answers(void) {
    for (;;) puts("= d3");
}

static void one_long_line(void) {
    for (;;) putchar('x');
}

static void noise(void) {
    srand(1);
    for (;;) putchar(rand() >> 7);
}

/* One byte every 100 ms, for ever: each one must not buy more time. */
static void drip(void) {
    for (;;) {
        (void)!write(1, ".", 1);
        nanosleep(&(struct timespec){0, 100000000}, NULL);
    }
}

static void flood_errors(void) {
    for (;;) fputs("errors errors errors errors errors errors errors errors\n", stderr);
}

static void say(const char *text) {
    printf("= %s\n\n", text);
    fflush(stdout);
    wait_for_ever();
}

static void occupied(void) {
    say("d4");
}

/* The first empty square that is no legal move. */
static void turns_nothing(void) {
    char text[8] = "a1";
    for (int i = 63; i >= 0; i--)
        if (mini.squares[i / 8][i % 8] == 0 && mini_play(&mini, to_move, i / 8, i % 8, false) == 0)
            snprintf(text, sizeof text, "%c%c", 'a' + i % 8, '1' + i / 8);
    say(text);
}

static void off_board(void) {
    say("z9");
}

static void nonsense(void) {
    say("banana <script> \x1b[31m \xff\xfe");
}

static void pass(void) {
    say("pass");
}

static void empty_answer(void) {
    say("");
}

static void error_answer(void) {
    printf("? I do not want to\n\n");
    fflush(stdout);
    wait_for_ever();
}

static void resign(void) {
    say("resign");
}

static void fork_bomb(void) {
    for (;;) fork();
}

/* Forks until that fails, gives up, and leaves the others behind. */
static void fork_and_leave(void) {
    for (;;) {
        pid_t child = fork();
        if (child == 0) wait_for_ever();
        if (child < 0) exit(1);
    }
}

/* Its descendants are in other sessions and groups, and nobody's children. */
static void daemons(void) {
    for (;;) {
        pid_t child = fork();
        if (child == 0) {
            setsid();
            if (fork() > 0) _exit(0);
            signal(SIGTERM, SIG_IGN);
            wait_for_ever();
        }
        if (child < 0) wait_for_ever();
        waitpid(child, NULL, 0);
    }
}

static void eat_memory(void) {
    for (;;) {
        char *block = malloc(1 << 20);
        if (block == NULL) abort();
        memset(block, 1, 1 << 20);
    }
}

/* Each of them stays below the limit. */
static void eat_memory_together(void) {
    for (int i = 0; i < 8; i++) {
        if (fork() != 0) continue;
        for (int k = 0; k < 100; k++) memset(malloc(1 << 20), 1, 1 << 20);
        wait_for_ever();
    }
    wait_for_ever();
}

/* Memory that no limit on data counts. */
static void eat_shared_memory(void) {
    for (;;) {
        char *block =
            mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) abort();
        memset(block, 1, 1 << 20);
    }
}

static void huge_file(void) {
    static char block[1 << 16];
    int fd = open("huge", O_WRONLY | O_CREAT, 0600);
    while (write(fd, block, sizeof block) > 0) continue;
    exit(1);
}

/* Many files, each below the limit. */
static void many_files(void) {
    static char block[1 << 20];
    for (int i = 0;; i++) {
        char name[32];
        snprintf(name, sizeof name, "file%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0 || write(fd, block, sizeof block) < (ssize_t)sizeof block) exit(1);
        close(fd);
    }
}

/* Leaves files and directories wherever it may, then plays on. */
static void litter(void) {
    static const char *const places[] = {"/tmp", "/var/tmp", "/dev/shm", ".", "/"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/hostile-litter", places[i]);
        int fd = open(path, O_WRONLY | O_CREAT, 0666);
        if (fd >= 0) (void)!write(fd, "litter", 6);
    }
    for (int i = 0; i < 50 && mkdir("deep", 0700) == 0 && chdir("deep") == 0; i++) continue;
}

/* Leaves processes behind that would live for a long time, then plays on. */
static void leave_children(void) {
    for (int i = 0; i < 5; i++) {
        if (fork() != 0) continue;
        setsid();
        if (fork() != 0) _exit(0);
        execlp("sleep", "sleep", tag, (char *)NULL);
        wait_for_ever();
    }
}

typedef struct Behaviour {
    const char *name, *ending;
    void (*act)(void);
} Behaviour;

static const Behaviour behaviours[] = {
    {"hang", "timeout", hang},
    {"ignore_signals", "timeout", ignore_signals},
    {"leave", "crashed", leave},
    {"leave_with_3", "crashed", leave_with_3},
    {"segfault", "crashed", segfault},
    {"abort", "crashed", abort_now},
    {"close_output", "crashed", close_output},
    {"flood", "output_limit", flood},
    {"flood_answers", "output_limit", flood_answers},
    {"one_long_line", "output_limit", one_long_line},
    {"noise", "output_limit", noise},
    {"drip", "timeout", drip},
    {"flood_errors", "timeout", flood_errors},
    {"occupied", "illegal_move", occupied},
    {"turns_nothing", "illegal_move", turns_nothing},
    {"off_board", "illegal_move", off_board},
    {"nonsense", "illegal_move", nonsense},
    {"pass", "illegal_move", pass},
    {"empty_answer", "illegal_move", empty_answer},
    {"error_answer", "refused", error_answer},
    {"resign", "resigned", resign},
    {"fork_bomb", "process_limit", fork_bomb},
    {"fork_and_leave", "process_limit", fork_and_leave},
    {"daemons", "process_limit", daemons},
    {"eat_memory", "memory_limit", eat_memory},
    {"eat_memory_together", "memory_limit", eat_memory_together},
    {"eat_shared_memory", "memory_limit", eat_shared_memory},
    {"huge_file", "file_limit", huge_file},
    {"many_files", "file_limit", many_files},
    {"litter", "played_out", litter},
    {"leave_children", "played_out", leave_children},
    {"honest", "played_out", NULL},
};
enum { BEHAVIOURS = (int)(sizeof behaviours / sizeof behaviours[0]) };

static void play_gtp(const Behaviour *behaviour, int honest_moves) {
    char line[1024];
    int told = 0, sum = 0;
    mini_start(&mini);
    while (fgets(line, sizeof line, stdin) != NULL) {
        char colour, word[16];
        int row, column;
        if (sscanf(line, "play %c %15s", &colour, word) == 2) {
            if (strcmp(word, "pass") != 0)
                mini_play(&mini, colour == 'b' ? 1 : 2, word[1] - '1', word[0] - 'a', true);
            if (told++ < 6) sum += 8 * (word[0] - 'a') + word[1] - '1';
        } else if (sscanf(line, "genmove %c", &colour) == 1) {
            to_move = colour == 'b' ? 1 : 2;
            if (behaviour == NULL) {
                behaviour = &behaviours[sum % BEHAVIOURS];
                honest_moves = sum / BEHAVIOURS % 10;
            }
            if (honest_moves-- == 0 && behaviour->act != NULL) behaviour->act();
            if (mini_first(&mini, colour == 'b' ? 1 : 2, &row, &column)) {
                mini_play(&mini, colour == 'b' ? 1 : 2, row, column, true);
                printf("= %c%d\n\n", 'a' + column, row + 1);
                fflush(stdout);
                continue;
            }
        } else if (strncmp(line, "quit", 4) == 0) {
            return;
        }
        printf("=\n\n");
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    const char *wanted = argc > 1 ? argv[1] : "list";
    if (argc > 3) tag = argv[3];
    if (strcmp(wanted, "by-opening") == 0) {
        play_gtp(NULL, 0);
        return 0;
    }
    for (int i = 0; i < BEHAVIOURS; i++) {
        if (strcmp(wanted, "list") == 0)
            printf("%s %s\n", behaviours[i].name, behaviours[i].ending);
        if (strcmp(wanted, behaviours[i].name) != 0) continue;
        int moves = argc > 2 ? atoi(argv[2]) : 0;
        if (moves < 0) behaviours[i].act(); /* before it has said a word */
        play_gtp(&behaviours[i], moves);
        return 0;
    }
    return strcmp(wanted, "list") == 0 ? 0 : 2;
}
