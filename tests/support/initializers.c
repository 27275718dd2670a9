/* Every kind of initializer that tools/bot/initializers.awk says by position; prints their values.
 */
#include <stdio.h>

typedef int Number;
typedef struct Pair {
    int a, *b;
    _Alignas(16) unsigned long c[2][3], d;
} Pair;

struct Row {
    const char *name;
    int (*call)(int, Number x);
    double half;
    unsigned flag : 1, mask : 4;
    Pair pair;
    struct {
        int x;
        Number y;
    } inner[2], last;
    const struct Row *next;
};
typedef struct Row Row;

#define SHARED    .half = .5, .mask = 9
#define NAMED(IT) .name = (IT), .flag = 1

static int twice(int value, Number x) {
    return 2 * value + (x == ',');
}

static const Row rows[] = {
    {.name = "a, {b}", .next = &rows[1]},
    {.call = twice, .pair = {.a = 3, .c = {{1, 2, 3}, {4}}, .d = 7}, .last = {.y = 5}},
    {NAMED("c"), SHARED, .inner = {{.y = 1}, {1, 2}}},
    {0},
};

static const struct {
    int first;
    Row row;
} anonymous = {.row = {.half = 1e-3, .pair = {.d = sizeof(Pair) > 4 ? 1 : 2}}};

static void show(const Row *row) {
    printf("%s %d %g %u %u %d %d", row->name ? row->name : "-", row->call ? row->call(4, ',') : 0,
           row->half, row->flag, row->mask, row->pair.a, row->pair.b != 0);
    for (int i = 0; i < 6; i++) printf(" %lu", row->pair.c[i / 3][i % 3]);
    for (int i = 0; i < 2; i++) printf(" %d %d", row->inner[i].x, row->inner[i].y);
    printf(" %lu %d %d %d\n", row->pair.d, row->last.x, row->last.y, row->next != 0);
}

static Pair make(int a) {
    int number = a;
    if (a > 100) {
        a = 0;
    }
    return (Pair){.b = a > 0 ? &number : NULL, .d = (Pair){.d = 8}.d};
}

int main(void) {
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) show(&rows[i]);
    show(&anonymous.row);
    Pair pair = make(2), other = {.d = pair.d, .a = 4};
    Row list[2] = {{.pair = other}, {.half = 2, .name = "end"}};
    for (int i = 0; i < 2; i++) show(&list[i]);
    show(&(const Row){.next = list, .pair = {.a = twice(1, 2)}});
    printf("%d %lu\n", other.a, other.d);
    return 0;
}
