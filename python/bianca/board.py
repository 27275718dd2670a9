"""Boards, moves and games."""

from __future__ import annotations

import ctypes
import enum
import operator
import random
from typing import Iterator, Optional, Union

from . import _native
from ._native import BiancaError, byref, check, integer, lib


class Side(enum.IntEnum):
    """Black begins."""

    BLACK = 0
    WHITE = 1

    @property
    def other(self) -> "Side":
        return Side(1 - self)


BLACK, WHITE = Side.BLACK, Side.WHITE
PASS = "pass"

Size = Union[str, "tuple[int, int]"]
"""Columns and rows: "9x7", or (9, 7)."""

Move = Union[str, int]
"""A move as text ("f5", "pass") or as the number of a square: row * width + column, from 0."""


def size_of(board: Size) -> tuple[int, int]:
    """Columns and rows of "9x7" or (9, 7).

    >>> size_of("9x7")
    (9, 7)
    """
    if isinstance(board, str):
        columns, cross, rows = board.lower().partition("x")
        if not cross or not columns.isdigit() or not rows.isdigit():
            raise BiancaError(f"board {board!r}: expected columns x rows, such as 8x8, 6x6 or 9x7")
        return _checked(int(columns), int(rows))
    columns_rows = tuple(board)
    if len(columns_rows) != 2 or not all(isinstance(n, int) for n in columns_rows):
        raise BiancaError(f"board {board!r}: expected two whole numbers, columns and rows")
    return _checked(columns_rows[0], columns_rows[1])


def _checked(columns: int, rows: int) -> tuple[int, int]:
    """Sizes that fit into the library, which knows the rest."""
    if max(columns, rows) > 64:
        raise BiancaError(f"board {columns}x{rows}: the largest has 64 squares")
    return columns, rows


