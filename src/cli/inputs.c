/* Turns the options that several commands share into a game and an engine. */
#include "cli/inputs.h"

#include <string.h>
#include <strings.h>

#include "protocol/message.h"

bool board_input_read(const BoardInput *input, Shape *shape, Transcript *game, Error *error) {
    if (!shape_parse(shape, input->board, strlen(input->board), error)) return false;
    Board start = board_start(shape);
    if (input->position != NULL &&
        !board_parse(shape, input->position, strlen(input->position), &start, error))
        return false;
    const char *moves = input->moves != NULL ? input->moves : "";
    return transcript_parse(game, &start, moves, strlen(moves), error);
}

bool format_input_find(const char *option, const char *name, const RecordFormat **format,
                       Error *error) {
    *format = name != NULL ? record_format_find(name) : NULL;
    if (name == NULL || *format != NULL) return true;
    Nearest nearest = {.word = name};
    for (int i = 0; i < record_format_count; i++) nearest_offer(&nearest, record_formats[i]->name);
    error_set(error, STATUS_BAD_INPUT, "%s: there is no format '%.40s'%s%s", option, name,
              nearest.name != NULL ? ", did you mean " : "",
              nearest.name != NULL ? nearest.name : "");
    return false;
}

bool format_input_output(const char *to, const char *file, const RecordFormat **format,
                         Error *error) {
    const char *dot = file != NULL ? strrchr(file, '.') : NULL;
    if (!format_input_find("--to", to, format, error)) return false;
    if (*format == NULL && dot != NULL) *format = record_format_find(dot + 1);
    if (*format == NULL) *format = &format_ggf;
    return true;
}

static const Language languages[] = {
    {"en", "en"}, {"fr", "fr"}, {"ja", "ja"}, {"zh-CN", "zh_CN"}, {"zh-TW", "zh_TW"},
};

bool language_find(const char *tag, const Language **out, Error *error) {
    *out = NULL;
    if (!tag) return true;
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
        if (strcasecmp(tag, languages[i].tag) == 0) *out = &languages[i];
    if (*out) return true;
    error_set(error, STATUS_BAD_INPUT, "--lang '%.20s': %s", tag, LANGUAGE_HELP);
    return false;
}

bool language_begin(const char *tag, Error *error) {
    const Language *language;
    if (!language_find(tag, &language, error)) return false;
    message_begin(language ? language->catalogue : NULL);
    return true;
}

EngineOptions engine_input_options(const EngineInput *input) {
    return (EngineOptions){.threads = input->threads,
                           .hash_mb = input->hash,
                           .eval = input->eval,
                           .weights = input->weights};
}

Engine *engine_input_open(const EngineInput *input, const Shape *shape, Error *error) {
    EngineOptions options = engine_input_options(input);
    return engine_new(shape, &options, error);
}
