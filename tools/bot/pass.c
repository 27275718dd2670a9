/* A pass of the one thread that there is. Stands for search/pass.c. */
#include "search/pass.h"

int pass_search(Worker *const *workers, const SearchKernel *kernel, const Pass *pass) {
    Worker *worker = workers[0];
    int score;
    worker->root.is_set = false;
    worker->selectivity = pass->selectivity;
    if (pass->beta == pass->alpha + 1)
        score = kernel->zero_window_search(worker, pass->ply, pass->alpha, pass->depth);
    else
        score = kernel->pv_search(worker, pass->ply, pass->alpha, pass->beta, pass->depth);
    if (pass->ply == 0) worker->shared->root = worker->root;
    return score;
}

void pass_serve(Worker *worker, const SearchKernel *kernel) {
    (void)worker;
    (void)kernel;
}

void pass_quit(Shared *shared) {
    (void)shared;
}
