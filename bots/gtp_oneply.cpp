// A bot in C++ that looks one ply ahead with a table of weights, for GTP. To play it:
//     g++ -O2 -o mybot bots/gtp_oneply.cpp && bianca match mine=gtp:./mybot random --games 10
#include <array>
#include <iostream>
#include <sstream>
#include <string>
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

// The move after which the position is worth most: one ply.
int choose(const Board &board, int side) {
    int best = PASS, best_value = 0;
    for (int square : board.moves(side)) {
        Board next = board;
        next.play(side, square);
        int value = evaluate(next, side);
        if (best == PASS || value > best_value) best = square, best_value = value;
    }
    return best;
}

int main() {
    Board board;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command, colour, move, result;
        words >> command >> colour >> move;
        int side = !colour.empty() && (colour[0] == 'b' || colour[0] == 'B') ? BLACK : WHITE;
        bool ok = true;
        if (command == "clear_board") board = Board();
        if (command == "boardsize") ok = colour == "8";
        if (command == "name") result = "gtp_oneply.cpp";
        if (command == "play" && move.size() == 2 && move[1] >= '1' && move[1] <= '8')
            ok = board.play(side, (move[1] - '1') * 8 + (move[0] | 32) - 'a');
        if (command == "genmove") {
            int square = choose(board, side);
            board.play(side, square);
            result = "pass";
            if (square != PASS) result = {char('a' + square % 8), char('1' + square / 8)};
        }
        std::cout << (ok ? "= " + result : "? cannot do that") << "\n\n" << std::flush;
        if (command == "quit") break;
    }
}
