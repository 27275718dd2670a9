/* Runs self-play into a file of this process alone, or through a queue that several share. */
#include "train/games/selfplay_order.h"

#include "train/games/selfplay_queue.h"

/* What a run works with, once everything is open. */
typedef struct Run {
    const SelfplayOrder *order;
    SelfplayPlan plan;
    SelfplayProgress *progress;
    void *context;
    GamesWriter *writer; /* NULL without a file */
} Run;

static bool play_file(const Run *run, Error *error) {
    SelfplayFile file;
    Error later;
    if (!selfplay_file_init(&file, run->writer, run->order->games, error)) return false;
    bool ok = selfplay_run(&run->plan, &file.store, run->progress, run->context, error);
    if (!games_sync(run->writer, ok ? error : &later)) ok = false;
    return ok;
}

/* The file, if there is one, is written when the queue has all blocks. */
static bool play_queue(const Run *run, uint64_t *blocks, Error *error) {
    const SelfplayOrder *order = run->order;
    SelfplayQueue *queue =
        selfplay_queue_open(order->queue, &run->plan, order->games, order->lease_seconds, error);
    bool ok =
        queue &&
        selfplay_run(&run->plan, selfplay_queue_store(queue), run->progress, run->context, error) &&
        selfplay_queue_is_complete(queue, blocks, error) &&
        (!run->writer || selfplay_queue_gather(queue, run->writer, error));
    selfplay_queue_close(queue);
    return ok;
}

static bool play(Run *run, SelfplayOutcome *outcome, Error *error) {
    const SelfplayOrder *order = run->order;
    GamesWriter writer;
    if (order->out && !games_create(&writer, order->out, &order->header, error)) return false;
    if (order->out) run->writer = &writer;
    bool ok = order->queue ? play_queue(run, &outcome->blocks, error) : play_file(run, error);
    if (!order->out) return ok;
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
