"""Millions of positions as numpy arrays, for data sets and networks.

A position is two sets of squares in `uint64`: `own`, the discs of the side to move, and `opp`, those
of the other side; bit n is square row * width + column. Every function takes whole arrays and does
the work in one call of the library.

>>> import numpy as np
>>> own, opp = random_positions(1000, plies=20, seed=1)
>>> moves = legal_moves(own, opp)
>>> planes(own, opp).shape
(1000, 2, 8, 8)
>>> own2, opp2 = play(own, opp, random_squares(moves, seed=2))
>>> bool((own2 != own).all())
True
"""

from __future__ import annotations

import ctypes
from typing import Any, Sequence

try:
    import numpy as np
except ImportError as reason:  # pragma: no cover
    raise ImportError("bianca.arrays needs numpy: apt install python3-numpy, or pip install numpy") from reason

from . import _native
from ._native import BiancaError, byref, check, integer, lib
from .board import BLACK, Board, Size, size_of
from .engine import Engine

Array = Any  # numpy.ndarray; numpy 1.24 and older versions differ in how it is spelled

_SETS, _BYTES, _FLOATS = ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_uint8), ctypes.POINTER(ctypes.c_float)


def _sets(array: Any, name: str) -> Array:
    given = np.asarray(array)
    if given.dtype.kind not in "ui" or (given.dtype.kind == "i" and bool((given < 0).any())):
        raise BiancaError(f"{name}: expected whole numbers from 0 on (uint64), not {given.dtype}")
    return np.ascontiguousarray(given, dtype=np.uint64)


def _pair(own: Any, opp: Any) -> tuple[Array, Array]:
    own, opp = _sets(own, "own"), _sets(opp, "opp")
    if own.shape != opp.shape:
        raise BiancaError(f"own has the shape {own.shape}, opp {opp.shape}")
    return own, opp


def _at(array: Array, kind: Any) -> Any:
    return array.ctypes.data_as(kind)


def legal_moves(own: Any, opp: Any, board: Size = "8x8") -> Array:
    """The legal moves of each position, as sets."""
    own, opp = _pair(own, opp)
    width, height = size_of(board)
    moves, error = np.empty_like(own), _native.Error()
    check(
        lib.bianca_batch_legal_moves(
            width, height, own.size, _at(own, _SETS), _at(opp, _SETS), _at(moves, _SETS), byref(error)
        ),
        error,
    )
    return moves


def play(own: Any, opp: Any, squares: Any, board: Size = "8x8") -> tuple[Array, Array]:
    """Plays a square (64: a pass) in each position. Returns the sets of the sides that are then to move."""
    own, opp = _pair(own, opp)
    width, height = size_of(board)
    wide = np.asarray(squares)
    if wide.shape != own.shape or wide.dtype.kind not in "ui":
        raise BiancaError(f"squares: expected whole numbers of the shape {own.shape}")
    if wide.size and (int(wide.min()) < 0 or int(wide.max()) > _native.PASS):
        raise BiancaError("squares: expected 0 to 63, or 64 for a pass")
    narrow = np.ascontiguousarray(wide, dtype=np.uint8)
    next_own, next_opp, error = np.empty_like(own), np.empty_like(own), _native.Error()
    check(
        lib.bianca_batch_play(
            width, height, own.size, _at(own, _SETS), _at(opp, _SETS), _at(narrow, _BYTES),
            _at(next_own, _SETS), _at(next_opp, _SETS), byref(error),
        ),
        error,
    )  # fmt: skip
    return next_own, next_opp


def symmetry(sets: Any, number: int, board: Size = "8x8") -> Array:
    """The images of sets under symmetry `number`: 0 to 7 on square boards, 0 to 3 on others."""
    sets = _sets(sets, "sets")
    width, height = size_of(board)
    images, error = np.empty_like(sets), _native.Error()
    number = integer("number", number, 0, 7)
    check(
        lib.bianca_batch_symmetry(
            width, height, number, sets.size, _at(sets, _SETS), _at(images, _SETS), byref(error)
        ),
        error,
    )
    return images


def canonical(own: Any, opp: Any, board: Size = "8x8") -> tuple[Array, Array, Array]:
    """The position that stands for all symmetric ones, and the symmetry that leads there."""
    own, opp = _pair(own, opp)
    width, height = size_of(board)
    best_own, best_opp, numbers = np.empty_like(own), np.empty_like(own), np.empty(own.shape, dtype=np.uint8)
    error = _native.Error()
    check(
        lib.bianca_batch_canonical(
            width, height, own.size, _at(own, _SETS), _at(opp, _SETS), _at(best_own, _SETS),
            _at(best_opp, _SETS), _at(numbers, _BYTES), byref(error),
        ),
        error,
    )  # fmt: skip
    return best_own, best_opp, numbers


