/* The API without HTTP: what a request's body says in, JSON out.
 *
 * There are two kinds of verbs. The quick ones are answered on the spot by api_answer(); those
 * that think (web/think.h) take seconds and run as jobs. docs/api.md describes all of them. */
#ifndef WEB_API_H
#define WEB_API_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "engine/evaluations.h"

/* One quick verb: its name in the path, the fields its request may hold, and what it does. Returns
 * the answer, or NULL with the reason. */
typedef struct ApiVerb {
    const char *name;
    const char *fields;
    json_t *(*answer)(const json_t *request, Error *error);
} ApiVerb;

/* The quick verb with that name, or NULL. */
const ApiVerb *api_find(const char *name);

/* Parses the body and answers it: a new reference, or NULL with the reason. Any thread. */
json_t *api_answer(const ApiVerb *verb, const char *bytes, size_t length, Error *error);

/* What GET status, GET players and GET openings answer. */
json_t *api_status(void);
json_t *api_players(void);
json_t *api_openings(void);

/* A message as a string of valid UTF-8. */
json_t *api_message(const char *message);

/* The status of an HTTP answer that says so: 400, 422 or 503 (docs/api.md). */
int api_http_status(Status status);

/* {"error":{"code":..,"message":..}} */
json_t *api_error(const char *code, const char *message);

enum { API_NAME_LIMIT = 79 /* bytes of a player's name */ };

/* The field `eval` of a request: a classic program's evaluation, opened for the request's board;
 * "positional" if the field is missing. The shape must outlive the evaluation, which the caller
 * closes. NULL with the reason if there is no such program or it does not know the board. */
enum { EVALUATION_NAME_LIMIT = 40 };
Evaluation *evaluation_read(const Shape *shape, const json_t *request, Error *error);

/* In files of their own. */
json_t *api_import(const json_t *request, Error *error);
json_t *api_export(const json_t *request, Error *error);
json_t *api_evaluate(const json_t *request, Error *error);

#endif
