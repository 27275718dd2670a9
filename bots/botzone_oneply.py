"""A bot in Python that looks one ply ahead with a table of weights, for Botzone's simple interaction. To play it:

    bianca match "mine=botzone:python3 bots/botzone_oneply.py" random --games 10
"""

EMPTY, BLACK, WHITE = 0, 1, 2  # the other side is 3 - side
PASS = -1  # a square is row * 8 + column
STEPS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc]


def start():
    board = [EMPTY] * 64
    board[27] = board[36] = WHITE
    board[28] = board[35] = BLACK
    return board


def flips(board, side, square):
    """The squares whose discs a move turns; none: it is illegal."""
    turned = []
    if board[square] != EMPTY:
        return turned
    for dr, dc in STEPS:
        row, column, run = square // 8 + dr, square % 8 + dc, []
        while 0 <= row < 8 and 0 <= column < 8 and board[row * 8 + column] == 3 - side:
            run.append(row * 8 + column)
            row, column = row + dr, column + dc
        if run and 0 <= row < 8 and 0 <= column < 8 and board[row * 8 + column] == side:
            turned += run
    return turned


def after(board, side, square):
    """The board after a move."""
    board = board[:]
    for turned in flips(board, side, square) + [square]:
        board[turned] = side
    return board


def legal_moves(board, side):
    return [square for square in range(64) if flips(board, side, square)]


# What a square is worth: change these numbers and play again.
WEIGHTS = [
    99, -8, 8, 6, 6, 8, -8, 99,
    -8, -24, -4, -3, -3, -4, -24, -8,
    8, -4, 7, 4, 4, 7, -4, 8,
    6, -3, 4, 0, 0, 4, -3, 6,
    6, -3, 4, 0, 0, 4, -3, 6,
    8, -4, 7, 4, 4, 7, -4, 8,
    -8, -24, -4, -3, -3, -4, -24, -8,
    99, -8, 8, 6, 6, 8, -8, 99,
]


def evaluate(board, side):
    return sum(weight if disc == side else -weight for disc, weight in zip(board, WEIGHTS) if disc)


def choose(board, side):
    """The move after which the position is worth most: one ply."""
    moves = legal_moves(board, side)
    return max(moves, key=lambda square: evaluate(after(board, side, square), side), default=PASS)


def main():
    """Botzone starts the program for every turn and tells it the whole game."""
    turns = int(input())
    moves = [tuple(map(int, input().split())) for _ in range(2 * turns - 1)]  # theirs, mine, ..., theirs
    me = BLACK if moves[0] == (-1, -1) else WHITE  # nobody has moved: I begin
    board = start()
    for number, (x, y) in enumerate(moves):
        if x >= 0:
            board = after(board, 3 - me if number % 2 == 0 else me, y * 8 + x)
    square = choose(board, me)
    print(*((-1, -1) if square == PASS else (square % 8, square // 8)))


main()
