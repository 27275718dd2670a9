/* Runs self-play into a file of this process alone. */
#include "train/games/selfplay_order.h"

/* What a run works with, once everything is open. */
typedef struct Run {
    const SelfplayOrder *order;
    SelfplayPlan plan;
    SelfplayProgress *progress;
    void *context;
    GamesWriter *writer;
} Run;

static bool play_file(const Run *run, Error *error) {
    SelfplayFile file;
    Error later;
    if (!selfplay_file_init(&file, run->writer, run->order->games, error)) return false;
    bool ok = selfplay_run(&run->plan, &file.store, run->progress, run->context, error);
    if (!games_sync(run->writer, ok ? error : &later)) ok = false;
    return ok;
}

static bool play(Run *run, SelfplayOutcome *outcome, Error *error) {
    const SelfplayOrder *order = run->order;
    GamesWriter writer;
    if (!games_create(&writer, order->out, &order->header, error)) return false;
    run->writer = &writer;
    bool ok = play_file(run, error);
    *outcome = (SelfplayOutcome){.blocks = writer.blocks, .bytes = writer.end};
    games_finish(&writer);
    return ok;
}

bool selfplay_order_run(const SelfplayOrder *order, SelfplayProgress *progress, void *context,
                        SelfplayOutcome *outcome, Error *error) {
    Shape shape;
    Evaluation evaluation;
    *outcome = (SelfplayOutcome){.blocks = 0};
    if (!shape_init(&shape, order->header.width, order->header.height, error) ||
        !evaluation_open(&evaluation, &shape, order->eval, order->weights, error))
        return false;
    Run run = {.order = order,
               .plan = {.evaluation = &evaluation,
                        .isa = order->isa,
                        .header = order->header,
                        .threads = order->threads,
                        .stop = order->stop},
               .progress = progress,
               .context = context};
    bool ok = play(&run, outcome, error);
    evaluation_close(&evaluation);
    return ok;
}
