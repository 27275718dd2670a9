"""A player file for the 9x7 course framework that looks one ply ahead. Put it into the framework's
folder `ai` and choose OnePly; or let it play in Bianca's arena:

    bianca match "mine=gtp:python3 bots/nine_by_seven/arena.py bots/nine_by_seven/OnePly.py" nine-by-seven --board 9x7
"""

# What a square is worth, by its distance from the nearer side and from the nearer end: change
# these numbers and play again.
WEIGHTS = [
    [100, -10, 11, 6, 6],
    [-10, -20, 1, 2, 2],
    [10, 1, 5, 4, 4],
    [6, 2, 4, 2, 2],
]


def weight(row, column, rows, columns):
    down, across = min(row, rows - 1 - row), min(column, columns - 1 - column)
    return WEIGHTS[min(down, 3)][min(across, 4)]


def evaluate(board, side):
    """The weights of the side's discs less those of the opponent's."""
    rows, columns, squares = board.get_rows(), board.get_columns(), board.get_board()
    value = 0
    for row in range(rows):
        for column in range(columns):
            if squares[row][column] != ".":
                sign = 1 if squares[row][column] == side else -1
                value += sign * weight(row, column, rows, columns)
    return value


class OnePly:
    def __init__(self):
        self.name = "OnePly"

    def __str__(self):
        return self.name

    def next_move(self, board):
        """Returns (row, column). The framework asks only if there is a move."""
        side, best, best_value = board.get_turn(), None, None
        for row, column in board.get_possible_move():
            after = board.copy_game()
            after.move(row, column)
            value = evaluate(after, side)
            if best is None or value > best_value:
                best, best_value = (row, column), value
        return best
