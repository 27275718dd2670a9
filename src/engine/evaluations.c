/* Evaluations for front ends: what the registry and the weights of eval/ know, as plain data. */
#include "engine/evaluations.h"

#include <stdlib.h>
#include <string.h>

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

bool evaluations_failure(const Evaluation *evaluation, Error *error) {
    return evaluation_failure(evaluation, error);
}
