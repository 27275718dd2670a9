"""Your own evaluation and your own player, in Python: alpha-beta with a function, and matches.

For matches of thousands of games, ratings with intervals and foreign programs, use `bianca match`;
`python3 -m bianca.gtp my_player.py` makes a Python player a program for it.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

from ._native import BiancaError
from .board import BLACK, PASS, WHITE, Board, Game, Move, Size
from .engine import Player

Evaluate = Callable[[Board], float]
"""The value of a position for the side to move."""

Chooser = Union[str, Callable[[Board], Move]]
"""A player: a name of `bianca players`, or any function from a board to a move."""

WIN = 1e6
"""The value of a won game in alpha-beta, plus the discs it is won by."""


class AlphaBeta:
    """A player that searches with alpha-beta to a fixed depth and asks a Python function at the leaves.

    >>> mobility = lambda board: len(board.legal_squares)
    >>> AlphaBeta(mobility, depth=2)(Board()) in Board().legal_moves
    True
    """

    def __init__(self, evaluate: Evaluate, depth: int = 2) -> None:
        if depth < 1:
            raise BiancaError("depth: at least 1")
        self.evaluate, self.depth = evaluate, depth
        self.nodes = 0

    def __call__(self, board: Board) -> Move:
        return self.search(board)[0]

    def search(self, board: Board) -> tuple[str, float]:
        """The best move and its value for the side to move."""
        moves = board.legal_moves
        if not moves:
            raise BiancaError("the game is over")
        best, best_value = moves[0], -float("inf")
        for move in moves:
            value = -self.value(board.play(move), self.depth - 1, -float("inf"), -best_value)
            if value > best_value:
                best, best_value = move, value
        return best, best_value

    def value(self, board: Board, depth: int, alpha: float, beta: float) -> float:
        """The value of a position for its side to move, `depth` plies deep."""
        self.nodes += 1
        squares = board.legal_squares
        if not squares:
            if board.is_over:
                discs = board.score()
                return discs + WIN if discs > 0 else discs - WIN if discs < 0 else 0
            return -self.value(board.play(PASS), depth, -beta, -alpha)
        if depth <= 0:
            return self._leaf(board)
        for square in squares:
            alpha = max(alpha, -self.value(board.play(square), depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha


    def _leaf(self, board: Board) -> float:
        value = float(self.evaluate(board))
        if not math.isfinite(value):
            raise BiancaError(f"evaluate() returned {'NaN' if math.isnan(value) else 'infinity'} for {board.text}")
        return value


@dataclass
class MatchResult:
    """Games from the first player's point of view."""

    wins: int
    draws: int
    losses: int
    discs: int  #: all games together
    games: list[Game]

    @property
    def score(self) -> float:
        """Points per game: a win 1, a draw a half."""
        return (self.wins + self.draws / 2) / max(1, len(self.games))


def play_game(black: Chooser, white: Chooser, start: Optional[Board] = None, number: int = 0) -> Game:
    """Plays a game to its end. A move that is illegal raises BiancaError with the player's colour.

    >>> game = play_game("e03-judge:depth=2", "e03-myjudge:depth=2", Board("6x6"))
    >>> game.end.is_over
    True
    """
    game = Game(start=start if start is not None else Board())
    players = [_player(black, game.start), _player(white, game.start)]
    for side, player in zip((BLACK, WHITE), players):
        if isinstance(player, Player):
            player.begin(number, side)
    while not game.end.is_over:
        side = game.end.side
        move: Any = PASS if game.end.must_pass else players[side](game.end)
        try:
            game.play(move)
        except BiancaError as reason:
            raise BiancaError(f"{side.name.capitalize()} plays {move!r}: {reason}") from None
    return game


def match(
    first: Chooser, second: Chooser, games: int = 10, board: Size = "8x8", opening_plies: int = 6, seed: int = 1
) -> MatchResult:
    """Plays pairs of games: the same random opening with colours swapped.

    >>> match("kukreja:depth=1", "random", games=4, opening_plies=4).score >= 0.5
    True
    """
    rng, result = random.Random(seed), MatchResult(0, 0, 0, 0, [])
    players = (_player(first, Board(board)), _player(second, Board(board)))
    start = Board(board)
    for number in range(games):
        if number % 2 == 0:
            start = _opening(board, opening_plies, rng)
        is_black = number % 2 == 0
        game = play_game(players[0] if is_black else players[1], players[1] if is_black else players[0], start, number)
        discs = game.end.score(BLACK if is_black else WHITE)
        result.games.append(game)
        result.discs += discs
        result.wins += discs > 0
        result.draws += discs == 0
        result.losses += discs < 0
    return result


def _player(chooser: Chooser, board: Board) -> Callable[[Board], Move]:
    if isinstance(chooser, str):
        return Player(chooser, board.size)
    return chooser


def _opening(board: Size, plies: int, rng: random.Random) -> Board:
    start = Board(board)
    for _ in range(plies):
        if start.is_over:
            break
        start = start.play(start.random_move(rng))
    return start if not start.is_over else Board(board)
