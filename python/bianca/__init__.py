"""Othello on every board of at least 4x4 and at most 64 squares.

>>> import bianca
>>> board = bianca.Board.of_moves("f5d6c3d3c4")
>>> engine = bianca.Engine(hash_mb=16)
>>> engine.best(board, depth=8).move in board.legal_moves
True

Boards and games are in bianca.board, the engine and players in bianca.engine, alpha-beta with your
own evaluation and matches in bianca.arena; all their names are here too. bianca.arrays has numpy
arrays of positions.
"""

from ._native import BiancaError, lib as _lib
from .arena import AlphaBeta, MatchResult, match, play_game
from .board import BLACK, PASS, WHITE, Board, Game, Side
from .engine import Choice, Engine, Explanation, Line, Player, Reason, Review, ReviewMove, ReviewSide, Term, Thought
from .engine import evaluations

__version__: str = _lib.bianca_version().decode()

__all__ = [
    "AlphaBeta", "BLACK", "BiancaError", "Board", "Choice", "Engine", "Explanation", "Game", "Line", "MatchResult",
    "PASS", "Player", "Reason", "Review", "ReviewMove", "ReviewSide", "Side", "Term", "Thought", "WHITE", "evaluations",
    "match", "play_game",
]  # fmt: skip
