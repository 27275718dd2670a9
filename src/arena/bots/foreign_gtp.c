/* Programs that speak GTP. Liberal in what is accepted: answers with a stray number in front
 * (`= 12 f5`), any case, CRLF, and chatter between answers are all seen in real programs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "arena/bots/foreign.h"
#include "base/scan.h"

enum { ANSWER_MAX = 256 };

/* The move is there; telling its score may take a moment longer. */
#define SCORE_GRACE_NS INT64_C(500000000)

typedef struct Gtp {
    ForeignProgram program;
    bool knows_set_game, knows_time_settings, knows_time_left, knows_score;
} Gtp;

/* What a program answered to one command. */
typedef struct Answer {
    bool is_error;
    char
        first[ANSWER_MAX]; /* its first line without the mark and the number; longer ones are cut */
} Answer;

static bool is_blank_line(const char *line) {
    while (scan_is_blank(*line)) line++;
    return *line == '\0';
}

/* Copies what follows `=` or `?`, an optional number, and blanks. */
static void take_first_line(const char *line, Answer *answer) {
    answer->is_error = *line++ == '?';
    while (scan_is_digit(*line)) line++;
    while (scan_is_blank(*line)) line++;
    strncpy(answer->first, line, sizeof answer->first - 1);
    answer->first[sizeof answer->first - 1] = '\0';
}

/* Whether a line can be an answer: begins with the mark, and is text. A terminal's colours may be
 * in it, but not what only a stream of random bytes has. */
static bool is_answer(const char *line, size_t length) {
    if (*line != '=' && *line != '?') return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)line[i] < ' ' && line[i] != '\t' && line[i] != '\x1b') return false;
    return true;
}

typedef void LineVisitor(Gtp *self, const char *line);

/* Reads until the empty line after an answer. `visit`, if any, sees all lines of it. */
static bool read_answer(Gtp *self, int64_t deadline_ns, Answer *answer, LineVisitor *visit,
                        Failure *failure) {
    const char *line;
    size_t length;
    *answer = (Answer){0};
    do {
        if (!foreign_read_line(&self->program, deadline_ns, &line, &length, failure)) return false;
    } while (!is_answer(line, length));
    take_first_line(line, answer);
    if (visit != NULL) visit(self, answer->first);
    for (;;) {
        if (!foreign_read_line(&self->program, deadline_ns, &line, &length, failure)) return false;
        if (is_blank_line(line)) return true;
        if (visit != NULL) visit(self, line);
    }
}

/* One command with its answer, whatever that is; and one that must succeed. */
#define ASK(self, deadline, answer, failure, ...)                                                  \
    (foreign_tell(&(self)->program, deadline, failure, __VA_ARGS__) &&                             \
     read_answer(self, deadline, answer, NULL, failure))
#define COMMAND(self, deadline, failure, ...)                                                      \
    (foreign_tell(&(self)->program, deadline, failure, __VA_ARGS__) &&                             \
     expect_success(self, deadline, failure))

static bool expect_success(Gtp *self, int64_t deadline_ns, Failure *failure) {
    Answer answer;
    if (!read_answer(self, deadline_ns, &answer, NULL, failure)) return false;
    return !answer.is_error ||
           failure_set(failure, ENDING_REFUSED, "answered '? %.100s'", answer.first);
}

/* One line of the answer to list_commands. */
static void note_command(Gtp *self, const char *line) {
    const struct {
        const char *name;
        bool *is_known;
    } commands[] = {{"set_game", &self->knows_set_game},
                    {"time_settings", &self->knows_time_settings},
                    {"time_left", &self->knows_time_left},
                    {"bianca-score", &self->knows_score}};
    while (scan_is_blank(*line)) line++;
    size_t length = strcspn(line, " \t\r");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (length == strlen(commands[i].name) && strncmp(line, commands[i].name, length) == 0)
            *commands[i].is_known = true;
}

/* The standard has whole seconds. Parts of one are worth a try; a refusal is no fault. */
static bool set_time(Gtp *self, int64_t deadline_ns, Failure *failure) {
    const GameTerms *terms = &self->program.terms;
    Answer answer;
    bool has_clock = terms->clock_seconds > 0;
    if (!self->knows_time_settings || (!has_clock && terms->move_seconds <= 0)) return true;
    return has_clock ? ASK(self, deadline_ns, &answer, failure, "time_settings %g 0 0\n",
                           terms->clock_seconds)
                     : ASK(self, deadline_ns, &answer, failure, "time_settings 0 %g 1\n",
                           terms->move_seconds);
}

/* GTP knows squares only; two numbers are what programs for other boards take. An 8x8 program may
 * well refuse the command for the one size it knows. */
static bool set_board(Gtp *self, int64_t deadline_ns, Failure *failure) {
    const Shape *shape = self->program.terms.shape;
    bool is_square = shape->width == shape->height;
    Answer answer;
    if (!(is_square ? ASK(self, deadline_ns, &answer, failure, "boardsize %d\n", shape->width)
                    : ASK(self, deadline_ns, &answer, failure, "boardsize %d %d\n", shape->width,
                          shape->height)))
        return false;
    if (!answer.is_error || (is_square && shape->width == 8)) return true;
    return failure_set(failure, ENDING_REFUSED, "refused the board: '? %.100s'", answer.first);
}

