/* The value of --lang: the languages that the terminal game and the page both have. */
#ifndef CLI_LANGUAGE_H
#define CLI_LANGUAGE_H

#include <stdbool.h>

#include "base/status.h"

typedef struct Language {
    const char *tag;       /* as browsers call it: "zh-CN" */
    const char *catalogue; /* as po/ calls it: "zh_CN" */
} Language;

#define LANGUAGE_HELP "en, fr, ja, zh-CN or zh-TW"

/* Finds the language of a tag. *out is NULL for NULL: none was asked for. */
bool language_find(const char *tag, const Language **out, Error *error);

#endif
