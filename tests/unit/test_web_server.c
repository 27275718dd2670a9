/* The server over real sockets: what it serves, what it refuses, what it stands. */
#include <dirent.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>
#include <microhttpd.h>

#include "base/clock.h"
#include "support/effort.h"
#include "support/http.h"
#include "web/assets.h"
#include "web/server.h"

#define START  "---------------------------OX------XO--------------------------- X"
#define MIDDLE "----------OO-O----XOOOO---XOXOO---OOOOOO---OOXX---XOXX-------X-- X"

enum { REQUEST_SECONDS = 3, BIG = 1 << 17 };

static Server *server;
static int port;
static HttpAnswer answer;

/* Stands before the HTTP library's own: a test can have it fail. */
static bool is_library_broken;

struct MHD_Daemon *MHD_start_daemon(unsigned flags, uint16_t number,
                                    MHD_AcceptPolicyCallback accept, void *accept_context,
                                    MHD_AccessHandlerCallback handle, void *handle_context, ...) {
    va_list options;
    if (is_library_broken) return NULL;
    va_start(options, handle_context);
    struct MHD_Daemon *daemon =
        MHD_start_daemon_va(flags, number, accept, accept_context, handle, handle_context, options);
    va_end(options);
    return daemon;
}

static int start_server(void **state) {
    (void)state;
    /* A thousand slow connections are a thousand sockets on both sides. */
    struct rlimit files = {8192, 8192};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max < 8192 ? files.rlim_max : 8192;
    setrlimit(RLIMIT_NOFILE, &files);
    ServerOptions options = {
        .request_seconds = REQUEST_SECONDS,
        .engines = {.count = 2, .threads = 2, .hash_mb = 4, .book = "embedded"}};
    Error error;
    server = server_start(&options, &error);
    if (!server) fail_msg("%s", error.text);
    port = server_port(server);
    return 0;
}

static int stop_server(void **state) {
    (void)state;
    server_stop(server);
    return 0;
}

static void get(const char *path) {
    char request[512];
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n",
                          path, port);
    assert_true(http_ask(port, request, (size_t)length, &answer));
}

static void post(const char *verb, const char *body) {
    static char request[BIG];
    size_t length = http_post(request, sizeof request, port, verb, body);
    assert_true(http_ask(port, request, length, &answer));
}

static void assert_header(const char *name, const char *part) {
    char value[600];
    assert_true(http_header(&answer, name, value, sizeof value));
    if (!strstr(value, part)) fail_msg("%s: %s lacks %s", name, value, part);
}

static void every_file_of_the_page_is_served_with_its_type(void **state) {
    (void)state;
    int count;
    size_t total = 0;
    const Asset *assets = assets_all(&count);
    for (int i = 0; i < count; i++) {
        get(assets[i].path);
        assert_int_equal(answer.status, 200);
        assert_header("Content-Type", assets[i].type);
        assert_memory_equal(answer.body, assets[i].begin, asset_length(&assets[i]));
        /* English is always loaded, and one more language: Japanese is the longest. */
        bool is_other = strstr(assets[i].path, "/lang/zh-") || strstr(assets[i].path, "/lang/fr.");
        if (!is_other) total += asset_length(&assets[i]);
    }
    assert_non_null(asset_find("/"));
    print_message("the page: %d files, at most %zu bytes for a reader\n", count, total);
    assert_true(total < 350 * 1024);
}

static void every_answer_is_guarded_by_its_headers(void **state) {
    (void)state;
    static const char *const paths[] = {"/", "/api/v1/status", "/nothing"};
    for (size_t i = 0; i < 3; i++) {
        get(paths[i]);
        assert_header("Content-Security-Policy", "default-src 'none'");
        assert_header("Content-Security-Policy", "frame-ancestors 'none'");
        assert_header("X-Content-Type-Options", "nosniff");
        assert_header("Referrer-Policy", "no-referrer");
    }
}

