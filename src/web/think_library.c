/* The verbs of the library: games found, explored, added and deleted. They run as jobs, because a
 * search by name reads the whole file, and another program may hold it for a moment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/library_json.h"
#include "record/reader.h"
#include "web/api.h"
#include "web/fields.h"
#include "web/think.h"

enum { MAX_FOUND = 200, DEFAULT_FOUND = 20, MAX_OFFSET = 1 << 24, MAX_REASONS = 20 };

/* What a request asks for; each verb uses its part. */
typedef struct Plan {
    GameInput game;
    bool has_position;
    char names[5][API_NAME_LIMIT + 1]; /* player, black, white, event, opening */
    char date[API_NAME_LIMIT + 1], place[API_NAME_LIMIT + 1];
    long first_year, last_year, limit, offset, id;
    LibraryResult result;
    char text[RECORD_MAX_BYTES + 1];
} Plan;

enum { PLAYER, BLACK_NAME, WHITE_NAME, EVENT, OPENING };

/* --- Requests -----------------------------------------------------------------------------------
 */

static bool copy_text(const json_t *request, const char *name, char out[API_NAME_LIMIT + 1],
                      Error *error) {
    const char *text;
    if (!fields_text(request, name, "", API_NAME_LIMIT, &text, error)) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool read_result(const json_t *request, LibraryResult *result, Error *error) {
    static const char *const names[] = {"any", "black", "white", "draw"};
    const char *text;
    if (!fields_text(request, "result", "any", API_NAME_LIMIT, &text, error)) return false;
    for (int i = 0; i < 4; i++)
        if (strcmp(text, names[i]) == 0) {
            *result = (LibraryResult)i;
            return true;
        }
    error_set(error, STATUS_BAD_INPUT, "field 'result': any, black, white or draw");
    return false;
}

/* All fields that a verb may have; those that it has not are missing and get their defaults. */
static bool read_plan(Plan *plan, const json_t *request, Error *error) {
    static const char *const names[] = {"player", "black", "white", "event", "opening"};
    const char *text;
    plan->has_position = json_object_get(request, "moves") || json_object_get(request, "start");
    for (int i = 0; i < 5; i++)
        if (!copy_text(request, names[i], plan->names[i], error)) return false;
    if (!game_input_read(&plan->game, request, error) ||
        !copy_text(request, "date", plan->date, error) ||
        !copy_text(request, "place", plan->place, error) ||
        !fields_integer(request, "first_year", 0, 0, 9999, &plan->first_year, error) ||
        !fields_integer(request, "last_year", 0, 0, 9999, &plan->last_year, error) ||
        !fields_integer(request, "limit", DEFAULT_FOUND, 1, MAX_FOUND, &plan->limit, error) ||
        !fields_integer(request, "offset", 0, 0, MAX_OFFSET, &plan->offset, error) ||
        !fields_integer(request, "id", -1, 0, INT32_MAX, &plan->id, error) ||
        !read_result(request, &plan->result, error) ||
        !fields_text(request, "text", "", RECORD_MAX_BYTES, &text, error))
        return false;
    memcpy(plan->text, text, strlen(text) + 1);
    return true;
}

static void *plan_library(const json_t *request, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a search");
        return NULL;
    }
    if (read_plan(plan, request, error)) return plan;
    free(plan);
    return NULL;
}

static void *need_field(void *work, bool has_field, const char *name, Error *error) {
    if (!work || has_field) return work;
    free(work);
    error_set(error, STATUS_BAD_INPUT, "field '%s' is missing", name);
    return NULL;
}

static void *plan_delete(const json_t *request, Error *error) {
    Plan *plan = plan_library(request, error);
    return need_field(plan, plan && plan->id >= 0, "id", error);
}

static void *plan_import(const json_t *request, Error *error) {
    Plan *plan = plan_library(request, error);
    return need_field(plan, plan && plan->text[0], "text", error);
}

static void *plan_add(const json_t *request, Error *error) {
    Plan *plan = plan_library(request, error);
    return need_field(plan, plan && plan->game.transcript.count > 0, "moves", error);
}

/* --- Answers ------------------------------------------------------------------------------------
 */

/* Calls `use` with the library; it returns the answer, or NULL with the reason. */
static void with_library(WebJob *job, Plan *plan,
                         json_t *(*use)(Library *library, Plan *plan, Error *error)) {
    SharedLibrary *shared = job_library(job);
    Error error;
    if (!shared) {
        job_fail(job, 422, "unsupported", "the server was started without --games FILE");
        return;
    }
    json_t *answer = use(shared_library_take(shared), plan, &error);
    shared_library_give(shared);
    if (answer)
        job_answer(job, answer);
    else
        job_fail(job, api_http_status(error.status), status_name(error.status), error.text);
}

/* Visits the games that are found. */
typedef struct Finding {
    json_t *games;
    long skip, limit;
    bool has_more;
} Finding;

