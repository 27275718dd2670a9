/* A pass of the one thread that there is. Stands for search/pass.c. */
#include "search/pass.h"

int pass_search(Worker *const *workers, const SearchKernel *kernel, const Pass *pass) {
    int score = pass_alone(workers[0], kernel, pass);
    if (pass->ply == 0) workers[0]->shared->root = workers[0]->root;
    return score;
}

void pass_serve(Worker *worker, const SearchKernel *kernel) {
    (void)worker;
    (void)kernel;
}

void pass_quit(Shared *shared) {
    (void)shared;
}
