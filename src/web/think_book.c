/* `book`: what the server's book of openings has for a position, in the form of a search result. */
#include <stdlib.h>

#include "engine/book_play.h"
#include "web/think.h"

typedef struct Plan {
    Shape shape;
    Board board; /* borrows shape */
} Plan;

static void *plan_book(const json_t *request, Error *error) {
    Plan *plan = aligned_alloc(_Alignof(Plan), sizeof *plan);
    if (!plan) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a position");
        return NULL;
    }
    if (position_input_read(&plan->shape, &plan->board, request, error)) return plan;
    free(plan);
    return NULL;
}

/* A server without a book, a board that the book is not for and a position that it does not have
 * are all the same to who asks: no lines. */
static void run_book(WebJob *job, void *work) {
    Plan *plan = work;
    Error error;
    Book *book = NULL;
    EngineResult result;
    json_t *answer = NULL;
    if (job_book(job) && book_open_named(&book, job_book(job), &plan->shape, &error) &&
        book_think(book, &plan->shape, plan->board.position, &result))
        answer = result_object(&plan->shape, &result);
    book_close(book);
    job_answer(job, answer ? answer : json_pack("{s:[]}", "lines"));
}

const ThinkVerb think_book = {
    .name = "book",
    .fields = "session " POSITION_FIELDS,
    .plan = plan_book,
    .run = run_book,
};