static void a_known_file_is_not_sent_twice(void **state) {
    (void)state;
    char tag[64], request[256];
    get("/");
    assert_true(http_header(&answer, "ETag", tag, sizeof tag));
    int length =
        snprintf(request, sizeof request,
                 "GET / HTTP/1.1\r\nHost: localhost:%d\r\nIf-None-Match: %s\r\n\r\n", port, tag);
    assert_true(http_ask(port, request, (size_t)length, &answer));
    assert_int_equal(answer.status, 304);
}

static void thinking_verbs_answer(void **state) {
    (void)state;
    post("best", "{\"position\":\"" START "\",\"level\":4,\"lines\":2}");
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.body, "\"exact\":false"));
    post("move", "{\"position\":\"" MIDDLE "\",\"player\":\"engine:level=2\"}");
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.body, "\"score\":"));
    assert_non_null(strstr(answer.body, "\"depth\":2"));
    post("move", "{\"position\":\"" START "\",\"player\":\"miniproject3\"}");
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.body, "\"unit\":\"own\",\"exact\":false,\"depth\":6"));
    post("move", "{\"position\":\"" START "\",\"player\":\"nobody\"}");
    assert_int_equal(answer.status, 400);
    assert_non_null(strstr(answer.body, "unknown player 'nobody'"));
    post("move", "{\"position\":\"" START "\",\"player\":\"beginner:2\"}");
    assert_int_equal(answer.status, 200);
    assert_null(strstr(answer.body, "score"));
    post("move", "{\"board\":\"9x7\",\"position\":\"-------------------------------OX-------XO---"
                 "-------------------- X\",\"player\":\"nine-by-seven:depth=2\"}");
    assert_true(answer.status == 200 || answer.status == 400);
    post("tree", "{\"position\":\"" START "\",\"depth\":3}");
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.body, "\"skipped\""));
    post("perfect", "{\"board\":\"4x4\",\"moves\":\"b1c1\"}");
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.body,
                           "\"known\":true,\"value\":14,\"winner\":\"black\",\"black\":15,"
                           "\"white\":1,"));
    assert_non_null(strstr(answer.body, "\"loss\":24,\"better\":\"a1\""));
    post("perfect", "{\"moves\":\"f5d6\"}");
    assert_non_null(strstr(answer.body, "{\"known\":false}"));
    post("review", "{\"moves\":\"f5d6c3d3c4\",\"level\":3}");
    assert_header("Content-Type", "text/event-stream");
    assert_non_null(strstr(answer.body, "event: result"));
    post("best", "{\"position\":\"" START "\",\"depth\":9,\"selectivity\":100}");
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.body, "\"selectivity\":100"));
    post("search", "{\"position\":\"" START "\",\"depth\":5}");
    assert_non_null(strstr(answer.body, "event: progress"));
    assert_non_null(strstr(answer.body, "event: result"));
}

static void a_search_says_how_many_threads_it_wants(void **state) {
    (void)state;
    get("/api/v1/status");
    assert_non_null(strstr(answer.body, "\"threads\":2"));
    post("best", "{\"position\":\"" START "\",\"depth\":6,\"threads\":1}");
    assert_int_equal(answer.status, 200);
    post("best", "{\"position\":\"" START "\",\"depth\":6,\"threads\":257}");
    assert_int_equal(answer.status, 400);
    assert_non_null(strstr(answer.body, "'threads'"));
}

static void a_server_without_a_tournament_says_so(void **state) {
    (void)state;
    get("/api/v1/status");
    assert_non_null(strstr(answer.body, "\"tournament\":false"));
    post("tournament", "{}");
    assert_int_equal(answer.status, 422);
    assert_non_null(strstr(answer.body, "no-tournament"));
}

static void a_server_without_jobs_says_so(void **state) {
    (void)state;
    get("/api/v1/status");
    assert_non_null(strstr(answer.body, "\"jobs\":false"));
    get("/api/v1/jobs");
    assert_int_equal(answer.status, 422);
    assert_non_null(strstr(answer.body, "no-jobs"));
    post("jobs", "{}");
    assert_int_equal(answer.status, 405);
}

/* --- Stopping ------------------------------------------------------------------------------------
 */

