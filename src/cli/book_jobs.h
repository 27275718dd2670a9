/* Building a book through a queue of jobs (jobs/session.h): a job is one search. Which searches
 * come next depends on what was found, so that is decided where the book is. */
#ifndef CLI_BOOK_JOBS_H
#define CLI_BOOK_JOBS_H

#include "engine/book_builder.h"
#include "engine/run_engine.h"
#include "jobs/session.h"

extern const JobKind job_kind_book;

/* What workers must know. */
bool book_jobs_describe(const Shape *shape, const EngineOptions *engine, const EngineLimits *limits,
                        char parameters[RUN_PARAMETERS_SIZE], Error *error);

/* A BookSearchAll; its context is the Session. */
bool book_jobs_search(void *session, BookSearch *searches, int count, Error *error);

#endif
