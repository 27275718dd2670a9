/* The table of languages. */
#include "cli/language.h"

#include <stddef.h>
#include <strings.h>

#include "protocol/message.h"

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
