/* Memory, growth and replacement of the transposition table; probing is inline in table.h. */
#include "search/table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "eval/evaluation.h"

enum {
    CACHE_LINE = 64,
    HUGE_PAGE = 2 << 20,
    FIRST_BYTES = 16 << 20,    /* in use at first */
    SCORE_MAX = 64 * EVAL_DISC /* no score lies beyond it */
};

/* At first, of a table that may have so many. */
static size_t first_bytes(size_t bytes) {
    size_t few = FIRST_BYTES;
    return bytes < few ? bytes : few;
}

static void use(Table *table, size_t bytes) {
    table->bytes = bytes;
    table->mask = bytes / CACHE_LINE - 1;
}

/* Memory that is 0 and costs nothing until it is touched. NULL if there is none. */
static TableSlot *reserve(size_t bytes) {
    size_t room = bytes + HUGE_PAGE;
    void *start = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    size_t before = (HUGE_PAGE - (uintptr_t)start % HUGE_PAGE) % HUGE_PAGE;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), kept = (bytes + page - 1) / page * page;
    if (before) munmap(start, before);
    munmap((char *)start + before + kept, room - before - kept);
    TableSlot *slots = (TableSlot *)((char *)start + before);
    /* A probe hits a random page: with small pages most of them miss the TLB as well. */
    if (bytes >= HUGE_PAGE) madvise(slots, bytes, MADV_HUGEPAGE);
    return slots;
}

bool table_init(Table *table, size_t megabytes, Error *error) {
    size_t bytes = CACHE_LINE;
    bool is_absurd = megabytes > (SIZE_MAX >> 21); /* the sizes below would not fit a size_t */
    while (!is_absurd && bytes * 2 <= megabytes << 20) bytes *= 2;
    TableSlot *slots = is_absurd ? NULL : reserve(bytes);
    if (!slots) {
        error_set(error, STATUS_NO_MEMORY, "no memory for a table of %zu MB", megabytes);
        return false;
    }
    *table = (Table){.slots = slots, .capacity = bytes};
    use(table, first_bytes(bytes));
    return true;
}

void table_release(Table *table) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (table->slots) munmap(table->slots, (table->capacity + page - 1) / page * page);
    *table = (Table){0};
}

void table_clear(Table *table) {
    memset((void *)table->slots, 0, table->bytes);
    use(table, first_bytes(table->bytes));
    table->age = 0;
}

/* Moves to the new half what belongs there: positions whose hash has the next bit. */
static void double_up(Table *table) {
    size_t slots = table->bytes / sizeof(TableSlot);
    uint64_t bit = (uint64_t)table->mask + 1;
    for (size_t i = 0; i < slots; i++) {
        TableSlot *slot = &table->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&slot->check, memory_order_relaxed);
        if (!((check ^ data) & bit)) continue;
        atomic_store_explicit(&slot[slots].data, data, memory_order_relaxed);
        atomic_store_explicit(&slot[slots].check, check, memory_order_relaxed);
        atomic_store_explicit(&slot->data, 0, memory_order_relaxed);
        atomic_store_explicit(&slot->check, 0, memory_order_relaxed);
    }
    use(table, 2 * table->bytes);
}

void table_grow(Table *table, size_t bytes) {
    while (table->bytes < bytes && table->bytes < table->capacity) double_up(table);
}

void table_new_search(Table *table) {
    table->age = (table->age + 1) % TABLE_AGES;
}

static void write_slot(TableSlot *slot, uint64_t hash, TableData data) {
    uint64_t word = table_pack(data);
    atomic_store_explicit(&slot->data, word, memory_order_relaxed);
    atomic_store_explicit(&slot->check, hash ^ word, memory_order_relaxed);
}

static void apply_bounds(TableData *data, const TableFinding *finding) {
    if (finding->score < finding->beta && finding->score < data->upper)
        data->upper = (int16_t)finding->score;
    if (finding->score > finding->alpha && finding->score > data->lower)
        data->lower = (int16_t)finding->score;
}

static TableData fresh_data(const Table *table, const TableFinding *finding) {
    TableData data = {.lower = -SCORE_MAX,
                      .upper = SCORE_MAX,
                      .move = TABLE_NO_MOVE,
                      .second_move = TABLE_NO_MOVE,
                      .depth = (uint8_t)finding->depth,
                      .selectivity = (unsigned)finding->selectivity & 7,
                      .age = table->age & (TABLE_AGES - 1)};
    apply_bounds(&data, finding);
    return data;
}

static void set_move(TableData *data, const TableFinding *finding) {
    /* When nothing beat alpha the "best" move is only the least refuted one: it does not displace
     * a move that once won. */
    if (finding->move == TABLE_NO_MOVE || data->move == finding->move) return;
    if (finding->score <= finding->alpha && data->move != TABLE_NO_MOVE) return;
    data->second_move = data->move;
    data->move = (uint8_t)finding->move;
}

/* How much an entry is worth keeping: the one with the lowest score is replaced. Entries of older
 * searches come below all newer ones, then shallow below deep, selective below exact. */
static int replacement_score(const Table *table, TableData data) {
    int age = (int)((table->age - data.age) & (TABLE_AGES - 1));
    return (data.depth * 2 + data.selectivity) - 64 * age;
}

/* The entry of a position that is already in the table, together with the new finding. */
static TableData merged(const Table *table, TableData old, const TableFinding *finding) {
    bool is_same = old.depth == finding->depth && old.selectivity == finding->selectivity;
    bool is_better = old.depth >= finding->depth && old.selectivity >= finding->selectivity;
    TableData data = old;
    if (is_same) apply_bounds(&data, finding);
    /* A shallow result (of a search for move ordering, say) does not displace a deeper one; where
     * two threads or a selective search contradict each other, the newer result counts. */
    if ((!is_same && !is_better) || data.lower > data.upper) {
        data = fresh_data(table, finding);
        data.move = old.move;
        data.second_move = old.second_move;
    }
    data.age = table->age & (TABLE_AGES - 1);
    if (is_same || !is_better) set_move(&data, finding);
    return data;
}

void table_store(Table *table, uint64_t hash, const TableFinding *finding) {
    TableSlot *bucket = table_bucket(table, hash), *victim = NULL;
    int victim_score = 0;
    for (int way = 0; way < TABLE_WAYS; way++) {
        TableSlot *slot = &bucket[way];
        uint64_t word = atomic_load_explicit(&slot->data, memory_order_relaxed);
        TableData data = table_unpack(word);
        if ((atomic_load_explicit(&slot->check, memory_order_relaxed) ^ word) == hash) {
            write_slot(slot, hash, merged(table, data, finding));
            return;
        }
        int slot_score = word ? replacement_score(table, data) : INT_MIN;
        if (!victim || slot_score < victim_score) victim = slot, victim_score = slot_score;
    }
    TableData data = fresh_data(table, finding);
    set_move(&data, finding);
    write_slot(victim, hash, data);
}
