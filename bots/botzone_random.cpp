// A bot in C++ that plays any legal move, for Botzone's simple interaction. To play it:
//     g++ -O2 -o mybot bots/botzone_random.cpp && bianca match mine=botzone:./mybot random --games 10
#include <array>
#include <cstdlib>
#include <ctime>
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

// Any legal move, each as likely.
int choose(const Board &board, int side) {
    std::vector<int> moves = board.moves(side);
    return moves.empty() ? PASS : moves[std::rand() % moves.size()];
}

// Botzone starts the program for every turn and tells it the whole game.
int main() {
    Board board;
    int turns, x, y, me = WHITE;
    std::srand(unsigned(std::time(nullptr)));
    std::cin >> turns;
    for (int i = 0; i < 2 * turns - 1; i++) { // their move, my move, ..., their move
        std::cin >> x >> y;
        if (i == 0 && x == -1) me = BLACK; // nobody has moved: I begin
        if (x >= 0) board.play(i % 2 == 0 ? 3 - me : me, y * 8 + x);
    }
    int square = choose(board, me);
    std::cout << (square == PASS ? -1 : square % 8) << ' ' << (square == PASS ? -1 : square / 8) << std::endl;
}
