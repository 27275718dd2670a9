/* The files of the page, inside the program: nothing that a client asks for is ever opened. */
#ifndef WEB_ASSETS_H
#define WEB_ASSETS_H

#include <stddef.h>

enum { ASSET_TAG_SIZE = 20 };

typedef struct Asset {
    const char *path; /* "/", "/js/board.js" */
    const char *type; /* the Content-Type */
    const char *begin, *end;
} Asset;

static inline size_t asset_length(const Asset *asset) {
    return (size_t)(asset->end - asset->begin);
}

/* The file that a path of a URL means, or NULL. */
const Asset *asset_find(const char *path);

/* All of them. */
const Asset *assets_all(int *count);

/* A quoted ETag that changes with the content. */
void asset_tag(const Asset *asset, char tag[ASSET_TAG_SIZE]);

#endif
