/* The value of --lang: the languages that the terminal and the page both have. */
#ifndef CLI_LANGUAGE_H
#define CLI_LANGUAGE_H

#include <stdbool.h>

#include "base/status.h"

typedef struct Language {
    const char *tag;       /* as browsers call it: "zh-CN" */
    const char *catalogue; /* as po/ calls it: "zh_CN" */
} Language;

#define LANGUAGE_HELP "en, fr, ja, zh-CN or zh-TW"

/* The row of an option table whose struct `type` has a text called `lang`: of commands whose output
 * is translated. */
#define LANGUAGE_ROW(type)                                                                         \
    OPTION_TEXT_ROW(type, lang, "lang", "LANG", NULL, LANGUAGE_HELP "; else what the locale says")

/* Finds the language of a tag. *out is NULL for NULL: none was asked for. */
bool language_find(const char *tag, const Language **out, Error *error);

/* Speaks that language from now on, or with NULL what the locale says: see message_begin(). */
bool language_begin(const char *tag, Error *error);

#endif
