/* The players and tournaments of WTHOR files: numbers in the games, names in files beside them.
 *
 * A .jou (players, 20 bytes a name) or .trn (tournaments, 26 bytes) is a header of 16 bytes and
 * then names in Latin-1, padded with NUL. */
#ifndef RECORD_WTHOR_NAMES_H
#define RECORD_WTHOR_NAMES_H

#include "record/game_record.h"

enum {
    WTHOR_HEADER = 16,
    WTHOR_PLAYER = 20,     /* bytes of a name, its NUL included */
    WTHOR_TOURNAMENT = 26, /* likewise */
    WTHOR_MAX_NAMES = 1 << 16,
};

/* Start with {.width = WTHOR_PLAYER} or {.width = WTHOR_TOURNAMENT}; release in the end. */
typedef struct WthorNames {
    int width;
    int count;
    int capacity;
    char *names;             /* count * width bytes */
    uint32_t *slots;         /* a hash table of numbers + 1, for wthor_names_add() */
    int changed;             /* different names that were cut or have other letters */
    uint64_t *changed_slots; /* a hash table of their hashes */
} WthorNames;

void wthor_names_release(WthorNames *names);

/* Reads a whole .jou or .trn. The count in its header is checked against its size. */
bool wthor_names_parse(WthorNames *names, const char *bytes, size_t length, Error *error);

/* Finds the file that belongs to the games in `path`: its own name with this extension, or WTHOR
 * with it, in capitals or small letters. Without one there are no names, and that is no error. */
bool wthor_names_load(WthorNames *names, const char *path, const char *extension, Error *error);

/* Name number `index` as UTF-8, or "#17" if there is none. */
void wthor_names_get(const WthorNames *names, int index, char text[RECORD_NAME_SIZE]);

/* The number of a name, which is added if it is new. Letters that Latin-1 does not have become '?',
 * what is too long is cut, and `changed` counts such names. False if there is no room for more
 * names. */
bool wthor_names_add(WthorNames *names, const char *name, int *index, Error *error);

/* Writes the file beside `path`, with this extension instead of its own. */
bool wthor_names_save(const WthorNames *names, const char *path, const char *extension,
                      Error *error);

#endif