class Board:
    """A position: a board of any size with its discs and the side to move. Never changes.

    >>> board = Board()
    >>> board.legal_moves
    ['d3', 'c4', 'f5', 'e6']
    >>> after = board.play("f5")
    >>> after.side, after.discs(BLACK), after.discs(WHITE)
    (<Side.WHITE: 1>, 4, 1)
    >>> print(Board.of_moves("f5d6", board="6x6"))
    Traceback (most recent call last):
    ...
    bianca.BiancaError: transcript: move 1: f5 turns nothing for Black
    """

    __slots__ = ("_position",)
    _position: _native.Position

    def __init__(self, board: Size = "8x8") -> None:
        """The start of the game."""
        error, position = _native.Error(), _native.Position()
        width, height = size_of(board)
        check(lib.bianca_position_start(byref(position), width, height, byref(error)), error)
        self._position = position

    # --- Other ways to make one ---

    @classmethod
    def _of(cls, position: _native.Position) -> "Board":
        made = object.__new__(cls)
        made._position = position
        return made

    @classmethod
    def of_sets(cls, black: int, white: int, side: int = BLACK, board: Size = "8x8") -> "Board":
        """From sets of squares: bit n is square n.

        >>> Board.of_sets(0x0000000810000000, 0x0000001008000000) == Board()
        True
        """
        error = _native.Error()
        if not (0 <= black < 1 << 64 and 0 <= white < 1 << 64):
            raise BiancaError("a set of squares has 64 bits")
        width, height = size_of(board)
        position = _native.Position(width, height, integer("side", side, 0, 1), black, white)
        check(lib.bianca_position_check(byref(position), byref(error)), error)
        return cls._of(position)

    @classmethod
    def parse(cls, text: str, board: Size = "8x8") -> "Board":
        """From text: the squares row by row (X or * black, O white, - or . empty), then the side to move.

        >>> Board.parse("----------------------------XO----OX---------------------------- X") == Board()
        False
        >>> Board.parse("---------------------------OX------XO--------------------------- X") == Board()
        True
        """
        error, position = _native.Error(), _native.Position()
        width, height = size_of(board)
        data = text.encode()
        check(lib.bianca_position_parse(byref(position), width, height, data, len(data), byref(error)), error)
        return cls._of(position)

    @classmethod
    def of_moves(cls, moves: str, board: Size = "8x8") -> "Board":
        """After the moves of a game that begins at the start.

        >>> Board.of_moves("f5 d6 c3").side
        <Side.WHITE: 1>
        """
        return Game(moves, board).end

    # --- What it is ---

    @property
    def width(self) -> int:
        return int(self._position.width)

    @property
    def height(self) -> int:
        return int(self._position.height)

    @property
    def size(self) -> str:
        """ "8x8": columns, then rows."""
        return f"{self.width}x{self.height}"

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return self.width * self.height

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side(self._position.side)

    @property
    def black(self) -> int:
        """Black's discs as a set of squares."""
        return int(self._position.black)

    @property
    def white(self) -> int:
        return int(self._position.white)

    @property
    def own(self) -> int:
        """The discs of the side to move."""
        return self.white if self._position.side else self.black

    @property
    def opp(self) -> int:
        """The discs of the other side."""
        return self.black if self._position.side else self.white

    @property
    def empties(self) -> int:
        """How many squares are empty.

        >>> Board().empties
        60
        """
        return self.squares - bin(self.black | self.white).count("1")

    def discs(self, side: int) -> int:
        """How many discs a side has."""
        return bin(self.white if side else self.black).count("1")

    def __getitem__(self, square: Move) -> str:
        """What is on a square: 'X' for Black, 'O' for White, '-' if it is empty.

        >>> Board()["d4"], Board()["e4"], Board()["a1"]
        ('O', 'X', '-')
        """
        bit = 1 << self._on_board(square)
        return "X" if self.black & bit else "O" if self.white & bit else "-"

    def rows(self) -> list[str]:
        """The rows from the top, each a text of 'X', 'O' and '-'.

        >>> Board("4x4").rows()
        ['----', '-OX-', '-XO-', '----']
        """
        text = self.text
        return [text[row * self.width : (row + 1) * self.width] for row in range(self.height)]

    @property
    def text(self) -> str:
        """All squares and the side to move in one line, as `bianca show --position` reads it.

        >>> Board("4x4").text
        '-----OX--XO----- X'
        """
        return _native.text_of(lib.bianca_position_format, 72, byref(self._position))

    def __str__(self) -> str:
        """
        >>> print(Board("4x4"))
          a b c d
        1 - - - -
        2 - O X -
        3 - X O -
        4 - - - -
        Black to move
        """
        letters = " ".join(chr(ord("a") + column) for column in range(self.width))
        pad = len(str(self.height))
        lines = [" " * pad + " " + letters]
        lines += [f"{number:>{pad}} " + " ".join(row) for number, row in enumerate(self.rows(), 1)]
        over = "game over" if self.is_over else f"{self.side.name.capitalize()} to move"
        return "\n".join(lines + [over])

    def __repr__(self) -> str:
        return f"Board.parse({self.text!r}, {self.size!r})"

    def _key(self) -> tuple[int, int, int, int, int]:
        position = self._position
        return position.width, position.height, position.side, position.black, position.white

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> "tuple[object, ...]":
        return Board.of_sets, (self.black, self.white, int(self.side), self.size)

    # --- Moves ---

    def square_name(self, square: int) -> str:
        """
        >>> Board().square_name(37), Board("9x7").square_name(8)
        ('f5', 'i1')
        """
        return _native.text_of(lib.bianca_move_format, 8, self.width, self.height, self._square(square))

    def square_index(self, name: str) -> int:
        """The number of a square: row * width + column, from 0.

        >>> Board().square_index("f5")
        37
        """
        return self._on_board(name)

    def _on_board(self, name: Move) -> int:
        square = self._square(name)
        if square == _native.PASS:
            raise BiancaError("a pass is not a square" if isinstance(name, str) else "64 is off the board")
        return square

    def _square(self, move: Move) -> int:
        """The number of a square, or of a pass."""
        if not isinstance(move, str):
            try:
                number = operator.index(move)
            except TypeError:
                raise BiancaError(f"a move is a text or a whole number, not {move!r}") from None
            if not 0 <= number < self.squares and number != _native.PASS:
                raise BiancaError(f"{number} is off the board")
            return number
        square, error, data = ctypes.c_int(), _native.Error(), move.encode()
        check(lib.bianca_move_parse(byref(square), self.width, self.height, data, len(data), byref(error)), error)
        return square.value

    @property
    def legal_set(self) -> int:
        """The legal moves as a set of squares."""
        return int(lib.bianca_legal_moves(byref(self._position)))

    @property
    def legal_squares(self) -> list[int]:
        """The legal moves as numbers of squares, row by row."""
        moves, found = self.legal_set, []
        while moves:
            low = moves & -moves
            found.append(low.bit_length() - 1)
            moves ^= low
        return found

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves row by row; ['pass'] if the side to move must pass; [] if the game is over."""
        squares = self.legal_squares
        if not squares:
            return [PASS] if self.must_pass else []
        width = self.width
        return [f"{chr(97 + square % width)}{square // width + 1}" for square in squares]

    @property
    def must_pass(self) -> bool:
        return bool(lib.bianca_must_pass(byref(self._position)))

    @property
    def is_over(self) -> bool:
        """Whether neither side can move."""
        return bool(lib.bianca_is_over(byref(self._position)))

    def play(self, move: Move) -> "Board":
        """The position after a move, or after "pass". An illegal one raises BiancaError.

        >>> Board().play("a1")
        Traceback (most recent call last):
        ...
        bianca.BiancaError: a1 turns nothing for Black
        """
        error = _native.Error()
        after = _native.Position(*self._key())
        check(lib.bianca_play(byref(after), self._square(move), None, byref(error)), error)
        return Board._of(after)

    def flips(self, move: Move) -> int:
        """The set of discs that a legal move turns.

        >>> bin(Board().flips("f5")).count("1")
        1
        """
        error, played = _native.Error(), _native.Move()
        after = _native.Position(*self._key())
        check(lib.bianca_play(byref(after), self._square(move), byref(played), byref(error)), error)
        return int(played.flips)

    def random_move(self, rng: Optional[random.Random] = None) -> str:
        """Any legal move, each as likely.

        >>> Board().random_move(random.Random(1)) in Board().legal_moves
        True
        """
        moves = self.legal_moves
        if not moves:
            raise BiancaError("the game is over")
        return (rng or random).choice(moves)

    def perft(self, depth: int) -> int:
        """How many games of `depth` moves there are from here.

        >>> [Board().perft(depth) for depth in range(1, 7)]
        [4, 12, 56, 244, 1396, 8200]
        """
        return int(lib.bianca_perft(byref(self._position), integer("depth", depth, 0, 100)))

    # --- Results and symmetry ---

    def score(self, side: Optional[int] = None, empties_to_winner: bool = True) -> int:
        """The disc difference for a side (None: the side to move), empty squares to the winner.

        >>> Board.of_moves("f5").score(BLACK, empties_to_winner=False)
        3
        """
        score = int(lib.bianca_score(byref(self._position), 0 if empties_to_winner else 1))
        return score if side is None or side == self.side else -score

    @property
    def winner(self) -> Optional[Side]:
        """Who has won, or None: drawn, or not over."""
        score = self.score(BLACK) if self.is_over else 0
        return BLACK if score > 0 else WHITE if score < 0 else None

    def stable(self, side: int) -> int:
        """Discs of a side that can never be turned again: a set, perhaps not all of them."""
        return int(lib.bianca_stable_discs(byref(self._position), integer("side", side, 0, 1)))

    def canonical(self) -> "Board":
        """The one position that stands for all symmetric ones.

        >>> len({Board().play(move).canonical() for move in Board().legal_moves})
        1
        """
        found = _native.Position()
        lib.bianca_position_canonical(byref(self._position), byref(found), None)
        return Board._of(found)

    def symmetries(self) -> list["Board"]:
        """The images under all symmetries of the board: 8 on squares, 4 on other rectangles.

        >>> len(Board().symmetries()), len(Board("9x7").symmetries())
        (8, 4)
        """
        count = 8 if self.width == self.height else 4
        return [self._image(symmetry) for symmetry in range(count)]

    def _image(self, symmetry: int) -> "Board":
        images = [0, 0]
        for square in range(self.squares):
            to = lib.bianca_symmetry_square(self.width, self.height, symmetry, square)
            images[0] |= (self.black >> square & 1) << to
            images[1] |= (self.white >> square & 1) << to
        return Board.of_sets(images[0], images[1], self.side, self.size)


class Game:
    """A game: a start and its moves, all of them legal.

    >>> game = Game("f5d6c3d3c4")
    >>> len(game), game.moves[:2], str(game)
    (5, ['f5', 'd6'], 'f5d6c3d3c4')
    >>> game.play("f4").end.side
    <Side.BLACK: 0>
    >>> Game("f5d6c3d3c4f4f4")
    Traceback (most recent call last):
    ...
    bianca.BiancaError: transcript: move 7: f4 is occupied
    """

    def __init__(self, moves: str = "", board: Size = "8x8", start: Optional[Board] = None) -> None:
        """Reads "f5d6c3" in any case, with blanks and move numbers; passes may be left out."""
        self.start = start if start is not None else Board(board)
        error, count, data = _native.Error(), ctypes.c_size_t(), moves.encode()
        end = _native.Position(*self.start._key())
        played = (_native.Move * _native.MAX_MOVES)()
        check(
            lib.bianca_transcript_parse(
                byref(end), data, len(data), played, _native.MAX_MOVES, byref(count), byref(error)
            ),
            error,
        )
        self.end = Board._of(end)
        self.moves: list[str] = [self.start.square_name(played[i].square) for i in range(count.value)]

    def play(self, move: Move) -> "Game":
        """Adds a move, in place."""
        after = self.end.play(move)
        self.moves.append(self.end.square_name(self.end._square(move)))
        self.end = after
        return self

    def undo(self) -> str:
        """Takes the last move back and returns it.

        >>> Game("f5d6").undo()
        'd6'
        """
        if not self.moves:
            raise BiancaError("there is no move to take back")
        boards = list(self.boards())
        self.end = boards[-2]
        return self.moves.pop()

    def boards(self) -> Iterator[Board]:
        """Every position of the game, from the start to the end.

        >>> [board.empties for board in Game("f5d6c3").boards()]
        [60, 59, 58, 57]
        """
        board = self.start
        yield board
        for move in self.moves:
            board = board.play(move)
            yield board

    def _native_moves(self) -> "ctypes.Array[_native.Move]":
        squares = [self.start._square(move) for move in self.moves]
        return (_native.Move * max(1, len(squares)))(*[_native.Move(square, 0) for square in squares])

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        return _native.text_of(
            lib.bianca_transcript_format,
            520,
            self.start.width,
            self.start.height,
            self._native_moves(),
            len(self.moves),
        )

    def __repr__(self) -> str:
        start = "" if self.start == Board(self.start.size) else f", start={self.start!r}"
        return f"Game({str(self)!r}, {self.start.size!r}{start})"
