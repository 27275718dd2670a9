/* Embeds the files of the page. The build writes assets.inc, a line ASSET(number, "url path",
 * "file", "type") for each file of web/. */
#include "web/assets.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/embed.h"

#define ASSET(number, path, file, type) EMBED(char, web_asset_##number, file);
#include "web/assets.inc"
#undef ASSET

static const Asset assets[] = {
#define ASSET(number, path, file, type)                                                            \
    {path, type, web_asset_##number##_begin, web_asset_##number##_end},
#include "web/assets.inc"
#undef ASSET
};

enum { ASSETS = sizeof assets / sizeof assets[0] };

const Asset *assets_all(int *count) {
    *count = ASSETS;
    return assets;
}

const Asset *asset_find(const char *path) {
    for (int i = 0; i < ASSETS; i++)
        if (strcmp(assets[i].path, path) == 0) return &assets[i];
    return NULL;
}

/* FNV-1a: an attacker gains nothing by making two of our own files collide. */
void asset_tag(const Asset *asset, char tag[ASSET_TAG_SIZE]) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (const char *at = asset->begin; at < asset->end; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
    snprintf(tag, ASSET_TAG_SIZE, "\"%016" PRIx64 "\"", hash);
}
