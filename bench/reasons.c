/* For bench/reasons.sh: explains the blunders of games and checks each reason with a deeper search.
 * For comparison, the same check of causes that have nothing to do with the mistake: a corner and
 * an edge square that neither line reaches. */
#include <stdio.h>
#include <stdlib.h>

#include "base/bits.h"
#include "engine/review.h"
#include "record/reader.h"

enum { LINE = REASON_LINE_MAX, CONTROLS = 2 };

typedef struct Sample {
    Engine *engine;
    const Transcript *game;
    int depth;
    int blunders, explained, confirmed;
    int given[REASON_CODES], first[REASON_CODES], right[REASON_CODES];
    int controls[CONTROLS], passed[CONTROLS];
} Sample;

static uint64_t squares_of(const EngineLine *line) {
    uint64_t squares = 0;
    for (int i = 0; i < line->length && i < LINE; i++)
        if (line->pv[i] < PASS) squares |= bits_square(line->pv[i]);
    return squares;
}

static void try_controls(Sample *sample, const Mistake *mistake) {
    const Shape *shape = mistake->shape;
    uint64_t free = position_empties(shape, mistake->position) & ~squares_of(mistake->best) &
                    ~squares_of(mistake->played);
    uint64_t edges = (shape->ends[0] | shape->ends[1]) & ~shape->corners;
    uint64_t sets[CONTROLS] = {free & shape->corners, free & edges};
    static const ReasonCode codes[CONTROLS] = {REASON_CORNER, REASON_EDGE};
    for (int i = 0; i < CONTROLS; i++) {
        if (!sets[i]) continue;
        Reason control = {.code = codes[i], .square = bits_first(sets[i])};
        sample->controls[i]++;
        sample->passed[i] += reasons_confirm(sample->engine, mistake, REASON_DEPTH, &control);
    }
}

static void look(void *context, const ReviewMove *move) {
    Sample *sample = context;
    if (move->verdict != REVIEW_BLUNDER) return;
    Board board = sample->game->start;
    for (int i = 0; i < move->ply; i++) board_play(&board, sample->game->moves[i]);
    Mistake mistake = {board.shape, board.position, move->line, move->played_line, move->loss};
    int right = 0;
    for (int i = 0; i < move->reason_count; i++) {
        const Reason *reason = &move->reasons[i];
        bool is_right = reasons_confirm(sample->engine, &mistake, sample->depth, reason);
        sample->given[reason->code]++;
        sample->first[reason->code] += i == 0;
        sample->right[reason->code] += is_right;
        right += is_right;
    }
    sample->blunders++;
    sample->explained += move->reason_count > 0;
    sample->confirmed += right > 0;
    try_controls(sample, &mistake);
}

static double percent(int part, int all) {
    return all > 0 ? 100.0 * part / all : 0;
}

static void report(const Sample *sample, int games) {
    printf("%d games, %d blunders\n", games, sample->blunders);
    printf("explained: %d, %.1f %%\n", sample->explained,
           percent(sample->explained, sample->blunders));
    printf("confirmed at depth %d: %d, %.1f %%\n", sample->depth, sample->confirmed,
           percent(sample->confirmed, sample->blunders));
    printf("%-16s %6s %6s %10s\n", "reason", "given", "first", "confirmed");
    for (int i = 0; i < REASON_CODES; i++)
        printf("%-16s %6d %6d %8.0f %%\n", reason_name((ReasonCode)i), sample->given[i],
               sample->first[i], percent(sample->right[i], sample->given[i]));
    printf("squares elsewhere that pass the check: corners %.0f %%, edges %.0f %%\n",
           percent(sample->passed[0], sample->controls[0]),
           percent(sample->passed[1], sample->controls[1]));
}

int main(int argc, char **argv) {
    static Shape shape;
    static Sample sample;
    Error error;
    if (argc != 4 || !shape_init(&shape, 8, 8, NULL)) return 2;
    EngineLimits limits = {.level = atoi(argv[2])};
    sample.depth = atoi(argv[3]);
    sample.engine = engine_new(&shape, &(EngineOptions){.threads = 1, .hash_mb = 64}, &error);
    FILE *in = fopen(argv[1], "rb");
    RecordReader *reader = in ? record_reader_new(in, argv[1], NULL, &shape, &error) : NULL;
    if (!sample.engine || !reader) return 1;
    GameRecord game;
    RecordRead read;
    int games = 0;
    while ((read = record_reader_next(reader, &game, &error)) != RECORD_END) {
        ReviewSide sides[2];
        if (read != RECORD_GAME) continue;
        games++;
        sample.game = &game.moves;
        review_game(sample.engine, &game.moves, &limits, 0, look, &sample, sides);
    }
    report(&sample, games);
    record_reader_free(reader);
    engine_free(sample.engine);
    fclose(in);
    return 0;
}
