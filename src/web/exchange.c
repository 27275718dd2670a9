/* From the headers of a request to its answer. The library calls exchange_handle() several times
 * for a request: once when the headers are there, then for each part of the body, then once
 * more; and again whenever a suspended connection is resumed. */
#include "web/exchange.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/options.h"
#include "web/fields.h"
#include "web/route.h"

enum { STREAM_BLOCK = 16 * 1024, OVERFLOW_MAX = 1 << 20 };
#define TOO_LARGE "the body is larger than 65536 bytes"

typedef struct Exchange {
    struct MHD_Connection *connection;
    Route route;
    size_t length;
    char *body;      /* FIELDS_MAX_BYTES once it is needed */
    size_t overflow; /* bytes of the body beyond that, which were dropped */
    WebJob *job;
    bool is_stream;
} Exchange;

typedef struct MHD_Response Response;

int connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/* --- Answers -------------------------------------------------------------------------------------
 */

/* What every answer carries: nothing may be guessed, framed, referred to or loaded from elsewhere.
 */
static const char *const safe_headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
     "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types bianca"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
};

static enum MHD_Result send_response(Exchange *exchange, int status, Response *response,
                                     const char *type, const char *cache) {
    if (!response) return MHD_NO;
    for (size_t i = 0; i < sizeof safe_headers / sizeof safe_headers[0]; i++)
        MHD_add_response_header(response, safe_headers[i][0], safe_headers[i][1]);
    if (type) MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Cache-Control", cache);
    enum MHD_Result sent = MHD_queue_response(exchange->connection, (unsigned)status, response);
    MHD_destroy_response(response);
    return sent;
}

static Response *text_response(char *text) {
    return text ? MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE) : NULL;
}

static enum MHD_Result send_json(Exchange *exchange, int status, json_t *json) {
    Response *response = text_response(json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(10)));
    json_decref(json);
    if (response && status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow",
                                exchange->route.method == ROUTE_POST ? "POST" : "GET, HEAD");
    if (response && status == MHD_HTTP_SERVICE_UNAVAILABLE)
        MHD_add_response_header(response, "Retry-After", "2");
    return send_response(exchange, status, response, "application/json", "no-store");
}

static enum MHD_Result refuse(Exchange *exchange, int status, const char *code,
                              const char *message) {
    return send_json(exchange, status, api_error(code, message));
}

static enum MHD_Result refuse_error(Exchange *exchange, const Error *error) {
    return refuse(exchange, api_http_status(error->status), status_name(error->status),
                  error->text);
}

static const char *header(const Exchange *exchange, const char *name) {
    return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

/* --- The page ------------------------------------------------------------------------------------
 */

static enum MHD_Result send_asset(Exchange *exchange, const Asset *asset) {
    char tag[ASSET_TAG_SIZE];
    asset_tag(asset, tag);
    const char *known = header(exchange, "If-None-Match");
    bool is_known = known && strcmp(known, tag) == 0;
    Response *response =
        MHD_create_response_from_buffer(is_known ? 0 : asset_length(asset),
                                        (void *)(uintptr_t)asset->begin, MHD_RESPMEM_PERSISTENT);
    if (response) MHD_add_response_header(response, "ETag", tag);
    return send_response(exchange, is_known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response,
                         asset->type, "no-cache");
}

/* `/?token=T` gives the browser its cookie and then forgets the token, so that it stays neither in
 * the address bar nor in the history. */
static enum MHD_Result send_cookie(Exchange *exchange, const char *token) {
    char cookie[GUARD_TOKEN_MAX + 80];
    snprintf(cookie, sizeof cookie, "bianca_token=%s; Path=/; HttpOnly; SameSite=Strict", token);
    Response *response =
        MHD_create_response_from_buffer(0, (void *)(uintptr_t) "", MHD_RESPMEM_PERSISTENT);
    if (response) {
        MHD_add_response_header(response, "Set-Cookie", cookie);
        MHD_add_response_header(response, "Location", "/");
    }
    return send_response(exchange, MHD_HTTP_SEE_OTHER, response, NULL, "no-store");
}

/* --- Jobs
 * -------------------------------------------------------------------------------------------
 */

static void sleep_connection(void *context) {
    MHD_suspend_connection(((Exchange *)context)->connection);
}

static void wake_connection(void *context) {
    MHD_resume_connection(((Exchange *)context)->connection);
}

static ssize_t read_job(void *context, uint64_t position, char *bytes, size_t size) {
    (void)position;
    Exchange *exchange = context;
    ssize_t count = job_read(exchange->job, bytes, size);
    return count < 0 ? MHD_CONTENT_READER_END_OF_STREAM : count;
}

/* A whole answer is in the job's buffer. */
static enum MHD_Result send_job_answer(Exchange *exchange, WebJobState state) {
    Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_job, exchange, NULL);
    int status = state == JOB_FAILED ? job_status(exchange->job) : MHD_HTTP_OK;
    return send_response(exchange, status, response, "application/json", "no-store");
}

