/* Asks Bianca for the best move after a few moves of an opening:
 *     cc best_move.c $(pkg-config --cflags --libs bianca) && ./a.out f5d6c3 */
#include <bianca.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *moves = argc > 1 ? argv[1] : "f5d6c3";
    BiancaPosition position;
    BiancaError error;
    BiancaEngine *engine;
    if (bianca_position_start(&position, 8, 8, &error) != BIANCA_OK ||
        bianca_transcript_parse(&position, moves, strlen(moves), NULL, 0, NULL, &error) !=
            BIANCA_OK ||
        bianca_engine_new(&engine, 8, 8, NULL, &error) != BIANCA_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    BiancaLimits limits = {.seconds = 0.5};
    BiancaLine line;
    BiancaThought thought;
    char move[BIANCA_MOVE_SIZE];
    bianca_engine_think(engine, &position, &limits, &line, 1, &thought, NULL);
    if (thought.count > 0) {
        bianca_move_format(8, 8, line.pv[0], move, sizeof move);
        printf("%s, %+.1f discs, %d plies, %.1f million nodes\n", move, line.score, line.depth,
               (double)thought.nodes / 1e6);
    }
    bianca_engine_free(engine);
    return 0;
}
