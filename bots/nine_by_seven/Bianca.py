"""Bianca as a player file for the 9x7 course framework: put it into the framework's folder `ai` and
choose Bianca. It needs the package `bianca` (python/README.md): `pip install ./python`, or
PYTHONPATH. PLAYER is any player that `bianca players` lists and that plays on the board.
"""

import bianca

PLAYER = "engine:level=8"


class Bianca:
    def __init__(self):
        self.name = "Bianca"
        self.player = None

    def __str__(self):
        return self.name

    def next_move(self, board):
        """Returns (row, column), two plain ints. The framework asks only if there is a move."""
        rows, columns = board.get_rows(), board.get_columns()
        sets = {"B": 0, "W": 0}
        for row, squares in enumerate(board.get_board()):
            for column, disc in enumerate(squares):
                if disc in sets:
                    sets[disc] |= 1 << (row * columns + column)
        side = bianca.BLACK if board.get_turn() == "B" else bianca.WHITE
        position = bianca.Board.of_sets(sets["B"], sets["W"], side, (columns, rows))
        if self.player is None or (self.player.width, self.player.height) != (columns, rows):
            self.player = bianca.Player(PLAYER, (columns, rows))
        square = position.square_index(self.player.choose(position).move)
        return square // columns, square % columns
