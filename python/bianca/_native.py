"""The C library: finds it, and declares what include/bianca.h declares.

Nothing here knows more than the header; the other modules turn these values into Python's.
"""

from __future__ import annotations

import ctypes
import operator
import os
from ctypes import POINTER, Structure, byref, c_char, c_char_p, c_double, c_float, c_int, c_size_t
from ctypes import c_uint8, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Optional

PASS = 64
MAX_MOVES = 128
MAX_LINES = 64
MAX_LINE = 64
MAX_TERMS = 16
MAX_INT = 2**31 - 1
STOPPED = 4


class BiancaError(ValueError):
    """What the library refuses, with the reason it gives. `status` is its word for it."""

    __module__ = "bianca"

    def __init__(self, text: str, status: str = "bad-input") -> None:
        super().__init__(text)
        self.status = status


class Error(Structure):
    _fields_ = [("status", c_int), ("text", c_char * 240)]


class Position(Structure):
    _fields_ = [("width", c_int), ("height", c_int), ("side", c_int), ("black", c_uint64), ("white", c_uint64)]


class Move(Structure):
    _fields_ = [("square", c_int), ("flips", c_uint64)]


class EngineOptions(Structure):
    _fields_ = [("threads", c_int), ("hash_mb", c_int), ("eval", c_char_p), ("weights", c_char_p)]


class Limits(Structure):
    _fields_ = [("level", c_int), ("depth", c_int), ("nodes", c_uint64), ("seconds", c_double)]


class Line(Structure):
    _fields_ = [
        ("score", c_double),
        ("is_exact", c_int),
        ("depth", c_int),
        ("selectivity", c_int),
        ("length", c_int),
        ("pv", c_int * MAX_LINE),
    ]


class Thought(Structure):
    _fields_ = [("nodes", c_uint64), ("seconds", c_double), ("count", c_int)]


class Term(Structure):
    _fields_ = [("name", c_char_p), ("value", c_double), ("weight", c_double)]


class Explanation(Structure):
    _fields_ = [
        ("value", c_double),
        ("count", c_int),
        ("terms", Term * MAX_TERMS),
        ("has_table", c_int),
        ("table", c_double * 64),
    ]


class Reason(Structure):
    _fields_ = [("name", c_char_p), ("share", c_double), ("square", c_int)]


class ReviewMove(Structure):
    _fields_ = [
        ("side", c_int),
        ("played", c_int),
        ("best", c_int),
        ("score", c_double),
        ("best_score", c_double),
        ("loss", c_double),
        ("is_exact", c_int),
        ("verdict", c_int),
        ("length", c_int),
        ("pv", c_int * MAX_LINE),
        ("reason_count", c_int),
        ("reasons", Reason * 3),
    ]


class ReviewSide(Structure):
    _fields_ = [
        ("moves", c_int),
        ("inaccuracies", c_int),
        ("mistakes", c_int),
        ("blunders", c_int),
        ("loss", c_double),
        ("accuracy", c_double),
    ]


class Choice(Structure):
    _fields_ = [
        ("square", c_int),
        ("has_score", c_int),
        ("score", c_double),
        ("is_exact", c_int),
        ("depth", c_int),
        ("nodes", c_uint64),
        ("seconds", c_double),
    ]


_position, _error = POINTER(Position), POINTER(Error)
_sets = POINTER(c_uint64)

