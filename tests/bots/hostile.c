/* A program that misbehaves in every way we could think of. It speaks GTP and plays honestly until
 * its time has come. Usage:
 *
 *     hostile BEHAVIOUR [MOVES [TAG [WHAT...]]]
 *                                       MOVES: how many honest moves come first; -1: do it before
 *                                       a word is said. TAG: a number, for the processes it leaves.
 *                                       WHAT: key=FILE, port=N, socket=FILE, tty=FILE, which it
 *                                       tries to reach; it plays on only if it cannot
 *     hostile listen FILE SOCKET LOG    not a player: tells its port in FILE, and writes into LOG
 *                                       who connects to it or to the socket
 *     hostile by-opening 0 TAG WHAT...  behaviour and moves come from the first six moves of the
 * game: with s the sum of 8 * column + row (from 0) over them, behaviour s % count after (s /
 * count) % 10 honest moves hostile list                      all behaviours with the ending that
 * each must have */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mini.h"

static const char *tag = "98765";
static Mini mini;
static int to_move;
static char **targets; /* WHAT..., ends with NULL */

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

/* A megabyte that is really there: a compiler may leave out memory that nobody reads. */
static void take_megabyte(void) {
    static char *volatile kept;
    kept = malloc(1 << 20);
    if (kept == NULL) abort();
    memset(kept, 1, 1 << 20);
}

static void eat_memory(void) {
    for (;;) take_megabyte();
}

/* Each of them stays below the limit. */
static void eat_memory_together(void) {
    for (int i = 0; i < 8; i++) {
        if (fork() != 0) continue;
        for (int k = 0; k < 100; k++) take_megabyte();
        wait_for_ever();
    }
    wait_for_ever();
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

/* --- What must not be there to reach ---------------------------------------------------------- */

static void got_through(const char *what) {
    fprintf(stderr, "GOT THROUGH: %s\n", what);
    exit(77);
}

/* The value of "name=value" among WHAT; "" if there is none. */
static const char *target(const char *name) {
    size_t length = strlen(name);
    for (char **at = targets; at != NULL && *at != NULL; at++)
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') return *at + length + 1;
    return "";
}

static void read_key(void) {
    static const char *const prefixes[] = {"", "/proc/1/root", "/proc/self/root", "/proc/2/cwd/.."};
    char path[4096], byte;
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        snprintf(path, sizeof path, "%s%s", prefixes[i], target("key"));
        int fd = open(path, O_RDONLY);
        if (fd >= 0 && read(fd, &byte, 1) == 1) got_through(path);
    }
    static const char *const places[] = {"/home",       "/root",       "/run", "/sys",
                                         "/etc/shadow", "/etc/passwd", "/var"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (open(places[i], O_RDONLY) >= 0) got_through(places[i]);
}

static void call_home(void) {
    struct sockaddr_in host = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)atoi(target("port"))),
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (struct sockaddr *)&host, sizeof host) == 0) got_through("network");
}

static void call_socket(void) {
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    snprintf(local.sun_path, sizeof local.sun_path, "%.100s", target("socket"));
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(fd, (struct sockaddr *)&local, sizeof local) == 0) got_through("socket");
}

static void open_terminal(void) {
    const char *const paths[] = {target("tty"),  "/dev/tty",  "/dev/pts/0", "/dev/pts/1",
                                 "/dev/console", "/dev/tty0", "/dev/pts/2"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        int fd = open(paths[i], O_RDWR);
        if (fd >= 0 && write(fd, "\033[2J", 4) == 4) got_through(paths[i]);
    }
    char letter = 'x';
    for (int fd = 0; fd < 3; fd++)
        if (ioctl(fd, TIOCSTI, &letter) == 0) got_through("input of the terminal");
}

/* --- Memory that no process seems to have ----------------------------------------------------- */

enum { HOARD_MB = 512, BLOCK = 1 << 20, HOARDERS = 30 };

/* Has that much without being ended: twice what it may. */
static void check_hoard(const char *what, double mb) {
    if (mb < HOARD_MB) return;
    nanosleep(&(struct timespec){1, 0}, NULL);
    got_through(what);
}

/* Runs `hoard`, which returns megabytes, in many processes at once, which then wait. */
static void hoard_together(const char *what, int (*hoard)(void)) {
    int results[2], all = 0, one;
    if (pipe(results) != 0) return;
    for (int i = 0; i < HOARDERS; i++) {
        pid_t child = fork();
        if (child == 0) {
            close(results[0]);
            one = hoard();
            (void)!write(results[1], &one, sizeof one);
            close(results[1]);
            wait_for_ever();
        }
    }
    close(results[1]); /* who could not be made, or was killed, sends nothing */
    while (read(results[0], &one, sizeof one) == sizeof one) check_hoard(what, all += one);
    close(results[0]);
}