static enum MHD_Result continue_job(Exchange *exchange) {
    WebJobState state = job_wait(exchange->job);
    if (state == JOB_BUSY) return MHD_YES;
    if (state == JOB_FAILED || !exchange->is_stream) return send_job_answer(exchange, state);
    Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_job, exchange, NULL);
    return send_response(exchange, MHD_HTTP_OK, response, "text/event-stream", "no-store");
}

static enum MHD_Result start_job(const Site *site, Exchange *exchange, const ThinkVerb *verb) {
    Error error;
    WebJobWork work;
    char session[SESSION_MAX + 1];
    const char *body = exchange->body ? exchange->body : "{}"; /* GET has none */
    size_t length = exchange->body ? exchange->length : strlen(body);
    if (!think_read(verb, body, length, &work, session, &error))
        return refuse_error(exchange, &error);
    WebJobReader reader = {sleep_connection, wake_connection, exchange};
    exchange->is_stream = verb->is_stream;
    exchange->job = jobs_start(site->jobs, session, work, reader, &error);
    if (!exchange->job) return refuse(exchange, MHD_HTTP_SERVICE_UNAVAILABLE, "busy", error.text);
    watch_received(site->watch, connection_socket(exchange->connection), exchange->job);
    return continue_job(exchange);
}

static enum MHD_Result stop_session(const Site *site, Exchange *exchange) {
    Error error;
    char session[SESSION_MAX + 1];
    json_t *request = fields_parse(exchange->body, exchange->length, "session", &error);
    bool ok = request && think_read_session(request, session, &error);
    json_decref(request);
    if (!ok) return refuse_error(exchange, &error);
    bool was_running = jobs_stop_session(site->jobs, session);
    return send_json(exchange, MHD_HTTP_OK, json_pack("{s:b}", "stopped", was_running));
}

/* --- Requests ------------------------------------------------------------------------------------
 */

/* Checks the headers that say where a request comes from. Returns false after refusing the request.
 */
static bool pass_guard(const Site *site, Exchange *exchange, bool is_api,
                       enum MHD_Result *refused) {
    const char *host = header(exchange, "Host");
    if (!guard_host(&site->guard, host)) {
        *refused = refuse(exchange, MHD_HTTP_FORBIDDEN, "bad-host",
                          "this server does not answer to that name");
        return false;
    }
    if (!guard_origin(header(exchange, "Origin"), host) ||
        !guard_site(header(exchange, "Sec-Fetch-Site"), header(exchange, "Sec-Fetch-Mode"),
                    is_api)) {
        *refused = refuse(exchange, MHD_HTTP_FORBIDDEN, "bad-origin",
                          "pages of other sites may not use this server");
        return false;
    }
    return true;
}

static bool pass_token(const Site *site, Exchange *exchange, const char *url,
                       enum MHD_Result *answered) {
    const char *cookie =
        MHD_lookup_connection_value(exchange->connection, MHD_COOKIE_KIND, "bianca_token");
    if (guard_token(&site->guard, header(exchange, "Authorization"), cookie)) return true;
    const char *token =
        MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, "token");
    if (token && strcmp(url, "/") == 0 && guard_token(&site->guard, NULL, token))
        *answered = send_cookie(exchange, token);
    else
        *answered = refuse(exchange, MHD_HTTP_UNAUTHORIZED, "bad-token",
                           "open the address that bianca serve printed: it carries the token");
    return false;
}

static bool pass_body(Exchange *exchange, enum MHD_Result *refused) {
    const char *type = header(exchange, "Content-Type");
    const char *length = header(exchange, "Content-Length");
    int64_t bytes = 0;
    /* Parameters may follow: "application/json; charset=utf-8". */
    if (!type || strncasecmp(type, "application/json", 16) != 0 || !strchr("; \t", type[16])) {
        *refused = refuse(exchange, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "bad-type",
                          "the Content-Type must be application/json");
        return false;
    }
    if (length && !options_integer("length", length, 0, FIELDS_MAX_BYTES, &bytes, NULL)) {
        *refused = refuse(exchange, MHD_HTTP_CONTENT_TOO_LARGE, "too-large", TOO_LARGE);
        return false;
    }
    return true;
}

