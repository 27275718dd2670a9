/* See load.h. */
#include "support/load.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "support/effort.h"

enum { MOST_THREADS = 64, SLOW_FACTOR = 50 };

/* Milliseconds of processor time: of all programs, and how much there was. */
typedef struct Usage {
    double used, all;
} Usage;

struct Load {
    Usage before;
    double own_before;
    atomic_bool is_over;
    _Atomic int64_t longest_gap; /* nanoseconds; written by the threads */
    int count;
    pthread_t threads[MOST_THREADS];
};

double load_cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

double load_patience(double ms) {
    enum { ROUNDS_OF_A_SLOW_PROGRAM = 10 }; /* of a hundred; `make test` does half */
    return effort_rounds(100) <= ROUNDS_OF_A_SLOW_PROGRAM ? ms * SLOW_FACTOR : ms;
}

/* The first line of /proc/stat: user nice system idle iowait irq softirq steal. */
static Usage usage_now(void) {
    enum { FIELDS = 8, IDLE = 3, IOWAIT = 4 };
    double ms_per_tick = 1e3 / (double)sysconf(_SC_CLK_TCK);
    Usage usage = {0, 0};
    FILE *file = fopen("/proc/stat", "r");
    if (!file) return usage;
    if (fscanf(file, "cpu") == 0) {
        for (int i = 0; i < FIELDS; i++) {
            double ticks;
            if (fscanf(file, "%lf", &ticks) != 1) break;
            usage.all += ticks * ms_per_tick;
            if (i != IDLE && i != IOWAIT) usage.used += ticks * ms_per_tick;
        }
    }
    fclose(file);
    return usage;
}

static void *spin(void *argument) {
    Load *load = argument;
    for (int64_t last = clock_ns(), now; !atomic_load(&load->is_over); last = now) {
        now = clock_ns();
        int64_t longest = atomic_load(&load->longest_gap);
        while (now - last > longest &&
               !atomic_compare_exchange_weak(&load->longest_gap, &longest, now - last)) {
        }
    }
    return NULL;
}

Load *load_start(void) {
    Load *load = calloc(1, sizeof *load);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!load) return NULL;
    load->before = usage_now();
    load->own_before = load_cpu_ms();
    while (load->count < processors && load->count < MOST_THREADS &&
           pthread_create(&load->threads[load->count], NULL, spin, load) == 0)
        load->count++;
    return load;
}

double load_longest_gap(Load *load) {
    return load ? (double)atomic_exchange(&load->longest_gap, 0) / 1e6 : 0;
}

double load_end(Load *load) {
    if (!load) return 0;
    Usage now = usage_now();
    double all = now.all - load->before.all;
    double others = now.used - load->before.used - (load_cpu_ms() - load->own_before);
    atomic_store(&load->is_over, true);
    for (int i = 0; i < load->count; i++) pthread_join(load->threads[i], NULL);
    free(load);
    return all > 0 && others > 0 ? others / all : 0;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double load_percentile(double *numbers, int count, double percent) {
    qsort(numbers, (size_t)count, sizeof *numbers, ascending);
    int index = (int)((double)count * percent / 100);
    return numbers[index < count ? index : count - 1];
}
