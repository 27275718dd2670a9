/* The JSON of the API: the first byte chooses the verb, the rest is its body. Quick verbs are
 * answered, verbs that think are only planned. Whatever is answered must be printable. */
#include <stdint.h>
#include <stdlib.h>

#include "web/api.h"
#include "web/think.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const quick[] = {"game", "position", "play", "diagram", "import", "evaluate"};
static const char *const slow[] = {"best", "search", "move", "review", "tree"};

enum { QUICK = sizeof quick / sizeof quick[0], SLOW = sizeof slow / sizeof slow[0] };

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
    JobWork work;
    char session[SESSION_MAX + 1];
    if (think_read(think_find(verb), body, length, &work, session, &error)) work.release(work.plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    int verb = data[0] % (QUICK + SLOW);
    const char *body = (const char *)data + 1;
    if (verb < QUICK)
        answer(quick[verb], body, size - 1);
    else
        plan(slow[verb - QUICK], body, size - 1);
    return 0;
}
