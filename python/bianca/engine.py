"""The engine: searches with limits, exact solves, evaluations with their terms, reviews; and players by name."""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import Callable, Optional, Union

from . import _native
from ._native import BiancaError, byref, check, integer, lib, time_of
from .board import Board, Game, Move, Side, Size, size_of


@dataclass(frozen=True)
class Line:
    """A move that a search has found, with what is expected to follow."""

    move: str
    score: float  #: discs for the side to move at the end of the game, empty squares to the winner
    is_exact: bool  #: proven, not estimated
    depth: int  #: plies looked ahead
    selectivity: int  #: percent: how sure forward pruning is of each cut; 100: nothing is pruned
    pv: list[str]  #: the moves expected, the first of them `move`


@dataclass(frozen=True)
class Thought:
    """What a search has found: lines, the best first. None only if the game is over."""

    lines: list[Line]
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Term:
    name: str
    value: float
    weight: float


@dataclass(frozen=True)
class Explanation:
    """What an evaluation is made of: `value` is the sum of value * weight over the terms."""

    value: float  #: for the side to move, in the evaluation's own unit
    terms: list[Term]
    table: Optional[list[float]]  #: the weight of each square, if the evaluation has a table


@dataclass(frozen=True)
class Reason:
    """Why a move was a mistake; confirmed by searching without the cause."""

    name: str  #: corner, mobility, parity, ...: docs/games.md
    share: float  #: of the loss that vanishes with the cause
    square: Optional[str]  #: that it is about


@dataclass(frozen=True)
class ReviewMove:
    """What a move of a game has lost against the best one, in discs."""

    ply: int
    side: Side
    played: str
    best: str
    score: float
    best_score: float
    loss: float
    is_exact: bool
    verdict: str  #: forced, best, good, inaccuracy, mistake or blunder
    pv: list[str]  #: of the best move
    reasons: list[Reason]  #: of a mistake or blunder, the most important one first


@dataclass(frozen=True)
class ReviewSide:
    """The moves of one side that had a choice."""

    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int
    loss: float
    accuracy: float  #: percent


@dataclass(frozen=True)
class Review:
    moves: list[ReviewMove]
    black: ReviewSide
    white: ReviewSide


def evaluations() -> list[str]:
    """The names of evaluations, beside "pattern" for learned weights.

    >>> "kukreja" in evaluations()
    True
    """
    names: list[str] = []
    while True:
        name = lib.bianca_evaluation_name(len(names))
        if name is None:
            return names
        names.append(name.decode())


def _limits(level: int, depth: int, nodes: int, seconds: Optional[float]) -> _native.Limits:
    return _native.Limits(
        integer("level", level, 0, 60),
        integer("depth", depth, 0, _native.MAX_INT),
        integer("nodes", nodes, 0, 2**64 - 1),
        time_of(seconds),
    )


