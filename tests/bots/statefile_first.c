/* An honest program for the course referee: writes the first legal move it is told. With a third
 * argument `slow` it writes a better one every now and then, the last one half, until it is killed.
 */
#include <unistd.h>

#include "mini.h"

int main(int argc, char **argv) {
    bool is_slow = argc > 3 && strcmp(argv[1], "slow") == 0;
    if (argc < 3) return 1;
    FILE *state = fopen(argv[argc - 2], "r"), *action = fopen(argv[argc - 1], "w");
    int number, row = -1, column = -1;
    if (state == NULL || action == NULL) return 1;
    for (int i = 0; i < 1 + 64 + 1; i++)
        if (fscanf(state, "%d", &number) != 1) return 1;
    for (int i = 0; i < number; i++) {
        if (fscanf(state, "%d %d", &row, &column) != 2) return 1;
        fprintf(action, "%d %d\n", row, column);
        fflush(action);
        if (!is_slow) return 0;
    }
    fprintf(action, "%d", row);
    fflush(action);
    for (;;) pause();
}
