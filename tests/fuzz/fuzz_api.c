/* The JSON of the API: the first byte chooses the verb, the rest is its body. Quick verbs are
 * answered, verbs that think are only planned. Whatever is answered must be printable. */
#include <stdint.h>
#include <stdlib.h>

#include "web/api.h"
#include "web/think.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The order is that of the corpus: new ones come last. */
static const char *const verbs[] = {
    "game",        "position",       "play",          "diagram",        "import",
    "evaluate",    "best",           "search",        "move",           "review",
    "tree",        "export",         "perfect",       "library/search", "library/explore",
    "library/add", "library/import", "library/delete"};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static void answer(const char *verb, const char *body, size_t length) {
    Error error;
    json_t *result = api_answer(api_find(verb), body, length, &error);
    if (!result) result = api_error("bad-input", error.text);
    char *text = json_dumps(result, JSON_COMPACT);
    if (!text) abort();
    free(text);
    json_decref(result);
}

static void plan(const char *verb, const char *body, size_t length) {
    Error error;
    WebJobWork work;
    char session[SESSION_MAX + 1];
    if (think_read(think_find(verb), body, length, &work, session, &error)) work.release(work.plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const char *verb = verbs[data[0] % VERBS], *body = (const char *)data + 1;
    if (api_find(verb))
        answer(verb, body, size - 1);
    else
        plan(verb, body, size - 1);
    return 0;
}
