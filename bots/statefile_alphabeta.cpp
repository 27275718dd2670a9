// A bot in C++ that searches with alpha-beta and a table of weights, for the course referee's state and action files. To play it:
//     g++ -O2 -o mybot bots/statefile_alphabeta.cpp && bianca match mine=statefile:./mybot random --games 10
#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <vector>

enum { EMPTY, BLACK, WHITE }; // the other side is 3 - side
const int PASS = -1;          // squares are row * 8 + column

struct Board {
    std::array<int, 64> at{};

    Board() {
        at[27] = at[36] = WHITE;
        at[28] = at[35] = BLACK;
    }

    // The discs that a move turns; none: it is illegal.
    std::vector<int> flips(int side, int square) const {
        std::vector<int> turned;
        if (square < 0 || square > 63 || at[square] != EMPTY) return turned;
        for (int dr = -1; dr <= 1; dr++)
            for (int dc = -1; dc <= 1; dc++) {
                std::vector<int> run;
                int r = square / 8 + dr, c = square % 8 + dc;
                for (; r >= 0 && r < 8 && c >= 0 && c < 8 && at[r * 8 + c] == 3 - side; r += dr, c += dc)
                    run.push_back(r * 8 + c);
                if (r >= 0 && r < 8 && c >= 0 && c < 8 && at[r * 8 + c] == side)
                    turned.insert(turned.end(), run.begin(), run.end());
            }
        return turned;
    }

    bool play(int side, int square) {
        std::vector<int> turned = flips(side, square);
        if (turned.empty()) return false;
        at[square] = side;
        for (int i : turned) at[i] = side;
        return true;
    }

    std::vector<int> moves(int side) const {
        std::vector<int> found;
        for (int square = 0; square < 64; square++)
            if (!flips(side, square).empty()) found.push_back(square);
        return found;
    }
};

// What a square is worth: change these numbers and play again.
const std::array<int, 64> weights = {
    99, -8,  8,  6,  6,  8,  -8,  99, -8, -24, -4, -3, -3, -4, -24, -8,
    8,  -4,  7,  4,  4,  7,  -4,  8,  6,  -3,  4,  0,  0,  4,  -3,  6,
    6,  -3,  4,  0,  0,  4,  -3,  6,  8,  -4,  7,  4,  4,  7,  -4,  8,
    -8, -24, -4, -3, -3, -4, -24, -8, 99, -8,  8,  6,  6,  8,  -8,  99};

int evaluate(const Board &board, int side) {
    int value = 0;
    for (int i = 0; i < 64; i++)
        if (board.at[i] != EMPTY) value += board.at[i] == side ? weights[i] : -weights[i];
    return value;
}

const int DEPTH = 4, INFINITE = 1000000;

// The value of a position for `side`: negamax with alpha-beta. Two passes end the game.
int search(const Board &board, int side, int depth, int alpha, int beta, int passes = 0) {
    auto count = [&](int disc) { return int(std::count(board.at.begin(), board.at.end(), disc)); };
    if (passes == 2) return 1000 * (count(side) - count(3 - side)); // over: discs are all that counts
    if (depth == 0) return evaluate(board, side);
    std::vector<int> moves = board.moves(side);
    if (moves.empty()) return -search(board, 3 - side, depth, -beta, -alpha, passes + 1);
    for (int square : moves) {
        Board next = board;
        next.play(side, square);
        alpha = std::max(alpha, -search(next, 3 - side, depth - 1, -beta, -alpha));
        if (alpha >= beta) break;
    }
    return alpha;
}

int choose(const Board &board, int side) {
    int best = PASS, alpha = -INFINITE;
    for (int square : board.moves(side)) {
        Board next = board;
        next.play(side, square);
        int value = -search(next, 3 - side, DEPTH - 1, -INFINITE, -alpha);
        if (best == PASS || value > alpha) best = square, alpha = value;
    }
    return best;
}

// Run as `bot STATE ACTION`: reads the position, writes the move.
int main(int argc, char **argv) {
    Board board;
    int side;
    std::ifstream state(argc == 3 ? argv[1] : "");
    if (!(state >> side)) {
        std::cerr << "usage: bot STATE ACTION\n";
        return 1;
    }
    for (int &square : board.at) state >> square;
    std::ofstream action(argv[2]);
    int square = choose(board, side);
    action << square / 8 << ' ' << square % 8 << std::endl; // row, column; the last line counts
}
