/* Evaluations for front ends: what the registry and the weights of eval/ know, as plain data. */
#include "engine/evaluations.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "eval/registry.h"

_Static_assert((int)EXPLANATION_MAX_TERMS == (int)EVAL_MAX_TERMS, "every term must fit");

bool evaluations_info(int index, EvaluationInfo *info) {
    if (index < 0 || index >= classic_program_count) return false;
    const ClassicProgram *classic = classic_programs[index];
    *info = (EvaluationInfo){.name = classic->name,
                             .summary = classic->summary,
                             .origin = classic->origin,
                             .boards = classic->boards,
                             .is_home_only = classic->is_home_only,
                             .plies = classic->search.plies};
    return true;
}

bool evaluations_has(const char *name) {
    return classic_program_find(name, strlen(name)) != NULL;
}

Evaluation *evaluations_open(const Shape *shape, const char *name, const char *weights,
                             Error *error) {
    Evaluation *evaluation = malloc(sizeof *evaluation);
    if (!evaluation) {
        error_set(error, STATUS_NO_MEMORY, "no memory for an evaluation");
        return NULL;
    }
    if (evaluation_open(evaluation, shape, name, weights, error)) return evaluation;
    free(evaluation);
    return NULL;
}

void evaluations_close(Evaluation *evaluation) {
    if (!evaluation) return;
    evaluation_close(evaluation);
    free(evaluation);
}

const char *evaluations_name(const Evaluation *evaluation) {
    return evaluation->name;
}

void evaluations_explain(const Evaluation *evaluation, Position position,
                         const EvaluationLine *line, Explanation *out) {
    EvalTerms terms = {.count = 0};
    EvalLine given;
    if (line) given = (EvalLine){.begin = line->begin, .last_square = line->last_square};
    *out = (Explanation){
        .value = evaluation_explain(evaluation, position, line ? &given : NULL, &terms),
        .square_weights = evaluation->program->table ? evaluation->square_weights : NULL};
    for (out->count = 0; out->count < terms.count; out->count++) {
        const EvalTerm *term = &terms.list[out->count];
        out->terms[out->count].name = term->name;
        out->terms[out->count].value = term->value;
        out->terms[out->count].weight = term->weight;
    }
}

static void put_table(Text *out, const Shape *shape, const double *weights) {
    if (!weights) {
        text_string(out, ",\"table\":null");
        return;
    }
    text_string(out, ",\"table\":");
    for (int i = 0; i < shape->squares; i++)
        text_format(out, "%s%.12g", i > 0 ? "," : "[", weights[shape_from_index(shape, i)] + 0.0);
    text_byte(out, ']');
}

void explanation_json(Text *out, const Board *board, const char *name,
                      const Explanation *explanation) {
    text_string(out, "\"eval\":");
    json_text_string(out, name);
    text_format(out, ",\"side\":\"%s\",\"value\":%.12g,\"terms\":[",
                board->side == BLACK ? "black" : "white", explanation->value + 0.0); /* no -0 */
    for (int i = 0; i < explanation->count; i++) {
        double value = explanation->terms[i].value, weight = explanation->terms[i].weight;
        text_string(out, i > 0 ? ",{\"name\":" : "{\"name\":");
        json_text_string(out, explanation->terms[i].name);
        text_format(out, ",\"value\":%.12g,\"weight\":%.12g,\"product\":%.12g}", value + 0.0,
                    weight + 0.0, value * weight + 0.0);
    }
    text_byte(out, ']');
    put_table(out, board->shape, explanation->square_weights);
}

bool evaluations_failure(const Evaluation *evaluation, Error *error) {
    return evaluation_failure(evaluation, error);
}
