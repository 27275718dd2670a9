/* The verbs of the API that think: they run as jobs on threads of their own (web/job.h). */
#ifndef WEB_THINK_H
#define WEB_THINK_H

#include <jansson.h>

#include "web/job.h"
#include "web/state.h"

/* How long a request may keep an engine busy. */
enum {
    THINK_MAX_SECONDS = 60,         /* for one answer */
    THINK_MAX_STREAM_SECONDS = 600, /* for a stream */
};

typedef struct ThinkVerb {
    const char *name;
    const char *fields;
    bool is_stream; /* answers with server-sent events */
    bool is_get;    /* is asked for with GET, without fields */
    /* Checks the request and returns what run() needs, or NULL with the reason. */
    void *(*plan)(const json_t *request, Error *error);
    void (*run)(WebJob *job, void *plan);
    void (*release)(void *plan); /* NULL: free() does */
} ThinkVerb;

/* The verb with that name, or NULL. */
const ThinkVerb *think_find(const char *name);

/* Parses a body into the work of a job and the name of its page. */
bool think_read(const ThinkVerb *verb, const char *bytes, size_t length, WebJobWork *work,
                char session[SESSION_MAX + 1], Error *error);

/* The session of a request that only names one. */
bool think_read_session(const json_t *request, char session[SESSION_MAX + 1], Error *error);

/* In files of their own. */
extern const ThinkVerb think_best, think_search; /* think_search.c */
extern const ThinkVerb think_book;               /* think_book.c */
extern const ThinkVerb think_move;               /* think_move.c */
extern const ThinkVerb think_review;             /* think_review.c */
extern const ThinkVerb think_perfect;            /* think_perfect.c */
extern const ThinkVerb think_tree;               /* think_tree.c */
extern const ThinkVerb think_tournament;         /* think_tournament.c */
extern const ThinkVerb think_jobs;               /* think_jobs.c */

/* The fields `level`, `depth`, `selectivity`, `nodes`, `seconds` and `lines`. Whatever is asked,
 * the time is bounded by `most` seconds. */
#define LIMIT_FIELDS "level depth selectivity nodes seconds lines"
bool limits_read(EngineLimits *limits, const json_t *request, double most, Error *error);

/* What a search found so far, with the fields of engine/result_text.h. */
json_t *result_object(const Shape *shape, const EngineResult *result);

/* The verbs of the library of games, `library/...`. */
extern const ThinkVerb think_library[];
extern const int think_library_count;

#endif
