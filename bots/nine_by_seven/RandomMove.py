"""A player file for the 9x7 course framework that plays any legal move: the least that one needs. Put
it into the framework's folder `ai` and choose RandomMove; or let it play in Bianca's arena:

    bianca match "mine=gtp:python3 bots/nine_by_seven/arena.py bots/nine_by_seven/RandomMove.py" nine-by-seven --board 9x7
"""

import random


class RandomMove:
    def __init__(self):
        self.name = "RandomMove"

    def __str__(self):
        return self.name

    def next_move(self, board):
        """Returns (row, column). The framework asks only if there is a move."""
        moves = board.get_possible_move()  # a list of (row, column), counted from 0
        return random.choice(moves)
