/* Reads, numbers and writes the names that belong to WTHOR files. */
#include "record/wthor_names.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/utf8.h"

enum { COUNT_AT = 8, SLOTS = 4 * WTHOR_MAX_NAMES, FIRST_CAPACITY = 256 };

void wthor_names_release(WthorNames *names) {
    free(names->names);
    free(names->slots);
    free(names->changed_slots);
    names->names = NULL;
    names->slots = NULL;
    names->changed_slots = NULL;
    names->count = names->capacity = 0;
}

static bool refuse_memory(Error *error) {
    error_set(error, STATUS_NO_MEMORY, "no memory for names");
    return false;
}

bool wthor_names_parse(WthorNames *names, const char *bytes, size_t length, Error *error) {
    if (length < WTHOR_HEADER) {
        error_set(error, STATUS_BAD_INPUT, "%zu bytes, a header alone has %d", length,
                  WTHOR_HEADER);
        return false;
    }
    size_t room = (length - WTHOR_HEADER) / (size_t)names->width;
    size_t count = bytes_get((const uint8_t *)bytes + COUNT_AT, 2);
    if (count > room) {
        error_set(error, STATUS_BAD_INPUT, "its header says %zu names, it has room for %zu", count,
                  room);
        return false;
    }
    if (count == 0) count = room < WTHOR_MAX_NAMES ? room : WTHOR_MAX_NAMES;
    char *copy = malloc(count * (size_t)names->width + 1);
    if (copy == NULL) return refuse_memory(error);
    memcpy(copy, bytes + WTHOR_HEADER, count * (size_t)names->width);
    wthor_names_release(names);
    names->names = copy;
    names->count = names->capacity = (int)count;
    return true;
}

/* `path` with another extension; false if that is too long. */
static bool replace_extension(const char *path, const char *extension, char out[PATH_MAX]) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    size_t stem = dot != NULL && (slash == NULL || dot > slash + 1) && dot > path
                      ? (size_t)(dot - path)
                      : strlen(path);
    int size = snprintf(out, PATH_MAX, "%.*s.%s", (int)stem, path, extension);
    return size > 0 && size < PATH_MAX;
}

static void make_upper(char *text) {
    for (; *text != '\0'; text++)
        if (*text >= 'a' && *text <= 'z') *text = (char)(*text - 'a' + 'A');
}

/* Candidate `i` for the file of names; false if there is no such candidate. */
static bool candidate(const char *path, const char *extension, int i, char out[PATH_MAX]) {
    char upper[8], folder[PATH_MAX];
    snprintf(upper, sizeof upper, "%s", extension);
    make_upper(upper);
    const char *slash = strrchr(path, '/');
    int length = slash != NULL ? (int)(slash - path) + 1 : 0;
    if (length >= PATH_MAX - 16) return false;
    snprintf(folder, sizeof folder, "%.*s", length, path);
    out[0] = '\0';
    switch (i) {
    case 0: return replace_extension(path, extension, out);
    case 1: return replace_extension(path, upper, out);
    case 2: return snprintf(out, PATH_MAX, "%.*sWTHOR.%s", length, folder, upper) > 0;
    case 3: return snprintf(out, PATH_MAX, "%.*swthor.%s", length, folder, extension) > 0;
    default: return false;
    }
}

bool wthor_names_load(WthorNames *names, const char *path, const char *extension, Error *error) {
    char file[PATH_MAX];
    for (int i = 0; candidate(path, extension, i, file); i++) {
        char *bytes;
        size_t length;
        Error reason;
        if (access(file, F_OK) != 0) continue;
        if (!file_read(file, WTHOR_HEADER + (size_t)WTHOR_MAX_NAMES * (size_t)names->width, &bytes,
                       &length, error))
            return false;
        bool ok = wthor_names_parse(names, bytes, length, &reason);
        free(bytes);
        if (!ok) error_set(error, reason.status, "%.120s: %.100s", file, reason.text);
        return ok;
    }
    return true;
}