static json_t *game_object(int64_t id, const GameRecord *game) {
    char bytes[LIBRARY_GAME_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    library_game_json(&text, id, game);
    return json_loads(bytes, 0, NULL);
}

static bool note_game(void *context, int64_t id, const GameRecord *game, const char *opening) {
    Finding *finding = context;
    (void)opening;
    if (finding->skip-- > 0) return true;
    finding->has_more = (long)json_array_size(finding->games) == finding->limit;
    if (finding->has_more) return false;
    json_array_append_new(finding->games, game_object(id, game));
    return true;
}

static const char *or_any(const char *text) {
    return text[0] != '\0' ? text : NULL;
}

static json_t *search_library(Library *library, Plan *plan, Error *error) {
    LibraryQuery query = {.player = or_any(plan->names[PLAYER]),
                          .black = or_any(plan->names[BLACK_NAME]),
                          .white = or_any(plan->names[WHITE_NAME]),
                          .event = or_any(plan->names[EVENT]),
                          .opening = or_any(plan->names[OPENING]),
                          .first_year = (int)plan->first_year,
                          .last_year = (int)plan->last_year,
                          .result = plan->result,
                          .position = plan->has_position ? &plan->game.transcript.end : NULL};
    Finding finding = {json_array(), plan->offset, plan->limit, false};
    if (library_search(library, &query, note_game, &finding, error))
        return json_pack("{s:o, s:b}", "games", finding.games, "more", finding.has_more);
    json_decref(finding.games);
    return NULL;
}

static json_t *explore_library(Library *library, Plan *plan, Error *error) {
    LibraryMoves found;
    char bytes[LIBRARY_MOVES_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    if (!library_explore(library, &plan->game.transcript.end, &found, error)) return NULL;
    library_moves_json(&text, &plan->game.transcript, &found);
    return json_loads(bytes, 0, NULL);
}

static json_t *describe_library(Library *library, Plan *plan, Error *error) {
    (void)plan;
    LibraryStats stats;
    char bytes[LIBRARY_STATS_JSON_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    if (!library_stats(library, &stats, error)) return NULL;
    text_byte(&text, '{');
    library_stats_json(&text, &stats);
    text_byte(&text, '}');
    return json_loads(bytes, 0, NULL);
}

static json_t *delete_game(Library *library, Plan *plan, Error *error) {
    bool was_there;
    if (!library_delete(library, plan->id, &was_there, error)) return NULL;
    return json_pack("{s:b}", "deleted", was_there);
}

static json_t *add_game(Library *library, Plan *plan, Error *error) {
    GameRecord game = {.moves = plan->game.transcript};
    bool is_new;
    record_set_text(game.black, plan->names[BLACK_NAME], strlen(plan->names[BLACK_NAME]));
    record_set_text(game.white, plan->names[WHITE_NAME], strlen(plan->names[WHITE_NAME]));
    record_set_text(game.event, plan->names[EVENT], strlen(plan->names[EVENT]));
    record_set_text(game.date, plan->date, strlen(plan->date));
    record_set_text(game.place, plan->place, strlen(plan->place));
    if (!library_add(library, &game, &is_new, error) || !library_save(library, error)) return NULL;
    return json_pack("{s:b}", "added", is_new);
}

/* Games that cannot be read are left out, with their reasons. */
static json_t *add_all(Library *library, RecordReader *reader, Error *error) {
    GameRecord game;
    RecordRead read;
    int added = 0, known = 0, left_out = 0;
    json_t *reasons = json_array();
    bool ok = true;
    while (ok && (read = record_reader_next(reader, &game, error)) != RECORD_END) {
        bool is_new = false;
        if (read == RECORD_GAME) {
            ok = library_add(library, &game, &is_new, error);
            added += is_new;
            known += !is_new;
        } else if (++left_out <= MAX_REASONS) {
            json_array_append_new(reasons, api_message(error->text));
        }
    }
    if (ok && library_save(library, error))
        return json_pack("{s:i, s:i, s:i, s:o}", "added", added, "known", known, "left_out",
                         left_out, "reasons", reasons);
    json_decref(reasons);
    return NULL;
}

static json_t *import_games(Library *library, Plan *plan, Error *error) {
    FILE *in = fmemopen(plan->text, strlen(plan->text), "r");
    if (!in) {
        error_set(error, STATUS_NO_MEMORY, "no memory to read games");
        return NULL;
    }
    RecordReader *reader = record_reader_new(in, NULL, NULL, &plan->game.shape, error);
    json_t *answer = reader ? add_all(library, reader, error) : NULL;
    record_reader_free(reader);
    fclose(in);
    return answer;
}

/* --- Verbs --------------------------------------------------------------------------------------
 */

#define LIBRARY_VERB(verb, use)                                                                    \
    static void run_##verb(WebJob *job, void *work) {                                              \
        with_library(job, work, use);                                                              \
    }

LIBRARY_VERB(search, search_library)
LIBRARY_VERB(explore, explore_library)
LIBRARY_VERB(stats, describe_library)
LIBRARY_VERB(add, add_game)
LIBRARY_VERB(import, import_games)
LIBRARY_VERB(delete, delete_game)

#define QUERY_FIELDS "player black white event opening first_year last_year result limit offset"

const ThinkVerb think_library[] = {
    {.name = "library/search",
     .fields = "session " GAME_FIELDS " " QUERY_FIELDS,
     .plan = plan_library,
     .run = run_search},
    {.name = "library/explore",
     .fields = "session " GAME_FIELDS,
     .plan = plan_library,
     .run = run_explore},
    {.name = "library/stats", .fields = "session", .plan = plan_library, .run = run_stats},
    {.name = "library/add",
     .fields = "session " GAME_FIELDS " black white event date place",
     .plan = plan_add,
     .run = run_add},
    {.name = "library/import",
     .fields = "session board text",
     .plan = plan_import,
     .run = run_import},
    {.name = "library/delete", .fields = "session id", .plan = plan_delete, .run = run_delete},
};
const int think_library_count = sizeof think_library / sizeof think_library[0];