/* The pages of shared memory stay when they are no part of the process any more. */
static void eat_shared_memory(void) {
    for (int mb = 1;; mb++) {
        char *block = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) return;
        memset(block, 1, BLOCK);
        madvise(block, BLOCK, MADV_DONTNEED);
        check_hoard("shared memory", mb);
    }
}

static void eat_zero_device(void) {
    int fd = open("/dev/zero", O_RDWR);
    for (int mb = 1; fd >= 0; mb++) {
        char *block = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (block == MAP_FAILED) return;
        memset(block, 1, BLOCK);
        munmap(block + 4096, BLOCK - 4096);
        check_hoard("/dev/zero", mb);
    }
}

/* A page in a pipe keeps the huge page that it is in, though nobody has it mapped. */
static void eat_huge_pages(void) {
    for (int mb = 0, pipes[2], size = 2 << 20;; mb += 2) {
        if (mb % 32 == 0 && pipe(pipes) != 0) return;
        char *all = mmap(NULL, (size_t)size * 2, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED) return;
        char *page = all + (size - (int)((uintptr_t)all % (uintptr_t)size));
        madvise(page, (size_t)size, MADV_HUGEPAGE);
        memset(page, 1, (size_t)size);
        if (vmsplice(pipes[1], &(struct iovec){page, 4096}, 1, 0) != 4096) return;
        munmap(all, (size_t)size * 2);
        check_hoard("huge pages", mb);
    }
}

static int fill_sockets(void) {
    static char block[1 << 16];
    size_t bytes = 0;
    for (int pair[2]; socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0;) {
        for (int i = 0; i < 2; i++) {
            setsockopt(pair[i], SOL_SOCKET, SO_SNDBUF, &(int){1 << 24}, sizeof(int));
            fcntl(pair[i], F_SETFL, O_NONBLOCK);
            for (ssize_t sent; (sent = send(pair[i], block, sizeof block, 0)) > 0;)
                bytes += (size_t)sent;
        }
    }
    return (int)(bytes >> 20);
}

static void eat_sockets(void) {
    hoard_together("sockets", fill_sockets);
}

/* Reading a page that was never written takes no memory but for the tables that lead to it. */
static void eat_page_tables(void) {
    static volatile char sum;
    size_t size = (size_t)1 << 40, step = 2 << 20;
    char *all = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) return;
    madvise(all, size, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < size / step; i++) {
        sum = (char)(sum + all[i * step]);
        check_hoard("page tables", (double)i * 4096 / BLOCK);
    }
}

/* The kernel keeps about 400 bytes for each part of memory that differs from its neighbours. */
static int make_mappings(void) {
    enum { PAGES = 65000, PAGE = 4096 };
    int count = 0;
    char *all = mmap(NULL, PAGES * PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; all != MAP_FAILED && i < PAGES; i += 2)
        count += 2 * (mprotect(all + i * PAGE, PAGE, PROT_NONE) == 0);
    return count * 400 >> 20;
}

static void eat_mappings(void) {
    hoard_together("mappings", make_mappings);
}

/* Each watch keeps a file in the kernel's memory, and they are the user's, who has not many. */
static void watch_files(void) {
    if (inotify_init1(0) >= 0) got_through("watches");
}

static void eat_memfd(void) {
    static char block[1 << 20];
    int fd = memfd_create("hoard", 0);
    while (fd >= 0 && write(fd, block, sizeof block) > 0) continue;
}

static void eat_system_v(void) {
    for (;;) {
        int id = shmget(IPC_PRIVATE, 16 << 20, IPC_CREAT | 0600);
        if (id < 0) return;
        char *block = shmat(id, NULL, 0);
        if (block == (char *)-1) return;
        memset(block, 1, 16 << 20);
        shmdt(block);
    }
}

/* Sends a signal to its parent, to all it may signal, and to all it sees. */
static void signal_all(int number) {
    kill(getppid(), number);
    kill(-1, number);
    DIR *folder = opendir("/proc");
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (atoi(entry->d_name) > 0 && atoi(entry->d_name) != getpid())
            kill(atoi(entry->d_name), number);
    if (folder != NULL) closedir(folder);
}