void wthor_names_get(const WthorNames *names, int index, char text[RECORD_NAME_SIZE]) {
    if (index >= names->count) {
        snprintf(text, RECORD_NAME_SIZE, "#%d", index);
        return;
    }
    const char *name = names->names + (size_t)index * (size_t)names->width;
    char letters[2 * WTHOR_TOURNAMENT];
    size_t used = 0;
    for (int i = 0; i < names->width && name[i] != '\0'; i++) {
        char piece[4];
        int size = utf8_encode((unsigned char)name[i], piece);
        memcpy(letters + used, piece, (size_t)size);
        used += (size_t)size;
    }
    record_set_text(text, letters, used);
}

/* False if the name is not the same there. */
static bool to_latin1(const char *name, char *out, int width) {
    bool is_same = true;
    memset(out, 0, (size_t)width);
    for (int used = 0; *name != '\0' && used < width - 1; used++) {
        int size = utf8_length(name);
        unsigned char first = (unsigned char)name[0];
        if (size == 1)
            out[used] = name[0];
        else if (size == 2 && first <= 0xC3)
            out[used] = (char)((first & 3) << 6 | (name[1] & 0x3F));
        else
            out[used] = '?', is_same = false;
        name += size > 0 ? size : 1;
    }
    return is_same && *name == '\0';
}

/* Counts a name once; beyond half of the table no more, which is twice as many as there is room
 * for. */
static bool note_changed(WthorNames *names, const char *name, Error *error) {
    if (names->changed_slots == NULL)
        names->changed_slots = calloc(SLOTS, sizeof *names->changed_slots);
    if (names->changed_slots == NULL) return refuse_memory(error);
    uint64_t hash = bytes_checksum((const uint8_t *)name, strlen(name)) | 1;
    size_t slot = hash / 2 % SLOTS;
    while (names->changed_slots[slot] != 0 && names->changed_slots[slot] != hash)
        slot = (slot + 1) % SLOTS;
    if (names->changed_slots[slot] == hash || names->changed == SLOTS / 2) return true;
    names->changed_slots[slot] = hash;
    names->changed++;
    return true;
}

static bool grow(WthorNames *names, Error *error) {
    if (names->slots == NULL) names->slots = calloc(SLOTS, sizeof *names->slots);
    if (names->slots == NULL) return refuse_memory(error);
    if (names->count < names->capacity) return true;
    int capacity = names->capacity > 0 ? 2 * names->capacity : FIRST_CAPACITY;
    char *larger = realloc(names->names, (size_t)capacity * (size_t)names->width);
    if (larger == NULL) return refuse_memory(error);
    names->names = larger;
    names->capacity = capacity;
    return true;
}

bool wthor_names_add(WthorNames *names, const char *name, int *index, Error *error) {
    char latin1[WTHOR_TOURNAMENT];
    size_t width = (size_t)names->width;
    if (!to_latin1(name, latin1, names->width) && !note_changed(names, name, error)) return false;
    if (!grow(names, error)) return false;
    size_t slot = bytes_checksum((const uint8_t *)latin1, width) % SLOTS;
    for (; names->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
        *index = (int)names->slots[slot] - 1;
        if (memcmp(names->names + (size_t)*index * width, latin1, width) == 0) return true;
    }
    if (names->count == WTHOR_MAX_NAMES - 1) { // the count in the header has 16 bits
        error_set(error, STATUS_UNSUPPORTED, "WTHOR has no room for more than %d names",
                  WTHOR_MAX_NAMES - 1);
        return false;
    }
    memcpy(names->names + (size_t)names->count * width, latin1, width);
    *index = names->count++;
    names->slots[slot] = (uint32_t)names->count;
    return true;
}

bool wthor_names_save(const WthorNames *names, const char *path, const char *extension,
                      Error *error) {
    char file[PATH_MAX];
    size_t size = WTHOR_HEADER + (size_t)names->count * (size_t)names->width;
    if (!replace_extension(path, extension, file)) {
        error_set(error, STATUS_IO, "the name of the file is too long");
        return false;
    }
    char *bytes = calloc(size, 1);
    if (bytes == NULL) return refuse_memory(error);
    bytes_put((uint8_t *)bytes + COUNT_AT, (uint64_t)names->count, 2);
    if (names->count > 0) memcpy(bytes + WTHOR_HEADER, names->names, size - WTHOR_HEADER);
    bool ok = file_replace(file, bytes, size, error);
    free(bytes);
    return ok;
}
