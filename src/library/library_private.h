/* Inside the library: what adding and searching share. */
#ifndef LIBRARY_LIBRARY_PRIVATE_H
#define LIBRARY_LIBRARY_PRIVATE_H

#ifdef WITH_SQLITE

#include "library/columns.h"
#include "library/library.h"

/* As record_winner() has it, in SQL. */
#define LIBRARY_BLACK_WINS "(score > 0 OR (score IS NULL AND result GLOB 'B+*'))"
#define LIBRARY_WHITE_WINS "(score < 0 OR (score IS NULL AND result GLOB 'W+*'))"

enum { NAME_CACHE = 4096, WRITTEN_PASS = 255 /* among the moves of a game */ };

typedef struct CachedName {
    char name[RECORD_NAME_SIZE];
    sqlite3_int64 id; /* 0: none */
} CachedName;

struct Library {
    sqlite3 *db;
    sqlite3_stmt *insert, *add_name, *find_name;
    int games;      /* the id of the next one: some may have been deleted */
    bool is_adding; /* inside of a transaction */
    bool has_columns;
    Columns columns;
    CachedName names[NAME_CACHE];
    Shape shape; /* of the game that was read last */
};

/* Says what SQLite has against it; returns false. */
bool library_fail(const Library *library, const char *what, Error *error);

/* One more than the largest id; -1, with the reason, if the file is damaged. */
int library_next_id(Library *library, Error *error);

bool library_prepare(Library *library, const char *sql, sqlite3_stmt **statement);

#endif
#endif
