/* What watchers of a tournament are told: everything at first, then what is new, and never more
 * than is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/report/live.h"
#include "arena/tournament/standings.h"

enum { PLAYERS = 3 };

typedef struct Setting {
    Shape shape;
    ParticipantSpec participants[PLAYERS];
    Openings openings;
    TournamentOptions options;
    Tournament tournament;
    Live *live;
    int news;      /* told while it was played */
    uint64_t seen; /* by the watcher of that */
    int running;   /* of the news, with a game on a board */
} Setting;

static bool has(const char *text, const char *part) {
    return text != NULL && strstr(text, part) != NULL;
}

static int count(const char *text, const char *part) {
    int found = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) found++;
    return found;
}

static void on_move(void *context, const Tournament *tournament, const GameResult *result,
                    const PlayedGame *record) {
    Setting *setting = context;
    (void)tournament;
    live_move(setting->live, result, record);
    char *news = live_news(setting->live, &setting->seen);
    assert_non_null(news);
    setting->news++;
    setting->running += has(news, "\"running\":[{\"number\":");
    free(news);
}

static void on_game(void *context, const Tournament *tournament, const GameResult *result) {
    Setting *setting = context;
    (void)tournament;
    live_game(setting->live, result);
}

static void set_up(Setting *setting, int games) {
    static const char *const players[PLAYERS] = {"random", "a\"b=discs:depth=1",
                                                 "mobility:depth=1"};
    Error error;
    ProcessOptions process = {.limits = process_default_limits};
    memset(setting, 0, sizeof *setting);
    assert_true(shape_init(&setting->shape, 6, 6, &error));
    for (int i = 0; i < PLAYERS; i++)
        if (!participant_spec_parse(&setting->participants[i], players[i], &setting->shape, 0,
                                    &process, &error))
            fail_msg("%s", error.text);
    assert_true(openings_make(&setting->openings, &setting->shape, "3", 5, games, NULL, &error));
    setting->options = (TournamentOptions){.shape = &setting->shape,
                                           .participants = setting->participants,
                                           .participant_count = PLAYERS,
                                           .games = games,
                                           .openings = &setting->openings,
                                           .seed = 11,
                                           .threads = 1,
                                           .terms = {.hard_seconds = 60, .start_seconds = 10},
                                           .on_move = on_move,
                                           .on_game = on_game,
                                           .context = setting};
    assert_true(tournament_init(&setting->tournament, &setting->options, &error));
    setting->live = live_new(&setting->tournament, "3", &error);
    assert_non_null(setting->live);
}

static void tear_down(Setting *setting) {
    live_free(setting->live);
    tournament_release(&setting->tournament);
    for (int i = 0; i < PLAYERS; i++) participant_spec_release(&setting->participants[i]);
    openings_release(&setting->openings);
}

static void every_move_is_news_and_the_first_news_have_everything(void **state) {
    (void)state;
    static Setting setting;
    Error error;
    set_up(&setting, 2);
    assert_true(tournament_run(&setting.tournament, &error));
    assert_true(setting.news > 6 * 20);
    assert_int_equal(setting.running, setting.news);
    uint64_t seen = 0;
    char *all = live_news(setting.live, &seen);
    assert_true(has(all, "\"done\":6,\"over\":false"));
    assert_true(has(all, "\"board\":\"6x6\",\"total\":6"));
    assert_true(has(all, "\"name\":\"a\\\"b\""));
    assert_true(has(all, "\"running\":[]"));
    assert_int_equal(count(all, "\"number\":"), 6);
    assert_int_equal(count(all, "\"margin\":"), PLAYERS);
    assert_int_equal(count(all, "{\"games\":"), 7); /* at the start and after each game */
    free(all);
    assert_null(live_news(setting.live, &seen));
    live_end(setting.live);
    char *end = live_news(setting.live, &seen);
    assert_true(has(end, "\"over\":true"));
    assert_false(has(end, "\"players\"")); /* known already */
    assert_false(has(end, "\"results\""));
    free(end);
    assert_null(live_news(setting.live, &seen));
    tear_down(&setting);
}

/* The table that watchers see is that of the command. */
static void the_live_table_is_that_of_the_results(void **state) {
    (void)state;
    static Setting setting;
    Error error;
    set_up(&setting, 4);
    assert_true(tournament_run(&setting.tournament, &error));
    Standings standings;
    assert_true(standings_make(&standings, &setting.tournament, &error));
    uint64_t seen = 0;
    char *all = live_news(setting.live, &seen), row[200];
    const char *at = strstr(all, "\"standings\":[");
    for (int i = 0; i < PLAYERS; i++) {
        const Standing *standing = &standings.list[i];
        snprintf(row, sizeof row, "\"elo\":%.2f,\"margin\":%.2f,\"games\":%d,",
                 standing->rating.elo, standing->rating.margin, tally_games(&standing->tally));
        const char *found = strstr(at, row);
        if (found == NULL) fail_msg("no %s in %s", row, at);
        at = found;
    }
    free(all);
    tear_down(&setting);
}

static void a_new_watcher_of_a_long_tournament_is_told_the_last_results(void **state) {
    (void)state;
    static Setting setting;
    Error error;
    set_up(&setting, 100);
    assert_true(tournament_run(&setting.tournament, &error));
    uint64_t seen = 0;
    char *all = live_news(setting.live, &seen);
    assert_int_equal(count(all, "\"number\":"), LIVE_MAX_RESULTS);
    assert_true(has(all, "\"results\":[{\"number\":101,"));
    assert_true(has(all, "{\"number\":300,"));
    int points = count(all, "{\"games\":");
    assert_true(points > LIVE_POINTS / 2 && points <= LIVE_POINTS + 2);
    free(all);
    tear_down(&setting);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_news_and_the_first_news_have_everything),
        cmocka_unit_test(the_live_table_is_that_of_the_results),
        cmocka_unit_test(a_new_watcher_of_a_long_tournament_is_told_the_last_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
