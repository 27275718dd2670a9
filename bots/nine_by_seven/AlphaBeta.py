"""A player file for the 9x7 course framework that searches with alpha-beta. Put it into the
framework's folder `ai` and choose AlphaBeta; or let it play in Bianca's arena:

    bianca match "mine=gtp:python3 bots/nine_by_seven/arena.py bots/nine_by_seven/AlphaBeta.py" nine-by-seven --board 9x7
"""

DEPTH = 2

# What a square is worth, by its distance from the nearer side and from the nearer end: change
# these numbers and play again.
WEIGHTS = [
    [100, -10, 11, 6, 6],
    [-10, -20, 1, 2, 2],
    [10, 1, 5, 4, 4],
    [6, 2, 4, 2, 2],
]


def evaluate(board, side):
    """The weights of the side's discs less those of the opponent's."""
    rows, columns, value = board.get_rows(), board.get_columns(), 0
    for row, squares in enumerate(board.get_board()):
        for column, disc in enumerate(squares):
            down, across = min(row, rows - 1 - row), min(column, columns - 1 - column)
            weight = WEIGHTS[min(down, 3)][min(across, 4)]
            value += 0 if disc == "." else weight if disc == side else -weight
    return value


class AlphaBeta:
    def __init__(self):
        self.name = "AlphaBeta"

    def __str__(self):
        return self.name

    def next_move(self, board):
        """Returns (row, column). The framework asks only if there is a move."""
        side, best, alpha = board.get_turn(), None, -10**6
        for row, column in board.get_possible_move():
            value = self.after(board, row, column, side, DEPTH - 1, alpha, 10**6)
            if best is None or value > alpha:
                best, alpha = (row, column), value
        return best

    def after(self, board, row, column, side, depth, alpha, beta):
        game = board.copy_game()
        game.move(row, column)
        return self.search(game, side, depth, alpha, beta)

    def search(self, board, side, depth, alpha, beta):
        """The value for `side`. The framework skips a player who cannot move, so the turn tells who
        chooses: the larger value if it is `side`, the smaller one otherwise."""
        if depth == 0 or board.is_game_over():
            return evaluate(board, side)
        for row, column in board.get_possible_move():
            value = self.after(board, row, column, side, depth - 1, alpha, beta)
            if board.get_turn() == side:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if board.get_turn() == side else beta