static RouteMethod method_of(const char *name) {
    if (strcmp(name, "GET") == 0 || strcmp(name, "HEAD") == 0) return ROUTE_GET;
    return strcmp(name, "POST") == 0 ? ROUTE_POST : ROUTE_NONE;
}

/* The headers are there. Refuses what they forbid; otherwise makes room for a body. */
static enum MHD_Result begin(const Site *site, Exchange *exchange, const char *url,
                             const char *method) {
    enum MHD_Result answered = MHD_NO;
    RouteMethod asked = method_of(method);
    const Route *route = &exchange->route;
    exchange->route = route_find(url);
    if (!pass_guard(site, exchange, route->is_api, &answered) ||
        !pass_token(site, exchange, url, &answered))
        return answered;
    if (asked == ROUTE_NONE)
        return refuse(exchange, MHD_HTTP_METHOD_NOT_ALLOWED, "bad-method",
                      "GET, HEAD and POST only");
    if (route->method == ROUTE_NONE)
        return refuse(exchange, MHD_HTTP_NOT_FOUND, "not-found", "there is nothing here");
    if (route->method != asked)
        return refuse(exchange, MHD_HTTP_METHOD_NOT_ALLOWED, "bad-method",
                      route->method == ROUTE_GET ? "GET only" : "POST only");
    if (asked == ROUTE_GET) return MHD_YES;
    if (!pass_body(exchange, &answered)) return answered;
    exchange->body = malloc(FIELDS_MAX_BYTES);
    return exchange->body ? MHD_YES : MHD_NO;
}

/* The whole request is there. */
static enum MHD_Result answer(const Site *site, Exchange *exchange) {
    const Route *route = &exchange->route;
    if (route->asset) return send_asset(exchange, route->asset);
    if (route->get) {
        json_t *result = route->get();
        if (route->get == api_players)
            json_object_set_new(result, "programs", programs_json(jobs_programs(site->jobs)));
        if (route->get == api_status) {
            json_object_set_new(result, "library", json_boolean(jobs_has_library(site->jobs)));
            json_object_set_new(result, "threads", json_integer(jobs_threads(site->jobs)));
            json_object_set_new(result, "tournament", json_boolean(jobs_has_live(site->jobs)));
            json_object_set_new(result, "jobs", json_boolean(jobs_has_queue(site->jobs)));
        }
        return send_json(exchange, MHD_HTTP_OK, result);
    }
    if (route->think) return start_job(site, exchange, route->think);
    if (route->is_stop) return stop_session(site, exchange);
    Error error;
    json_t *result = api_answer(route->quick, exchange->body, exchange->length, &error);
    return result ? send_json(exchange, MHD_HTTP_OK, result) : refuse_error(exchange, &error);
}

enum MHD_Result exchange_handle(void *context, struct MHD_Connection *connection, const char *url,
                                const char *method, const char *version, const char *bytes,
                                size_t *length, void **place) {
    (void)version;
    const Site *site = context;
    Exchange *exchange = *place;
    if (!exchange) {
        exchange = calloc(1, sizeof *exchange);
        if (!exchange) return MHD_NO;
        *place = exchange;
        exchange->connection = connection;
        return begin(site, exchange, url, method);
    }
    if (*length > 0) {
        if (!exchange->body || exchange->overflow > OVERFLOW_MAX) return MHD_NO;
        if (*length > FIELDS_MAX_BYTES - exchange->length) {
            /* A body in chunks does not say its length before. The answer can be sent only after
             * the last chunk: a little more is read and dropped, much more ends the connection. */
            exchange->overflow += *length;
            *length = 0;
            return MHD_YES;
        }
        memcpy(exchange->body + exchange->length, bytes, *length);
        exchange->length += *length;
        *length = 0;
        return MHD_YES;
    }
    if (exchange->overflow > 0)
        return refuse(exchange, MHD_HTTP_CONTENT_TOO_LARGE, "too-large", TOO_LARGE);
    if (exchange->job) return continue_job(exchange);
    watch_received(site->watch, connection_socket(connection), NULL);
    return answer(site, exchange);
}

void exchange_done(void *context, struct MHD_Connection *connection, void **place,
                   enum MHD_RequestTerminationCode why) {
    (void)why;
    const Site *site = context;
    Exchange *exchange = *place;
    *place = NULL;
    if (!exchange) return;
    watch_answered(site->watch, connection_socket(connection));
    if (exchange->job) job_release(exchange->job);
    free(exchange->body);
    free(exchange);
}
