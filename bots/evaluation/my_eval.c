/* An evaluation of your own: what a position is worth to the side to move, which is Black here.
 *
 *     cc -O2 -shared -fPIC -Iinclude bots/evaluation/my_eval.c -o my_eval.so
 *     bianca match mine=plugin:./my_eval.so,depth=4 kukreja:depth=4 --games 10 */
#include <bianca.h>

/* What a square is worth, by its distance from the nearer side and from the nearer end. */
static const double weights[4][4] = {
    {99, -8, 8, 6}, {-8, -24, -4, -3}, {8, -4, 7, 4}, {6, -3, 4, 0}};

static int distance(int at, int length) {
    int nearer = at < length - 1 - at ? at : length - 1 - at;
    return nearer < 3 ? nearer : 3;
}

double evaluate(const BiancaPosition *position) {
    double value = 0;
    for (int i = 0; i < position->width * position->height; i++) {
        int row = distance(i / position->width, position->height);
        int column = distance(i % position->width, position->width);
        if (position->black >> i & 1) value += weights[row][column];
        if (position->white >> i & 1) value -= weights[row][column];
    }
    return value;
}