/* Starts a search without end and waits for its first event. */
static int open_stream(const char *session) {
    char body[300], request[600], part[512];
    snprintf(body, sizeof body,
             "{\"session\":\"%s\",\"position\":\"" MIDDLE "\",\"seconds\":60,\"lines\":9}",
             session);
    size_t length = http_post(request, sizeof request, port, "search", body);
    int socket = http_connect(port);
    assert_true(socket >= 0 && http_send(socket, request, length));
    assert_true(recv(socket, part, sizeof part, 0) > 0);
    return socket;
}

/* The last byte of a body comes alone, as from a slow network. */
static void an_engine_plays_from_the_book_and_says_so(void **state) {
    (void)state;
    post("move", "{\"position\":\"" START "\",\"player\":\"engine:level=2\"}");
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.body, "\"book\":true"));
    post("move", "{\"position\":\"" START "\",\"player\":\"engine:level=2,book=none\"}");
    assert_non_null(strstr(answer.body, "\"book\":false"));
    post("move", "{\"position\":\"" START "\",\"player\":\"engine:book=/etc/passwd\"}");
    assert_int_equal(answer.status, 400);
    assert_non_null(strstr(answer.body, "no files"));
}

static void a_body_may_come_in_pieces(void **state) {
    (void)state;
    static char request[BIG];
    size_t length = http_post(request, sizeof request, port, "best",
                              "{\"position\":\"" START "\",\"level\":2}");
    int socket = http_connect(port);
    assert_true(http_send(socket, request, length - 2));
    for (size_t i = length - 2; i < length; i++) {
        clock_sleep_ns(30 * 1000000);
        assert_true(http_send(socket, request + i, 1));
    }
    assert_true(http_read(socket, &answer, 20));
    if (answer.status != 200) fail_msg("%d: %.300s", answer.status, answer.text);
    close(socket);
}

/* Processor time of the whole process, in seconds. */
static double used_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void assert_idle(void) {
    clock_sleep_ns(100 * 1000000);
    double before = used_seconds();
    clock_sleep_ns(400 * 1000000);
    double used = used_seconds() - before;
    if (used > 0.2) fail_msg("still searching: %.2f s of processor time in 0.4 s", used);
}

static void a_search_ends_when_its_page_goes_away(void **state) {
    (void)state;
    close(open_stream("gone"));
    assert_idle();
}

/* Reads a stream to its end; false if that does not come within `seconds`. */
static bool drain(int socket, double seconds) {
    char part[1 << 16];
    double end = clock_seconds() + seconds;
    struct timeval wait = {.tv_usec = 50000};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    while (clock_seconds() < end) {
        ssize_t count = recv(socket, part, sizeof part, 0);
        if (count == 0) return true;
        if (count >= 5 && memcmp(part + count - 5, "0\r\n\r\n", 5) == 0) return true;
    }
    return false;
}

static void a_newer_search_of_the_same_page_ends_the_older(void **state) {
    (void)state;
    int older = open_stream("same"), newer = open_stream("same");
    assert_true(drain(older, 1));
    assert_false(drain(newer, 0.2));
    close(older);
    close(newer);
    assert_idle();
}

static void two_pages_search_side_by_side(void **state) {
    (void)state;
    int one = open_stream("one"), two = open_stream("two");
    post("stop", "{\"session\":\"one\"}");
    assert_non_null(strstr(answer.body, "\"stopped\":true"));
    assert_true(drain(one, 1));
    assert_false(drain(two, 0.2));
    close(one);
    close(two);
    assert_idle();
}

/* --- Hostile requests ----------------------------------------------------------------------------
 */

typedef struct Hostile {
    const char *what;
    const char *text; /* %P is the port, %A many letters, %D deep nesting */
    int statuses[3];  /* any of these; 0: the connection is closed without an answer */
} Hostile;

#define HOST          "Host: localhost:%P\r\n"
#define JSON          "Content-Type: application/json\r\n"
#define BODY(n, text) "Content-Length: " #n "\r\n\r\n" text
#define POST_GAME     "POST /api/v1/game HTTP/1.1\r\n" HOST