static bool begin(Participant *participant, const GameTerms *terms, const Transcript *opening,
                  Side side, Failure *failure) {
    Gtp *self = (Gtp *)participant;
    Answer answer;
    foreign_reset(&self->program, terms, side);
    self->knows_set_game = self->knows_time_settings = false;
    self->knows_time_left = self->knows_score = false;
    if (!foreign_check_start(opening, failure)) return false;
    if (!foreign_start(&self->program, NULL, 0, failure)) return false;
    int64_t deadline = foreign_start_deadline(&self->program);
    process_new_turn(self->program.process);
    if (!foreign_tell(&self->program, deadline, failure, "list_commands\n") ||
        !read_answer(self, deadline, &answer, note_command, failure))
        return false;
    if (self->knows_set_game && !COMMAND(self, deadline, failure, "set_game Othello\n"))
        return false;
    return set_board(self, deadline, failure) &&
           COMMAND(self, deadline, failure, "clear_board\n") && set_time(self, deadline, failure);
}

static const char *colour(Side side) {
    return side == BLACK ? "b" : "w";
}

/* Tells all moves it does not know. Some programs (gtp-rhino) pass by themselves where the rules
 * leave no choice, and refuse to be told: that is no fault. */
static bool tell_moves(Gtp *self, const Turn *turn, Failure *failure) {
    const Transcript *game = turn->game;
    Side side = game->start.side;
    for (int i = 0; i < self->program.known; i++) side = side_other(side);
    for (; self->program.known < game->count; self->program.known++, side = side_other(side)) {
        int square = game->moves[self->program.known].square;
        MoveName name = move_name(game->start.shape, square);
        Answer answer;
        if (!ASK(self, turn->deadline_ns, &answer, failure, "play %s %s\n", colour(side),
                 name.text))
            return false;
        if (answer.is_error && square != PASS)
            return failure_set(failure, ENDING_REFUSED, "answered '? %.100s' to %s", answer.first,
                               name.text);
    }
    return true;
}

/* The move in "f5", "12 f5" or "f5 and some remark". */
static bool read_move(const Board *board, const char *text, Choice *choice, Failure *failure) {
    const char *word = text;
    size_t length = strcspn(word, " \t\r");
    bool is_number = length > 0 && strspn(word, "0123456789") == length;
    if (is_number && word[length] != '\0') {
        word += length + strspn(word + length, " \t");
        length = strcspn(word, " \t\r");
    }
    if (strcasecmp(text, "resign") == 0) return failure_set(failure, ENDING_RESIGNED, "resigned");
    return foreign_judge(board, word, length, &choice->square, failure);
}

/* The number after a word of the answer to bianca-score; 0 if it is not there. */
static double number_after(const char *text, const char *word) {
    const char *at = strstr(text, word);
    double number = at != NULL ? strtod(at + strlen(word), NULL) : 0;
    return number >= 0 && number < 1e18 ? number : 0;
}

/* What the program thinks of its move: "8127 own depth 10 nodes 31006", or the number alone. Nice
 * to know, so that an answer that cannot be read is no fault. */
static bool read_score(Gtp *self, int64_t deadline_ns, Choice *choice, Failure *failure) {
    Answer answer;
    char *end;
    if (!self->knows_score) return true;
    if (!ASK(self, deadline_ns, &answer, failure, "bianca-score\n")) return false;
    double score = strtod(answer.first, &end);
    if (answer.is_error || end == answer.first || !isfinite(score)) return true;
    choice->has_score = true;
    choice->score = score;
    choice->is_own_unit = strstr(end, "discs") == NULL;
    choice->depth = (int)fmin(number_after(end, "depth "), 64);
    choice->nodes = (uint64_t)number_after(end, "nodes ");
    return true;
}

static bool choose(Participant *participant, const Turn *turn, Choice *choice, Failure *failure) {
    Gtp *self = (Gtp *)participant;
    const Board *board = &turn->game->end;
    Answer answer;
    process_new_turn(self->program.process);
    if (!tell_moves(self, turn, failure)) return false;
    if (self->knows_time_left && self->program.terms.clock_seconds > 0 &&
        !ASK(self, turn->deadline_ns, &answer, failure, "time_left %s %g 0\n", colour(board->side),
             turn->clock_seconds))
        return false;
    if (!ASK(self, turn->deadline_ns, &answer, failure, "genmove %s\n", colour(board->side)))
        return false;
    if (answer.is_error)
        return failure_set(failure, ENDING_REFUSED, "answered '? %.100s'", answer.first);
    if (!read_move(board, answer.first, choice, failure)) return false;
    self->program.known++; /* genmove has played it */
    return read_score(self, turn->deadline_ns + SCORE_GRACE_NS, choice, failure);
}

static const ParticipantKind kind = {begin, choose, foreign_end_with_quit, foreign_free, NULL};

Participant *gtp_participant_new(const ForeignOptions *options) {
    return foreign_alloc(sizeof(Gtp), &kind, options);
}