static void stop_all(void) {
    signal_all(SIGSTOP);
}

static void kill_all(void) {
    signal_all(SIGKILL);
}

static void fill(const char *folder) {
    static char block[1 << 20];
    for (int i = 0;; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s/fill%d", folder, i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0 || write(fd, block, sizeof block) < (ssize_t)sizeof block) exit(1);
        close(fd);
    }
}

static void fill_tmp(void) {
    fill("/tmp");
}

static void fill_shm(void) {
    fill("/dev/shm");
}

static void ten_thousand_files(void) {
    for (int i = 0; i < 10000; i++) {
        char name[64];
        snprintf(name, sizeof name, "/tmp/empty%d", i);
        close(open(name, O_WRONLY | O_CREAT, 0600));
    }
    wait_for_ever();
}

static void *idle(void *unused) {
    (void)unused;
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    return NULL;
}

/* Nothing evil: 32 threads of the usual kind must be possible. */
static void many_threads(void) {
    pthread_t threads[32];
    for (int i = 0; i < 32; i++)
        if (pthread_create(&threads[i], NULL, idle, NULL) != 0) exit(78);
    for (int i = 0; i < 32; i++) pthread_join(threads[i], NULL);
}

/* Writes the name of whoever is connected to, one line each time. */
static int listen_for_ever(const char *file, const char *path, const char *log) {
    struct sockaddr_in host = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    socklen_t length = sizeof host;
    struct pollfd doors[] = {{.fd = socket(AF_INET, SOCK_STREAM, 0), .events = POLLIN},
                             {.fd = socket(AF_UNIX, SOCK_STREAM, 0), .events = POLLIN}};
    snprintf(local.sun_path, sizeof local.sun_path, "%.100s", path);
    FILE *came = fopen(log, "a");
    if (came == NULL || bind(doors[0].fd, (struct sockaddr *)&host, sizeof host) != 0 ||
        bind(doors[1].fd, (struct sockaddr *)&local, sizeof local) != 0 || chmod(path, 0777) != 0 ||
        listen(doors[0].fd, 9) != 0 || listen(doors[1].fd, 9) != 0 ||
        getsockname(doors[0].fd, (struct sockaddr *)&host, &length) != 0)
        return 1;
    FILE *out = fopen(file, "w");
    if (out == NULL) return 1;
    fprintf(out, "%d\n", ntohs(host.sin_port));
    fclose(out);
    while (poll(doors, 2, -1) > 0) {
        for (int i = 0; i < 2; i++) {
            if (doors[i].revents == 0) continue;
            close(accept(doors[i].fd, NULL, NULL));
            fprintf(came, "%s\n", i == 0 ? "network" : "socket");
            fflush(came);
        }
    }
    return 1;
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
    {"eat_sockets", "memory_limit", eat_sockets},
    {"eat_page_tables", "memory_limit", eat_page_tables},
    {"eat_mappings", "memory_limit", eat_mappings},
    {"huge_file", "file_limit", huge_file},
    {"many_files", "file_limit", many_files},
    {"fill_tmp", "file_limit", fill_tmp},
    {"fill_shm", "file_limit", fill_shm},
    {"ten_thousand_files", "file_limit", ten_thousand_files},
    {"read_key", "played_out", read_key},
    {"call_home", "played_out", call_home},
    {"call_socket", "played_out", call_socket},
    {"open_terminal", "played_out", open_terminal},
    {"eat_shared_memory", "played_out", eat_shared_memory},
    {"eat_zero_device", "played_out", eat_zero_device},
    {"eat_huge_pages", "played_out", eat_huge_pages},
    {"watch_files", "played_out", watch_files},
    {"eat_memfd", "played_out", eat_memfd},
    {"eat_system_v", "played_out", eat_system_v},
    {"stop_all", "played_out", stop_all},
    {"kill_all", "played_out", kill_all},
    {"many_threads", "played_out", many_threads},
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
    /* As the program "env" of a script's first line: a word and the name of the script come first.
     */
    const char *name = strrchr(argv[0], '/');
    if (argc > 2 && name != NULL && strcmp(name, "/env") == 0) argc -= 2, argv += 2;
    const char *wanted = argc > 1 ? argv[1] : "list";
    if (argc > 3) tag = argv[3];
    if (argc > 4) targets = argv + 4;
    if (strcmp(wanted, "listen") == 0 && argc > 4)
        return listen_for_ever(argv[2], argv[3], argv[4]);
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