static const Hostile hostile[] = {
    {"another name", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", {403}},
    {"rebound name", "GET / HTTP/1.1\r\nHost: evil.example:%P\r\n\r\n", {403}},
    {"another port", "GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n", {403}},
    {"no name", "GET / HTTP/1.1\r\n\r\n", {400, 403}},
    {"empty name", "GET / HTTP/1.1\r\nHost:\r\n\r\n", {403}},
    {"name with a login", "GET / HTTP/1.1\r\nHost: a@localhost:%P\r\n\r\n", {403}},
    {"HTTP/1.0 without a name", "GET / HTTP/1.0\r\n\r\n", {403}},
    {"foreign origin", "GET / HTTP/1.1\r\n" HOST "Origin: http://evil.example\r\n\r\n", {403}},
    {"null origin", "GET / HTTP/1.1\r\n" HOST "Origin: null\r\n\r\n", {403}},
    {"https origin", "GET / HTTP/1.1\r\n" HOST "Origin: https://localhost:%P\r\n\r\n", {403}},
    {"origin of another port",
     "GET / HTTP/1.1\r\n" HOST "Origin: http://localhost:1\r\n\r\n",
     {403}},
    {"post from a foreign page",
     POST_GAME JSON "Origin: http://evil.example\r\n" BODY(2, "{}"),
     {403}},
    {"preflight",
     "OPTIONS /api/v1/game HTTP/1.1\r\n" HOST "Origin: http://evil.example\r\n\r\n",
     {403}},
    {"cross-site fetch",
     "GET /api/v1/status HTTP/1.1\r\n" HOST "Sec-Fetch-Site: cross-site\r\n\r\n",
     {403}},
    {"cross-site image",
     "GET /icon.svg HTTP/1.1\r\n" HOST
     "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n",
     {403}},
    {"cross-site navigation to the API",
     "GET /api/v1/status HTTP/1.1\r\n" HOST
     "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\r\n",
     {403}},
    {"traversal", "GET /../../etc/passwd HTTP/1.1\r\n" HOST "\r\n", {404}},
    {"escaped traversal", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" HOST "\r\n", {404}},
    {"twice escaped", "GET /%252e%252e/etc/passwd HTTP/1.1\r\n" HOST "\r\n", {404}},
    {"backslashes", "GET /..\\..\\etc\\passwd HTTP/1.1\r\n" HOST "\r\n", {404}},
    {"absolute path", "GET //etc/passwd HTTP/1.1\r\n" HOST "\r\n", {404}},
    {"NUL in the path", "GET /js/main.js%00.html HTTP/1.1\r\n" HOST "\r\n", {404}},
    {"escaped letter", "GET /js/m%61in.js HTTP/1.1\r\n" HOST "\r\n", {404}},
    {"the source of the page", "GET /index.html HTTP/1.1\r\n" HOST "\r\n", {404}},
    {"a folder", "GET /js/ HTTP/1.1\r\n" HOST "\r\n", {404}},
    {"absolute URL", "GET http://evil.example/ HTTP/1.1\r\n" HOST "\r\n", {404, 400}},
    {"connect", "CONNECT evil.example:80 HTTP/1.1\r\n" HOST "\r\n", {405, 404, 400}},
    {"star", "OPTIONS * HTTP/1.1\r\n" HOST "\r\n", {405, 404}},
    {"unknown verb", "POST /api/v1/nothing HTTP/1.1\r\n" HOST JSON BODY(2, "{}"), {404}},
    {"no verb", "POST /api/v1/ HTTP/1.1\r\n" HOST JSON BODY(2, "{}"), {404}},
    {"another version", "POST /api/v2/game HTTP/1.1\r\n" HOST JSON BODY(2, "{}"), {404}},
    {"verb with a slash", "POST /api/v1/game/ HTTP/1.1\r\n" HOST JSON BODY(2, "{}"), {404}},
    {"put", "PUT /api/v1/game HTTP/1.1\r\n" HOST JSON BODY(2, "{}"), {405}},
    {"delete", "DELETE / HTTP/1.1\r\n" HOST "\r\n", {405}},
    {"patch", "PATCH /api/v1/game HTTP/1.1\r\n" HOST "\r\n", {405}},
    {"trace", "TRACE / HTTP/1.1\r\n" HOST "\r\n", {405}},
    {"made-up method", "HACK / HTTP/1.1\r\n" HOST "\r\n", {405}},
    {"get where it must be post", "GET /api/v1/game HTTP/1.1\r\n" HOST "\r\n", {405}},
    {"post where it must be get", "POST / HTTP/1.1\r\n" HOST JSON BODY(2, "{}"), {405}},
    {"no type", POST_GAME BODY(2, "{}"), {415}},
    {"form", POST_GAME "Content-Type: application/x-www-form-urlencoded\r\n" BODY(2, "{}"), {415}},
    {"plain text", POST_GAME "Content-Type: text/plain\r\n" BODY(2, "{}"), {415}},
    {"nearly JSON", POST_GAME "Content-Type: application/jsonfoo\r\n" BODY(2, "{}"), {415}},
    {"huge length", POST_GAME JSON "Content-Length: 99999999999\r\n\r\n{}", {413}},
    {"length beyond 64 bits",
     POST_GAME JSON "Content-Length: 99999999999999999999999\r\n\r\n",
     {413, 400}},
    {"negative length", POST_GAME JSON "Content-Length: -1\r\n\r\n", {413, 400}},
    {"length in letters", POST_GAME JSON "Content-Length: ten\r\n\r\n", {413, 400}},
    {"body too large", POST_GAME JSON "Content-Length: 70000\r\n\r\n%A", {413}},
    {"chunks too large",
     POST_GAME JSON "Transfer-Encoding: chunked\r\n\r\n11170\r\n%A\r\n0\r\n\r\n",
     {413}},
    {"broken chunks",
     POST_GAME JSON "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
     {0, 400}},
    {"empty body", POST_GAME JSON BODY(0, ""), {400}},
    {"broken JSON", POST_GAME JSON BODY(9, "{\"board\":"), {400}},
    {"array", POST_GAME JSON BODY(2, "[]"), {400}},
    {"number", POST_GAME JSON BODY(2, "42"), {400}},
    {"not UTF-8", POST_GAME JSON BODY(14, "{\"moves\":\"\xff\xfe\"}"), {400}},
    {"NUL in a text", POST_GAME JSON BODY(20, "{\"moves\":\"\\u0000f5\" }"), {400}},
    {"same field twice", POST_GAME JSON BODY(25, "{\"moves\":\"\",\"moves\":\"f5\"}"), {400}},
    {"deep nesting", POST_GAME JSON "Content-Length: 60001\r\n\r\n%D", {400}},
    {"wrong type of a field", POST_GAME JSON BODY(11, "{\"moves\":5}"), {400}},
    {"infinite number",
     "POST /api/v1/best HTTP/1.1\r\n" HOST JSON BODY(17, "{\"seconds\":1e999}"),
     {400}},
    {"player with a command",
     "POST /api/v1/move HTTP/1.1\r\n" HOST JSON BODY(99, "{\"position\":\"" START
                                                         "\",\"player\":\"gtp:sh\"}"),
     {400}},
    {"huge header", "GET / HTTP/1.1\r\n" HOST "X: %A\r\n\r\n", {431, 413, 400}},
    {"huge path", "GET /%A HTTP/1.1\r\n" HOST "\r\n", {414, 431, 400}},
    {"noise", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", {0, 400}},
    {"only a newline", "\n\n\n\n", {0, 400}},
    {"no path", "GET\r\n\r\n", {0, 400, 403}},
    {"header without a colon", "GET / HTTP/1.1\r\n" HOST "nonsense\r\n\r\n", {400}},
};

/* Writes the text with its places filled in. */
static size_t expand(const char *text, char *out) {
    size_t length = 0;
    for (const char *at = text; *at != '\0'; at++) {
        if (at[0] != '%' || !strchr("PAD", at[1])) {
            out[length++] = *at;
            continue;
        }
        at++;
        if (*at == 'P') length += (size_t)sprintf(out + length, "%d", port);
        if (*at == 'A') length += (size_t)sprintf(out + length, "%070000d", 0);
        if (*at == 'D') {
            memset(out + length, '[', 60001);
            length += 60001;
        }
    }
    return length;
}

static bool is_expected(const Hostile *one, int status) {
    for (int i = 0; i < 3; i++)
        if (one->statuses[i] == status && (status != 0 || i == 0 || one->statuses[0] == 0))
            return true;
    return false;
}

static void hostile_requests_get_the_right_refusal(void **state) {
    (void)state;
    static char request[BIG * 2];
    int count = (int)(sizeof hostile / sizeof hostile[0]);
    for (int i = 0; i < count; i++) {
        size_t length = expand(hostile[i].text, request);
        http_ask(port, request, length, &answer);
        if (!is_expected(&hostile[i], answer.status))
            fail_msg("%s: %d\n%.300s", hostile[i].what, answer.status, answer.text);
        if (strstr(answer.text, "root:")) fail_msg("%s: gave away a file", hostile[i].what);
    }
    print_message("%d hostile requests\n", count);
    assert_true(count >= 60);
    get("/api/v1/status");
    assert_int_equal(answer.status, 200);
}

/* --- Load ----------------------------------------------------------------------------------------
 */

enum { CONNECTIONS = 64, REQUESTS = 10000, SLOW = 1000 };

static _Atomic int failures, done;

static void *load_main(void *argument) {
    static const char *const bodies[][2] = {
        {"game", "{\"moves\":\"f5d6c3d3c4f4\"}"},
        {"play", "{\"position\":\"" START "\",\"move\":\"d3\"}"},
        {"position", "{\"position\":\"" MIDDLE "\"}"},
        {"evaluate", "{\"position\":\"" MIDDLE "\",\"eval\":\"kukreja\"}"},
        {"import", "{\"text\":\"f5d6c3\"}"},
        {"diagram", "{\"position\":\"" MIDDLE "\"}"},
        {"best", "{\"position\":\"" START "\",\"level\":1}"},
        {"tree", "{\"position\":\"" START "\",\"depth\":2}"},
    };
    int number = (int)(intptr_t)argument, socket = http_connect(port);
    HttpAnswer *mine = malloc(sizeof *mine);
    char request[1024];
    for (int i = 0; i < (int)effort_rounds(REQUESTS) / CONNECTIONS + 1; i++) {
        const char *const *body = bodies[(i + number) % 8];
        size_t length = http_post(request, sizeof request, port, body[0], body[1]);
        if (!http_send(socket, request, length) || !http_read(socket, mine, 30) ||
            mine->status != 200)
            failures++;
        else
            done++;
    }
    close(socket);
    free(mine);
    return NULL;
}

static void run_load(void) {
    pthread_t threads[CONNECTIONS];
    for (int i = 0; i < CONNECTIONS; i++)
        pthread_create(&threads[i], NULL, load_main, (void *)(intptr_t)i);
    for (int i = 0; i < CONNECTIONS; i++) pthread_join(threads[i], NULL);
}

/* Files and sockets that the process has open. */
static int open_files(void) {
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    return count;
}

static long resident_kb(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;
    if (file && fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void ten_thousand_requests_leave_nothing_behind(void **state) {
    (void)state;
    run_load(); /* once, so that every pool has its size */
    clock_sleep_ns(300 * 1000000);
    int files = open_files();
    long memory = resident_kb();
    done = failures = 0;
    double begin = clock_seconds();
    run_load();
    double seconds = clock_seconds() - begin;
    print_message("%d requests at %d connections in %.2f s, %d failed\n", (int)done, CONNECTIONS,
                  seconds, (int)failures);
    assert_int_equal(failures, 0);
    clock_sleep_ns(300 * 1000000);
    assert_true(open_files() <= files);
    long grown = resident_kb() - memory;
    print_message("memory grew by %ld KB\n", grown);
#ifdef NDEBUG /* sanitizers keep what was freed */
    assert_true(grown < 4096);
#endif
}

static void slow_connections_do_not_stop_a_normal_one(void **state) {
    (void)state;
    static int sockets[SLOW];
    char begin[128];
    int length =
        snprintf(begin, sizeof begin, "POST /api/v1/game HTTP/1.1\r\nHost: localhost:%d", port);
    double started = clock_seconds(), worst = 0;
    for (int i = 0; i < SLOW; i++) {
        sockets[i] = http_connect(port);
        assert_true(sockets[i] >= 0 && http_send(sockets[i], begin, (size_t)length));
    }
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < SLOW; j += 50) http_send(sockets[j], "x", 1); /* they are alive */
        get("/api/v1/status");
        assert_int_equal(answer.status, 200);
        if (answer.seconds > worst) worst = answer.seconds;
    }
    print_message("%d slow connections: a normal one took %.3f s at most\n", SLOW, worst);
    assert_true(worst < 1);
    /* Who has not sent a request in time is shut out, however alive it is. */
    int open = SLOW;
    while (open > 0 && clock_seconds() - started < REQUEST_SECONDS + 20) {
        clock_sleep_ns(200 * 1000000);
        open = 0;
        char byte;
        for (int j = 0; j < SLOW; j++) {
            if (j % 50 == 0) http_send(sockets[j], "x", 1);
            if (recv(sockets[j], &byte, 1, MSG_DONTWAIT) < 0) open++;
        }
        if (open < SLOW / 10) break;
    }
    print_message("%d still open after %.1f s\n", open, clock_seconds() - started);
    assert_true(open < SLOW / 10);
    for (int i = 0; i < SLOW; i++) close(sockets[i]);
}

/* --- Open to others ------------------------------------------------------------------------------
 */

static int ask_open(int open_port, const char *path, const char *headers) {
    char request[600];
    int length =
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n", path,
                 open_port, headers);
    assert_true(http_ask(open_port, request, (size_t)length, &answer));
    return answer.status;
}

static void an_open_server_asks_for_its_token(void **state) {
    (void)state;
    ServerOptions options = {.listen = "0.0.0.0",
                             .token = "abcdefgh-12345678",
                             .engines = {.count = 1, .threads = 1, .hash_mb = 1}};
    Error error;
    char url[SERVER_URL_SIZE];
    Server *open = server_start(&options, &error);
    assert_non_null(open);
    int open_port = server_port(open);
    server_url(open, url);
    assert_non_null(strstr(url, "?token=abcdefgh-12345678"));
    assert_int_equal(ask_open(open_port, "/", ""), 401);
    assert_int_equal(ask_open(open_port, "/api/v1/status", ""), 401);
    assert_int_equal(ask_open(open_port, "/?token=wrong", ""), 401);
    assert_int_equal(ask_open(open_port, "/api/v1/status?token=abcdefgh-12345678", ""), 401);
    assert_int_equal(ask_open(open_port, "/?token=abcdefgh-12345678", ""), 303);
    assert_header("Set-Cookie", "HttpOnly; SameSite=Strict");
    assert_int_equal(ask_open(open_port, "/", "Cookie: bianca_token=abcdefgh-12345678\r\n"), 200);
    assert_int_equal(
        ask_open(open_port, "/api/v1/status", "Authorization: Bearer abcdefgh-12345678\r\n"), 200);
    assert_int_equal(ask_open(open_port, "/", "Cookie: bianca_token=x\r\n"), 401);
    server_stop(open);
}

/* An address of this machine that others can reach; false if it has none. */
static bool find_address(char *text, size_t size) {
    struct ifaddrs *all, *at;
    bool found = false;
    if (getifaddrs(&all) != 0) return false;
    for (at = all; at != NULL && !found; at = at->ifa_next)
        found = at->ifa_addr != NULL && at->ifa_addr->sa_family == AF_INET &&
                !(at->ifa_flags & IFF_LOOPBACK) &&
                getnameinfo(at->ifa_addr, sizeof(struct sockaddr_in), text, (socklen_t)size, NULL,
                            0, NI_NUMERICHOST) == 0;
    freeifaddrs(all);
    return found;
}

static void assert_url(const char *address, const char *shown) {
    ServerOptions options = {.listen = address,
                             .token = "abcdefgh-12345678",
                             .engines = {.count = 1, .threads = 1, .hash_mb = 1}};
    Error error;
    char url[SERVER_URL_SIZE], wanted[SERVER_URL_SIZE];
    Server *open = server_start(&options, &error);
    assert_non_null(open);
    server_url(open, url);
    snprintf(wanted, sizeof wanted, "http://%.150s:%d/?token=abcdefgh-12345678", shown,
             server_port(open));
    assert_string_equal(url, wanted);
    server_stop(open);
}

/* One address is shown as it is; for all of them there is none, and the machine's name is. */
static void the_url_of_an_open_server_can_be_opened(void **state) {
    (void)state;
    char host[200] = "", address[100];
    gethostname(host, sizeof host - 1);
    assert_url("127.0.0.2", "127.0.0.2");
    assert_url("0.0.0.0", host[0] != '\0' ? host : "0.0.0.0");
    if (find_address(address, sizeof address)) assert_url(address, address);
}

static void wrong_options_are_refused(void **state) {
    (void)state;
    Error error;
    const EnginesOptions engines = {.count = 1, .threads = 1, .hash_mb = 1};
    ServerOptions options = {.port = port, .engines = engines};
    assert_null(server_start(&options, &error));
    assert_non_null(strstr(error.text, "in use"));
    options = (ServerOptions){.listen = "nowhere", .engines = engines};
    assert_null(server_start(&options, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
    options = (ServerOptions){.token = "short", .engines = engines};
    assert_null(server_start(&options, &error));
    assert_int_equal(error.status, STATUS_BAD_INPUT);
}

static void a_server_that_cannot_start_says_so(void **state) {
    (void)state;
    Error error = {.status = STATUS_OK};
    ServerOptions options = {.engines = {.count = 1, .threads = 1, .hash_mb = 1}};
    is_library_broken = true;
    Server *broken = server_start(&options, &error);
    is_library_broken = false;
    assert_null(broken);
    assert_int_equal(error.status, STATUS_IO);
    assert_string_equal(error.text, "cannot start the HTTP server");
}

static void a_server_stops_while_it_searches(void **state) {
    (void)state;
    ServerOptions options = {.engines = {.count = 1, .threads = 2, .hash_mb = 1}};
    Error error;
    Server *busy = server_start(&options, &error);
    assert_non_null(busy);
    int before = port;
    port = server_port(busy);
    int one = open_stream("a");
    /* A second one waits for the only engine. */
    char request[600];
    size_t length = http_post(request, sizeof request, port, "best",
                              "{\"position\":\"" MIDDLE "\",\"seconds\":60}");
    int two = http_connect(port);
    http_send(two, request, length);
    clock_sleep_ns(50 * 1000000);
    double begin = clock_seconds();
    server_stop(busy);
    assert_true(clock_seconds() - begin < 1);
    port = before;
    close(one);
    close(two);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_of_the_page_is_served_with_its_type),
        cmocka_unit_test(every_answer_is_guarded_by_its_headers),
        cmocka_unit_test(a_known_file_is_not_sent_twice),
        cmocka_unit_test(thinking_verbs_answer),
        cmocka_unit_test(a_server_without_a_tournament_says_so),
        cmocka_unit_test(a_server_without_jobs_says_so),
        cmocka_unit_test(a_search_says_how_many_threads_it_wants),
        cmocka_unit_test(an_engine_plays_from_the_book_and_says_so),
        cmocka_unit_test(a_body_may_come_in_pieces),
        cmocka_unit_test(a_search_ends_when_its_page_goes_away),
        cmocka_unit_test(a_newer_search_of_the_same_page_ends_the_older),
        cmocka_unit_test(two_pages_search_side_by_side),
        cmocka_unit_test(hostile_requests_get_the_right_refusal),
        cmocka_unit_test(ten_thousand_requests_leave_nothing_behind),
        cmocka_unit_test(slow_connections_do_not_stop_a_normal_one),
        cmocka_unit_test(an_open_server_asks_for_its_token),
        cmocka_unit_test(the_url_of_an_open_server_can_be_opened),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(a_server_that_cannot_start_says_so),
        cmocka_unit_test(a_server_stops_while_it_searches),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
