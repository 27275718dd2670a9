/* What a path of a URL means: decided once for a request, when its headers have arrived. */
#ifndef WEB_ROUTE_H
#define WEB_ROUTE_H

#include "web/api.h"
#include "web/assets.h"
#include "web/think.h"

#define ROUTE_API "/api/v1/"

/* Which methods a path answers to. */
typedef enum RouteMethod {
    ROUTE_NONE, /* there is no such path */
    ROUTE_GET,  /* and HEAD */
    ROUTE_POST,
} RouteMethod;

/* Exactly one of the pointers is set, or is_stop; none if there is no such path. */
typedef struct Route {
    RouteMethod method;
    bool is_api; /* begins with ROUTE_API, whether or not it exists */
    bool is_stop;
    const Asset *asset;
    json_t *(*get)(void);
    const ApiVerb *quick;
    const ThinkVerb *think;
} Route;

/* `path` without the query. Any thread. */
Route route_find(const char *path);

#endif
