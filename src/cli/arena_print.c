/* Prints games, endings and numbers of matches and tournaments, for people and as JSON. */
#include "cli/arena_print.h"

#include <math.h>
#include <string.h>

#include "arena/report/results_json.h"
#include "engine/result_text.h"
#include "protocol/terminal_board.h"

enum { FAILURES_SHOWN = 10, ISOLATION_NAMES = 4 };

ShortText elo_text(double elo) {
    ShortText text;
    if (isinf(elo))
        snprintf(text.text, sizeof text.text, "%sinf", elo > 0 ? "+" : "-");
    else
        snprintf(text.text, sizeof text.text, "%+.0f", elo);
    return text;
}

void print_json_number(const char *name, double value, int digits) {
    if (isfinite(value))
        printf(",\"%s\":%.*f", name, digits, value);
    else
        printf(",\"%s\":null", name);
}

void print_game_json(const Tournament *tournament, const GameResult *result) {
    printf("{\"type\":\"game\",");
    game_result_json(stdout, tournament, result);
    printf("}\n");
}

/* "Black plays c2, score 8127, depth 10, 1.2 M nodes, 0.31 s"; "+3.52" is in discs. */
static void print_last_move(const PlayedGame *record, int index) {
    const Transcript *game = &record->game;
    const MoveNote *note = &record->notes[index];
    Side side = side_other(game->end.side);
    if (game->moves[index].square == PASS) {
        printf("%s must pass\n", side_name(side));
        return;
    }
    printf("%s plays %s", side_name(side),
           move_name(game->start.shape, game->moves[index].square).text);
    if (note->has_score)
        printf(", score %s",
               (note->is_own_unit ? value_text(note->score) : score_text(note->score, false)).text);
    if (note->depth > 0) printf(", depth %d", note->depth);
    if (note->nodes > 0) printf(", %s nodes", output_count((double)note->nodes).text);
    printf(", %s\n", output_duration(note->seconds).text);
}

void print_game_begin(const Tournament *tournament, const GameResult *result,
                      const PlayedGame *record) {
    const ParticipantSpec *participants = tournament->options->participants;
    printf("Game %d: %s (Black) - %s (White)\n", result->number + 1,
           participants[result->participants[BLACK]].name,
           participants[result->participants[WHITE]].name);
    if (record->opening_moves == 0) return;
    char text[TRANSCRIPT_TEXT_SIZE];
    transcript_format(&record->game, text, sizeof text);
    printf("Opening: %s\n", text);
}

void print_position(const PlayedGame *record) {
    const Transcript *game = &record->game;
    bool has_colour = output_has_colour(COLOUR_AUTO, stdout);
    int last = game->count > 0 ? game->moves[game->count - 1].square : NO_MOVE;
    BoardView view = {.has_colour = has_colour,
                      .has_unicode = has_colour && terminal_has_unicode(),
                      .has_moves = true,
                      .last = last};
    BoardNotes notes;
    if (game->count > record->opening_moves) print_last_move(record, game->count - 1);
    board_notes(&game->end, &view, &notes);
    board_draw(stdout, &game->end, &view, &notes);
    printf("\n");
}

void print_game_end(const Tournament *tournament, const GameResult *result) {
    const ParticipantSpec *participants = tournament->options->participants;
    int squares = tournament->options->shape->squares;
    const char *black = participants[result->participants[BLACK]].name;
    const char *white = participants[result->participants[WHITE]].name;
    printf("Game %d: %s (Black) %d, %s (White) %d", result->number + 1, black,
           (squares + result->score) / 2, white, (squares - result->score) / 2);
    if (result->ending != ENDING_PLAYED_OUT)
        printf("; %s loses by %s: %s", result->failed == BLACK ? black : white,
               ending_name(result->ending), result->reason != NULL ? result->reason : "");
    printf("\n\n");
}

