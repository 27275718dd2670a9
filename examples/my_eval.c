/* An evaluation of your own for Bianca: corners and discs of the side to move, less those of the
 * opponent. The side to move is always Black here.
 *
 *     cc -O2 -shared -fPIC -Iinclude examples/my_eval.c -o my_eval.so
 *     bianca match mine=plugin:./my_eval.so,depth=4 kukreja:depth=4 --games 10 */
#include <bianca.h>

static int count(uint64_t squares) {
    return __builtin_popcountll(squares);
}

double evaluate(const BiancaPosition *position);
double evaluate(const BiancaPosition *position) {
    int right = position->width - 1, below = position->width * (position->height - 1);
    uint64_t corners =
        UINT64_C(1) | UINT64_C(1) << right | UINT64_C(1) << below | UINT64_C(1) << (below + right);
    double value = 30.0 * (count(position->black & corners) - count(position->white & corners));
    value += count(position->black) - count(position->white);
    return value;
}
