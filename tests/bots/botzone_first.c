/* An honest program for Botzone that plays the first legal move. Words on its command line: `json`
 * for that form, `keep` to be kept running, `data` to check that its data come back. */
#include "mini.h"

static bool is_json, keeps, has_data;
static Mini mini;
static int mine; /* my colour; 0: not known yet */

static void take_request(int x, int y, bool is_first) {
    if (is_first) mine = x == -1 ? 1 : 2;
    if (x >= 0) mini_play(&mini, 3 - mine, y, x, true);
}

static void take_response(int x, int y) {
    if (x >= 0) mini_play(&mini, mine, y, x, true);
}

static void respond(int turn) {
    int row, column, x = -1, y = -1;
    if (mini_first(&mini, mine, &row, &column)) {
        x = column, y = row;
        mini_play(&mini, mine, row, column, true);
    }
    if (is_json && has_data)
        printf("{\"response\": {\"x\": %d, \"y\": %d}, \"debug\": \"hi\\\"\", \"data\": \"t%d\"}\n",
               x, y, turn);
    else if (is_json)
        printf("{\"response\":{\"x\":%d,\"y\":%d}}\n", x, y);
    else
        printf("%d %d\n", x, y);
    if (!is_json && has_data) printf("debug\nt%d\nglobal %d\nmore\n", turn, turn);
    if (keeps) printf(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n");
    fflush(stdout);
}

/* All {"x":..,"y":..} of a list that begins at `text`. */
static int read_list(const char *text, int (*moves)[2]) {
    int count = 0;
    const char *end = strchr(text, ']');
    while ((text = strstr(text, "{\"x\":")) != NULL && text < end && count < 128) {
        sscanf(text, "{\"x\":%d,\"y\":%d}", &moves[count][0], &moves[count][1]);
        text++, count++;
    }
    return count;
}

static int read_json_game(void) {
    static char line[1 << 18];
    int requests[128][2], responses[128][2];
    char expected[32];
    if (fgets(line, sizeof line, stdin) == NULL) exit(1);
    int count = read_list(strstr(line, "\"requests\":"), requests);
    read_list(strstr(line, "\"responses\":"), responses);
    for (int i = 0; i < count; i++) {
        take_request(requests[i][0], requests[i][1], i == 0);
        if (i + 1 < count) take_response(responses[i][0], responses[i][1]);
    }
    snprintf(expected, sizeof expected, "\"data\":\"t%d\"", count - 1);
    if (has_data && count > 1 && strstr(line, expected) == NULL) exit(7);
    return count;
}

static int read_simple_game(void) {
    int count, x, y, turn, again;
    if (scanf("%d", &count) != 1) exit(1);
    for (int i = 0; i < 2 * count - 1; i++) {
        if (scanf("%d %d", &x, &y) != 2) exit(1);
        if (i % 2 == 0)
            take_request(x, y, i == 0);
        else
            take_response(x, y);
    }
    /* What was said last time comes back; if the game did not begin with an opening. */
    if (has_data && count > 1 &&
        (scanf(" t%d global %d more", &turn, &again) != 2 || turn != count - 1 || again != turn))
        exit(7);
    return count;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        is_json |= strcmp(argv[i], "json") == 0;
        keeps |= strcmp(argv[i], "keep") == 0;
        has_data |= strcmp(argv[i], "data") == 0;
    }
    mini_start(&mini);
    int turn = is_json ? read_json_game() : read_simple_game();
    respond(turn);
    while (keeps) {
        int x, y;
        if (scanf(is_json ? " {\"x\":%d,\"y\":%d}" : "%d %d", &x, &y) != 2) return 0;
        take_request(x, y, false);
        respond(++turn);
    }
    return 0;
}