/* Games by how they ended, and by whose fault. */
typedef struct Endings {
    int all[ENDINGS];
    int by[TOURNAMENT_MAX_PARTICIPANTS][ENDINGS];
    unsigned isolation[TOURNAMENT_MAX_PARTICIPANTS];
} Endings;

static void count_endings(const Tournament *tournament, Endings *endings) {
    memset(endings, 0, sizeof *endings);
    for (int i = 0; i < tournament->counted; i++) {
        const GameResult *result = &tournament->results[i];
        if (!result->is_done) continue;
        endings->all[result->ending]++;
        endings->by[result->participants[result->failed]][result->ending]++;
        for (int side = 0; side < 2; side++)
            if (result->isolation[side] != 0)
                endings->isolation[result->participants[side]] = result->isolation[side];
    }
}

static void print_failures(const Tournament *tournament) {
    const ParticipantSpec *participants = tournament->options->participants;
    int shown = 0;
    for (int i = 0; i < tournament->counted && shown <= FAILURES_SHOWN; i++) {
        const GameResult *result = &tournament->results[i];
        if (!result->is_done || result->ending == ENDING_PLAYED_OUT) continue;
        if (shown++ == FAILURES_SHOWN) {
            printf("  ...\n");
            break;
        }
        printf("  game %d, %s - %s: %s %s: %s\n", result->number + 1,
               participants[result->participants[BLACK]].name,
               participants[result->participants[WHITE]].name,
               participants[result->participants[result->failed]].name, ending_name(result->ending),
               result->reason != NULL ? result->reason : "");
    }
}

/* One line for all programs that ran under the same protection. */
static void print_isolations(const TournamentOptions *options, Endings *endings) {
    for (int k = 0; k < options->participant_count; k++) {
        unsigned isolation = endings->isolation[k];
        char text[ISOLATION_TEXT_SIZE];
        int count = 0;
        if (isolation == 0) continue;
        for (int i = k; i < options->participant_count; i++)
            count += endings->isolation[i] == isolation;
        if (count > ISOLATION_NAMES)
            printf("Isolation of %d programs", count);
        else
            printf("Isolation of ");
        for (int i = k, shown = 0; i < options->participant_count; i++) {
            if (endings->isolation[i] != isolation) continue;
            endings->isolation[i] = 0;
            if (count <= ISOLATION_NAMES)
                printf("%s%s", shown++ > 0 ? ", " : "", options->participants[i].name);
        }
        isolation_format(isolation, text);
        printf(": %s\n", text);
    }
}

void print_endings(const Tournament *tournament) {
    const TournamentOptions *options = tournament->options;
    Endings endings;
    count_endings(tournament, &endings);
    printf("Endings: %d played out", endings.all[ENDING_PLAYED_OUT]);
    for (int i = ENDING_PLAYED_OUT + 1; i < ENDINGS; i++)
        for (int k = 0; k < options->participant_count; k++)
            if (endings.by[k][i] > 0)
                printf(", %d %s of %s", endings.by[k][i], ending_name((Ending)i),
                       options->participants[k].name);
    printf("\n");
    print_failures(tournament);
    print_isolations(options, &endings);
}

void print_summary_json(const ArenaSession *session) {
    const Tournament *tournament = &session->tournament;
    printf(",\"endings\":");
    endings_json(stdout, tournament);
    printf(",\"openings\":");
    json_write_string(stdout, session->openings_text);
    printf(",\"seed\":%lld,\"resumed\":%d", (long long)session->input->seed, tournament->resumed);
    printf(",\"wall_seconds\":%.3f", tournament->wall_seconds);
}

void print_effort(const Tournament *tournament) {
    int played = tournament->done - tournament->resumed;
    printf("%d games", tournament->done);
    if (tournament->resumed > 0)
        printf(", %d of %d were there already", tournament->resumed, tournament->total);
    printf(", %s", output_duration(tournament->wall_seconds).text);
    if (played > 0 && tournament->wall_seconds > 0)
        printf(", %s", output_rate(played, tournament->wall_seconds).text);
    printf("\n");
}