class Engine:
    """An engine for one board. One thread at a time may use it; `stop` may be called from any.

    >>> with Engine("6x6", threads=1, hash_mb=4) as engine:
    ...     line = engine.best(Board("6x6"), depth=4)
    >>> line.move in Board("6x6").legal_moves, line.depth
    (True, 4)
    """

    def __init__(
        self,
        board: Size = "8x8",
        *,
        threads: int = 1,
        hash_mb: int = 64,
        eval: Optional[str] = None,
        weights: Optional[str] = None,
    ) -> None:
        """`eval` is a name of evaluations() or "plugin:FILE", an evaluation of your own; None is the
        best there is. `weights` is a weight file."""
        self._engine = ctypes.c_void_p()
        error = _native.Error()
        self.width, self.height = size_of(board)
        options = _native.EngineOptions(
            integer("threads", threads, 0, _native.MAX_INT),
            integer("hash_mb", hash_mb, 0, _native.MAX_INT),
            eval.encode() if eval else None,
            weights.encode() if weights else None,
        )
        check(lib.bianca_engine_new(byref(self._engine), self.width, self.height, byref(options), byref(error)), error)

    def close(self) -> None:
        """Frees the engine. Using it afterwards raises BiancaError."""
        engine, self._engine = self._engine, ctypes.c_void_p()
        lib.bianca_engine_free(engine)

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], value: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_engine", None):
            self.close()

    def _open(self) -> ctypes.c_void_p:
        if not self._engine:
            raise BiancaError("the engine is closed")
        return self._engine

    def _run(self, work: Callable[[], int]) -> int:
        """Runs a long call so that Ctrl-C stops it: on a thread, while this one waits for signals."""
        if threading.current_thread() is not threading.main_thread():
            return work()
        status: list[int] = []
        ended = threading.Event()

        def run() -> None:
            try:
                status.append(work())
            finally:
                ended.set()

        try:
            threading.Thread(target=run, daemon=True).start()
            while not ended.wait(0.1):
                pass
        except RuntimeError:  # no thread to be had
            return work()
        except BaseException:
            self._stop_and_wait(ended)
            raise
        return status[0]

    def _stop_and_wait(self, ended: threading.Event) -> None:
        """Ends a search whose caller was interrupted: the engine is free again afterwards."""
        lib.bianca_engine_stop(self._engine)
        while not ended.is_set():
            try:
                ended.wait(0.1)
            except KeyboardInterrupt:
                pass  # it is being stopped already
        lib.bianca_engine_rearm(self._engine)

    def think(
        self, board: Board, *, level: int = 0, depth: int = 0, nodes: int = 0, seconds: Optional[float] = None, lines: int = 1
    ) -> Thought:
        """Finds the best moves, as many as `lines`. The first limit that is reached ends the search;
        without a limit it solves the position: 0, and None for seconds, is none.

        >>> thought = Engine(hash_mb=4).think(Board.of_moves("f5d6c3"), depth=6, lines=3)
        >>> len(thought.lines), thought.lines[0].score >= thought.lines[1].score
        (3, True)
        """
        engine, error, found = self._open(), _native.Error(), _native.Thought()
        limits = _limits(level, depth, nodes, seconds)
        if not 1 <= lines <= _native.MAX_LINES:
            raise BiancaError(f"lines: 1 to {_native.MAX_LINES}, not {lines}")
        room = (_native.Line * lines)()
        status = self._run(
            lambda: int(
                lib.bianca_engine_think(
                    engine, byref(board._position), byref(limits), room, lines, byref(found), byref(error)
                )
            )
        )
        if status != _native.STOPPED:
            check(status, error)
        return Thought([_line(board, room[i]) for i in range(found.count)], found.nodes, found.seconds)

    def best(
        self, board: Board, *, level: int = 0, depth: int = 0, nodes: int = 0, seconds: Optional[float] = None
    ) -> Line:
        """The best move. Raises BiancaError if the game is over."""
        lines = self.think(board, level=level, depth=depth, nodes=nodes, seconds=seconds).lines
        if not lines:
            raise BiancaError("the game is over")
        return lines[0]

    def solve(self, board: Board) -> Line:
        """The exact result with best play by both sides, and how it comes about.

        >>> Engine("4x4", hash_mb=4).solve(Board("4x4")).score
        -10.0
        """
        return self.best(board)

    def evaluate(self, board: Board) -> float:
        """What the engine thinks without searching, in discs for the side to move."""
        self._check_size(board)
        if self.evaluation.startswith("plugin"):  # which may fail, and only this says so
            return self.explain(board).value
        return float(lib.bianca_engine_evaluate(self._open(), byref(board._position)))

    def explain(self, board: Board) -> Explanation:
        """The value of the position with its terms.

        >>> explained = Engine(eval="kukreja", hash_mb=1).explain(Board.of_moves("f5d6c3"))
        >>> [term.name for term in explained.terms]
        ['discs', 'corners', 'mobility', 'frontier', 'squares', 'near corners']
        >>> abs(explained.value - sum(term.value * term.weight for term in explained.terms)) < 1e-9
        True
        """
        error, found = _native.Error(), _native.Explanation()
        check(lib.bianca_engine_explain(self._open(), byref(board._position), byref(found), byref(error)), error)
        terms = [Term(t.name.decode(), t.value, t.weight) for t in found.terms[: found.count]]
        table = list(found.table[: board.squares]) if found.has_table else None
        return Explanation(found.value, terms, table)

    def review(
        self, game: Union[Game, str], *, level: int = 0, depth: int = 0, seconds: Optional[float] = None
    ) -> Review:
        """What each move of a game has lost. The limits are those of each search; without one: level 10.

        >>> review = Engine(hash_mb=4).review("f5d6c3d3c4f4f6", level=4)
        >>> len(review.moves), review.moves[0].loss, review.black.moves
        (7, 0.0, 4)
        """
        if isinstance(game, str):
            game = Game(game, (self.width, self.height))
        if not (level or depth or seconds is not None):
            level = 10
        engine, error, limits = self._open(), _native.Error(), _limits(level, depth, 0, seconds)
        played, count = game._native_moves(), len(game)
        moves, sides = (_native.ReviewMove * max(1, count))(), (_native.ReviewSide * 2)()
        start = game.start._position
        check(
            self._run(
                lambda: int(
                    lib.bianca_engine_review(
                        engine, byref(start), played, count, byref(limits), moves, sides, byref(error)
                    )
                )
            ),
            error,
        )
        return Review(
            [_review_move(game.start, ply, moves[ply]) for ply in range(count)], _side(sides[0]), _side(sides[1])
        )

    def stop(self) -> None:
        """Makes a running search, and each later one until `rearm`, return at once. From any thread."""
        lib.bianca_engine_stop(self._open())

    def rearm(self) -> None:
        lib.bianca_engine_rearm(self._open())

    def clear(self) -> None:
        """Forgets earlier positions: a new game."""
        lib.bianca_engine_clear(self._open())

    @property
    def evaluation(self) -> str:
        """The name of the evaluation in use.

        >>> Engine("5x5", hash_mb=1).evaluation
        'handmade'
        """
        return str(lib.bianca_engine_evaluation(self._open()).decode())

    def _check_size(self, board: Board) -> None:
        if (board.width, board.height) != (self.width, self.height):
            raise BiancaError(f"the position is on {board.size}, the engine plays {self.width}x{self.height}")


