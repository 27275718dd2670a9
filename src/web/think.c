/* The table of the verbs that think, and what reading their requests has in common. */
#include "web/think.h"

#include <stdlib.h>
#include <string.h>

#include "web/fields.h"

static const ThinkVerb *const verbs[] = {&think_best,   &think_search,     &think_move,
                                         &think_review, &think_perfect,    &think_tree,
                                         &think_book,   &think_tournament, &think_jobs};

const ThinkVerb *think_find(const char *name) {
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i]->name, name) == 0) return verbs[i];
    for (int i = 0; i < think_library_count; i++)
        if (strcmp(think_library[i].name, name) == 0) return &think_library[i];
    return NULL;
}

bool think_read_session(const json_t *request, char session[SESSION_MAX + 1], Error *error) {
    const char *text;
    if (!fields_text(request, "session", "", SESSION_MAX, &text, error)) return false;
    for (const char *at = text; *at != '\0'; at++) {
        if (scan_is_letter(*at) || scan_is_digit(*at) || *at == '-' || *at == '_') continue;
        error_set(error, STATUS_BAD_INPUT, "field 'session': letters, digits, - and _ only");
        return false;
    }
    memcpy(session, text, strlen(text) + 1);
    return true;
}

bool think_read(const ThinkVerb *verb, const char *bytes, size_t length, WebJobWork *work,
                char session[SESSION_MAX + 1], Error *error) {
    json_t *request = fields_parse(bytes, length, verb->fields, error);
    if (!request) return false;
    void *plan = NULL;
    if (think_read_session(request, session, error)) plan = verb->plan(request, error);
    json_decref(request);
    *work = (WebJobWork){
        .run = verb->run, .release = verb->release ? verb->release : free, .plan = plan};
    return plan != NULL;
}
