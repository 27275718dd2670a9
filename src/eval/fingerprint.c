/* Asks an evaluation about some hundred positions, always the same ones (fingerprint.h). */
#include "eval/fingerprint.h"

#include "base/random.h"
#include "game/rules.h"

enum { FINGERPRINT_GAMES = 20, FINGERPRINT_SEED = 20240229 };

uint64_t evaluation_fingerprint(const Evaluation *evaluation) {
    const Shape *shape = evaluation->shape;
    Random random = random_seeded(FINGERPRINT_SEED);
    uint64_t sum = 0;
    for (int game = 0; game < FINGERPRINT_GAMES; game++) {
        Position position = position_start(shape);
        while (!rules_is_over(shape, position)) {
            uint64_t moves = rules_moves(shape, position.own, position.opp);
            if (!moves) {
                position = position_passed(position);
                continue;
            }
            sum = random_mix(sum + (uint64_t)(int64_t)evaluation_value(evaluation, position));
            int square = rules_random_move(moves, &random);
            uint64_t flips = rules_flips(shape, square, position.own, position.opp);
            position = position_after(position, square, flips);
        }
    }
    return sum;
}
