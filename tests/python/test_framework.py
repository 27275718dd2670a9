"""The player files for the 9x7 course framework, in a loop like the framework's own: it imports the class
by its name, calls next_move with a copy of the game, and refuses all but a tuple of two plain ints."""

from __future__ import annotations

import importlib
import os
import random
import sys
import unittest
from typing import Any

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "bots", "nine_by_seven"))

from arena import OthelloGame  # noqa: E402

import bianca  # noqa: E402


class Random:
    """The framework's own example of a player."""

    def next_move(self, board: Any) -> tuple[int, int]:
        return random.Random(sum(board.get_scores())).choice(board.get_possible_move())


def named(name: str) -> Any:
    return getattr(importlib.import_module(name), name)()


def play(black: Any, white: Any) -> OthelloGame:
    game = OthelloGame(7, 9, "B")
    while not game.is_game_over():
        player = black if game.get_turn() == "B" else white
        answer = player.next_move(game.copy_game())
        assert type(answer) is tuple and [type(number) for number in answer] == [int, int], answer
        assert answer in game.get_possible_move(), answer
        game.move(*answer)
    return game


class Framework(unittest.TestCase):
    def test_every_player_file_plays_a_game_of_9x7(self) -> None:
        for name in ("RandomMove", "OnePly", "AlphaBeta", "Bianca"):
            player = named(name)
            self.assertEqual(str(player), name)
            for game in (play(player, Random()), play(Random(), player)):
                self.assertTrue(game.is_game_over())

    def test_bianca_beats_random_and_asks_for_no_particular_board(self) -> None:
        player = named("Bianca")
        black, white = play(player, Random()).get_scores()
        self.assertGreater(black, white)
        self.assertIn(player.next_move(OthelloGame(8, 8, "B")), OthelloGame(8, 8, "B").get_possible_move())

    def test_the_wrapper_has_the_rules_of_the_framework(self) -> None:
        """Against bianca.Board: the moves, and that a side without a move is skipped."""
        rng = random.Random(4)
        for _ in range(3):
            game, board = OthelloGame(7, 9, "B"), bianca.Board("9x7")
            while not game.is_game_over():
                squares = [row * 9 + column for row, column in game.get_possible_move()]
                self.assertEqual(squares, board.legal_squares)
                self.assertEqual(game.get_turn(), "BW"[board.side])
                row, column = rng.choice(game.get_possible_move())
                game.move(row, column)
                board = board.play(row * 9 + column)
                if board.must_pass:
                    board = board.play("pass")
            self.assertTrue(board.is_over)
            self.assertEqual(game.get_scores(), (board.discs(bianca.BLACK), board.discs(bianca.WHITE)))


if __name__ == "__main__":
    unittest.main()