# Name, result, arguments: one row for each function of the header.
_FUNCTIONS: list[tuple[str, Any, list[Any]]] = [
    ("version", c_char_p, []),
    ("status_name", c_char_p, [c_int]),
    ("position_start", c_int, [_position, c_int, c_int, _error]),
    ("position_check", c_int, [_position, _error]),
    ("position_parse", c_int, [_position, c_int, c_int, c_char_p, c_size_t, _error]),
    ("position_format", c_size_t, [_position, c_char_p, c_size_t]),
    ("position_hash", c_uint64, [_position]),
    ("position_canonical", None, [_position, _position, POINTER(c_int)]),
    ("symmetry_square", c_int, [c_int, c_int, c_int, c_int]),
    ("legal_moves", c_uint64, [_position]),
    ("must_pass", c_int, [_position]),
    ("is_over", c_int, [_position]),
    ("play", c_int, [_position, c_int, POINTER(Move), _error]),
    ("undo", c_int, [_position, POINTER(Move), _error]),
    ("score", c_int, [_position, c_int]),
    ("stable_discs", c_uint64, [_position, c_int]),
    ("perft", c_uint64, [_position, c_int]),
    ("move_parse", c_int, [POINTER(c_int), c_int, c_int, c_char_p, c_size_t, _error]),
    ("move_format", c_size_t, [c_int, c_int, c_int, c_char_p, c_size_t]),
    ("transcript_parse", c_int, [_position, c_char_p, c_size_t, POINTER(Move), c_size_t, POINTER(c_size_t), _error]),
    ("transcript_format", c_size_t, [c_int, c_int, POINTER(Move), c_size_t, c_char_p, c_size_t]),
    ("engine_new", c_int, [POINTER(c_void_p), c_int, c_int, POINTER(EngineOptions), _error]),
    ("engine_free", None, [c_void_p]),
    ("engine_clear", None, [c_void_p]),
    ("engine_think", c_int, [c_void_p, _position, POINTER(Limits), POINTER(Line), c_int, POINTER(Thought), _error]),
    ("engine_stop", None, [c_void_p]),
    ("engine_rearm", None, [c_void_p]),
    ("engine_evaluate", c_double, [c_void_p, _position]),
    ("engine_explain", c_int, [c_void_p, _position, POINTER(Explanation), _error]),
    ("engine_evaluation", c_char_p, [c_void_p]),
    ("evaluation_name", c_char_p, [c_int]),
    ("verdict_name", c_char_p, [c_int]),
    (
        "engine_review",
        c_int,
        [c_void_p, _position, POINTER(Move), c_size_t, POINTER(Limits), POINTER(ReviewMove), POINTER(ReviewSide), _error],
    ),
    ("player_new", c_int, [POINTER(c_void_p), c_char_p, c_int, c_int, _error]),
    ("player_free", None, [c_void_p]),
    ("player_begin", None, [c_void_p, c_uint64, c_int]),
    ("player_choose", c_int, [c_void_p, _position, c_double, POINTER(Choice), _error]),
    ("batch_legal_moves", c_int, [c_int, c_int, c_size_t, _sets, _sets, _sets, _error]),
    ("batch_play", c_int, [c_int, c_int, c_size_t, _sets, _sets, POINTER(c_uint8), _sets, _sets, _error]),
    ("batch_random", c_int, [c_int, c_int, c_uint64, c_size_t, _sets, POINTER(c_uint8), _error]),
    ("batch_symmetry", c_int, [c_int, c_int, c_int, c_size_t, _sets, _sets, _error]),
    ("batch_canonical", c_int, [c_int, c_int, c_size_t, _sets, _sets, _sets, _sets, POINTER(c_uint8), _error]),
    ("batch_evaluate", c_int, [c_void_p, c_size_t, _sets, _sets, POINTER(c_float), _error]),
]


def _places() -> list[str]:
    """Where the library may be, the first that exists wins: named, installed, built, the system's."""
    here = Path(__file__).resolve().parent
    named = os.environ.get("BIANCA_LIBRARY")
    if named:
        return [named]
    files = [here / "libbianca.so", here.parent.parent / "build" / "libbianca.so"]
    return [str(path) for path in files if path.exists()] + ["libbianca.so.0"]


def _load() -> ctypes.CDLL:
    for place in _places():
        try:
            library = ctypes.CDLL(place)
        except OSError as reason:
            failure = f"{place}: {reason}"
            continue
        for name, result, arguments in _FUNCTIONS:
            try:
                function = getattr(library, "bianca_" + name)
            except AttributeError:
                raise ImportError(f"{place} is of another version: it has no bianca_{name}") from None
            function.restype, function.argtypes = result, arguments
        return library
    raise ImportError(f"no libbianca.so ({failure}): run 'make' in the checkout, or set BIANCA_LIBRARY")


lib = _load()


def check(status: int, error: Error) -> None:
    """Raises what a function of the library has reported."""
    if status:
        raise BiancaError(error.text.decode("utf-8", "replace"), lib.bianca_status_name(status).decode())


def integer(name: str, value: Any, least: int, most: int) -> int:
    """A whole number between two others: what is outside would reach the library as another one."""
    try:
        number = operator.index(value)
    except TypeError:
        raise BiancaError(f"{name}: expected a whole number, not {value!r}") from None
    if not least <= number <= most:
        raise BiancaError(f"{name}: {least} to {most}, not {number}")
    return number


def time_of(seconds: Optional[float]) -> float:
    """A limit of seconds as the library takes it: 0 for None."""
    if seconds is None:
        return 0.0
    if not seconds > 0:  # which NaN is not
        raise BiancaError(f"seconds: more than 0, or None for no limit, not {seconds}")
    return float(seconds)


def text_of(function: Any, size: int, *arguments: Any) -> str:
    """What a function that follows snprintf writes."""
    buffer = ctypes.create_string_buffer(size)
    function(*arguments, buffer, size)
    return buffer.value.decode()


__all__ = ["lib", "check", "integer", "time_of", "text_of", "byref", "BiancaError", "PASS"]
