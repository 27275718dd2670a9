/* See load.h. */
#include "support/load.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "support/effort.h"

enum { MOST_THREADS = 64, SLOW_FACTOR = 50 };

struct Load {
    atomic_bool is_over;
    int count;
    pthread_t threads[MOST_THREADS];
};

double load_cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

double load_patience(double ms) {
    return effort_rounds(100) < 100 ? ms * SLOW_FACTOR : ms;
}

static void *spin(void *argument) {
    Load *load = argument;
    while (!atomic_load_explicit(&load->is_over, memory_order_relaxed)) {
    }
    return NULL;
}

Load *load_start(void) {
    Load *load = calloc(1, sizeof *load);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (!load) return NULL;
    while (load->count < processors && load->count < MOST_THREADS &&
           pthread_create(&load->threads[load->count], NULL, spin, load) == 0)
        load->count++;
    return load;
}

void load_end(Load *load) {
    if (!load) return;
    atomic_store(&load->is_over, true);
    for (int i = 0; i < load->count; i++) pthread_join(load->threads[i], NULL);
    free(load);
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
