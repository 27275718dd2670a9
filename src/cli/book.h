/* What `bianca book` is made of beside cmd_book.c: book_show.c shows a position with its moves and
 * figures about the whole; book_jobs.c builds a book through a queue of jobs (jobs/session.h). */
#ifndef CLI_BOOK_H
#define CLI_BOOK_H

#include "book/book.h"
#include "engine/book_builder.h"
#include "engine/run_engine.h"
#include "jobs/session.h"

/* Prints the moves of a position with scores and lines, as a table or as one JSON object. */
void book_show(const Book *book, const Board *board, bool is_json);

/* Checks all of the book and prints what is in it; false with the reason if it is damaged. */
bool book_stats(const Book *book, const Shape *shape, bool is_json, Error *error);

/* A job is one search. Which searches come next depends on what was found, so that is decided where
 * the book is. */
extern const JobKind job_kind_book;

/* What workers must know. */
bool book_jobs_describe(const Shape *shape, const EngineOptions *engine, const EngineLimits *limits,
                        char parameters[RUN_PARAMETERS_SIZE], Error *error);

/* A BookSearchAll; its context is the Session. */
bool book_jobs_search(void *session, BookSearch *searches, int count, Error *error);

#endif