def _line(board: Board, line: _native.Line) -> Line:
    pv = [board.square_name(square) for square in line.pv[: line.length]]
    return Line(pv[0], line.score, bool(line.is_exact), line.depth, line.selectivity, pv)


def _review_move(board: Board, ply: int, move: _native.ReviewMove) -> ReviewMove:
    return ReviewMove(
        ply=ply,
        side=Side(move.side),
        played=board.square_name(move.played),
        best=board.square_name(move.best),
        score=move.score,
        best_score=move.best_score,
        loss=move.loss,
        is_exact=bool(move.is_exact),
        verdict=lib.bianca_verdict_name(move.verdict).decode(),
        pv=[board.square_name(square) for square in move.pv[: move.length]],
        reasons=[
            Reason(reason.name.decode(), reason.share, board.square_name(reason.square) if reason.square >= 0 else None)
            for reason in move.reasons[: move.reason_count]
        ],
    )


def _side(side: _native.ReviewSide) -> ReviewSide:
    return ReviewSide(side.moves, side.inaccuracies, side.mistakes, side.blunders, side.loss, side.accuracy)


@dataclass(frozen=True)
class Choice:
    """A player's move, and its score if it has one."""

    move: str
    score: Optional[float]  #: for the side to move: discs (engine), or the evaluation's own unit
    is_exact: bool
    depth: int
    nodes: int
    seconds: float


class Player:
    """A player by its name, as `bianca players` lists them.

    >>> player = Player("e03-myjudge:depth=4", "6x6")
    >>> player.choose(Board("6x6")).move
    'c2'
    >>> Player("baseline9")
    Traceback (most recent call last):
    ...
    bianca.BiancaError: player 'baseline9': unknown player 'baseline9', did you mean 'baseline2'?
    """

    def __init__(self, name: str, board: Size = "8x8") -> None:
        self._player = ctypes.c_void_p()
        self.name = name
        self.width, self.height = size_of(board)
        error = _native.Error()
        check(lib.bianca_player_new(byref(self._player), name.encode(), self.width, self.height, byref(error)), error)

    def choose(self, board: Board, seconds: Optional[float] = None) -> Choice:
        """Chooses a move; within `seconds`, unless that is None."""
        error, found, limit = _native.Error(), _native.Choice(), time_of(seconds)
        check(lib.bianca_player_choose(self._player, byref(board._position), limit, byref(found), byref(error)), error)
        return Choice(
            board.square_name(found.square),
            found.score if found.has_score else None,
            bool(found.is_exact),
            found.depth,
            found.nodes,
            found.seconds,
        )

    def begin(self, game: int, side: int) -> None:
        """Begins a game: players with random choices make others in each."""
        lib.bianca_player_begin(self._player, integer("game", game, 0, 2**64 - 1), integer("side", side, 0, 1))

    def __call__(self, board: Board) -> Move:
        return self.choose(board).move

    def __del__(self) -> None:
        if getattr(self, "_player", None):
            lib.bianca_player_free(self._player)