def evaluate(engine: Engine, own: Any, opp: Any) -> Array:
    """What the engine thinks of each position without searching: discs for the side to move, float32.
    Runs on as many threads as the engine has."""
    own, opp = _pair(own, opp)
    values, error = np.empty(own.shape, dtype=np.float32), _native.Error()
    check(
        lib.bianca_batch_evaluate(
            engine._open(), own.size, _at(own, _SETS), _at(opp, _SETS), _at(values, _FLOATS), byref(error)
        ),
        error,
    )
    return values


def squares_of(sets: Any, board: Size = "8x8") -> Array:
    """Sets as arrays of 0 and 1 (uint8), one number for each square: shape (..., height, width)."""
    sets = _sets(sets, "sets")
    width, height = size_of(board)
    # The least significant byte first, whatever the machine.
    octets = sets.astype("<u8", copy=False).reshape(-1, 1).view(np.uint8)
    bits = np.unpackbits(octets, axis=1, bitorder="little")[:, : width * height]
    return bits.reshape(sets.shape + (height, width))


def sets_of(squares: Any) -> Array:
    """The way back: arrays of 0 and 1 of the shape (..., height, width) as sets.

    >>> own, opp = random_positions(5, plies=9, board="9x7")
    >>> bool((sets_of(squares_of(own, "9x7")) == own).all())
    True
    """
    squares = np.asarray(squares)
    height, width = squares.shape[-2:]
    flat = np.zeros((int(np.prod(squares.shape[:-2], dtype=np.int64)), 64), dtype=np.uint8)
    flat[:, : width * height] = squares.reshape(-1, width * height) != 0
    return np.packbits(flat, axis=1, bitorder="little").view("<u8").astype(np.uint64).reshape(squares.shape[:-2])


def planes(own: Any, opp: Any, board: Size = "8x8") -> Array:
    """What a network reads: shape (n, 2, height, width), uint8; the side to move first."""
    own, opp = _pair(own, opp)
    return np.stack([squares_of(own, board), squares_of(opp, board)], axis=own.ndim)


def counts(sets: Any) -> Array:
    """How many squares each set has.

    >>> counts(np.array([0, 7, 2**64 - 1], dtype=np.uint64)).tolist()
    [0, 3, 64]
    """
    sets = _sets(sets, "sets")
    return squares_of(sets).sum(axis=(-2, -1), dtype=np.int64)


def random_squares(sets: Any, board: Size = "8x8", seed: int = 1) -> Array:
    """One square of each set, each as likely; 64, a pass, where the set is empty."""
    sets = _sets(sets, "sets")
    width, height = size_of(board)
    squares, error = np.empty(sets.shape, dtype=np.uint8), _native.Error()
    check(
        lib.bianca_batch_random(
            width, height, seed % 2**64, sets.size, _at(sets, _SETS), _at(squares, _BYTES), byref(error)
        ),
        error,
    )
    return squares


def random_positions(count: int, plies: int, board: Size = "8x8", seed: int = 1) -> tuple[Array, Array]:
    """Positions after random games of `plies` moves; a game that ends before begins again.

    >>> own, opp = random_positions(100, plies=60)
    >>> bool((counts(own | opp) == 64).all())
    True
    """
    rng, start = np.random.default_rng(seed), Board(board)
    if plies > start.empties:
        raise BiancaError(f"plies: a game on {start.size} has at most {start.empties} moves")
    own = np.full(count, start.own, dtype=np.uint64)
    opp = np.full(count, start.opp, dtype=np.uint64)
    played = np.zeros(count, dtype=np.int64)
    todo = np.arange(count) if plies > 0 else np.arange(0)
    while todo.size:
        a, b = own[todo], opp[todo]
        moves = legal_moves(a, b, board)
        stuck = np.flatnonzero(moves == 0)
        if stuck.size:
            a[stuck], b[stuck] = b[stuck], a[stuck]  # a pass
            moves[stuck] = legal_moves(a[stuck], b[stuck], board)
            over = stuck[moves[stuck] == 0]
            a[over], b[over], played[todo[over]] = start.own, start.opp, 0
            moves[over] = start.legal_set
        squares = random_squares(moves, board, int(rng.integers(2**63)))
        own[todo], opp[todo] = play(a, b, squares, board)
        played[todo] += 1
        todo = todo[played[todo] < plies]
    return own, opp


def of_boards(boards: Sequence[Board]) -> tuple[Array, Array]:
    """The sets of a list of boards."""
    return (
        np.array([board.own for board in boards], dtype=np.uint64),
        np.array([board.opp for board in boards], dtype=np.uint64),
    )


def to_board(own: int, opp: int, board: Size = "8x8", side: int = BLACK) -> Board:
    """One position of an array as a Board, with the side to move as `side`."""
    own, opp = int(own), int(opp)
    return Board.of_sets(own, opp, side, board) if side == BLACK else Board.of_sets(opp, own, side, board)
