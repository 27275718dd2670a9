/* See engine_input.h. */
#include "cli/engine_input.h"

#include "record/notation.h"

Engine *engine_input_open(const EngineInput *input, const Shape *shape, Error *error) {
    EngineOptions options = {.threads = input->threads,
                             .hash_mb = input->hash,
                             .eval = input->eval,
                             .weights = input->weights};
    return engine_new(shape, &options, error);
}

double score_discs(int score) {
    return (double)score / EVAL_DISC;
}

ScoreText score_text(int score, bool is_exact) {
    ScoreText text;
    if (is_exact)
        snprintf(text.text, sizeof text.text, "%+d", score / EVAL_DISC);
    else
        snprintf(text.text, sizeof text.text, "%+.2f", score_discs(score));
    return text;
}

void print_line(FILE *out, const Shape *shape, const SearchLine *line, int most) {
    for (int i = 0; i < line->length && i < most; i++)
        fprintf(out, "%s%s", i ? " " : "", move_name(shape, line->pv[i]).text);
}

void print_line_json(FILE *out, const Shape *shape, const SearchLine *line) {
    fputc('[', out);
    for (int i = 0; i < line->length; i++)
        fprintf(out, "%s\"%s\"", i ? "," : "", move_name(shape, line->pv[i]).text);
    fputc(']', out);
}
