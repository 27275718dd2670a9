/* Keeps foreign programs for pages, in slots that are reused from move to move. */
#include "web/programs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

typedef struct Slot {
    ForeignPlayer *player; /* NULL: the slot is free */
    const ServerProgram *program;
    Shape *shape; /* the player's board; owned */
    Side side;
    char session[PROGRAM_SESSION_SIZE];
    bool is_busy;
    int64_t used_ns;
} Slot;

struct Programs {
    const ServerProgram *list;
    int count;
    const ForeignHost *host;
    pthread_mutex_t lock; /* for the slots */
    Slot slots[PROGRAMS_MAX_RUNNING];
};

bool server_program_parse(ServerProgram *program, const char *text, Error *error) {
    size_t length = strcspn(text, ":=");
    const char *player = text + length + 1;
    ServerProgram made;
    if (text[length] != '=' || length == 0 || length >= sizeof made.name) {
        error_set(error, STATUS_BAD_INPUT, "player '%.60s': expected NAME=PLAYER", text);
        return false;
    }
    if (player_spec_parse(&made.spec, text, length, NULL)) {
        error_set(error, STATUS_BAD_INPUT, "player '%.60s': there is another one of this name",
                  text);
        return false;
    }
    if (!player_spec_parse(&made.spec, player, strlen(player), error)) return false;
    memcpy(made.name, text, length);
    made.name[length] = '\0';
    *program = made;
    return true;
}

/* --- Slots -------------------------------------------------------------------------------------
 */

/* Ends what runs in a slot that is the caller's: busy, or no longer in use. */
static void empty_slot(Slot *slot) {
    foreign_player_free(slot->player);
    free(slot->shape);
    slot->player = NULL;
    slot->shape = NULL;
}

static void release_slot(Programs *self, Slot *slot) {
    pthread_mutex_lock(&self->lock);
    slot->is_busy = false;
    slot->used_ns = clock_ns();
    pthread_mutex_unlock(&self->lock);
}

static ForeignPlayer *open_slot(const Programs *self, Slot *slot, const Shape *shape,
                                Error *error) {
    slot->shape = aligned_alloc(_Alignof(Shape), sizeof *slot->shape);
    if (!slot->shape) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a board");
        return NULL;
    }
    *slot->shape = *shape;
    slot->player = foreign_player_open(self->host, &slot->program->spec, slot->shape, error);
    if (!slot->player) empty_slot(slot);
    return slot->player;
}

/* Whether the program of a slot plays for the same page on the same board. */
static bool is_same(const Slot *slot, const Slot *wanted) {
    return slot->player && slot->program == wanted->program && slot->side == wanted->side &&
           slot->shape->width == wanted->shape->width &&
           slot->shape->height == wanted->shape->height &&
           strcmp(slot->session, wanted->session) == 0;
}

/* The slot in which the program plays for this page; otherwise a free one, or the one that has been
 * idle longest. NULL if all are busy. */
static Slot *find_slot(Programs *self, const Slot *wanted) {
    Slot *found = NULL;
    for (int i = 0; i < PROGRAMS_MAX_RUNNING; i++) {
        Slot *slot = &self->slots[i];
        if (slot->is_busy) continue;
        if (is_same(slot, wanted)) return slot;
        if (!found || slot->used_ns < found->used_ns) found = slot;
    }
    return found;
}

ForeignPlayer *programs_take(Programs *self, const ServerProgram *program, const char *session,
                             const Shape *shape, Side side, Error *error) {
    Shape copy = *shape;
    Slot wanted = {.program = program, .shape = &copy, .side = side, .is_busy = true};
    strncpy(wanted.session, session, PROGRAM_SESSION_SIZE - 1);
    pthread_mutex_lock(&self->lock);
    Slot *slot = find_slot(self, &wanted);
    bool is_old = slot && is_same(slot, &wanted);
    if (slot) slot->is_busy = true;
    pthread_mutex_unlock(&self->lock);
    if (!slot) {
        error_set(error, STATUS_UNSUPPORTED, "too many programs are running; try again later");
        return NULL;
    }
    if (is_old) return slot->player;
    /* No other thread touches a busy slot, so the start of a process holds no lock. */
    empty_slot(slot);
    slot->program = program;
    slot->side = side;
    memcpy(slot->session, wanted.session, sizeof slot->session);
    ForeignPlayer *player = open_slot(self, slot, shape, error);
    if (!player) release_slot(self, slot);
    return player;
}

void programs_give(Programs *self, ForeignPlayer *player, bool has_failed) {
    Slot *slot = NULL;
    pthread_mutex_lock(&self->lock);
    for (int i = 0; i < PROGRAMS_MAX_RUNNING; i++)
        if (self->slots[i].is_busy && self->slots[i].player == player) slot = &self->slots[i];
    pthread_mutex_unlock(&self->lock);
    if (!slot) return;
    if (has_failed) empty_slot(slot);
    release_slot(self, slot);
}

/* --- The list ----------------------------------------------------------------------------------
 */

Programs *programs_new(const ServerProgram *list, int count, const ForeignHost *host,
                       Error *error) {
    Programs *self = calloc(1, sizeof *self);
    Shape shape;
    if (!self) {
        error_set(error, STATUS_NO_MEMORY, "no memory for programs");
        return NULL;
    }
    self->list = list;
    self->count = count;
    self->host = host;
    pthread_mutex_init(&self->lock, NULL);
    bool ok = shape_init(&shape, 8, 8, error);
    for (int i = 0; ok && i < count; i++) {
        for (int k = 0; ok && k < i; k++) {
            if (strcmp(list[i].name, list[k].name) != 0) continue;
            error_set(error, STATUS_BAD_INPUT, "two players are called '%s'", list[i].name);
            ok = false;
        }
        if (!ok) break;
        ForeignPlayer *player = foreign_player_open(host, &list[i].spec, &shape, error);
        ok = player != NULL;
        foreign_player_free(player);
    }
    if (ok) return self;
    programs_free(self);
    return NULL;
}

void programs_free(Programs *self) {
    if (!self) return;
    for (int i = 0; i < PROGRAMS_MAX_RUNNING; i++) empty_slot(&self->slots[i]);
    pthread_mutex_destroy(&self->lock);
    free(self);
}

const ServerProgram *programs_find(const Programs *self, const char *name) {
    for (int i = 0; self && i < self->count; i++)
        if (strcmp(self->list[i].name, name) == 0) return &self->list[i];
    return NULL;
}

json_t *programs_json(const Programs *self) {
    json_t *array = json_array();
    for (int i = 0; self && i < self->count; i++)
        json_array_append_new(array, json_pack("{s:s, s:s, s:b}", "name", self->list[i].name,
                                               "player", self->list[i].spec.text, "plugin",
                                               player_has_plugin(&self->list[i].spec)));
    return array;
}
